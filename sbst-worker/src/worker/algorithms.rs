//! The algorithms that this build has: those of a search by default, or all of the library.

use crate::problem::function_problem::FunctionProblem;
use crate::problem::summary::FromPaths;
use sbst_search::{Observer, Options, Outcome};

/// Searches a target.
#[cfg(not(feature = "symbolic"))]
pub(super) fn search(
    problem: &mut FunctionProblem,
    options: &Options,
    observer: &mut dyn Observer,
) -> (Outcome, FromPaths) {
    #[cfg(feature = "library")]
    use sbst_algorithms::search;
    #[cfg(not(feature = "library"))]
    use sbst_search::search;
    (search(problem, options, observer), FromPaths::default())
}

/// Searches a target with symbolic execution, as above.
#[cfg(feature = "symbolic")]
pub(super) fn search(
    problem: &mut FunctionProblem,
    options: &Options,
    observer: &mut dyn Observer,
) -> (Outcome, FromPaths) {
    let mut symbolic = problem.symbolic();
    let outcome = sbst_algorithms::search_symbolically(problem, &mut symbolic, options, observer);
    (outcome, FromPaths::from(&symbolic))
}
