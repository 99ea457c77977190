//! The times of a call that took too long, for smaller values.
//!
//! The numbers or texts of the call are limited to growing powers of two, until the call takes
//! [`LONG`] or exceeds the step limit. If a worker is killed during one of them, its successor
//! stops before it.

use crate::problem::function_problem::{FunctionProblem, Outcome};
use sbst_model::magnitude::{Magnitude, Side};
use sbst_model::messages::{Event, Finding, FindingKind, SlowCall, TimeUpTo};
use sbst_model::TestCase;
use std::time::{Duration, Instant};

/// A measurable time, far below the limit of an execution.
const LONG: Duration = Duration::from_millis(4);
/// A time for several executions of a thousand steps and more.
const LONG_FOR_STEPS: Duration = Duration::from_millis(100);
/// A loop over all characters takes little more than the limit.
const MORE: u64 = 100;
/// Powers of two from one time to the next, and the first.
const STEP: usize = 2;

/// Returns a slow call, with the times of smaller ones.
pub(crate) fn slow_call(problem: &mut FunctionProblem, slow: &TestCase) -> SlowCall {
    with_times(problem, slow, LONG)
}

/// Stops after a call of this duration.
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
        if matches!(problem.execute(&smaller, None), Outcome::Fault { kind: FindingKind::Hang, .. }) {
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

/// Reports how the steps of a call that took too many grow with its values. Executes it with
/// [`MORE`] times as many steps, unless its values need more still, and reports its end: the steps,
/// or the fault.
pub(crate) fn measure(problem: &mut FunctionProblem, endless: &TestCase) {
    let call = with_times(problem, endless, LONG_FOR_STEPS);
    problem.events().send(&Event::Slow(Box::new(call.clone())));
    let Magnitude { number, length } = problem.magnitude(endless);
    let expected = call.expected_steps(if call.is_by_length { length } else { number });
    let is_by_time = expected.is_none() && call.grows();
    problem.allow_more_steps(MORE);
    if is_by_time || expected.is_some_and(|steps| steps > problem.step_limit() as f64) {
        return;
    }
    match problem.execute(endless, None) {
        Outcome::Returned | Outcome::Panicked(_) => {
            let steps = Some(problem.steps());
            problem.events().send(&Event::Slow(Box::new(SlowCall { steps, ..call })));
        }
        Outcome::Fault { kind, message, place } => {
            let SlowCall { before, arguments, .. } = call;
            let test = endless.to_hex();
            let fault = Finding { kind, message, place, before, arguments, evaluations: 0, test };
            problem.events().send(&Event::Finding(fault));
        }
        Outcome::Rejected => {}
    }
}
