//! Random search: every test is newly drawn. It is the baseline for all others, with the same
//! sources of values.

use crate::{evaluation::evaluator::Evaluator, operator::variation::Variation};
use sbst_model::{messages::Stopped, TestCase};

/// Evaluates the `initial` tests, then random ones, until the evaluator stops it.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::{Budget, Stopped};
/// use sbst_search::algorithm::random_search;
/// use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem, Silent};
///
/// let (mut problem, mut silent) = (Magic::new(), Silent);
/// let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
/// let budget = Budget { evaluations: Some(20_000), ..Budget::UNLIMITED };
/// let options = Options::new(Algorithm::Random, 1, budget);
/// let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
/// let stopped = random_search::search(&mut evaluator, &mut operators, &[Magic::call(4_242)]);
/// assert_eq!((stopped, evaluator.archive().covered()), (Stopped::AllCovered, 2));
/// ```
pub fn search(evaluator: &mut Evaluator<'_>, variation: &mut dyn Variation, initial: &[TestCase]) -> Stopped {
    for test in initial {
        evaluator.recall(test);
    }
    let mut test = TestCase::new();
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        variation.sample(&mut test);
        evaluator.evaluate(&test);
    }
}
