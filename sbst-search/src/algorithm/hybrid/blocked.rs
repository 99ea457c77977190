//! Unreached goals, although an execution covered the outcome on which they depend.
//!
//! The cause is a return in a loop: the code behind the loop is reached if the condition has one
//! outcome in *all* rounds. But the least distance of all rounds is zero after the first.
//!
//! 1. A goal is *blocked* if its condition was not evaluated, and one of its dependences is
//!    covered. It has its turn when no other goal is due and the search has made no progress for
//!    [`PATIENCE`] evaluations; then it waits twice as long as before.
//! 2. The start is a test of the covered goal, every other time a changed one.
//! 3. The nearer of two executions evaluated the condition above it more often: it reached a later
//!    round. Refinement ends when the goal is reached.

use crate::algorithm::refinement::{Refinement, SearchContext};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::fitness::Fitness;
use crate::evaluation::pursuit::Pursuit;
use sbst_model::{Distance, TestCase};
use std::collections::BTreeMap;

/// Evaluations without an improvement after which a random success is unlikely.
const PATIENCE: u64 = 200;
/// Evaluations for a goal at a time: enough to rewrite a text of sixteen characters one by one.
const CLIMB: u64 = 1_000;
/// More than the counted evaluations of conditions.
const MOST: u64 = 1 << 20;

/// The blocked goals, with the evaluations until their next turn.
#[derive(Default)]
pub(super) struct Blocked {
    waiting: BTreeMap<u32, Waiting>,
    /// No goal is due before this evaluation.
    due: u64,
    current: TestCase,
}

#[derive(Clone, Copy, Default)]
struct Waiting {
    due: u64,
    wait: u64,
    turns: u64,
}

impl Blocked {
    /// Works on one goal, if one is due. True if it took an evaluation.
    pub(super) fn work(&mut self, context: &mut SearchContext<'_, '_>, refinement: &mut Refinement) -> bool {
        let now = context.evaluator.evaluations();
        if now < self.due || context.evaluator.stalled() < PATIENCE {
            return false;
        }
        let goals = 0..context.evaluator.own_goals() as u32;
        let blocked = goals.filter_map(|goal| Some((goal, blocking(context.evaluator, goal)?)));
        let turn = |goal: &u32| self.waiting.get(goal).copied().unwrap_or_default();
        let next = blocked.map(|(goal, parent)| (turn(&goal).due, goal, parent)).min();
        let Some((due, goal, parent)) = next.filter(|(due, ..)| *due <= now) else {
            self.due = next.map_or(now + PATIENCE, |(due, ..)| due);
            return false;
        };
        let Waiting { wait, turns, .. } = turn(&goal);
        debug_assert!(due <= now);
        self.refine(context, refinement, (goal, parent), turns % 2 == 1);
        let after = context.evaluator.evaluations();
        let wait = (2 * wait).max(after - now);
        self.waiting.insert(goal, Waiting { due: after + wait, wait, turns: turns + 1 });
        after > now
    }

    /// Rules 2 and 3.
    fn refine(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        refinement: &mut Refinement,
        (goal, parent): (u32, u32),
        is_changed: bool,
    ) {
        let Some(start) = context.evaluator.archive().test(parent) else { return };
        if is_changed {
            context.operators.mutate(start, &mut self.current);
        } else {
            self.current.clone_from(start);
        }
        let mut pursuit = LaterRound { goal, parent };
        let fitness = context.pursue(&mut pursuit, &self.current);
        refinement.pursue(context, &mut pursuit, &mut self.current, fitness, CLIMB);
        context.evaluate(&self.current);
    }
}

/// Returns the covered goal on which a blocked one depends.
fn blocking(evaluator: &Evaluator<'_>, goal: u32) -> Option<u32> {
    if evaluator.is_reached(goal) || !evaluator.is_sought(goal) {
        return None;
    }
    let parents = evaluator.dependences().parents(goal).iter().copied();
    parents.into_iter().find(|parent| evaluator.archive().is_covered(*parent))
}

/// A goal, and the covered goal on which it depends.
struct LaterRound {
    goal: u32,
    parent: u32,
}

impl Pursuit for LaterRound {
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> Fitness {
        evaluator.evaluate_in_detail(test);
        let fitness = evaluator.fitness(self.goal);
        if fitness.level == 0 {
            return Fitness::COVERED;
        }
        let covers = |&(goal, distance): &(u32, Distance)| goal == self.parent && distance.is_zero();
        if !evaluator.reached().iter().any(covers) {
            return Fitness { distance: Distance::FARTHEST, ..fitness };
        }
        let evaluations: u64 = evaluator.details().iter().map(|detail| detail.evaluations).sum();
        let distance = Distance::from_steps(MOST.saturating_sub(evaluations).max(1).into());
        Fitness { distance, ..fitness }
    }

    fn blocking(&self) -> Option<u32> {
        Some(self.goal)
    }

    fn tell_best(&mut self, _: &mut Evaluator<'_>, _: Fitness) {}
}
