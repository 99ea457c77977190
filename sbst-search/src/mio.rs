//! MIO, the Many Independent Objective algorithm.
//!
//! Arcuri, "Many Independent Objective (MIO) algorithm for test suite generation", SSBSE 2017, in the form that
//! Fraser gives it in "Search-Based Test Generation", part 2: a (1+1) EA with an archive of up to n tests for each
//! goal, feedback-directed sampling, and parameters that move from exploration to a focused phase.
//!
//! # Updating the archive
//! 1. If a goal is covered by a new test, that is the only test of this goal. If it was covered before, the test
//!    replaces the other only if it is better in another dimension (how it ends, its size). Tests of covered goals
//!    are in the evaluator's [`Archive`](crate::Archive).
//! 2. If the goal's condition was not evaluated, the test is no candidate.
//! 3. Else the test is added if there is room and it is not there yet.
//! 4. Else it replaces the worst, if it is better.
//!
//! # Sampling the archive
//! 5. From the uncovered goals that have tests; from the covered ones only if there is no such goal.
//! 6. Each goal has a counter of how often it was sampled since a test was last added to it. The goal with the lowest
//!    counter is taken, ties are broken at random, and then a random test of it.
//!
//! # Where this differs from the notebook
//! 7. Raw distances are compared, not normalised ones, which cannot tell large distances apart.
//! 8. Rule 4 does not add a test that is there already. (The notebook looks only while there is room, so in time
//!    copies of the best one could fill a population.)
//! 9. Sampling begins a new walk: the next mutations start from the individual just taken, or from one of its
//!    descendants that the archive accepted. (The notebook's `current` stays the last accepted test however long ago
//!    that was, so with several mutations most are spent on it, whatever was sampled.) As in Arcuri's own
//!    implementation, a random test that the archive did not accept is not mutated.

pub(crate) mod archive;

use crate::{Evaluator, Operators};
use archive::MioArchive;
use sbst_model::messages::Stopped;
use sbst_model::TestCase;

/// Parameters, from the beginning to the focused phase. The defaults are those of the paper and the notebook.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Probability of sampling a random test (P).
    pub p_sample: Schedule,
    /// The most tests for a goal (n).
    pub archive_size: Schedule,
    /// Mutations of the same individual (m).
    pub mutations: Schedule,
    /// Part of the budget after which the focused phase begins (F).
    pub focused: f64,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            p_sample: Schedule { first: 0.5, focused: 0.0 },
            archive_size: Schedule { first: 10.0, focused: 1.0 },
            mutations: Schedule { first: 1.0, focused: 10.0 },
            focused: 0.5,
        }
    }
}

/// A value that moves linearly until the focused phase begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// At the beginning.
    pub first: f64,
    /// In the focused phase.
    pub focused: f64,
}

impl Schedule {
    fn at(self, progress_until_focused: f64) -> f64 {
        self.first + (self.focused - self.first) * progress_until_focused
    }
}

/// The parameters at one moment of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Current {
    pub(crate) p_sample: f64,
    pub(crate) archive_size: usize,
    pub(crate) num_mutations: usize,
}

impl Parameters {
    /// The parameters after this part of the budget. Numbers of tests and mutations are truncated.
    pub(crate) fn at(&self, progress: f64) -> Current {
        let progress_until_focused = (progress / self.focused).min(1.0);
        Current {
            p_sample: self.p_sample.at(progress_until_focused),
            archive_size: self.archive_size.at(progress_until_focused).max(1.0) as usize,
            num_mutations: self.mutations.at(progress_until_focused) as usize,
        }
    }
}

/// Evaluates the `initial` tests, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    let mut archive = MioArchive::new(evaluator.archive().goals());
    for test in initial {
        evaluator.recall(test);
        archive.update(evaluator, test, parameters.archive_size.first as usize);
    }
    let (mut current, mut offspring) = (TestCase::new(), TestCase::new());
    let mut walking = false;
    let mut current_mutations = 0;
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        let Current { p_sample, archive_size, num_mutations } = parameters.at(evaluator.progress());
        archive.crop(archive_size);

        if walking && current_mutations < num_mutations {
            operators.mutate(&current, &mut offspring);
            current_mutations += 1;
        } else if operators.random().chance(p_sample) || archive.is_empty() {
            operators.sample(&mut offspring);
            walking = false;
            current_mutations = 1;
        } else {
            current.clone_from(archive.sample(evaluator, operators.random()));
            operators.mutate(&current, &mut offspring);
            walking = true;
            current_mutations = 1;
        }

        evaluator.evaluate(&offspring);
        if archive.update(evaluator, &offspring, archive_size) {
            std::mem::swap(&mut current, &mut offspring);
            walking = true;
        }
    }
}
