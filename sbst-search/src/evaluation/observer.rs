//! The observer of a search, and the outcome.

use crate::evaluation::archive::{Archive, SuiteLength};
use crate::evaluation::fitness::Fitness;
use sbst_model::messages::Stopped;
use sbst_model::{Distance, TestCase};

/// Who is told of the search while it runs.
pub trait Observer {
    /// `test` went into the archive. `covers` are the goals that no test covered before; empty if it is only a better
    /// test for goals that were covered.
    fn kept(&mut self, test: &TestCase, covers: &[u32], progress: &Progress);

    /// Still searching. Called every 4,096 evaluations or quarter of a second, whichever is first.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// An algorithm that goes from individual to individual for the sake of one goal has a new current individual, by
    /// a step or by a restart. `fitness` is how far that one is from `goal`; `evaluations` were made so far.
    fn step(&mut self, goal: u32, fitness: Fitness, evaluations: u64) {
        let _ = (goal, fitness, evaluations);
    }

    /// An algorithm that varies test suites has a new generation of them.
    fn suites(&mut self, generation: &SuiteGeneration) {
        let _ = generation;
    }
}

/// The observer that is not interested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn kept(&mut self, _test: &TestCase, _covers: &[u32], _progress: &Progress) {}
}

/// A generation of an algorithm that varies test suites.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuiteGeneration {
    /// Its number; the first one is 0.
    pub number: u64,
    /// Evaluations made so far.
    pub evaluations: u64,
    /// Tests of a suite, on average.
    pub mean_tests: f64,
    /// Fitness of the best suite so far: what all goals are away, each at most 1.
    pub best_fitness: f64,
    /// Its tests.
    pub best_tests: usize,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Evaluations made.
    pub evaluations: u64,
    /// Seconds searched.
    pub seconds: f64,
    /// Goals covered.
    pub covered: usize,
    /// How long the suite is that covers them.
    pub suite: SuiteLength,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Evaluations made.
    pub evaluations: u64,
    /// Evaluations when the last goal that was covered was covered; 0 if none was. Goals that the initial tests cover
    /// count as covered when this search began.
    pub evaluations_to_last_goal: u64,
    /// Seconds searched.
    pub seconds: f64,
    /// Seconds until that goal.
    pub seconds_to_last_goal: f64,
    /// The best test for each covered goal.
    pub archive: Archive,
    /// The least distance met, for each goal.
    pub best: Vec<Distance>,
    /// For each goal that was reached but not covered, the test that came nearest; if they were wanted.
    pub nearest: Vec<TestCase>,
    /// Why it ended.
    pub stopped: Stopped,
}
