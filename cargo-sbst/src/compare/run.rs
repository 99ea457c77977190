//! Runs: the searches that a comparison is made of, each of one target with one algorithm and one seed.

use crate::search::target_report::{SuiteAt, TargetReport};
use sbst_model::TargetDescription;
use sbst_model::messages::Stopped;

/// A search that went its whole way.
#[derive(Clone, Debug)]
pub struct Run {
    /// The seed, as `cargo sbst --seed` takes it.
    pub seed: u64,
    /// The goals that were covered and the evaluations when each was covered first, in that order.
    pub covered: Vec<(u32, u64)>,
    /// How long the suite was, whenever it changed, in that order.
    pub suite: Vec<SuiteAt>,
    /// Evaluations made.
    pub evaluations: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// Why it ended.
    pub stopped: Stopped,
    /// Faults met, one for each place.
    pub findings: usize,
}

/// The runs with the same number and the same seed, one for each algorithm.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// From 1.
    pub number: u32,
    /// In the order of the algorithms.
    pub runs: Vec<Run>,
}

/// A target with its repetitions.
#[derive(Clone, Debug)]
pub struct Repeated<'a> {
    /// The target.
    pub target: &'a TargetDescription,
    /// In the order of their numbers. Those that were not finished are not among them.
    pub repetitions: Vec<Repetition>,
}

impl Run {
    /// What a report tells; `None` if there was no search.
    pub fn of(report: &TargetReport, seed: u64) -> Option<Run> {
        let summary = report.summary.as_ref()?;
        let goals = report.description.goals() as u32;
        let mut covered: Vec<(u32, u64)> = report
            .first_covered
            .iter()
            .filter(|(goal, _)| **goal < goals)
            .map(|(goal, evaluations)| (*goal, *evaluations))
            .collect();
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

    /// Evaluations when the last goal that was covered was covered; 0 if none was.
    pub fn evaluations_to_last_goal(&self) -> u64 {
        self.covered.last().map_or(0, |(_, evaluations)| *evaluations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_run_tells_when_goals_were_covered_in_that_order() {
        let mut report = fixture::report("d::f");
        report.first_covered = [(0, 20), (1, 20), (2, 3)].into();
        let run = Run::of(&report, 7).unwrap();
        assert_eq!(run.covered, [(2, 3), (0, 20), (1, 20)]);
        assert_eq!((run.evaluations_to_last_goal(), run.evaluations, run.findings), (20, 12_345, 1));
        assert!(Run::of(&TargetReport::not_searched(&report.description, "x"), 7).is_none());
    }
}
