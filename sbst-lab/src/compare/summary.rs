//! The summary of an algorithm on a subject: medians and quartiles, and a comparison with the first
//! algorithm.

use super::subject::{Outcome, Subject};
use crate::statistics::quartiles::{Quantile, Quartiles};
use crate::statistics::rank_tests::{MannWhitney, mann_whitney, vargha_delaney};

/// The summary of an algorithm.
#[derive(Clone, Debug)]
pub struct Summary {
    pub searches: usize,
    /// The number of searches that covered every goal.
    pub full_coverage: usize,
    pub covered: Quartiles<f64>,
    pub to_full_coverage: Quartiles<Quantile>,
    /// Evaluations to the last covered goal, with or without full coverage.
    pub to_last_goal: Quartiles<f64>,
    /// Size of the suite at the end.
    pub suite_size: Quartiles<f64>,
    /// `None` for the first algorithm.
    pub against_first: Option<AgainstFirst>,
}

/// A comparison with the first algorithm, by the [order](crate::statistics::tally::Score) of
/// searches.
#[derive(Clone, Copy, Debug)]
pub struct AgainstFirst {
    pub a12: f64,
    pub test: MannWhitney,
}

/// Returns the summaries in the order of the algorithms.
pub fn summarise(subject: &Subject) -> Vec<Summary> {
    let scores = subject.scores();
    let summary = |(index, sample): (usize, &Vec<Outcome>)| Summary {
        searches: sample.len(),
        full_coverage: sample.iter().filter(|outcome| outcome.is_full()).count(),
        covered: Quartiles::from_numbers(sample.iter().map(Outcome::covered)),
        to_full_coverage: Quartiles::from_times(
            &sample.iter().map(Outcome::to_full_coverage).collect::<Vec<_>>(),
        ),
        to_last_goal: Quartiles::from_numbers(sample.iter().map(|outcome| outcome.to_last_goal)),
        suite_size: Quartiles::from_numbers(sample.iter().map(Outcome::suite_size)),
        against_first: (index > 0).then(|| AgainstFirst {
            a12: vargha_delaney(&scores[index], &scores[0]),
            test: mann_whitney(&scores[index], &scores[0]),
        }),
    };
    subject.samples.iter().enumerate().map(summary).collect()
}
