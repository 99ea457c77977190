//! A library that is loaded before all others, and shifts the time of day by a fixed span. Clocks
//! that only measure are left alone.
//!
//! Compiled by the command with the user's `rustc`; Linux with glibc and 64-bit words.
#![no_std]

use core::ffi::{c_int, c_long, c_void};

/// The span: 400 days, 5 hours, 7 minutes and 13 seconds, so that all from the year to the second
/// are others.
const SHIFT: i64 = 400 * 86_400 + 5 * 3_600 + 7 * 60 + 13;
/// `CLOCK_REALTIME`, `CLOCK_REALTIME_COARSE`, `CLOCK_REALTIME_ALARM`, `CLOCK_TAI`.
const OF_THE_DAY: [c_int; 4] = [0, 5, 8, 11];
const CLOCK_GETTIME: c_long = if cfg!(target_arch = "x86_64") { 228 } else { 113 };

#[cfg(not(all(
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64", target_arch = "loongarch64")
)))]
compile_error!("the number of the system call is not known");

/// `struct timespec` and, with microseconds, `struct timeval`.
#[repr(C)]
pub struct Time {
    seconds: i64,
    fraction: i64,
}

#[link(name = "c")]
extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

/// # Safety As the function of libc that it stands for: `time` points to a `struct timespec` that
/// can be written.
#[no_mangle]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Time) -> c_int {
    // SAFETY: the system checks both, and writes no more than a `struct timespec`.
    let status = unsafe { syscall(CLOCK_GETTIME, clock, time) } as c_int;
    if status == 0 && OF_THE_DAY.contains(&clock) {
        // SAFETY: the call succeeded, so there is a `struct timespec`.
        unsafe { (*time).seconds += SHIFT };
    }
    status
}

/// # Safety As the function of libc that it stands for: `time` is null or points to a writable
/// `struct timeval`.
#[no_mangle]
pub unsafe extern "C" fn gettimeofday(time: *mut Time, _: *mut c_void) -> c_int {
    let mut now = Time { seconds: 0, fraction: 0 };
    // SAFETY: `now` can be written.
    let status = unsafe { clock_gettime(OF_THE_DAY[0], &mut now) };
    now.fraction /= 1_000;
    if !time.is_null() {
        // SAFETY: it is not null.
        unsafe { time.write(now) };
    }
    status
}

/// # Safety As the function of libc that it stands for: `seconds` is null or points to an integer
/// that can be written.
#[no_mangle]
pub unsafe extern "C" fn time(seconds: *mut i64) -> i64 {
    let mut now = Time { seconds: 0, fraction: 0 };
    // SAFETY: `now` can be written.
    unsafe { clock_gettime(OF_THE_DAY[0], &mut now) };
    if !seconds.is_null() {
        // SAFETY: it is not null.
        unsafe { seconds.write(now.seconds) };
    }
    now.seconds
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
