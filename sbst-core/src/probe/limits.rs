//! Limits that end endless loops and recursion inside the process, deterministically.
//!
//! 1. Every loop round and every call of an instrumented function is a step. An execution without
//!    remaining steps is unwound silently, without the panic hook.
//! 2. The same happens to an execution with too much stack: real programs have 8 MiB at most.
//! 3. There are no limits during unwinding, since a panic in a destructor would abort. If the code
//!    under test catches the unwinding and continues, it gets the same number of steps again.
//! 4. Threads of the code under test share a second count of the same size.

use crate::probe::role::{self, Role};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicU8, AtomicUsize, Ordering::Relaxed};

/// Remaining steps of the owner.
static STEPS_LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
/// Remaining steps of all other threads together.
static OTHERS_STEPS_LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
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
    match role::current() {
        Role::Owner => step_of_owner(),
        _ => step_otherwise(),
    }
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
fn step_otherwise() {
    if role::is_owner() {
        return step_of_owner();
    }
    if OTHERS_STEPS_LEFT.fetch_sub(1, Relaxed) == 0 {
        OTHERS_STEPS_LEFT.store(STEP_LIMIT.load(Relaxed), Relaxed);
        REACHED.store(Limit::Steps as u8, Relaxed);
        if !std::thread::panicking() {
            resume_unwind(Box::new(LimitReached));
        }
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
