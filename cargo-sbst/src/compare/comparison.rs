//! What is said of each algorithm on a subject: medians and quartiles, and how it compares with the first algorithm.

use super::quartiles::{Quantile, Quartiles};
use super::score::Score;
use super::statistics::{MannWhitney, mann_whitney, vargha_delaney};
use super::subject::{Outcome, Subject};

/// What is said of an algorithm.
#[derive(Clone, Debug)]
pub struct Line {
    /// Searches.
    pub searches: usize,
    /// How many of them covered every goal.
    pub full_coverage: usize,
    /// Goals covered.
    pub covered: Quartiles<f64>,
    /// Evaluations to full coverage.
    pub to_full_coverage: Quartiles<Quantile>,
    /// Evaluations to the last goal that was covered, whether it was the last one of all or not.
    pub to_last_goal: Quartiles<f64>,
    /// Size of the suite in the end.
    pub suite_size: Quartiles<f64>,
    /// How it compares with the first algorithm; `None` for that one.
    pub against_first: Option<AgainstFirst>,
}

/// How an algorithm compares with the first one, by the [order](super::score) of searches.
#[derive(Clone, Copy, Debug)]
pub struct AgainstFirst {
    /// Â₁₂: how often it was better, ties counting half.
    pub a12: f64,
    /// Mann and Whitney's U, and p for both sides.
    pub test: MannWhitney,
}

/// A line for each algorithm, in their order.
pub fn lines(subject: &Subject) -> Vec<Line> {
    let scores: Vec<Vec<Score>> =
        subject.samples.iter().map(|sample| sample.iter().map(Outcome::score).collect()).collect();
    let line = |(index, sample): (usize, &Vec<Outcome>)| Line {
        searches: sample.len(),
        full_coverage: sample.iter().filter(|outcome| outcome.is_full()).count(),
        covered: Quartiles::of(sample.iter().map(Outcome::covered)),
        to_full_coverage: Quartiles::of_times(
            &sample.iter().map(Outcome::to_full_coverage).collect::<Vec<_>>(),
        ),
        to_last_goal: Quartiles::of(sample.iter().map(|outcome| outcome.to_last_goal)),
        suite_size: Quartiles::of(sample.iter().map(Outcome::suite_size)),
        against_first: (index > 0).then(|| AgainstFirst {
            a12: vargha_delaney(&scores[index], &scores[0]),
            test: mann_whitney(&scores[index], &scores[0]),
        }),
    };
    subject.samples.iter().enumerate().map(line).collect()
}
