//! Whole test suite optimisation with an archive.
//!
//! Rojas, Vivanti, Arcuri and Fraser, "A detailed investigation of the effectiveness of whole test suite generation",
//! Empirical Software Engineering 22, 2017, section 3.3. It is [whole suite optimisation](crate::algorithm::whole_suite), and:
//!
//! 1. When a goal is covered, the test that covers it goes into the archive, and the goal leaves the fitness. So suites
//!    are rewarded for what is left, and need not keep what they have covered.
//! 2. The fitness is the same throughout a generation; what is covered in it leaves the fitness when it ends.
//! 3. A new test is, with a probability, not drawn: it is the test that the archive has for a random covered goal, changed
//!    up to twice (EvoSuite's `SEED_CLONE` and `SEED_MUTATIONS`).
//! 4. The result is the archive.

use crate::algorithm::whole_suite::suites::{Source, Suites};
use crate::algorithm::whole_suite::{evolve, Parameters};
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
