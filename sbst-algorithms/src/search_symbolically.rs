//! The entry point with symbolic execution.

use crate::search::run_any;
use crate::symbolic::{self, GoalPursuer, Parameters, Symbolic};
use sbst_model::Algorithm;
use sbst_search::{search_by, Observer, Options, Outcome, Problem};

/// Searches with symbolic execution: by [`Algorithm::DynamicSymbolicExecution`], or by
/// [`Algorithm::Hybrid`] for stalled goals.
pub fn search_symbolically(
    problem: &mut dyn Problem,
    symbolic: &mut Symbolic,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome {
    let outcome = search_by(problem, options, observer, &mut |evaluator, operators, initial| {
        if options.algorithm == Algorithm::DynamicSymbolicExecution {
            let parameters = Parameters::new(options.path_selection);
            return symbolic::search(evaluator, operators, initial, symbolic, &parameters);
        }
        let parameters = Parameters::for_stalled_goals(options.path_selection);
        let mut pursuer = GoalPursuer::new(&parameters, symbolic);
        run_any(evaluator, operators, initial, options, Some(&mut pursuer))
    });
    symbolic.forget_covered(&outcome.archive);
    outcome
}
