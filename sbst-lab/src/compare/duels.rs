//! The functions on which one algorithm was better than another, for each pair of algorithms.
//!
//! 1. The algorithm that was [better](crate::statistics::tally::Score) more often wins a function,
//!    if the difference is significant by the U test at [`LEVEL`](crate::statistics::tally::LEVEL).
//!    Otherwise it is a tie.
//! 2. Every pair and function is a separate test. Of twenty comparisons of equal algorithms, about
//!    one counts as a difference: a single function proves little, many prove more.

use super::subject::Subject;
use crate::statistics::rank_tests::vargha_delaney;
use crate::statistics::tally::Tally;

/// The tallies of all pairs.
#[derive(Clone, Debug)]
pub struct Duels {
    /// The tallies of each algorithm and each other one; empty for an algorithm with itself.
    pub tallies: Vec<Vec<Tally>>,
    /// Losses of the first algorithm: the index of the function, the number of the other algorithm,
    /// and its Â₁₂.
    pub first_lost: Vec<(usize, usize, f64)>,
}

impl Duels {
    /// Compares all algorithms on all functions.
    pub fn count(functions: &[&Subject]) -> Duels {
        let algorithms = functions.first().map_or(0, |function| function.samples.len());
        let mut tallies = vec![vec![Tally::default(); algorithms]; algorithms];
        let mut first_lost = Vec::new();
        for (index, function) in functions.iter().enumerate() {
            let scores = function.scores();
            for one in 0..algorithms {
                for other in one + 1..algorithms {
                    let tally = Tally::decide(&scores[one], &scores[other]);
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

    /// The tally of an algorithm against all others together.
    pub fn total(&self, algorithm: usize) -> Tally {
        let mut total = Tally::default();
        self.tallies[algorithm].iter().for_each(|tally| total.add(*tally));
        total
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
        let duels = Duels::count(&[&f, &g]);
        assert_eq!(duels.tallies[0][1], Tally { wins: 1, ties: 1, losses: 0 });
        assert_eq!(duels.tallies[1][0], Tally { wins: 0, ties: 1, losses: 1 });
        assert_eq!(duels.tallies[0][0], Tally::default());
        assert_eq!(duels.total(1), Tally { wins: 0, ties: 1, losses: 1 });
        assert!(duels.first_lost.is_empty());
        let turned = Duels::count(&[&fixture::subject("d::f", 2, &[slow, fast])]);
        assert_eq!(turned.first_lost, [(0, 1, 1.0)]);
    }
}
