//! Limits that end endless loops and recursion inside the process, deterministically.
//!
//! 1. Every loop round and every call of an instrumented function is a step. An execution without
//!    remaining steps is unwound silently, without the panic hook.
//! 2. The same happens to an execution with too much stack: real programs have 8 MiB at most.
//! 3. There are no limits during unwinding, since a panic in a destructor would abort. If the code
//!    under test catches the unwinding and continues, it gets the same number of steps again.
//! 4. Threads of the code under test share a second count of the same size.
//! 5. A process that records the arguments of calls has no owner. If it has a limit, it ends after
//!    this number of steps of all its threads together. A thread, usually a test, is unwound after
//!    [`STEPS_OF_TEST`].

use crate::probe::role::{self, Role};
use sbst_model::messages::{ARGUMENTS, ARGUMENTS_STEPS};
use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::OnceLock;

/// The most steps of a test with recorded calls: as many as an execution of a search has.
const STEPS_OF_TEST: u64 = 1_000_000;

/// Remaining steps of the owner.
static STEPS_LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
/// Remaining steps of all other threads together.
static OTHERS_STEPS_LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
/// True if the process records arguments and ends when `OTHERS_STEPS_LEFT` is used up.
static IS_LIMITED_RECORDER: AtomicBool = AtomicBool::new(false);
static STEP_LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// The least address that the owner's stack may reach (stacks grow downwards on all platforms of
/// Rust).
static STACK_FLOOR: AtomicUsize = AtomicUsize::new(0);
/// The limit that was reached in this execution, as [`Limit`].
static REACHED: AtomicU8 = AtomicU8::new(0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Limit {
    Steps = 1,
    Stack = 2,
    /// A future that nothing wakes.
    Pending = 3,
}

/// The payload for unwinding an execution.
pub(crate) struct LimitReached;

/// The resources that an execution used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub steps: u64,
    pub reached: Option<Limit>,
}

/// Counts one step.
#[inline]
pub fn step() {
    _ = step_into();
}

/// Counts the step of a call. Returns true if the function is to record its arguments; always false
/// in a search.
#[inline]
pub fn step_into() -> bool {
    if role::current() != Role::Owner {
        return step_otherwise();
    }
    step_of_owner();
    false
}

#[inline(always)]
fn step_of_owner() {
    let left = STEPS_LEFT.load(Relaxed);
    if left == 0 || stack_pointer() < STACK_FLOOR.load(Relaxed) {
        return reach(if left == 0 { Limit::Steps } else { Limit::Stack });
    }
    STEPS_LEFT.store(left - 1, Relaxed);
}

#[cold]
#[inline(never)]
fn step_otherwise() -> bool {
    if role::is_owner() {
        step_of_owner();
        return false;
    }
    if OTHERS_STEPS_LEFT.fetch_sub(1, Relaxed) == 0 {
        if IS_LIMITED_RECORDER.load(Relaxed) {
            std::process::exit(0);
        }
        OTHERS_STEPS_LEFT.store(STEP_LIMIT.load(Relaxed), Relaxed);
        REACHED.store(Limit::Steps as u8, Relaxed);
        if !std::thread::panicking() {
            resume_unwind(Box::new(LimitReached));
        }
    }
    if IS_LIMITED_RECORDER.load(Relaxed) {
        step_of_test();
    }
    records_arguments()
}

/// Rule 5.
fn step_of_test() {
    let steps = STEPS_OF_THREAD.get() + 1;
    STEPS_OF_THREAD.set(steps);
    if steps > STEPS_OF_TEST && !std::thread::panicking() {
        STEPS_OF_THREAD.set(0);
        resume_unwind(Box::new(LimitReached));
    }
}

thread_local! {
    /// The steps of this thread in a process that records with a limit.
    static STEPS_OF_THREAD: Cell<u64> = const { Cell::new(0) };
    /// True while this thread records a call. A user's allocator may be instrumented, and so may
    /// the code that writes arguments.
    pub(crate) static IS_RECORDING: Cell<bool> = const { Cell::new(false) };
}

/// True if the arguments of calls are recorded in this process (`recording.rs`).
fn records_arguments() -> bool {
    static IS_WANTED: OnceLock<bool> = OnceLock::new();
    !IS_RECORDING.get() && *IS_WANTED.get_or_init(begin_to_record)
}

/// Limits the process if it is to record arguments, with a limit. Returns true if it records.
fn begin_to_record() -> bool {
    let is_wanted = std::env::var_os(ARGUMENTS).is_some();
    let steps = std::env::var(ARGUMENTS_STEPS).ok().and_then(|steps| steps.parse().ok());
    if let Some(steps) = steps.filter(|_| is_wanted) {
        OTHERS_STEPS_LEFT.store(steps, Relaxed);
        IS_LIMITED_RECORDER.store(true, Relaxed);
    }
    is_wanted
}

/// Counts this number of steps of a recording thread and process; the next step may exceed the
/// limit.
pub(crate) fn count_recorded(steps: u64) {
    if IS_LIMITED_RECORDER.load(Relaxed) {
        let left = |left: u64| Some(left.saturating_sub(steps));
        _ = OTHERS_STEPS_LEFT.fetch_update(Relaxed, Relaxed, left);
        STEPS_OF_THREAD.set(STEPS_OF_THREAD.get() + steps);
    }
}

#[cold]
#[inline(never)]
fn reach(limit: Limit) {
    STEPS_LEFT.store(STEP_LIMIT.load(Relaxed), Relaxed);
    if std::thread::panicking() {
        return;
    }
    if limit == Limit::Stack {
        STACK_FLOOR.store(0, Relaxed);
    }
    REACHED.store(limit as u8, Relaxed);
    resume_unwind(Box::new(LimitReached));
}

/// Ends the execution because a future is pending and nothing wakes it.
#[cold]
pub(crate) fn nobody_wakes() {
    REACHED.store(Limit::Pending as u8, Relaxed);
    if !std::thread::panicking() {
        resume_unwind(Box::new(LimitReached));
    }
}

/// Returns an address in the caller's stack frame.
#[inline(always)]
fn stack_pointer() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

/// Limits the owner until [`disarm`]: to `steps`, and to `stack` bytes of stack from here.
#[inline]
pub fn arm(steps: u64, stack: u64) {
    REACHED.store(0, Relaxed);
    STEP_LIMIT.store(steps, Relaxed);
    OTHERS_STEPS_LEFT.store(steps, Relaxed);
    STEPS_LEFT.store(steps, Relaxed);
    STACK_FLOOR.store(stack_pointer().saturating_sub(usize::try_from(stack).unwrap_or(usize::MAX)), Relaxed);
}

/// Lifts the limits, and returns the resources that were used.
#[inline]
pub fn disarm() -> Usage {
    let steps = STEP_LIMIT.load(Relaxed) - STEPS_LEFT.load(Relaxed);
    STEPS_LEFT.store(u64::MAX, Relaxed);
    OTHERS_STEPS_LEFT.store(u64::MAX, Relaxed);
    STACK_FLOOR.store(0, Relaxed);
    let reached = match REACHED.load(Relaxed) {
        0 => None,
        1 => Some(Limit::Steps),
        2 => Some(Limit::Stack),
        _ => Some(Limit::Pending),
    };
    Usage { steps, reached }
}
