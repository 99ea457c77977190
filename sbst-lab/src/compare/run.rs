//! Runs: the searches of a comparison, each of one function with one algorithm and one seed.

use cargo_sbst::search::target_report::{SuiteAt, TargetReport};
use sbst_model::TargetDescription;
use sbst_model::messages::Stopped;

/// A completed search.
#[derive(Clone, Debug)]
pub struct Run {
    /// The seed, as the value of `cargo sbst --seed`.
    pub seed: u64,
    /// The covered goals, each with its first covering evaluation, in that order.
    pub covered: Vec<(u32, u64)>,
    /// The size of the suite at each change, in that order.
    pub suite: Vec<SuiteAt>,
    pub evaluations: u64,
    pub seconds: f64,
    pub stopped: Stopped,
    /// Faults, one for each place.
    pub findings: usize,
}

/// The runs with the same number and the same seed, one for each algorithm.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// Counted from 1.
    pub number: u32,
    /// The runs, in the order of the algorithms.
    pub runs: Vec<Run>,
}

/// A function with its finished repetitions, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Repeated<'a> {
    pub target: &'a TargetDescription,
    pub repetitions: Vec<Repetition>,
}

impl Run {
    /// Returns the run of a report; `None` without a search.
    pub fn from_report(report: &TargetReport, seed: u64) -> Option<Run> {
        let summary = report.summary.as_ref()?;
        let goals = report.description.goals() as u32;
        let first_covered = report.first_covered.iter().map(|(goal, evaluations)| (*goal, *evaluations));
        let mut covered: Vec<(u32, u64)> = first_covered.filter(|(goal, _)| *goal < goals).collect();
        covered.sort_by_key(|(goal, evaluations)| (*evaluations, *goal));
        Some(Run {
            seed,
            covered,
            suite: report.suite.clone(),
            evaluations: summary.evaluations,
            seconds: summary.search_seconds,
            stopped: summary.stopped,
            findings: report.findings.len(),
        })
    }

    /// The evaluations up to the last covered goal; 0 without covered goals.
    pub fn evaluations_to_last_goal(&self) -> u64 {
        self.covered.last().map_or(0, |(_, evaluations)| *evaluations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::messages::SearchSummary;
    use sbst_model::target::Obstacle;

    #[test]
    fn a_run_has_the_covered_goals_in_order_of_time() {
        let description = fixture::description("d::f", 2);
        let mut report = TargetReport::not_searched(&description, Obstacle::NoGoals);
        assert!(Run::from_report(&report, 7).is_none());
        report.summary = Some(SearchSummary {
            evaluations: 12_345,
            evaluations_to_last_goal: 200,
            search_seconds: 0.5,
            seconds_to_last_goal: 0.25,
            covered: vec![0, 1, 2],
            ..SearchSummary::new(Stopped::Stalled)
        });
        report.first_covered = [(0, 20), (1, 20), (2, 3)].into();
        let run = Run::from_report(&report, 7).unwrap();
        assert_eq!(run.covered, [(2, 3), (0, 20), (1, 20)]);
        assert_eq!((run.evaluations_to_last_goal(), run.evaluations, run.findings), (20, 12_345, 0));
    }
}
