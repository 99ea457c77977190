//! Memetic algorithms: a global search, with refinement of its best individuals between its steps.
//!
//! Fraser, Arcuri and McMinn, "A memetic algorithm for whole test suite generation", JSS 103, 2015,
//! refine suites. These algorithms refine the tests of [MIO](mio) and of [DynaMOSA](dynamosa).
//! Refinement (`refinement.rs`) is input-to-state, then alternating variables with the constant
//! pools (`local_search.rs`). Each part can be disabled; without both, these are exactly the global
//! searches.
//!
//! # When
//! 1. After each generation of the global search, and after each step of a search without
//!    generations; not before the first population has been drawn. (EvoSuite, which implements the
//!    paper: every `local_search_rate` generations, off by default. Pynguin: after each generation
//!    of DynaMOSA.)
//! 2. A goal with a nearer test since its last refinement is always due. (EvoSuite:
//!    `local_search_selective`, for individuals whose fitness has changed.) Goals with the fewest
//!    evaluations come first.
//! 3. *Adaptation*: EvoSuite's local search runs with a probability that begins at 1
//!    (`local_search_probability`), is doubled after an improvement and halved after a failure
//!    (`local_search_adaptation_rate`). Here each goal adapts on its own, since one without a slope
//!    is independent of the others. Instead of drawing, a goal waits for about the average time
//!    until a draw succeeds. After a failure it waits twice as long as before, and at least the
//!    evaluations of the failure; after a success half as long.
//!
//! # Which individual
//! 4. The goal's best test: in MIO that of its population, in DynaMOSA the test put into the first
//!    front by the preference criterion. A local search that runs out of evaluations continues from
//!    there at the goal's next turn.
//! 5. A test with a completed refinement is not refined again. The individual is then a mutated
//!    copy of a test that reached the goal, like the offspring of the global search.
//!
//! # With which budget
//! 6. Refinement takes at most half of all evaluations: a search that cannot use it takes at most
//!    twice as long. (EvoSuite: 5 s each time, of a search of 60 s. Evaluations, because the same
//!    seed has to give the same tests. `goal_queue.rs` limits a single local search.
//!
//! # Where the result goes
//! 7. Lamarckian, as in the paper: the improved test itself goes back. MIO offers it to all
//!    populations like any other test; in DynaMOSA it is one of the offspring of the generation.

pub(crate) mod mio;
pub(crate) mod dynamosa;

use sbst_model::messages::ValueSource;
use sbst_search::algorithm::refinement::{Refinement, SearchContext, Starts};
use sbst_search::operator::Operators;

/// The largest part of the evaluations for refinement (rule 6).
const REFINEMENT: f64 = 0.5;

/// Refinement between the steps of a global search.
pub(crate) struct Memetic {
    refinement: Refinement,
    /// The number of evaluations when the search began.
    begun: u64,
    taken: u64,
}

impl Memetic {
    /// Prepares a search that begins after `evaluations`.
    pub(crate) fn new(operators: &Operators, without: &[ValueSource], evaluations: u64) -> Memetic {
        Memetic { refinement: Refinement::new(operators, without), begun: evaluations, taken: 0 }
    }

    /// Refines individuals until none is due or its part of the evaluations is used up.
    pub(crate) fn improve(&mut self, context: &mut SearchContext<'_, '_>) {
        if self.refinement.is_off() {
            return;
        }
        loop {
            let now = context.evaluator.evaluations();
            let is_over = context.evaluator.stopped().is_some();
            if is_over || self.taken as f64 >= REFINEMENT * (now - self.begun) as f64 {
                return;
            }
            let Some(goal) = context.population.queue().next(now) else { return };
            self.improve_for(context, goal);
            self.taken += context.evaluator.evaluations() - now;
        }
    }

    fn improve_for(&mut self, context: &mut SearchContext<'_, '_>, goal: u32) {
        let before = context.evaluator.evaluations();
        let nearest = context.population.queue().state(goal).nearest;
        let ended = self.refinement.refine(context, goal, Starts::Changed);
        let now = context.evaluator.evaluations();
        let queue = context.population.queue();
        let state = queue.spend(goal, now - before, ended);
        // Rule 3.
        let is_improved = state.nearest < nearest;
        state.wait = if is_improved { state.wait / 2 } else { (2 * state.wait).max(now - before).max(1) };
        let due = if state.is_untried() { state.spent } else { now + state.wait };
        if !context.evaluator.archive().is_covered(goal) {
            queue.set_due(goal, due);
        }
    }
}

#[cfg(test)]
mod tests;
