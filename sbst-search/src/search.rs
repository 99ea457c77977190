//! The way in: what to search, for how long, and what came of it.

use crate::classic::{self, ClassicOperators};
use crate::{mio, mosa, random_search, Algorithm, Archive, Evaluator, Operators, Problem};
use sbst_model::messages::{Budget, Stopped, ValueSource};
use sbst_model::{Distance, TestCase};

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// With which algorithm.
    pub algorithm: Algorithm,
    /// Seed of all random numbers.
    pub seed: u64,
    /// When to end. Evaluations and seconds include those of earlier searches. Without any limit, a search ends only
    /// when every goal is covered.
    pub budget: Budget,
    /// Sources of values that are switched off.
    pub without: Vec<ValueSource>,
    /// Tests to begin with. They are neither counted nor told to the observer.
    pub initial: Vec<TestCase>,
    /// Evaluations that earlier searches on the same problem made; numbering goes on from there.
    pub evaluations_done: u64,
    /// Seconds that they took.
    pub seconds_done: f64,
    /// Evaluations and seconds, of those done, that were before this budget: an algorithm adapts to the part of the
    /// budget that is used, and begins anew with it.
    pub before: (u64, f64),
    /// Whether the tests that come nearest to uncovered goals are wanted in the end ([`Outcome::nearest`]).
    pub keeps_nearest: bool,
}

impl Options {
    /// A first search with every source of values.
    pub fn new(algorithm: Algorithm, seed: u64, budget: Budget) -> Options {
        Options {
            algorithm,
            seed,
            budget,
            without: Vec::new(),
            initial: Vec::new(),
            evaluations_done: 0,
            seconds_done: 0.0,
            before: (0, 0.0),
            keeps_nearest: false,
        }
    }
}

/// Who is told of the search while it runs.
pub trait Observer {
    /// `test` went into the archive. `covers` are the goals that no test covered before; empty if it is only a better
    /// test for goals that were covered.
    fn kept(&mut self, test: &TestCase, covers: &[u32], progress: &Progress);

    /// Still searching. Called every 4,096 evaluations or quarter of a second, whichever is first.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
}

/// The observer that is not interested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn kept(&mut self, _test: &TestCase, _covers: &[u32], _progress: &Progress) {}
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

/// Searches for tests that cover the goals of `problem`.
///
/// A problem without goals is searched too, for 1,000 evaluations at most: its executions may show faults, and one
/// test is wanted all the same ([`Archive::any`]). A problem without parameters has one test only, which is evaluated
/// 16 times at most.
pub fn search(problem: &mut dyn Problem, options: &Options, observer: &mut dyn Observer) -> Outcome {
    let inputs = problem.inputs().clone();
    let mut searching = Evaluator::new(problem, options, observer);
    let evaluator = &mut searching;
    let (seed, initial) = (options.seed, options.initial.as_slice());
    let operators = |inputs| Operators::new(inputs, &options.without, seed);
    let classic_operators = |inputs| ClassicOperators::new(inputs, seed);
    let stopped = match options.algorithm {
        Algorithm::Mio => {
            mio::search(evaluator, &mut operators(inputs), initial, &mio::Parameters::default())
        }
        Algorithm::Mosa => {
            mosa::search(evaluator, &mut operators(inputs), initial, &mosa::Parameters::default())
        }
        Algorithm::Random => random_search::search(evaluator, &mut operators(inputs), initial),
        Algorithm::ClassicMio => classic::mio::search(evaluator, &mut classic_operators(inputs), initial),
        Algorithm::ClassicMosa => {
            mosa::search(evaluator, &mut classic_operators(inputs), initial, &mosa::Parameters::classic())
        }
    };
    searching.finish(stopped)
}
