//! The times of a call that took too long, with smaller values.
//!
//! The numbers of the call, or its texts, are limited to ever greater powers of two, until the call
//! takes [`LONG`], or more steps than the limit. If a worker is ended in one of them, its successor
//! stops before that.

use crate::problem::function_problem::{FunctionProblem, Outcome};
use sbst_model::magnitude::{Magnitude, Side};
use sbst_model::messages::{FindingKind, SlowCall, TimeUpTo};
use sbst_model::TestCase;
use std::time::{Duration, Instant};

/// A time that can be compared, and is far below that which ends an execution.
const LONG: Duration = Duration::from_millis(4);
/// A loop over all characters takes little more than the limit.
const MORE: u64 = 100;
/// Powers of two from one time to the next, and the first.
const STEP: usize = 2;

/// Returns a call that was too slow, with the times of smaller ones.
pub(crate) fn slow_call(problem: &mut FunctionProblem, slow: &TestCase) -> SlowCall {
    with_times(problem, slow, LONG)
}

/// Stops after a call that takes so long.
fn with_times(problem: &mut FunctionProblem, slow: &TestCase, long: Duration) -> SlowCall {
    let magnitude = problem.magnitude(slow);
    let side = magnitude.greater_side();
    let Magnitude { number, length } = magnitude;
    let most = if side == Side::Number { number } else { length };
    let mut times: Vec<TimeUpTo> = Vec::new();
    for bits in (STEP as u32..most).step_by(STEP) {
        let smaller = problem.limited(slow, side, bits);
        let is_known = problem.is_known_as_fatal(&smaller) || !problem.is_call(&smaller);
        if is_known || smaller == *slow {
            break;
        }
        let started = Instant::now();
        if is_endless(&problem.execute(&smaller, None)) {
            break;
        }
        let seconds = started.elapsed();
        times.push(TimeUpTo { bits, seconds: seconds.as_secs_f64(), steps: problem.steps() });
        if seconds >= long {
            break;
        }
    }
    let (before, arguments) = problem.written(slow);
    SlowCall { before, arguments, is_by_length: side == Side::Length, times, steps: None }
}

/// Executes a call that took more steps than the limit with [`MORE`] times as many, unless its steps
/// grow with its values. Returns it as one that is slow; it may have no end.
pub(crate) fn measure(problem: &mut FunctionProblem, endless: &TestCase) -> SlowCall {
    // The limit of steps stops it: a call may take long because others compute.
    let mut call = with_times(problem, endless, Duration::MAX);
    if !call.grows() {
        problem.allow_more_steps(MORE);
        // One that faults then is no better.
        let has_ended = matches!(problem.execute(endless, None), Outcome::Returned | Outcome::Panicked(_));
        call.steps = has_ended.then(|| problem.steps());
    }
    call
}

fn is_endless(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Fault { kind: FindingKind::Hang, .. })
}
