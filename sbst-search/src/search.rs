//! The way in: what to search, for how long, and what came of it.

use crate::archive::SuiteLength;
use crate::classic::{self, ClassicOperators};
use crate::{
    avm, dynamosa, evolutionary_testing, genetic, hill_climbing, hybrid, memetic, mio, monotonic,
    monotonic_archive, mosa, random_search, whole_suite, whole_suite_archive, Algorithm, Archive, Evaluator,
    Fitness, Operators, Problem, VariableSearch,
};
use sbst_model::messages::{Budget, Stopped, ValueSource};
use sbst_model::{BloatControl, Distance, TestCase};

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
    /// Evaluations that are made even if every goal is covered before, unless another limit strikes: their executions may
    /// show faults. Only for algorithms that [go on then](Algorithm::goes_on_when_all_is_covered).
    pub least_evaluations: u64,
    /// Sources of values that are switched off.
    pub without: Vec<ValueSource>,
    /// What keeps suites from growing, in algorithms that vary suites.
    pub bloat_control: BloatControl,
    /// Tests to begin with. They are neither counted nor told to the observer.
    pub initial: Vec<TestCase>,
    /// Tests to begin with that no search has evaluated: they are evaluations like others. Algorithms get them behind the
    /// `initial` ones, and [`recall`](Evaluator::recall) tells them apart.
    pub seeds: Vec<TestCase>,
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
            least_evaluations: 0,
            without: Vec::new(),
            bloat_control: BloatControl::ALL,
            initial: Vec::new(),
            seeds: Vec::new(),
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

/// Searches for tests that cover the goals of `problem`.
///
/// A problem without goals is searched too, for 1,000 evaluations at most: its executions may show faults, and one
/// test is wanted all the same ([`Archive::any`]). A problem without parameters has one test only, which is evaluated
/// 16 times at most.
pub fn search(problem: &mut dyn Problem, options: &Options, observer: &mut dyn Observer) -> Outcome {
    let inputs = problem.inputs().clone();
    let mut searching = Evaluator::new(problem, options, observer);
    let evaluator = &mut searching;
    let seed = options.seed;
    let initial = [options.initial.as_slice(), &options.seeds].concat();
    let initial = initial.as_slice();
    let operators = |inputs| Operators::new(inputs, &options.without, seed);
    let classic_operators = |inputs| ClassicOperators::new(inputs, seed);
    let suites = whole_suite::Parameters {
        bloat_control: options.bloat_control,
        ..whole_suite::Parameters::default()
    };
    let stopped = match options.algorithm {
        Algorithm::Hybrid => hybrid::search(evaluator, &mut operators(inputs), initial, &options.without),
        Algorithm::Mio => {
            mio::search(evaluator, &mut operators(inputs), initial, &mio::Parameters::default())
        }
        Algorithm::Mosa => {
            mosa::search(evaluator, &mut operators(inputs), initial, &mosa::Parameters::default())
        }
        Algorithm::Dynamosa => {
            dynamosa::search(evaluator, &mut operators(inputs), initial, &mosa::Parameters::default())
        }
        Algorithm::MemeticMio => {
            memetic::mio::search(evaluator, &mut operators(inputs), initial, &options.without)
        }
        Algorithm::MemeticDynamosa => {
            memetic::dynamosa::search(evaluator, &mut operators(inputs), initial, &options.without)
        }
        Algorithm::WholeSuite => whole_suite::search(evaluator, &mut operators(inputs), initial, &suites),
        Algorithm::Monotonic => monotonic::search(evaluator, &mut operators(inputs), initial, &suites),
        Algorithm::WholeSuiteArchive => {
            whole_suite_archive::search(evaluator, &mut operators(inputs), initial, &suites)
        }
        Algorithm::MonotonicArchive => {
            monotonic_archive::search(evaluator, &mut operators(inputs), initial, &suites)
        }
        Algorithm::Random => random_search::search(evaluator, &mut operators(inputs), initial),
        Algorithm::HillClimbing => climb(evaluator, &mut operators(inputs), initial, false, false),
        Algorithm::SteepestAscent => climb(evaluator, &mut operators(inputs), initial, true, false),
        Algorithm::RestartingHillClimbing => climb(evaluator, &mut operators(inputs), initial, false, true),
        Algorithm::RestartingSteepestAscent => climb(evaluator, &mut operators(inputs), initial, true, true),
        Algorithm::AvmIteratedPattern => {
            avm::search(evaluator, &mut operators(inputs), initial, VariableSearch::IteratedPattern)
        }
        Algorithm::AvmGeometric => {
            avm::search(evaluator, &mut operators(inputs), initial, VariableSearch::Geometric)
        }
        Algorithm::AvmLattice => {
            avm::search(evaluator, &mut operators(inputs), initial, VariableSearch::Lattice)
        }
        Algorithm::Genetic => {
            genetic::search(evaluator, &mut operators(inputs), initial, &genetic::Parameters::default())
        }
        Algorithm::EvolutionaryTesting => {
            let parameters = evolutionary_testing::Parameters::default();
            evolutionary_testing::search(evaluator, &mut operators(inputs), initial, &parameters)
        }
        Algorithm::ClassicMio => classic::mio::search(evaluator, &mut classic_operators(inputs), initial),
        Algorithm::ClassicMosa => {
            mosa::search(evaluator, &mut classic_operators(inputs), initial, &mosa::Parameters::classic())
        }
    };
    searching.finish(stopped)
}

fn climb(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    steepest_ascent: bool,
    restarts: bool,
) -> Stopped {
    let parameters = hill_climbing::Parameters { steepest_ascent, restarts };
    hill_climbing::search(evaluator, operators, initial, parameters)
}
