//! Whole test suite optimisation: a genetic algorithm whose individuals are test suites.
//!
//! Fraser, "Search-Based Test Generation", part 2, after Fraser and Arcuri, "Whole test suite generation", IEEE TSE 39(2),
//! 2013. What it shares with its relatives ([monotonic](crate::algorithm::monotonic), [with an archive](crate::algorithm::whole_suite_archive))
//! is in the modules below: fitness (`sum.rs`), mutation and crossover (`variation.rs`), and the population (`suites.rs`).
//!
//! # The algorithm
//! 1. A random individual has 1 to 30 random tests. There are 50.
//! 2. Fitness is the sum over all goals, for the tests of a suite together: 0 if the goal is covered, the least distance,
//!    normalised, if its condition was evaluated at least twice, exactly 1 if it was evaluated once, and 1 if it never
//!    was. (A condition that is evaluated once can have one outcome only. If the distance to the other counted, going there
//!    would lose the first, and evolution would go to and fro.)
//! 3. Elitism: the best two go into the next generation.
//! 4. Parents are selected by tournaments of 4, and crossed over with probability 0.7: variable crossover cuts each at a
//!    point of its own.
//! 5. Mutation of a suite of n tests: each is deleted with probability 1/n, if one is left; each of the others is mutated
//!    with the same probability; then a random test is added with probability α = 1/3, another one with α², and so on.
//! 6. *Bloat control* ([`BloatControl`]), each part of which is switched alone: relative crossover; among suites of equal
//!    fitness, selection and elitism prefer the shorter; insertion is bounded to suites of fewer than 30 tests.
//!
//! # Where this differs from the notebook
//! 7. A test that was not changed is not executed again: its distances are known. What counts as an evaluation is the
//!    execution of a new test.
//! 8. Every test goes through the archive of the evaluator, as in all algorithms here: what a test covers is never lost,
//!    and the search ends when everything is covered, by whatever suite, or in the middle of a generation if the budget
//!    is spent.
//! 9. Fitness is added up in whole numbers, 2^63 for 1: the sum does not depend on the order of the tests, so that suites of
//!    equal fitness are seen to be equal.
//! 10. Without bounds, suites of unchanged tests would grow for nothing. An offspring of more than 1,000 tests gives way
//!     to its parent.
//! 11. Tests are drawn and mutated as in all algorithms here, and not by small steps alone.
//!
//! [`Parameters::notebook`] has neither 7 (by what it counts), 8 (by when it ends) nor 10; with
//! [`ClassicOperators::small_steps`](crate::algorithm::classic::ClassicOperators::small_steps) not 11 either.

#[cfg(test)]
mod golden;
pub(crate) mod suites;
pub(crate) mod sum;
#[cfg(test)]
mod tests;
pub(crate) mod variation;

use crate::evaluation::evaluator::Evaluator;
use crate::operator::variation::Variation;
use sbst_model::messages::Stopped;
use sbst_model::{BloatControl, TestCase};
use std::convert::Infallible;
use suites::{Source, Suites};

/// Parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Suites in the population.
    pub population: usize,
    /// Candidates in a tournament.
    pub tournament: usize,
    /// Suites that go into the next generation as they are.
    pub elite: usize,
    /// The most tests of a random suite, and with bounded insertion of any.
    pub tests: usize,
    /// Probability that parents are crossed over.
    pub p_crossover: f64,
    /// Probability of an insertion; of the k-th its k-th power (α).
    pub p_insertion: f64,
    /// Controls of bloat.
    pub bloat_control: BloatControl,
    /// The most tests of an offspring (rule 10).
    pub longest: usize,
    /// With an archive: probability that a new test is a changed copy of one from the archive.
    pub p_archive: f64,
    /// If given, all tests of all offspring are counted, whether they are executed or not, and the search ends after the
    /// generation that exceeds this number, whatever the evaluator says.
    pub counting_all: Option<u64>,
}

impl Default for Parameters {
    /// The notebook's, but for rules 7 to 10. Archive: a fifth, as in EvoSuite (`SEED_CLONE`), by the authors of the papers.
    fn default() -> Parameters {
        Parameters {
            population: 50,
            tournament: 4,
            elite: 2,
            tests: 30,
            p_crossover: 0.7,
            p_insertion: 1.0 / 3.0,
            bloat_control: BloatControl::ALL,
            longest: 1_000,
            p_archive: 0.2,
            counting_all: None,
        }
    }
}

impl Parameters {
    /// Those of the notebook, which ends after so many tests.
    pub fn notebook(bloat_control: BloatControl, max_executions: u64) -> Parameters {
        let counting_all = Some(max_executions);
        Parameters { bloat_control, longest: usize::MAX, counting_all, ..Parameters::default() }
    }
}

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

fn generation<V: Variation>(suites: &mut Suites<'_, '_, V>) -> Result<(), Stopped> {
    suites.elitism();
    while suites.is_room() {
        let parents = [suites.selection(), suites.selection()];
        for (mut offspring, parent) in suites.crossed_over(parents).into_iter().zip(parents) {
            suites.mutate(&mut offspring)?;
            suites.add(offspring, parent);
        }
    }
    suites.next_generation()
}
