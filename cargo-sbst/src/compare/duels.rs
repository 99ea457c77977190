//! On how many functions each algorithm did better than each other one, with significance.
//!
//! 1. A function is won by the algorithm that was [better](super::score) more often, if the difference is significant by the
//!    U test at [`LEVEL`]; else it is a tie.
//! 2. Every pair and every function is a test of its own. Of twenty comparisons of what is the same, about one is taken for a
//!    difference, so what one function says is worth little, and what many say is.

use super::score::Score;
use super::statistics::{differ, vargha_delaney};
use super::subject::{Outcome, Subject};
use serde::Serialize;

/// A difference whose p is below this is significant.
pub const LEVEL: f64 = 0.05;

/// Functions won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Functions on which the algorithm did better.
    pub wins: usize,
    /// Functions on which there is no significant difference.
    pub ties: usize,
    /// Functions on which the other did better.
    pub losses: usize,
}

impl Tally {
    fn turned(self) -> Tally {
        Tally { wins: self.losses, ties: self.ties, losses: self.wins }
    }

    fn add(&mut self, other: Tally) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
    }
}

/// What came of all pairs.
#[derive(Clone, Debug)]
pub struct Duels {
    /// For each algorithm and each other one; of one with itself there is nothing.
    pub tallies: Vec<Vec<Tally>>,
    /// Functions, by index, on which another algorithm did better than the first, with its number and how often it was.
    pub first_lost: Vec<(usize, usize, f64)>,
}

impl Duels {
    /// Compares all algorithms on all functions.
    pub fn of(functions: &[&Subject]) -> Duels {
        let algorithms = functions.first().map_or(0, |function| function.samples.len());
        let mut tallies = vec![vec![Tally::default(); algorithms]; algorithms];
        let mut first_lost = Vec::new();
        for (index, function) in functions.iter().enumerate() {
            let scores: Vec<Vec<Score>> =
                function.samples.iter().map(|sample| sample.iter().map(Outcome::score).collect()).collect();
            for one in 0..algorithms {
                for other in one + 1..algorithms {
                    let tally = tally(&scores[one], &scores[other]);
                    tallies[one][other].add(tally);
                    tallies[other][one].add(tally.turned());
                    if one == 0 && tally.losses > 0 {
                        first_lost.push((index, other, vargha_delaney(&scores[other], &scores[0])));
                    }
                }
            }
        }
        Duels { tallies, first_lost }
    }

    /// An algorithm against all others together.
    pub fn total(&self, algorithm: usize) -> Tally {
        let mut total = Tally::default();
        self.tallies[algorithm].iter().for_each(|tally| total.add(*tally));
        total
    }
}

/// Rule 1, on one function.
fn tally(one: &[Score], other: &[Score]) -> Tally {
    let a12 = vargha_delaney(one, other);
    match differ(one, other, LEVEL) {
        true if a12 > 0.5 => Tally { wins: 1, ..Tally::default() },
        true => Tally { losses: 1, ..Tally::default() },
        false => Tally { ties: 1, ..Tally::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::fixture;

    #[test]
    fn a_function_is_won_only_with_significance() {
        let fast: &[&[u64]] = &[&[1, 2], &[1, 3], &[1, 4], &[1, 5]];
        let slow: &[&[u64]] = &[&[1, 70], &[1, 80], &[1, 90], &[1, 95]];
        let nearly: &[&[u64]] = &[&[1, 2], &[1, 3], &[1, 4], &[1, 90]];
        let (f, g) =
            (fixture::subject("d::f", 2, &[fast, slow]), fixture::subject("d::g", 2, &[nearly, fast]));
        let duels = Duels::of(&[&f, &g]);
        assert_eq!(duels.tallies[0][1], Tally { wins: 1, ties: 1, losses: 0 });
        assert_eq!(duels.tallies[1][0], Tally { wins: 0, ties: 1, losses: 1 });
        assert_eq!(duels.tallies[0][0], Tally::default());
        assert_eq!(duels.total(1), Tally { wins: 0, ties: 1, losses: 1 });
        assert!(duels.first_lost.is_empty());
        let turned = Duels::of(&[&fixture::subject("d::f", 2, &[slow, fast])]);
        assert_eq!(turned.first_lost, [(0, 1, 1.0)]);
    }
}
