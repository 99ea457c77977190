//! The way in: runs the algorithm that the options name.

use crate::algorithm::classic::{self, ClassicOperators};
use crate::algorithm::mosa::targets::Targets;
use crate::algorithm::{
    avm, chaining, evolutionary_testing, genetic, hill_climbing, hybrid, memetic, mio, mosa, random_search,
    symbolic, whole_suite,
};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::observer::{Observer, Outcome};
use crate::evaluation::options::Options;
use crate::evaluation::problem::Problem;
use crate::local::variable_search::VariableSearch;
use crate::operator::Operators;
use sbst_model::Algorithm;

/// Searches for tests that cover the goals of `problem`.
///
/// A problem without goals is searched too, for 1,000 evaluations at most: its executions may show
/// faults, and one test is wanted all the same (`Archive::any`). A problem without parameters has
/// one test only, which is evaluated 16 times at most.
pub fn search(problem: &mut dyn Problem, options: &Options, observer: &mut dyn Observer) -> Outcome {
    let inputs = problem.inputs().clone();
    let mut searching = Evaluator::new(problem, options, observer);
    let evaluator = &mut searching;
    let seed = options.seed;
    let initial = [options.initial.as_slice(), &options.seeds].concat();
    let initial = initial.as_slice();
    let without = &options.without;
    let operators = &mut Operators::new(inputs.clone(), without, seed);
    let classic_operators = || ClassicOperators::new(inputs, seed);
    let suites = |monotonic: bool, archive: bool| whole_suite::Parameters {
        bloat_control: options.bloat_control,
        monotonic,
        archive,
        ..whole_suite::Parameters::default()
    };
    let climber = |steepest_ascent, restarts| hill_climbing::Parameters { steepest_ascent, restarts };
    let goals = evaluator.archive().goals();
    let stopped = match options.algorithm {
        Algorithm::Hybrid => hybrid::search(evaluator, operators, initial, without, options.path_selection),
        Algorithm::Mio => mio::search(evaluator, operators, initial, &mio::Parameters::default()),
        Algorithm::Mosa => {
            mosa::search(evaluator, operators, initial, Targets::all(goals), mosa::Parameters::default())
        }
        Algorithm::Dynamosa => {
            let targets = Targets::dynamic(goals, evaluator.dependences());
            mosa::search(evaluator, operators, initial, targets, mosa::Parameters::default())
        }
        Algorithm::MemeticMio => memetic::mio::search(evaluator, operators, initial, without),
        Algorithm::MemeticDynamosa => memetic::dynamosa::search(evaluator, operators, initial, without),
        Algorithm::WholeSuite => whole_suite::search(evaluator, operators, initial, &suites(false, false)),
        Algorithm::Monotonic => whole_suite::search(evaluator, operators, initial, &suites(true, false)),
        Algorithm::WholeSuiteArchive => {
            whole_suite::search(evaluator, operators, initial, &suites(false, true))
        }
        Algorithm::MonotonicArchive => {
            whole_suite::search(evaluator, operators, initial, &suites(true, true))
        }
        Algorithm::Random => random_search::search(evaluator, operators, initial),
        Algorithm::HillClimbing => {
            hill_climbing::search(evaluator, operators, initial, climber(false, false))
        }
        Algorithm::SteepestAscent => {
            hill_climbing::search(evaluator, operators, initial, climber(true, false))
        }
        Algorithm::RestartingHillClimbing => {
            hill_climbing::search(evaluator, operators, initial, climber(false, true))
        }
        Algorithm::RestartingSteepestAscent => {
            hill_climbing::search(evaluator, operators, initial, climber(true, true))
        }
        Algorithm::AvmIteratedPattern => {
            avm::search(evaluator, operators, initial, VariableSearch::IteratedPattern)
        }
        Algorithm::AvmGeometric => avm::search(evaluator, operators, initial, VariableSearch::Geometric),
        Algorithm::AvmLattice => avm::search(evaluator, operators, initial, VariableSearch::Lattice),
        Algorithm::Genetic => genetic::search(evaluator, operators, initial, &genetic::Parameters::default()),
        Algorithm::EvolutionaryTesting => {
            let parameters = evolutionary_testing::Parameters::default();
            evolutionary_testing::search(evaluator, operators, initial, &parameters)
        }
        Algorithm::Chaining => {
            let parameters = evolutionary_testing::Parameters::default();
            chaining::search(evaluator, operators, initial, &parameters)
        }
        Algorithm::DynamicSymbolicExecution => symbolic::search(
            evaluator,
            operators,
            initial,
            &symbolic::Parameters::new(options.path_selection),
        ),
        Algorithm::ClassicMio => classic::mio::search(evaluator, &mut classic_operators(), initial),
        Algorithm::ClassicMosa => {
            let targets = Targets::all(goals);
            mosa::search(evaluator, &mut classic_operators(), initial, targets, mosa::Parameters::classic())
        }
    };
    searching.finish(stopped)
}
