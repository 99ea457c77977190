//! Made-up subjects for unit tests.

use super::run::{Repeated, Repetition, Run};
use super::subject::Subject;
use super::summary::{self, Summary};
use crate::fixture::description;
use cargo_sbst::search::target_report::SuiteAt;
use sbst_model::messages::Stopped;

/// The evaluations of searches without full coverage.
const BUDGET: u64 = 100_000;

/// A suite of this number of tests with two arguments.
pub fn suite_at(evaluations: u64, tests: usize) -> SuiteAt {
    SuiteAt { evaluations, tests, size: 3 * tests }
}

/// A function with a number of goals, two for each condition. For each algorithm and each
/// repetition, the evaluations at which goals were covered, ascending.
pub fn subject(path: &str, goals: usize, covered_at: &[&[&[u64]]]) -> Subject {
    let owned = |sample: &&[&[u64]]| sample.iter().map(|run| run.to_vec()).collect();
    subject_from_runs(path, goals, &covered_at.iter().map(owned).collect::<Vec<_>>())
}

/// A function as [`subject`] makes it, from owned numbers.
pub fn subject_from_runs(path: &str, goals: usize, covered_at: &[Vec<Vec<u64>>]) -> Subject {
    let target = description(path, goals as u32 / 2);
    let run = |repetition: usize, covered_at: &[u64]| Run {
        seed: repetition as u64,
        covered: (0..).zip(covered_at.iter().copied()).collect(),
        suite: (1..).zip(covered_at).map(|(tests, at)| suite_at(*at, tests)).collect(),
        evaluations: if covered_at.len() == goals { covered_at[goals - 1] } else { BUDGET },
        seconds: 0.5,
        stopped: if covered_at.len() == goals { Stopped::AllCovered } else { Stopped::Evaluations },
        findings: 0,
    };
    let repetitions = (0..covered_at[0].len()).map(|index| Repetition {
        number: index as u32 + 1,
        runs: covered_at.iter().map(|sample| run(index, &sample[index])).collect(),
    });
    Subject::from_repeated(&Repeated { target: &target, repetitions: repetitions.collect() })
}

/// Subjects with their summaries.
pub fn summarised(subjects: Vec<Subject>) -> Vec<(Subject, Vec<Summary>)> {
    let summarised = |subject: Subject| (summary::summarise(&subject), subject);
    subjects.into_iter().map(summarised).map(|(summaries, subject)| (subject, summaries)).collect()
}
