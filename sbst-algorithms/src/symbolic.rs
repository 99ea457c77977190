//! Dynamic symbolic execution with learned selection of paths.
//!
//! "Combining Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to
//! Automatically Generate Test Cases for Classes" (Tardis).
//!
//! 1. A test is executed. Its path condition is the list of its conditions as clauses over the
//!    test's values. Each negated clause, after the preceding ones, is an *alternative*, if it was
//!    neither taken nor tried (`symbolic/path_tree.rs`).
//! 2. An alternative has a *fingerprint* of the negated clause and of its dependences (`slice.rs`,
//!    `fingerprint.rs`).
//! 3. The k-nearest neighbours among the fingerprints with a recorded fate predict if it is
//!    feasible (`classifier.rs`).
//! 4. The next alternative is drawn by prediction, vote and similarity (`selection.rs`), or is the
//!    oldest one.
//! 5. It is *solved*: by a solver for bit-vectors, then by a search (`solving.rs`,
//!    `path_search.rs`). Solutions are executed, by rule 1.
//! 6. Either way its fate is an example for rule 3 (`exploration.rs`).
//!
//! # Differences
//! 7. Tardis only has the search, which proves no infeasibility: an alternative without a solution
//!    within 180 s counts as infeasible. [`Parameters::tardis`] does that. The rules of each file
//!    correct its published code, and fill gaps of the paper.
//! 8. When no alternative is left, goals may be proved infeasible (`knowledge.rs`). Otherwise
//!    abandoned alternatives wait again, and a new test is drawn: another structure of calls and
//!    lengths has other paths. The same happens when only the search is left for the waiting
//!    alternatives, and has used half of all evaluations.
//! 9. A problem without symbolic execution is searched at random.
//! 10. [`GoalPursuer`] does this for one goal, for another search (`goal.rs`).

#[cfg(test)]
mod doubles;
mod path_tree;
mod slice;
pub(crate) mod execution;
mod fingerprint;
mod classifier;
mod selection;
mod alternative;
mod path_search;
mod solving;
mod knowledge;
mod exploration;
mod goal;

use exploration::Exploration;
use sbst_model::{messages::Stopped, PathSelection, TestCase};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::Operators;

pub use classifier::Labels;
pub use execution::{Symbolic, SymbolicExecution};
pub use exploration::Examples;
pub use goal::{GoalPursuer, Pursued};
pub use solving::BackEnd;

#[derive(Clone, Debug)]
pub struct Parameters {
    pub selection: PathSelection,
    pub labels: Labels,
    pub examples: Examples,
    /// True if every other attempt is at an alternative that covers an uncovered goal, if any.
    pub goals_first: bool,
    /// The order of the attempts.
    pub back_ends: Vec<BackEnd>,
    /// The most conflicts of the solver for an alternative.
    pub conflicts: u64,
    /// The most evaluations of a search for an alternative.
    pub evaluations: u64,
    /// The number of examples after which alternatives are classified again.
    pub threshold: usize,
    /// The most retries of an abandoned alternative, each with twice the limits.
    pub retries: u32,
    /// The most attempts of a search, for experiments.
    pub attempts: Option<u64>,
}

impl Default for Parameters {
    /// Conflicts: 50 to 100 ms. Evaluations: a local search along ten variables, several times.
    /// Threshold: the alternatives of one path. Retries: the last one takes seconds.
    fn default() -> Parameters {
        Parameters {
            selection: PathSelection::Knn,
            labels: Labels::Three,
            examples: Examples::Attempts,
            goals_first: false,
            back_ends: vec![BackEnd::Solver, BackEnd::Search],
            conflicts: 20_000,
            evaluations: 500,
            threshold: 10,
            retries: 5,
            attempts: None,
        }
    }
}

impl Parameters {
    /// The parameters for a selection of paths.
    pub fn new(selection: PathSelection) -> Parameters {
        match selection {
            PathSelection::Knn => Parameters { goals_first: true, ..Parameters::default() },
            PathSelection::Fifo => Parameters { selection, ..Parameters::default() },
            PathSelection::Tardis => Parameters::tardis(),
        }
    }

    /// The parameters for goals of a search with its own refinement: a solver alone.
    pub fn for_stalled_goals(selection: PathSelection) -> Parameters {
        Parameters { back_ends: vec![BackEnd::Solver], retries: 0, ..Parameters::new(selection) }
    }

    /// The parameters of Tardis and its code: two labels, prefixes as examples, search alone, and a
    /// threshold of 200 examples.
    pub fn tardis() -> Parameters {
        Parameters {
            selection: PathSelection::Tardis,
            labels: Labels::Tardis,
            examples: Examples::Prefixes,
            back_ends: vec![BackEnd::Search],
            threshold: 200,
            ..Parameters::default()
        }
    }
}

/// Explores paths until the evaluator stops, or the attempts are used up. Begins with the `initial`
/// tests.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    symbolic: &mut Symbolic,
    parameters: &Parameters,
) -> Stopped {
    for test in initial {
        evaluator.recall(test);
    }
    let mut exploration = Exploration::new(parameters, symbolic);
    for test in initial {
        exploration.execute(evaluator, test);
    }
    let mut drawn = TestCase::new();
    loop {
        exploration.symbolic.paths = Some(exploration.counters.clone());
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        if parameters.attempts.is_some_and(|attempts| exploration.counters.tried >= attempts) {
            return Stopped::Stalled;
        }
        let rests = exploration.rests(evaluator);
        if rests || exploration.attempt(evaluator, operators, None).is_none() {
            if !rests {
                exploration.conclude(evaluator);
            }
            if let Some(stopped) = evaluator.stopped() {
                return stopped;
            }
            operators.sample(&mut drawn);
            exploration.execute(evaluator, &drawn);
            if !rests {
                exploration.retry();
            }
        }
    }
}
