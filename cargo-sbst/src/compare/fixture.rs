//! Made-up subjects for unit tests.

use super::run::{Repeated, Repetition, Run};
use super::subject::Subject;
use crate::fixture;
use crate::search::target_report::SuiteAt;
use sbst_model::messages::Stopped;

/// The evaluations of searches that did not cover everything.
const BUDGET: u64 = 100_000;

/// A suite of so many tests with two arguments.
pub fn suite_at(evaluations: u64, tests: usize) -> SuiteAt {
    SuiteAt { evaluations, tests, size: 3 * tests }
}

/// A function with a number of goals, two for each condition. For each algorithm and each repetition the evaluations
/// when goals were covered, ascending.
pub fn subject(path: &str, goals: usize, covered_at: &[&[&[u64]]]) -> Subject {
    let target = fixture::description(path, goals as u32 / 2);
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
        runs: covered_at.iter().map(|of_algorithm| run(index, of_algorithm[index])).collect(),
    });
    Subject::of(&Repeated { target: &target, repetitions: repetitions.collect() })
}
