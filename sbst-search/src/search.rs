//! The entry point: runs the algorithm of the options.

use crate::algorithm::hybrid::{self, PathExplorer};
use crate::algorithm::mosa::targets::Targets;
use crate::algorithm::{mio, mosa, random_search};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::observer::{Observer, Outcome};
use crate::evaluation::options::Options;
use crate::evaluation::problem::Problem;
use crate::operator::Operators;
use sbst_model::messages::Stopped;
use sbst_model::{Algorithm, TestCase};

/// Searches for tests that cover the goals of `problem`, by an algorithm of this crate.
///
/// A problem without goals is searched, too, for at most 1,000 evaluations: its executions may show
/// faults, and it needs one test (`Archive::any`). A problem without parameters has only one test,
/// which is evaluated at most 16 times.
///
/// # Panics
/// If the algorithm is one of the library's ([`Algorithm::is_in_library`]).
pub fn search(problem: &mut dyn Problem, options: &Options, observer: &mut dyn Observer) -> Outcome {
    search_by(problem, options, observer, &mut |evaluator, operators, initial| {
        let stopped = run(evaluator, operators, initial, options, None);
        stopped.unwrap_or_else(|| panic!("{} is an algorithm of the library", options.algorithm))
    })
}

/// Runs an algorithm, given the tests to begin with.
pub type Run<'a> = dyn FnMut(&mut Evaluator<'_>, &mut Operators, &[TestCase]) -> Stopped + 'a;

/// Searches by any algorithm.
pub fn search_by(
    problem: &mut dyn Problem,
    options: &Options,
    observer: &mut dyn Observer,
    algorithm: &mut Run<'_>,
) -> Outcome {
    let inputs = problem.inputs().clone();
    let mut evaluator = Evaluator::new(problem, options, observer);
    let mut operators = Operators::new(inputs, &options.without, options.seed);
    let initial = [options.initial.as_slice(), &options.seeds].concat();
    let stopped = algorithm(&mut evaluator, &mut operators, &initial);
    evaluator.finish(stopped)
}

/// Runs the algorithm of the options, if it is one of this crate.
pub fn run<'a>(
    evaluator: &'a mut Evaluator<'_>,
    operators: &'a mut Operators,
    initial: &[TestCase],
    options: &Options,
    explorer: Option<&'a mut dyn PathExplorer>,
) -> Option<Stopped> {
    let goals = evaluator.archive().goals();
    Some(match options.algorithm {
        Algorithm::Hybrid => hybrid::search(evaluator, operators, initial, &options.without, explorer),
        Algorithm::Mio => mio::search(evaluator, operators, initial, &mio::Parameters::default()),
        Algorithm::Mosa => {
            mosa::search(evaluator, operators, initial, Targets::all(goals), mosa::Parameters::default())
        }
        Algorithm::Dynamosa => {
            let targets = Targets::dynamic(goals, evaluator.dependences());
            mosa::search(evaluator, operators, initial, targets, mosa::Parameters::default())
        }
        Algorithm::Random => random_search::search(evaluator, operators, initial),
        _ => return None,
    })
}
