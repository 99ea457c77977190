//! Whole test suite optimisation: genetic algorithms whose individuals are test suites.
//!
//! Fraser, "Search-Based Test Generation", part 2, after Fraser and Arcuri, "Whole test suite
//! generation", IEEE TSE 39(2), 2013. Two switches, each with its own paper, make four algorithms
//! of it: monotonic replacement and an archive.
//!
//! # The algorithm
//! 1. A random individual has 1 to 30 random tests. A population has 50 individuals.
//! 2. Fitness is the sum over all goals, for the tests of a suite together. A goal adds 0 if it is
//!    covered, and its least distance, normalised, if its condition was evaluated at least twice.
//!    It adds exactly 1 if the condition was evaluated once or never. (A condition evaluated once
//!    can have one outcome only. If the distance to the other counted, reaching that would lose the
//!    first, and evolution would oscillate.)
//! 3. Elitism: the best two go into the next generation.
//! 4. Parents are selected by tournaments of 4, and crossed over with probability 0.7: variable
//!    crossover cuts each at its own point.
//! 5. Mutation of a suite of n tests: each is deleted with probability 1/n, if one is left, and
//!    each other is mutated with the same probability. Then a random test is added with probability
//!    α = 1/3, another one with α², and so on.
//! 6. *Bloat control* ([`BloatControl`]), with independent parts: relative crossover; selection and
//!    elitism that prefer the shorter of suites with equal fitness; insertion only into suites of
//!    fewer than 30 tests.
//!
//! # Where this differs from the notebook
//! 7. An unchanged test is not executed again, since its distances are stored. An evaluation is the
//!    execution of a new test.
//! 8. Every test goes through the evaluator's archive, as in all algorithms here, so no coverage is
//!    lost. The search ends when any suite covers all goals, or in the middle of a generation if
//!    the budget is spent.
//! 9. Fitness is added up in whole numbers, 2^63 for 1. The sum is independent of the order of the
//!    tests, so equal suites have equal fitness.
//! 10. Tests are drawn and mutated as in all algorithms here, not by small steps alone. An
//!     offspring of more than 1,000 tests is replaced by its parent, since unbounded suites of
//!     unchanged tests would grow without benefit.
//!
//! # The monotonic algorithm
//! Fraser and Arcuri 2013, algorithm 1; EvoSuite's `MonotonicGA`.
//!
//! 11. Both offspring go into the next generation if the better of them has at most the fitness of
//!     the better parent, and both together are no longer than the parents. Otherwise both parents
//!     do. (Length counts only if it counts in selection.)
//! 12. An offspring more than twice as long as the best suite is replaced by its parent in any
//!     case, if insertion is bounded.
//!
//! # With an archive
//! Rojas, Vivanti, Arcuri and Fraser, "A detailed investigation of the effectiveness of whole test
//! suite generation", Empirical Software Engineering 22, 2017, section 3.3. They compare both
//! algorithms with and without it.
//!
//! 13. A covered goal leaves the fitness, which rewards suites for uncovered goals only. It leaves
//!     at the end of a generation, so that fitness is constant within one.
//! 14. With a probability, a new test is the archive's test for a random covered goal, changed up
//!     to twice, instead of a drawn one (EvoSuite's `SEED_CLONE` and `SEED_MUTATIONS`).
//! 15. The result is the archive.
//!
//! [`Parameters::notebook`] lacks 7 (in its counting), 8 (in its ending) and 10; with
//! [`ClassicOperators::small_steps`](crate::classic::ClassicOperators::small_steps) it draws and
//! mutates as in the notebook.

pub(crate) mod sum;
pub(crate) mod suites;
pub(crate) mod variation;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;

use sbst_model::{messages::Stopped, BloatControl, TestCase};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::variation::Variation;
use std::convert::Infallible;
use suites::{Suite, Suites};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub population: usize,
    pub tournament: usize,
    /// Suites copied unchanged into the next generation.
    pub elite: usize,
    /// The most tests of a random suite, and with bounded insertion of any suite.
    pub tests: usize,
    /// The probability that parents are crossed over.
    pub p_crossover: f64,
    /// The probability of an insertion; of the k-th its k-th power (α).
    pub p_insertion: f64,
    pub bloat_control: BloatControl,
    /// The most tests of an offspring (rule 10).
    pub longest: usize,
    /// Rules 11 and 12.
    pub monotonic: bool,
    /// Rules 13 to 15.
    pub archive: bool,
    /// The probability that a new test is a mutated copy of one from the archive.
    pub p_archive: f64,
    /// The limit of tests of all offspring, executed or not, independent of the evaluator. The
    /// search ends after the generation that exceeds it.
    pub counting_all: Option<u64>,
}

impl Default for Parameters {
    /// The parameters of the notebook, except for rules 7 to 10. The archive supplies a fifth of
    /// the new tests, as in EvoSuite (`SEED_CLONE`), by the authors of the papers.
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
            monotonic: false,
            archive: false,
            p_archive: 0.2,
            counting_all: None,
        }
    }
}

impl Parameters {
    /// The parameters of the notebook, which ends after this number of tests.
    pub fn notebook(bloat_control: BloatControl, max_executions: u64) -> Parameters {
        let counting_all = Some(max_executions);
        Parameters { bloat_control, longest: usize::MAX, counting_all, ..Parameters::default() }
    }
}

/// Evaluates the `initial` tests, the first suite, then searches until the evaluator stops.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    variation: &mut dyn Variation,
    initial: &[TestCase],
    parameters: &Parameters,
) -> Stopped {
    let mut suites = Suites::new(evaluator, variation, parameters);
    let mut run = || -> Result<Infallible, Stopped> {
        suites.draw_population(initial)?;
        loop {
            generation(&mut suites)?;
        }
    };
    let Err(stopped) = run();
    stopped
}

fn generation(suites: &mut Suites<'_, '_>) -> Result<(), Stopped> {
    suites.elitism();
    while suites.is_room() {
        let parents = [suites.selection(), suites.selection()];
        let mut offspring = suites.crossed_over(parents);
        for suite in &mut offspring {
            suites.mutate(suite)?;
        }
        let (replaces, longest) = match suites.parameters.monotonic {
            true => (replaces(suites, &offspring, parents), longest(suites)),
            false => (true, usize::MAX),
        };
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

/// Rule 11: f_O < f_P, or f_O = f_P and l_O <= l_P.
fn replaces(suites: &Suites<'_, '_>, offspring: &[Suite; 2], parents: [usize; 2]) -> bool {
    let by_length = suites.parameters.bloat_control.length_in_selection;
    let compared = |[one, other]: [&Suite; 2]| {
        let length = if by_length { one.tests.len() + other.tests.len() } else { 0 };
        (one.fitness.min(other.fitness), length)
    };
    compared(offspring.each_ref()) <= compared(parents.map(|parent| suites.suite(parent)))
}

/// Rule 12.
fn longest(suites: &Suites<'_, '_>) -> usize {
    match suites.parameters.bloat_control.bounded_insertion {
        true => 2 * suites.length_of_best(),
        false => usize::MAX,
    }
}
