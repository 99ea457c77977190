//! The goals reached but not covered, in the order of refinement.
//!
//! 1. A goal with an untried best test, because the goal is new or another test came nearer, has
//!    the number of its evaluations as key. So goals with few come first, and all are due. A goal
//!    that depends on others enters the queue when it is reached.
//! 2. A goal whose best test was tried has the evaluation of its next start as key. The search sets
//!    it.
//! 3. Hidden checks, most of which are infeasible, have a separate queue. It has its turn while it
//!    had fewer evaluations than other goals, or if no other goal is due. So they take at most half
//!    of the work while other work exists.
//!
//! An evaluation takes time linear in the number of its goals; the next goal takes logarithmic
//! time.

use crate::{algorithm::heap::GoalHeap, evaluation::evaluator::Evaluator};
use sbst_model::Distance;
use std::ops::Range;

/// The most evaluations of a local search. If it still climbs then, it continues at its next turn.
const CLIMB: u64 = 1_000;
/// The least of these limits. It applies at the beginning, when refinement may exceed its part by
/// this much. Alternating variables need about two evaluations per bit of each of a few numbers.
const LEAST_CLIMB: u64 = 200;
/// The limit without an observed slope: one attempt in both directions for each of a dozen values
/// must find one.
const FLAT_CLIMB: u64 = 50;

#[derive(Clone, Copy, Debug)]
pub struct GoalState {
    pub spent: u64,
    pub nearest: Distance,
    farthest: Distance,
    /// The distance of the best tried test.
    pub tried: Distance,
    /// The number of starts other than the best test.
    pub(crate) restarts: u64,
    /// Evaluations of the goal's last wait.
    pub wait: u64,
}

impl GoalState {
    const NONE: GoalState = GoalState {
        spent: 0,
        nearest: Distance::UNREACHED,
        farthest: Distance::ZERO,
        tried: Distance::UNREACHED,
        restarts: 0,
        wait: 0,
    };

    /// True if the best test is nearer than all tried ones.
    pub fn is_untried(&self) -> bool {
        self.nearest < self.tried
    }

    /// True if all tests were equally far away, so that no slope was observed.
    pub(crate) fn is_flat(&self) -> bool {
        self.nearest == self.farthest
    }

    /// Returns the limit of a local search for the goal after this number of `evaluations`. True if
    /// it is lower because no slope was observed.
    pub(crate) fn climb(&self, evaluations: u64) -> (u64, bool) {
        let climb = (evaluations / 2).clamp(LEAST_CLIMB, CLIMB);
        let limit =
            if self.is_flat() { FLAT_CLIMB.max(self.wait.saturating_mul(2)).min(climb) } else { climb };
        (limit, limit < climb)
    }
}

/// The waiting goals, and the states of all goals.
pub struct GoalQueue {
    states: Vec<GoalState>,
    /// Visible goals, and hidden ones.
    waiting: [GoalHeap; 2],
    hidden: Range<u32>,
    /// Evaluations spent on each kind.
    spent: [u64; 2],
}

impl GoalQueue {
    pub fn new(goals: usize, hidden: Range<u32>) -> GoalQueue {
        let heap = || GoalHeap::new(goals);
        GoalQueue { states: vec![GoalState::NONE; goals], waiting: [heap(), heap()], hidden, spent: [0; 2] }
    }

    fn kind(&self, goal: u32) -> usize {
        usize::from(self.hidden.contains(&goal))
    }

    fn waiting(&mut self, goal: u32) -> &mut GoalHeap {
        let kind = self.kind(goal);
        &mut self.waiting[kind]
    }

    pub fn state(&mut self, goal: u32) -> &mut GoalState {
        &mut self.states[goal as usize]
    }

    /// Records the last evaluation. True if it covered a goal, or came nearer to one than all
    /// before.
    pub(crate) fn note(&mut self, evaluator: &Evaluator<'_>) -> bool {
        for &goal in evaluator.newly_covered() {
            self.waiting(goal).remove(goal);
        }
        let mut improves = !evaluator.newly_covered().is_empty();
        for &(goal, distance) in evaluator.near() {
            let state = &mut self.states[goal as usize];
            state.farthest = state.farthest.max(distance);
            if distance < state.nearest {
                state.nearest = distance;
                let spent = state.spent;
                self.waiting(goal).set(goal, (spent, goal));
                improves = true;
            }
        }
        improves
    }

    pub fn cover(&mut self, goal: u32) {
        self.waiting(goal).remove(goal);
    }

    /// Returns the next goal, if one is due after this number of `evaluations`.
    pub fn next(&self, evaluations: u64) -> Option<u32> {
        let due = |kind: usize| self.waiting[kind].first_until(evaluations);
        match self.spent[1] <= self.spent[0] {
            true => due(1).or_else(|| due(0)),
            false => due(0).or_else(|| due(1)),
        }
    }

    /// Adds to the evaluations spent on a goal. If refinement `ended`, its best test is tried.
    pub fn spend(&mut self, goal: u32, evaluations: u64, ended: bool) -> &mut GoalState {
        let kind = self.kind(goal);
        self.spent[kind] += evaluations;
        let state = &mut self.states[goal as usize];
        state.spent += evaluations;
        if ended {
            state.tried = state.nearest;
        }
        state
    }

    /// Makes an uncovered goal wait for an evaluation.
    pub fn set_due(&mut self, goal: u32, due: u64) {
        self.waiting(goal).set(goal, (due, goal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::observer::Silent;
    use crate::evaluation::options::Options;
    use crate::evaluation::problem::{Execution, Problem};
    use crate::operator::inputs::Inputs;
    use sbst_model::{messages::Budget, Algorithm, NodeKind, TestCase};

    /// Three goals, whose distances are the three values of a test.
    struct Named(Inputs);

    impl Problem for Named {
        fn goals(&self) -> usize {
            3
        }
        fn inputs(&self) -> &Inputs {
            &self.0
        }
        fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
            let steps = test.nodes().iter().map(|node| Distance::from_steps(u128::from(node.payload)));
            execution.reached.extend((0..).zip(steps));
        }
    }

    #[test]
    fn hidden_goals_take_half_of_the_work_while_others_are_due() {
        noted(|queue, evaluate| {
            evaluate(queue, [9, 9, 9]);
            queue.hidden = 2..3;
            queue.waiting[0].remove(2);
            queue.waiting[1].set(2, (0, 2));
            assert_eq!(queue.next(0), Some(2), "no evaluations yet");
            queue.spend(2, 10, false);
            assert_ne!(queue.next(0), Some(2), "it had more evaluations than the others");
            let first = queue.next(0).unwrap();
            queue.spend(first, 10, false);
            assert_eq!(queue.next(0), Some(2));
            queue.spend(2, 10, false);
            queue.cover(0);
            queue.cover(1);
            assert_eq!(queue.next(0), Some(2), "nothing else is due");
        });
    }

    fn noted(check: impl FnOnce(&mut GoalQueue, &mut dyn FnMut(&mut GoalQueue, [u64; 3]) -> bool)) {
        let (mut problem, mut silent) = (Named(Inputs::default()), Silent);
        let budget = Budget::UNLIMITED;
        let options = Options::new(Algorithm::Mio, 1, budget);
        let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
        check(&mut GoalQueue::new(3, 0..0), &mut |queue, steps| {
            let mut test = TestCase::new();
            for steps in steps {
                test.leaf(NodeKind::Integer, steps);
            }
            evaluator.evaluate(&test);
            queue.note(&evaluator)
        });
    }

    #[test]
    fn untried_goals_are_first_least_evaluations_before_others() {
        noted(|queue, evaluate| {
            assert_eq!(queue.next(u64::MAX), None, "none is reached");
            assert!(evaluate(queue, [9, 9, 9]));
            for (goal, spent) in [(0, 30), (1, 20), (2, 10)] {
                queue.spend(goal, spent, true);
                queue.set_due(goal, 100);
            }
            assert_eq!((queue.next(99), queue.next(100)), (None, Some(0)));
            assert!(!evaluate(queue, [9, 9, 9]), "as near as before");
            assert_eq!(queue.next(99), None);
            assert!(evaluate(queue, [8, 8, 9]));
            assert_eq!(queue.next(99), Some(1), "nearer, with fewer evaluations");
            assert!(evaluate(queue, [8, 0, 9]));
            assert_eq!(queue.next(99), Some(0), "goal 1 is covered");
        });
    }

    #[test]
    fn a_climb_without_slope_is_short_or_twice_the_last_wait() {
        noted(|queue, evaluate| {
            evaluate(queue, [9, 9, 9]);
            assert_eq!(queue.state(0).climb(10_000), (FLAT_CLIMB, true));
            queue.state(0).wait = 300;
            assert_eq!(queue.state(0).climb(10_000), (600, true));
            assert_eq!(queue.state(0).climb(10), (LEAST_CLIMB, false));
            evaluate(queue, [10, 9, 9]);
            assert_eq!(queue.state(0).climb(10_000), (CLIMB, false));
        });
    }
}
