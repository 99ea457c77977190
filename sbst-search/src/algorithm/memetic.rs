//! Memetic algorithms: a global search, and between its steps refinement of its best individuals.
//!
//! Fraser, Arcuri and McMinn, "A memetic algorithm for whole test suite generation", JSS 103, 2015, do that to suites; here it
//! is done to the tests of [MIO](mio) and of [DynaMOSA](dynamosa). What an individual goes through is in `refinement.rs`: input-to-state,
//! then alternating variables with the constant pools (`local_search.rs`). Each part can be switched off; without both of them these are
//! the global searches, bit by bit.
//!
//! # When
//! 1. After each generation of the global search, and after each step of one that has no generations; not before the first
//!    population has been drawn. (EvoSuite, in which the paper's algorithm is: every `local_search_rate` generations, off by default.
//!    Pynguin: after each generation of DynaMOSA.)
//! 2. A goal whose nearest test is nearer than at its last refinement is always due. (EvoSuite has this as
//!    `local_search_selective`: individuals whose fitness has changed.) Those on which the least was spent come first.
//! 3. *Adaptation*: in EvoSuite local search takes place with a probability, which begins at 1 (`local_search_probability`), is doubled
//!    where an individual was improved, and halved where none was (`local_search_adaptation_rate`). Here each goal has its own, since one that
//!    cannot be climbed says nothing of the others, and instead of drawing, it waits for about as long as that takes on average: after a
//!    failure twice as long as before, and at least for as many evaluations as the failure took; after a success half as long.
//!
//! # Which individual
//! 4. The goal's best test: in MIO that of its population, in DynaMOSA that which the preference criterion puts into the first
//!    front. If local search is still on its way when its evaluations are used up, it goes on from there, as soon as it is the goal's turn.
//! 5. What came to its end once is not refined again: then the individual is a changed copy of a test that reached the goal, as offspring of the
//!    global search are.
//!
//! # With which budget
//! 6. Refinement takes at most half of all evaluations, so that where it is of no use the search takes twice as long at
//!    most. (EvoSuite: 5 s each time, of a search of 60 s. Evaluations, because the same seed has to give the same tests.)
//! 7. A local search takes at most as many evaluations as `agenda.rs` says.
//!
//! # Where the result goes
//! 8. Lamarckian, as in the paper: the improved test itself goes back. In MIO it is offered to all populations as any other test, in
//!    DynaMOSA it is one of the offspring of the generation.

pub(crate) mod agenda;
pub(crate) mod refinement;
pub mod mio;
pub mod dynamosa;

use crate::algorithm::memetic::refinement::{Individuals, Refinement, Surroundings};
use crate::evaluation::fitness::Fitness;
use crate::operator::Operators;
use sbst_model::messages::ValueSource;
use sbst_model::TestCase;

/// The part of the evaluations that refinement may take, at most (rule 6).
const REFINEMENT: f64 = 0.5;

/// What is done between the steps of a global search.
pub(crate) struct Memetic {
    refinement: Refinement,
    /// Evaluations when the search began, and those that refinement took.
    begun: u64,
    taken: u64,
}

impl Memetic {
    /// For a search that begins after so many `evaluations`.
    pub(crate) fn new(operators: &Operators, without: &[ValueSource], evaluations: u64) -> Memetic {
        Memetic { refinement: Refinement::new(operators, without), begun: evaluations, taken: 0 }
    }

    /// Refines individuals until none is due or the part of the evaluations is used up.
    pub(crate) fn improve(&mut self, around: &mut Surroundings<'_, '_, impl Individuals>) {
        if self.refinement.is_off() {
            return;
        }
        loop {
            let now = around.evaluator.evaluations();
            let is_over = around.evaluator.stopped().is_some();
            if is_over || self.taken as f64 >= REFINEMENT * (now - self.begun) as f64 {
                return;
            }
            let Some(goal) = around.individuals.agenda().next(now) else { return };
            self.improve_for(around, goal);
            self.taken += around.evaluator.evaluations() - now;
        }
    }

    fn improve_for(&mut self, around: &mut Surroundings<'_, '_, impl Individuals>, goal: u32) {
        let before = around.evaluator.evaluations();
        let nearest = around.individuals.agenda().work(goal).nearest;
        let start = begin(around, goal, &mut self.refinement.current);
        let ended = self.refinement.refine(around, goal, start);
        let now = around.evaluator.evaluations();
        let agenda = around.individuals.agenda();
        let work = agenda.worked(goal, now - before, ended);
        // Rule 3.
        let is_improved = work.nearest < nearest;
        work.wait = if is_improved { work.wait / 2 } else { (2 * work.wait).max(now - before).max(1) };
        let due = if work.is_untried() { work.spent } else { now + work.wait };
        if !around.evaluator.archive().is_covered(goal) {
            agenda.set_due(goal, due);
        }
    }
}

/// Rules 4 and 5: puts the individual into `start`.
fn begin(around: &mut Surroundings<'_, '_, impl Individuals>, goal: u32, start: &mut TestCase) -> Fitness {
    if around.individuals.agenda().work(goal).is_untried() {
        if let Some((distance, test)) = around.individuals.best(goal) {
            start.clone_from(test);
            return Fitness { level: 0, distance };
        }
    }
    match around.individuals.any(goal, &mut around.operators.random) {
        Some(test) => around.operators.mutate(test, start),
        None => around.operators.sample(start),
    }
    around.evaluate(start);
    around.evaluator.fitness(goal)
}

#[cfg(test)]
mod tests;
