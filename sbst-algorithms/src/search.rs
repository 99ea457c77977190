//! The entry point: runs the algorithm in the options.

use crate::classic::{self, ClassicOperators};
use crate::{avm, chaining, evolutionary_testing, genetic, hill_climbing, memetic, whole_suite};
use sbst_model::messages::Stopped;
use sbst_model::{Algorithm, TestCase};
use sbst_search::algorithm::hybrid::PathExplorer;
use sbst_search::algorithm::mosa::{self, targets::Targets};
use sbst_search::algorithm::random_search;
use sbst_search::local::variable_search::VariableSearch;
use sbst_search::operator::Operators;
use sbst_search::{run, search_by, Evaluator, Observer, Options, Outcome, Problem};

/// Searches like [`sbst_search::search`], by any algorithm. Without symbolic execution, `dse` is
/// random search.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../sbst-search/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_algorithms::search;
/// use sbst_model::messages::Budget;
/// use sbst_search::{Algorithm, Options, Silent};
///
/// let budget = Budget { evaluations: Some(100_000), ..Budget::UNLIMITED };
/// for algorithm in [Algorithm::WholeSuite, Algorithm::AvmGeometric, Algorithm::MemeticMio] {
///     let outcome = search(&mut Magic::new(), &Options::new(algorithm, 1, budget), &mut Silent);
///     assert_eq!(outcome.archive.covered(), 2, "{algorithm}");
/// }
/// ```
pub fn search(problem: &mut dyn Problem, options: &Options, observer: &mut dyn Observer) -> Outcome {
    search_by(problem, options, observer, &mut |evaluator, operators, initial| {
        run_any(evaluator, operators, initial, options, None)
    })
}

/// Runs the algorithm in the options. `explorer` explores paths for stalled goals.
pub(crate) fn run_any<'a>(
    evaluator: &'a mut Evaluator<'_>,
    operators: &'a mut Operators,
    initial: &[TestCase],
    options: &Options,
    explorer: Option<&'a mut dyn PathExplorer>,
) -> Stopped {
    let without = &options.without;
    let suites = |monotonic: bool, archive: bool| whole_suite::Parameters {
        bloat_control: options.bloat_control,
        monotonic,
        archive,
        ..whole_suite::Parameters::default()
    };
    let climber = |steepest_ascent, restarts| hill_climbing::Parameters { steepest_ascent, restarts };
    let classic_operators =
        |evaluator: &Evaluator<'_>| ClassicOperators::new(evaluator.inputs().clone(), options.seed);
    match options.algorithm {
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
        Algorithm::ClassicMio => classic::mio::search(evaluator, &mut classic_operators(evaluator), initial),
        Algorithm::ClassicMosa => {
            let targets = Targets::all(evaluator.archive().goals());
            let operators = &mut classic_operators(evaluator);
            mosa::search(evaluator, operators, initial, targets, mosa::Parameters::classic())
        }
        Algorithm::DynamicSymbolicExecution => random_search::search(evaluator, operators, initial),
        Algorithm::Hybrid | Algorithm::Mio | Algorithm::Mosa | Algorithm::Dynamosa | Algorithm::Random => {
            run(evaluator, operators, initial, options, explorer).expect("it is one of the default's")
        }
    }
}
