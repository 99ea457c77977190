//! The options of a search.

use sbst_model::messages::{Budget, ValueSource};
use sbst_model::{Algorithm, BloatControl, PathSelection, TestCase};

#[derive(Clone, Debug)]
pub struct Options {
    pub algorithm: Algorithm,
    pub seed: u64,
    /// The limits. Evaluations and seconds include those of earlier searches. Without any limit, a
    /// search ends only when every goal is covered.
    pub budget: Budget,
    /// The least number of evaluations, even if every goal is covered before, unless another limit
    /// strikes: their executions may show faults. Only for algorithms that [continue
    /// then](Algorithm::goes_on_when_all_is_covered).
    pub least_evaluations: u64,
    pub without: Vec<ValueSource>,
    /// The bloat control of algorithms that vary suites.
    pub bloat_control: BloatControl,
    /// The selection of paths in symbolic execution.
    pub path_selection: PathSelection,
    /// Initial tests. They are neither counted nor reported to the observer.
    pub initial: Vec<TestCase>,
    /// Initial tests that no search has evaluated: they are ordinary evaluations. Algorithms get
    /// them behind the `initial` ones, and [`recall`](crate::Evaluator::recall) distinguishes them.
    pub seeds: Vec<TestCase>,
    /// Evaluations of earlier searches on the same problem; numbering continues from there.
    pub evaluations_done: u64,
    /// Seconds of earlier searches.
    pub seconds_done: f64,
    /// Evaluations and seconds, of those done, before this budget: an algorithm adapts to the used
    /// part of the budget, and a new budget resets it.
    pub before: (u64, f64),
    /// True if the outcome has the tests nearest to uncovered goals
    /// ([`nearest`](crate::Outcome::nearest)).
    pub keeps_nearest: bool,
}

impl Options {
    /// The options of a first search with every source of values.
    pub fn new(algorithm: Algorithm, seed: u64, budget: Budget) -> Options {
        Options {
            algorithm,
            seed,
            budget,
            least_evaluations: 0,
            without: Vec::new(),
            bloat_control: BloatControl::ALL,
            path_selection: PathSelection::default(),
            initial: Vec::new(),
            seeds: Vec::new(),
            evaluations_done: 0,
            seconds_done: 0.0,
            before: (0, 0.0),
            keeps_nearest: false,
        }
    }
}
