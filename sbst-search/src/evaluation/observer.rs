//! The observer of a search, and its outcome.

use crate::evaluation::archive::{Archive, SuiteLength};
use crate::evaluation::fitness::Fitness;
use sbst_model::messages::{Stopped, TriedSequences};
use sbst_model::{Distance, TestCase};
use std::collections::BTreeMap;

/// A receiver of the events of a search.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::{messages::Budget, TestCase};
/// use sbst_search::{search, Algorithm, Observer, Options, Progress};
///
/// #[derive(Default)]
/// struct Covered(Vec<u32>);
///
/// impl Observer for Covered {
///     fn kept(&mut self, _: &TestCase, covers: &[u32], _: &Progress) {
///         self.0.extend(covers);
///     }
/// }
///
/// let mut covered = Covered::default();
/// search(&mut Magic::new(), &Options::new(Algorithm::Hybrid, 1, Budget::UNLIMITED), &mut covered);
/// assert_eq!(covered.0, [1, 0]);
/// ```
pub trait Observer {
    /// The archive kept `test`. `covers` are its newly covered goals; empty if it is only a better
    /// test for goals covered before.
    fn kept(&mut self, test: &TestCase, covers: &[u32], progress: &Progress);

    /// The search continues. Called every 4,096 evaluations or every quarter of a second, whichever
    /// comes first.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// An algorithm with one individual for one goal has a new one, by a step or by a restart.
    /// `fitness` is its fitness for `goal`, after this number of `evaluations`.
    fn step(&mut self, goal: u32, fitness: Fitness, evaluations: u64) {
        let _ = (goal, fitness, evaluations);
    }

    /// The chaining approach begins to search for an event sequence for a goal, after this number
    /// of `evaluations`.
    fn sequence(&mut self, goal: u32, events: usize, evaluations: u64) {
        let _ = (goal, events, evaluations);
    }

    /// The best individual for that sequence has this fitness now, the sum of its distances.
    fn sequence_step(&mut self, goal: u32, fitness: f64, evaluations: u64) {
        let _ = (goal, fitness, evaluations);
    }

    /// An algorithm that varies test suites has a new generation of them.
    fn suites(&mut self, generation: &SuiteGeneration) {
        let _ = generation;
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn kept(&mut self, _test: &TestCase, _covers: &[u32], _progress: &Progress) {}
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuiteGeneration {
    /// Its number; the first one is 0.
    pub number: u64,
    pub evaluations: u64,
    /// Tests of a suite, on average.
    pub mean_tests: f64,
    /// Fitness of the best suite so far: the sum of the normalised distances of all goals.
    pub best_fitness: f64,
    pub best_tests: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    pub evaluations: u64,
    pub seconds: f64,
    pub covered: usize,
    pub suite: SuiteLength,
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub evaluations: u64,
    /// The number of evaluations at the last newly covered goal; 0 without one. Goals of the
    /// initial tests count as covered at the start of this search.
    pub evaluations_to_last_goal: u64,
    pub seconds: f64,
    /// Seconds until that goal.
    pub seconds_to_last_goal: f64,
    /// The best test for each covered goal.
    pub archive: Archive,
    /// The least distances to the goals.
    pub best: Vec<Distance>,
    /// The nearest tests to reached, uncovered goals, if requested.
    pub nearest: Vec<TestCase>,
    /// The event sequences tried, by goal.
    pub tried: BTreeMap<u32, TriedSequences>,
    pub stopped: Stopped,
}
