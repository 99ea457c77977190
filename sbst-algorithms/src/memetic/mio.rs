//! [MIO](sbst_search::algorithm::mio), with [refinement](super) of the best test in every goal's
//! population.

use super::Memetic;
use sbst_model::messages::{Stopped, ValueSource};
use sbst_model::TestCase;
use sbst_search::algorithm::memetic_mio::MemeticMio;
use sbst_search::algorithm::mio::Parameters;
use sbst_search::algorithm::refinement::SearchContext;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::Operators;

/// Evaluations before the first refinement: the number of tests in a population of MIO at first.
const FIRST_POPULATION: u64 = 10;

/// Evaluates the `initial` tests, then searches until the evaluator stops.
pub(crate) fn search(
    evaluator: &mut Evaluator<'_>,
    operators: &mut Operators,
    initial: &[TestCase],
    without: &[ValueSource],
) -> Stopped {
    let population = &mut MemeticMio::new(evaluator, operators, initial, &Parameters::default());
    let begun = evaluator.evaluations();
    let mut memetic = Memetic::new(operators, without, begun);
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        population.step(evaluator, operators, 0.0);
        if evaluator.evaluations() - begun >= FIRST_POPULATION {
            memetic.improve(&mut SearchContext { evaluator, operators, population });
        }
    }
}
