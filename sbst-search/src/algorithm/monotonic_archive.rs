//! The [monotonic](crate::algorithm::monotonic) genetic algorithm on test suites with an [archive](crate::algorithm::whole_suite_archive).
//!
//! Rojas, Vivanti, Arcuri and Fraser, Empirical Software Engineering 22, 2017, who compare both with and without it.

use crate::algorithm::monotonic::evolve;
use crate::algorithm::whole_suite::suites::{Source, Suites};
use crate::algorithm::whole_suite::Parameters;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::variation::Variation;
use sbst_model::messages::Stopped;
use sbst_model::TestCase;

/// Evaluates the `initial` tests, which are the first suite, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    variation: &mut impl Variation,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    let mut suites = Suites::new(evaluator, variation, parameters, Source::Archive);
    let Err(stopped) = evolve(&mut suites, initial);
    stopped
}
