//! Median and quartiles, of numbers and of times to an event that some searches did not reach.
//!
//! The quantile `q` of `n` sorted numbers is at position `q·(n − 1)`, counted from 0, with linear
//! interpolation between two numbers. This is type 7 of Hyndman and Fan, "Sample Quantiles in
//! Statistical Packages", 1996; also that of R, NumPy and matplotlib.
//!
//! A search without the event is *censored* at its evaluations:
//!
//! 1. Censored numbers come after all others, because the event could have come at any later time.
//! 2. A quantile that rests on a censored number is censored itself: it is a lower bound.

/// Evaluations until an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Time {
    /// The event came after this number of evaluations.
    Seen(u64),
    /// The event had not come after this number of evaluations.
    Censored(u64),
}

impl Time {
    /// The number of evaluations.
    pub fn evaluations(self) -> u64 {
        match self {
            Time::Seen(evaluations) | Time::Censored(evaluations) => evaluations,
        }
    }

    /// True if the event did not come.
    pub fn is_censored(self) -> bool {
        matches!(self, Time::Censored(_))
    }
}

/// A quantile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// The value; a lower bound if it is censored.
    pub value: f64,
    /// True if it is only a lower bound.
    pub censored: bool,
}

/// First quartile, median and third quartile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quartiles<T> {
    /// A quarter of the numbers is at most this.
    pub first: T,
    /// Half of the numbers is at most this.
    pub median: T,
    /// Three quarters of the numbers are at most this.
    pub third: T,
}

impl Quartiles<Quantile> {
    /// Returns the quartiles of times in any order.
    ///
    /// # Panics
    /// If the times are empty.
    pub fn from_times(times: &[Time]) -> Quartiles<Quantile> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let at = |quarters| {
            let (below, above, part) = position(sorted.len(), quarters);
            let (low, high) = (sorted[below], sorted[above]);
            match (low, high) {
                (Time::Seen(_), Time::Censored(spent)) if part > 0.0 => {
                    Quantile { value: spent as f64, censored: true }
                }
                _ => Quantile {
                    value: between(low.evaluations() as f64, high.evaluations() as f64, part),
                    censored: low.is_censored(),
                },
            }
        };
        Quartiles { first: at(1), median: at(2), third: at(3) }
    }
}

impl Quartiles<f64> {
    /// Returns the quartiles of numbers in any order.
    ///
    /// # Panics
    /// If the numbers are empty.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u64>) -> Quartiles<f64> {
        let times: Vec<Time> = numbers.into_iter().map(Time::Seen).collect();
        let Quartiles { first, median, third } = Quartiles::from_times(&times);
        Quartiles { first: first.value, median: median.value, third: third.value }
    }
}

/// Returns the indices between which a quartile of `n` numbers lies, and its part of the way from
/// the first to the second.
fn position(n: usize, quarters: usize) -> (usize, usize, f64) {
    let quarters = quarters * (n - 1);
    (quarters / 4, quarters.div_ceil(4), (quarters % 4) as f64 / 4.0)
}

fn between(low: f64, high: f64, part: f64) -> f64 {
    low + part * (high - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quartiles(numbers: &[u64]) -> (f64, f64, f64) {
        let Quartiles { first, median, third } = Quartiles::from_numbers(numbers.iter().copied());
        (first, median, third)
    }

    /// Against `numpy.quantile(…, [0.25, 0.5, 0.75])`.
    #[test]
    fn quartiles_are_those_of_numpy() {
        assert_eq!(quartiles(&[7]), (7.0, 7.0, 7.0));
        assert_eq!(quartiles(&[1, 2]), (1.25, 1.5, 1.75));
        assert_eq!(quartiles(&[40, 7, 15, 39, 36, 41]), (20.25, 37.5, 39.75));
        assert_eq!(quartiles(&[5, 1, 4, 2, 3]), (2.0, 3.0, 4.0));
    }

    fn censored_quartiles(seen: &[u64], censored: &[u64]) -> [(f64, bool); 3] {
        let seen = seen.iter().copied().map(Time::Seen);
        let times: Vec<Time> = seen.chain(censored.iter().copied().map(Time::Censored)).collect();
        let Quartiles { first, median, third } = Quartiles::from_times(&times);
        [first, median, third].map(|quantile| (quantile.value, quantile.censored))
    }

    #[test]
    fn quantile_on_censored_time_is_censored() {
        assert_eq!(
            censored_quartiles(&[10, 20, 30, 40], &[100]),
            [(20.0, false), (30.0, false), (40.0, false)]
        );
        assert_eq!(
            censored_quartiles(&[10, 20, 30], &[100, 100]),
            [(20.0, false), (30.0, false), (100.0, true)]
        );
        assert_eq!(censored_quartiles(&[10, 20], &[100, 100]), [(17.5, false), (100.0, true), (100.0, true)]);
        assert_eq!(censored_quartiles(&[], &[100, 100]), [(100.0, true); 3]);
    }

    #[test]
    fn censored_time_sorts_after_all_observed_times() {
        assert_eq!(censored_quartiles(&[10, 80], &[50]), [(45.0, false), (80.0, false), (50.0, true)]);
    }
}
