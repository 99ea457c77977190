//! Calls that take too long, and how their times grow.

use super::Statement;
use crate::expression::Expression;

/// A call of the target that was ended because it took too long.
#[derive(Clone, Debug, PartialEq)]
pub struct SlowCall {
    /// The written call sequence: the statements before the call, and its arguments.
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
    /// True if its texts were shortened for the times, and false if its numbers were lowered.
    pub is_by_length: bool,
    /// The times of the same call with smaller values, smallest first.
    pub times: Vec<TimeUpTo>,
}

/// The time of a call without a number above a power of two, or without a longer text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeUpTo {
    /// The power.
    pub bits: u32,
    pub seconds: f64,
}

impl SlowCall {
    /// Returns the factor by which the time grows where the value doubles, from the longest times;
    /// `None` if too few of them are long enough to be compared.
    pub fn growth(&self) -> Option<f64> {
        /// Shorter times are those of everything around the call.
        const LEAST: f64 = 50e-6;
        let mut long = self.times.iter().rev().filter(|time| time.seconds >= LEAST);
        let (last, before) = (long.next()?, long.next()?);
        Some((last.seconds / before.seconds).powf(1.0 / f64::from(last.bits - before.bits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_that_of_the_longest_times() {
        let times = [(4, 1e-6), (6, 1e-6), (8, 1e-4), (10, 16e-4)];
        let times = times.map(|(bits, seconds)| TimeUpTo { bits, seconds }).to_vec();
        let slow = SlowCall { before: Vec::new(), arguments: Vec::new(), is_by_length: false, times };
        assert!((slow.growth().unwrap() - 4.0).abs() < 1e-9, "quadratic");
        assert_eq!(SlowCall { times: slow.times[..3].to_vec(), ..slow }.growth(), None);
    }
}
