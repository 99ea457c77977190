//! The way in: runs the algorithm that the options name.

use crate::algorithm::classic::{self, ClassicOperators};
use crate::algorithm::{
    avm, dynamosa, evolutionary_testing, genetic, hill_climbing, hybrid, memetic, mio, monotonic,
    monotonic_archive, mosa, random_search, whole_suite, whole_suite_archive,
};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::observer::{Observer, Outcome};
use crate::evaluation::options::Options;
use crate::evaluation::problem::Problem;
use crate::local::variable_search::VariableSearch;
use crate::operator::Operators;
use sbst_model::messages::Stopped;
use sbst_model::{Algorithm, TestCase};

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
