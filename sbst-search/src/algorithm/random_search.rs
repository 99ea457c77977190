//! Random search: every test is newly drawn. It is the baseline for all others, with the same
//! sources of values.

use crate::{evaluation::evaluator::Evaluator, operator::variation::Variation};
use sbst_model::{messages::Stopped, TestCase};

/// Evaluates the `initial` tests, then random ones, until the evaluator stops it.
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
