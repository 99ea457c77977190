//! Symbolic execution for goals that have stalled.
//!
//! The nearest executions of a goal are handed over to [dynamic symbolic
//! execution](crate::algorithm::symbolic), where values can be followed.
//!
//! 1. A goal has *stalled* when refinement of its best test has ended. The best test, and another
//!    one that reached the goal, are executed symbolically, and [`ATTEMPTS`] alternatives are
//!    solved, those that cover the goal first.
//! 2. There is a solver only, with any selection of paths: the search that asks has refinement of
//!    its own.
//! 3. Tests that took new paths are offered to the search, and goals that they covered no longer
//!    wait in it.
//! 4. An uncovered goal waits for another stall, at first [`WAIT`] evaluations, then twice as long
//!    each time.

use crate::algorithm::memetic::refinement::SearchContext;
use crate::algorithm::symbolic::{BackEnd, GoalPursuer, Parameters};
use sbst_model::{PathSelection, TestCase};
use std::collections::BTreeMap;

/// Alternatives that are solved for a goal at a time: the conditions on the way to it, about.
const ATTEMPTS: u64 = 8;
/// Evaluations until a goal is handed over again, at first. A solver takes as long as some
/// thousands of evaluations.
const WAIT: u64 = 4_000;

/// The goals that were handed over.
pub(super) struct Paths {
    pursuer: GoalPursuer,
    /// The evaluations from which each goal may be handed over again, and those that it waited.
    due: BTreeMap<u32, (u64, u64)>,
    is_off: bool,
}

impl Paths {
    pub(super) fn new(is_off: bool, selection: PathSelection) -> Paths {
        let back_ends = vec![BackEnd::Solver];
        let parameters = Parameters { back_ends, retries: 0, ..Parameters::new(selection) };
        Paths { pursuer: GoalPursuer::new(&parameters), due: BTreeMap::new(), is_off }
    }

    /// Hands a goal over whose refinement has ended, if it is due.
    pub(super) fn pursue(&mut self, context: &mut SearchContext<'_, '_>, goal: u32) {
        let SearchContext { evaluator, operators, population } = context;
        let now = evaluator.evaluations();
        let (due, wait) = self.due.get(&goal).copied().unwrap_or((now, WAIT / 2));
        // No step of a path makes a hidden check fail.
        let is_hidden = evaluator.hidden_goals().contains(&goal);
        if self.is_off
            || is_hidden
            || now < due
            || evaluator.archive().is_covered(goal)
            || evaluator.stopped().is_some()
        {
            return;
        }
        let best = population.best(goal).map(|(_, best)| best.clone());
        let other = population.any(goal, operators.random()).cloned();
        let nearest: Vec<TestCase> = best.into_iter().chain(other).collect();
        let covered_before = evaluator.coverage().len();
        let Some(pursued) = self.pursuer.pursue_goal(evaluator, operators, goal, &nearest, ATTEMPTS) else {
            self.is_off = true;
            return;
        };
        for &covered in &evaluator.coverage()[covered_before..] {
            population.cover(evaluator, covered, operators.random());
        }
        for test in &pursued.tests {
            if context.evaluator.stopped().is_none() {
                context.evaluate(test);
            }
        }
        let now = context.evaluator.evaluations();
        self.due.insert(goal, (now + 2 * wait, 2 * wait));
    }
}
