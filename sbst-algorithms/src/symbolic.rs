//! Dynamic symbolic execution with learned selection of paths.
//!
//! "Combining Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to
//! Automatically Generate Test Cases for Classes" (Tardis).
//!
//! 1. A test is executed. Its path condition is the list of clauses that its conditions were on the
//!    values of the test; each clause negated, behind those before it, is an *alternative*, if no
//!    execution took it and it was not tried (`symbolic/path_tree.rs`).
//! 2. An alternative has a *fingerprint* of the negated clause and of those that it depends on
//!    (`slice.rs`, `fingerprint.rs`).
//! 3. The k-nearest neighbours among the fingerprints whose fate is known predict if it is feasible
//!    (`classifier.rs`).
//! 4. The next alternative is drawn by prediction, vote and similarity (`selection.rs`), or is the
//!    one that has waited longest.
//! 5. It is *solved*: by a solver for bit-vectors, then by a search (`solving.rs`,
//!    `path_search.rs`). What is found is executed, by rule 1.
//! 6. Either way its fate is an example for rule 3 (`exploration.rs`).
//!
//! # Differences
//! 7. Tardis has the search alone, which proves nothing: what it does not find within 180 s counts
//!    as infeasible. [`Parameters::tardis`] is that. Its published code, and what the paper leaves
//!    open, is corrected and decided in the rules of each file.
//! 8. When no alternative is left, goals may be known to be infeasible (`knowledge.rs`). Else those
//!    that were given up wait again, and a test is drawn anew: another structure of calls and lengths has other paths. So it is, too, when
//!    only the search is left for what waits, and half of all evaluations were its.
//! 9. A problem that cannot execute tests symbolically is searched at random.
//! 10. [`GoalPursuer`] does all this for one goal, on behalf of another search (`goal.rs`).

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
    /// True if every other attempt is at an alternative that covers an uncovered goal, if there is
    /// one.
    pub goals_first: bool,
    /// Tried in this order.
    pub back_ends: Vec<BackEnd>,
    /// Conflicts of the solver for an alternative.
    pub conflicts: u64,
    /// Evaluations of a search for an alternative.
    pub evaluations: u64,
    /// Examples after which alternatives are classified anew.
    pub threshold: usize,
    /// Times that an alternative which was given up is tried again, each with twice the limits.
    pub retries: u32,
    /// Attempts after which the search ends, for experiments.
    pub attempts: Option<u64>,
}

impl Default for Parameters {
    /// Conflicts: 50 to 100 ms. Evaluations: a local search along ten variables, some times over.
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

    /// The parameters for goals of a search that has refinement of its own: with a solver alone.
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

/// Explores paths until the evaluator stops, or all attempts are made. Begins with the `initial`
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
        exploration.symbolic.paths = Some(exploration.counters);
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
