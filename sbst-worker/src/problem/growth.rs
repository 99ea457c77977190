//! The times of a call that took too long, with smaller values.
//!
//! The numbers of the call, or its texts, are limited to ever greater powers of two, until the call
//! takes [`LONG`]. If a worker is ended in one of them, its successor stops before that.

use crate::problem::function_problem::FunctionProblem;
use sbst_model::magnitude::{Magnitude, Side};
use sbst_model::messages::{SlowCall, TimeUpTo};
use sbst_model::TestCase;
use std::time::{Duration, Instant};

/// A time that can be compared, and is far below that which ends an execution.
const LONG: Duration = Duration::from_millis(4);
/// Powers of two from one time to the next, and the first.
const STEP: usize = 2;

/// Returns a call that was too slow, with the times of smaller ones.
pub(crate) fn slow_call(problem: &mut FunctionProblem, slow: &TestCase) -> SlowCall {
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
        problem.execute(&smaller, None);
        let seconds = started.elapsed();
        times.push(TimeUpTo { bits, seconds: seconds.as_secs_f64() });
        if seconds >= LONG {
            break;
        }
    }
    let (before, arguments) = problem.written(slow);
    SlowCall { before, arguments, is_by_length: side == Side::Length, times }
}
