//! Wins, ties and losses of one algorithm against another one.

use super::rank_tests::{differ, vargha_delaney};
use std::cmp::{Ordering, Reverse};

/// A difference whose p is below this is significant.
pub const LEVEL: f64 = 0.05;

/// The order of searches of the same function, from worse to better. All comparisons of algorithms
/// use it, so that searches without full coverage need no invented number of evaluations.
///
/// 1. The search that covered more goals is better.
/// 2. Of two with the same number of covered goals, the one with fewer evaluations to the last of
///    them is better.
/// 3. Otherwise they are equally good, and count as a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number of goals covered.
    pub covered: u64,
    /// Evaluations to the last covered goal; 0 without covered goals.
    pub evaluations: u64,
}

/// Functions won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Functions with better results of the algorithm.
    pub wins: usize,
    /// Functions without a significant difference.
    pub ties: usize,
    /// Functions with better results of the other algorithm.
    pub losses: usize,
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        let key = |score: &Score| (score.covered, Reverse(score.evaluations));
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Tally {
    /// Decides one function: the algorithm that was better more often wins it, if the difference is
    /// significant by the U test.
    pub fn decide<T: Ord>(one: &[T], other: &[T]) -> Tally {
        match differ(one, other, LEVEL) {
            true if vargha_delaney(one, other) > 0.5 => Tally { wins: 1, ..Tally::default() },
            true => Tally { losses: 1, ..Tally::default() },
            false => Tally { ties: 1, ..Tally::default() },
        }
    }

    /// The tally of the other algorithm.
    pub fn turned(self) -> Tally {
        Tally { wins: self.losses, ties: self.ties, losses: self.wins }
    }

    /// Adds the functions of another tally.
    pub fn add(&mut self, other: Tally) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_count_first_and_evaluations_among_equals() {
        let score = |covered, evaluations| Score { covered, evaluations };
        let from_best_to_worst = [score(4, 10), score(4, 90_000), score(3, 1), score(3, 2), score(0, 0)];
        assert!(from_best_to_worst.is_sorted_by(|a, b| a > b));
        assert_eq!(score(3, 7).cmp(&score(3, 7)), Ordering::Equal);
    }
}
