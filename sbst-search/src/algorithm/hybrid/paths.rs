//! Paths for stalled goals.
//!
//! If values can be followed, the nearest executions of a goal are passed to symbolic execution.
//!
//! 1. A goal has *stalled* when refinement of its best test has ended. The explorer gets the best
//!    test, another one that reached the goal, and [`ATTEMPTS`] attempts.
//! 2. Tests on new paths are offered to the search. Goals covered by them no longer wait in it.
//! 3. An uncovered goal waits for another stall, at first [`WAIT`] evaluations, then twice as long
//!    each time.

use crate::algorithm::refinement::SearchContext;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::Operators;
use sbst_model::TestCase;
use std::collections::BTreeMap;

/// Alternatives solved for a goal at a time: about the conditions on the way to it.
const ATTEMPTS: u64 = 8;
/// The first wait of a goal between two attempts, in evaluations. A solver takes as long as some
/// thousands of evaluations.
const WAIT: u64 = 4_000;

/// Covers goals by alternatives of executed paths.
pub trait PathExplorer {
    /// Pursues a goal from its nearest tests, with at most this number of attempts. Returns the
    /// tests with new paths.
    fn explore(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        goal: u32,
        nearest: &[TestCase],
        attempts: u64,
    ) -> Vec<TestCase>;
}

/// The goals passed to the explorer.
pub(super) struct Paths<'p> {
    explorer: Option<&'p mut dyn PathExplorer>,
    /// The evaluations of the goals' next attempts, and the evaluations of their last waits.
    due: BTreeMap<u32, (u64, u64)>,
    is_off: bool,
}

impl<'p> Paths<'p> {
    pub(super) fn new(is_off: bool, explorer: Option<&'p mut dyn PathExplorer>) -> Paths<'p> {
        Paths { explorer, due: BTreeMap::new(), is_off }
    }

    /// Passes a goal with completed refinement to the explorer, if it is due.
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
        let Some(explorer) = &mut self.explorer else {
            self.is_off = true;
            return;
        };
        let found = explorer.explore(evaluator, operators, goal, &nearest, ATTEMPTS);
        for &covered in &evaluator.coverage()[covered_before..] {
            population.cover(evaluator, covered, operators.random());
        }
        for test in &found {
            if context.evaluator.stopped().is_none() {
                context.evaluate(test);
            }
        }
        let now = context.evaluator.evaluations();
        self.due.insert(goal, (now + 2 * wait, 2 * wait));
    }
}
