//! Random search: every test is drawn anew. The yardstick for all others; it uses the same sources
//! of values.

use crate::evaluation::evaluator::Evaluator;
use crate::operator::variation::Variation;
use sbst_model::messages::Stopped;
use sbst_model::TestCase;

/// Evaluates the `initial` tests, then random ones, until the evaluator says stop.
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
