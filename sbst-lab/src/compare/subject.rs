//! Subjects of a comparison: the runs of a function, or of all functions together.
//!
//! All functions together are treated as one function with all goals: the outcome of a repetition
//! is the sum of its outcomes for each function, evaluations included. Only for coverage over
//! evaluations, every function gets the evaluations of the axis.

use super::run::{Repeated, Repetition, Run};
use crate::statistics::quartiles::Time;
use crate::statistics::tally::Score;
use cargo_sbst::search::target_report::SuiteAt;
use sbst_model::TargetId;
use std::collections::BTreeSet;

/// A function, or all of them, with every algorithm's outcomes.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The function; `None` for all of them.
    pub id: Option<TargetId>,
    /// The number of goals.
    pub goals: u64,
    /// The outcomes by algorithm, in the order of the algorithms; each in the order of the
    /// repetitions.
    pub samples: Vec<Vec<Outcome>>,
}

/// The outcome of a repetition with one algorithm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The total number of goals.
    goals: u64,
    /// The first covering evaluation of each covered goal, ascending.
    pub covered_at: Vec<u64>,
    /// The changes of the suite's size with their evaluations, ascending.
    pub suite_changes: Vec<(u64, i64)>,
    pub to_last_goal: u64,
    pub evaluations: u64,
    /// Evaluations of the longest search.
    pub longest: u64,
}

impl Outcome {
    fn from_run(run: &Run, goals: u64) -> Outcome {
        Outcome {
            goals,
            covered_at: run.covered.iter().map(|(_, evaluations)| *evaluations).collect(),
            suite_changes: changes(&run.suite),
            to_last_goal: run.evaluations_to_last_goal(),
            evaluations: run.evaluations,
            longest: run.evaluations,
        }
    }

    fn add(&mut self, other: Outcome) {
        self.goals += other.goals;
        self.covered_at.extend(other.covered_at);
        self.covered_at.sort_unstable();
        self.suite_changes.extend(other.suite_changes);
        self.suite_changes.sort_unstable();
        self.to_last_goal += other.to_last_goal;
        self.evaluations += other.evaluations;
        self.longest = self.longest.max(other.longest);
    }

    /// The size of the suite at the end of the search.
    pub fn suite_size(&self) -> u64 {
        self.suite_changes.iter().map(|(_, change)| change).sum::<i64>().unsigned_abs()
    }

    /// The number of goals covered.
    pub fn covered(&self) -> u64 {
        self.covered_at.len() as u64
    }

    /// True if every goal was covered.
    pub fn is_full(&self) -> bool {
        self.covered() == self.goals
    }

    /// The evaluations to full coverage, or to the end without it.
    pub fn to_full_coverage(&self) -> Time {
        match self.is_full() {
            true => Time::Seen(self.to_last_goal),
            false => Time::Censored(self.evaluations),
        }
    }

    /// The rank of the outcome among searches.
    pub fn score(&self) -> Score {
        Score { covered: self.covered(), evaluations: self.to_last_goal }
    }
}

impl Subject {
    /// Returns a function with its runs.
    pub fn from_repeated(repeated: &Repeated<'_>) -> Subject {
        Subject {
            id: Some(repeated.target.id.clone()),
            goals: repeated.target.goals() as u64,
            samples: samples(repeated, &repeated.repetitions.iter().collect::<Vec<_>>()),
        }
    }

    /// Returns all functions together, in the repetitions finished by all of them.
    pub fn from_all(repeated: &[Repeated<'_>]) -> Subject {
        let numbers = |repeated: &Repeated<'_>| -> BTreeSet<u32> {
            repeated.repetitions.iter().map(|repetition| repetition.number).collect()
        };
        let common = repeated.iter().map(numbers).reduce(|a, b| &a & &b).unwrap_or_default();
        let mut all: Vec<Vec<Outcome>> = Vec::new();
        for one in repeated {
            let repetitions = one.repetitions.iter().filter(|repetition| common.contains(&repetition.number));
            let samples = samples(one, &repetitions.collect::<Vec<_>>());
            all.resize(samples.len(), vec![Outcome::default(); common.len()]);
            for (sum, outcome) in all.iter_mut().flatten().zip(samples.into_iter().flatten()) {
                sum.add(outcome);
            }
        }
        let goals = repeated.iter().map(|repeated| repeated.target.goals() as u64).sum();
        Subject { id: None, goals, samples: all }
    }

    /// True if the repetitions are enough for a distribution.
    pub fn is_repeated(&self) -> bool {
        self.samples.first().is_some_and(|outcomes| outcomes.len() >= 2)
    }

    /// The function's path, or words for all of them.
    pub fn path(&self) -> &str {
        self.id.as_ref().map_or("(all functions)", |id| &id.path)
    }

    /// The path, with the binary: functions of a library and of a binary of a package may have the
    /// same path.
    pub fn name(&self) -> String {
        let binary = self.id.as_ref().and_then(|id| id.binary.as_ref());
        let binary = binary.map(|binary| format!(" (binary {binary})"));
        format!("{}{}", self.path(), binary.unwrap_or_default())
    }

    /// The outcomes of all algorithms.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.samples.iter().flatten()
    }

    /// The scores by algorithm.
    pub fn scores(&self) -> Vec<Vec<Score>> {
        self.samples.iter().map(|sample| sample.iter().map(Outcome::score).collect()).collect()
    }
}

fn samples(repeated: &Repeated<'_>, repetitions: &[&Repetition]) -> Vec<Vec<Outcome>> {
    let goals = repeated.target.goals() as u64;
    let algorithms = repetitions.first().map_or(0, |repetition| repetition.runs.len());
    let sample = |algorithm: usize| {
        repetitions.iter().map(move |one| Outcome::from_run(&one.runs[algorithm], goals)).collect()
    };
    (0..algorithms).map(sample).collect()
}

/// Returns the changes of the size, merged where several are at one evaluation.
fn changes(suite: &[SuiteAt]) -> Vec<(u64, i64)> {
    let mut before = 0;
    let at_once = suite.chunk_by(|a, b| a.evaluations == b.evaluations);
    let last = at_once.filter_map(|at_once| at_once.last());
    let change = last.map(|suite| (suite.evaluations, suite.size as i64));
    change
        .map(|(at, size)| (at, size - std::mem::replace(&mut before, size)))
        .filter(|(_, change)| *change != 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::fixture::suite_at;
    use crate::fixture::description;
    use sbst_model::messages::Stopped;

    fn run(covered_at: &[u64], evaluations: u64) -> Run {
        Run {
            seed: 0,
            covered: (0..).zip(covered_at.iter().copied()).collect(),
            suite: covered_at.iter().map(|at| suite_at(*at, 1)).collect(),
            evaluations,
            seconds: 0.0,
            stopped: Stopped::Evaluations,
            findings: 0,
        }
    }

    fn repetition(number: u32, runs: Vec<Run>) -> Repetition {
        Repetition { number, runs }
    }

    #[test]
    fn all_functions_are_summed_over_common_repetitions() {
        let (f, g) = (description("d::f", 1), description("d::g", 1));
        let of_f = vec![
            repetition(1, vec![run(&[1, 8], 8), run(&[2], 100)]),
            repetition(2, vec![run(&[1, 1], 1), run(&[1], 100)]),
        ];
        let of_g = vec![repetition(2, vec![run(&[3], 100), run(&[5, 6], 6)])];
        let repeated =
            [Repeated { target: &f, repetitions: of_f }, Repeated { target: &g, repetitions: of_g }];
        let all = Subject::from_all(&repeated);
        let outcome = |covered_at: &[u64], suite_changes, to_last_goal, evaluations| Outcome {
            goals: 4,
            covered_at: covered_at.into(),
            suite_changes,
            to_last_goal,
            evaluations,
            longest: 100,
        };
        assert_eq!(all.goals, 4);
        assert_eq!(
            all.samples,
            [
                [outcome(&[1, 1, 3], vec![(1, 3), (3, 3)], 4, 101)],
                [outcome(&[1, 5, 6], vec![(1, 3), (5, 3)], 7, 106)],
            ]
        );
        assert!(!all.is_repeated());
        let f = Subject::from_repeated(&repeated[0]);
        assert!(f.is_repeated());
        assert_eq!(f.samples[0][0].to_full_coverage(), Time::Seen(8));
        assert_eq!(f.samples[1][0].to_full_coverage(), Time::Censored(100));
    }

    #[test]
    fn overall_result_needs_common_repetition() {
        let f = description("d::f", 1);
        let repeated = [Repeated { target: &f, repetitions: Vec::new() }];
        assert!(!Subject::from_all(&repeated).is_repeated());
        assert!(!Subject::from_all(&[]).is_repeated());
    }
}
