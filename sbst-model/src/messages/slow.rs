//! Calls that take too long, and the growth of their times.

use super::Statement;
use crate::expression::Expression;

/// The beginning of a hang's message, if its steps are the cause.
pub const ENDLESS: &str = "does not end within";

/// A call of the target that was ended because it took too long.
///
/// ```
/// use sbst_model::messages::{SlowCall, TimeUpTo};
///
/// // twice the number, four times the steps
/// let times = [(8, 65_536), (9, 262_144)];
/// let times = times.map(|(bits, steps)| TimeUpTo { bits, seconds: 0.0, steps }).to_vec();
/// let call =
///     SlowCall { before: vec![], arguments: vec![], is_by_length: false, times, steps: None };
/// assert_eq!(call.growth(), Some(4.0));
/// assert!(call.has_end());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SlowCall {
    /// The call sequence in source: the statements before the call, and its arguments.
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
    /// True if its texts were shortened for the times, false if its numbers were lowered.
    pub is_by_length: bool,
    /// The times of the same call with smaller values, smallest first.
    pub times: Vec<TimeUpTo>,
    /// The steps after which it ended, if it was executed to its end.
    pub steps: Option<u64>,
}

/// The time of a call with numbers up to a power of two, or texts up to that length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeUpTo {
    /// The power.
    pub bits: u32,
    pub seconds: f64,
    pub steps: u64,
}

/// Fewer steps are dominated by the code around the call.
const LEAST_STEPS: u64 = 1_000;
/// Shorter times are dominated by the code around the call.
const LEAST_SECONDS: f64 = 50e-6;
/// The least growth of steps with the values of a call.
const GROWTH: f64 = 1.3;

impl SlowCall {
    /// Returns the factor of the steps, or for few steps of the time, when the value doubles. It is
    /// taken from the longest calls; `None` with too few comparable times.
    pub fn growth(&self) -> Option<f64> {
        self.growth_of_steps()
            .or_else(|| self.growth_of(|time| Some(time.seconds).filter(|seconds| *seconds >= LEAST_SECONDS)))
    }

    /// True if it ended, or if its steps grow with its values, so that these determine its time.
    pub fn has_end(&self) -> bool {
        self.steps.is_some() || self.growth_of_steps().is_some_and(is_growth)
    }

    /// True if its steps grow with its values, or its time if it takes few steps.
    pub fn grows(&self) -> bool {
        self.growth().is_some_and(is_growth)
    }

    /// Returns the steps with numbers below `2^bits`, or texts of that length, by extrapolation;
    /// `None` if the steps do not grow.
    pub fn expected_steps(&self, bits: u32) -> Option<f64> {
        let factor = self.growth_of_steps().filter(|factor| is_growth(*factor))?;
        let last = self.times.last()?;
        Some(last.steps as f64 * factor.powf(f64::from(bits) - f64::from(last.bits)))
    }

    fn growth_of_steps(&self) -> Option<f64> {
        self.growth_of(|time| Some(time.steps as f64).filter(|_| time.steps >= LEAST_STEPS))
    }

    fn growth_of(&self, cost: impl Fn(&TimeUpTo) -> Option<f64>) -> Option<f64> {
        let mut long = self.times.iter().rev().filter_map(|time| Some((time.bits, cost(time)?)));
        let ((last, most), (before, less)) = (long.next()?, long.next()?);
        Some((most / less).powf(1.0 / f64::from(last - before)))
    }
}

fn is_growth(factor: f64) -> bool {
    factor >= GROWTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(times: &[(u32, f64, u64)]) -> SlowCall {
        let times = times.iter().map(|&(bits, seconds, steps)| TimeUpTo { bits, seconds, steps }).collect();
        SlowCall { before: Vec::new(), arguments: Vec::new(), is_by_length: false, times, steps: None }
    }

    #[test]
    fn growth_follows_longest_times() {
        let times = [(4, 1e-6, 1), (6, 1e-6, 1), (8, 1e-4, 1), (10, 16e-4, 1)];
        assert!((slow(&times).growth().unwrap() - 4.0).abs() < 1e-9, "quadratic");
        assert_eq!(slow(&times[..3]).growth(), None);
        assert!(slow(&times).grows());
        assert!(!slow(&times).has_end(), "it is not known to take steps");
    }

    #[test]
    fn a_call_has_an_end_if_its_steps_grow_with_its_values() {
        let linear = slow(&[(4, 1.0, 18), (10, 1.0, 1_026), (12, 1.0, 4_098)]);
        assert!(linear.has_end() && (linear.growth().unwrap() - 2.0).abs() < 0.01);
        assert!((linear.expected_steps(20).unwrap() / 1_048_576.0 - 1.0).abs() < 0.02);
        let same = slow(&[(10, 1.0, 2_000), (12, 1.0, 2_000)]);
        assert!(!same.has_end() && same.expected_steps(20).is_none());
        assert!(SlowCall { steps: Some(1_112_064), ..same }.has_end());
    }
}
