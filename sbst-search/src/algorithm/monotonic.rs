//! The monotonic genetic algorithm on test suites: offspring replace their parents only if they are not worse.
//!
//! Fraser and Arcuri, "Whole test suite generation", IEEE TSE 39(2), 2013, algorithm 1; EvoSuite's `MonotonicGA`. It is
//! [whole suite optimisation](crate::algorithm::whole_suite) with another replacement:
//!
//! 1. Both offspring go into the next generation if the better of them has a lower fitness than the better parent, or the
//!    same, and both together are no longer than the parents. (Length counts only if it counts in selection.)
//! 2. Else both parents do.
//! 3. An offspring more than twice as long as the best suite gives way to its parent all the same, if insertion is
//!    bounded.

use crate::algorithm::whole_suite::suites::{Source, Suites};
use crate::algorithm::whole_suite::Parameters;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::variation::Variation;
use sbst_model::messages::Stopped;
use sbst_model::TestCase;
use std::convert::Infallible;

/// Evaluates the `initial` tests, which are the first suite, then searches until the evaluator says stop.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    variation: &mut impl Variation,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    let mut suites = Suites::new(evaluator, variation, parameters, Source::Random);
    let Err(stopped) = evolve(&mut suites, initial);
    stopped
}

pub(crate) fn evolve<V: Variation>(
    suites: &mut Suites<'_, '_, V>,
    initial: &[TestCase],
) -> Result<Infallible, Stopped> {
    suites.draw_population(initial)?;
    loop {
        generation(suites)?;
    }
}

pub(crate) fn generation<V: Variation>(suites: &mut Suites<'_, '_, V>) -> Result<(), Stopped> {
    let control = suites.parameters.bloat_control;
    suites.elitism();
    while suites.is_room() {
        let parents = [suites.selection(), suites.selection()];
        let mut offspring = suites.crossed_over(parents);
        for suite in &mut offspring {
            suites.mutate(suite)?;
        }
        // Rule 1: f_O < f_P, or f_O = f_P and l_O <= l_P.
        let of_parents = parents.map(|parent| suites.value(suites.suite(parent)));
        let of_offspring = [suites.value(&offspring[0]), suites.value(&offspring[1])];
        let compared = |values: [(u128, usize); 2]| {
            let length = if control.length_in_selection { values[0].1 + values[1].1 } else { 0 };
            (values[0].0.min(values[1].0), length)
        };
        let replaces = compared(of_offspring) <= compared(of_parents);
        let longest = if control.bounded_insertion { 2 * suites.length_of_best() } else { usize::MAX };
        for (suite, parent) in offspring.into_iter().zip(parents) {
            if replaces && suite.tests.len() <= longest {
                suites.add(suite, parent);
            } else {
                suites.discard(suite);
                suites.add_copy(parent);
            }
        }
    }
    suites.next_generation()
}
