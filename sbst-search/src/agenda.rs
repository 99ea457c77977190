//! Goals that were reached and not covered, and which of them is next to be worked on by refinement (`refinement.rs`).
//!
//! 1. A goal whose best test has not been tried, because it is new or has become nearer by other means, stands at the number
//!    of evaluations that were spent on it; so those on which little was spent come first, and all are due. A goal that
//!    depends on others gets there when it is reached.
//! 2. One whose best test was tried stands at the evaluation from which another start is due. When that is, the search says.
//!
//! An evaluation costs as much as there are goals that it touches; the next goal costs a logarithm.

use crate::mio::queue::Queue;
use crate::Evaluator;
use sbst_model::Distance;

/// Evaluations of a local search, at most; if it is still on its way then, it goes on from there when its turn comes again.
const CLIMB: u64 = 1_000;
/// The least of these limits, at the beginning, where refinement may get ahead of its part by so much: alternating variables
/// need about two evaluations for each bit of each of a few numbers.
const LEAST_CLIMB: u64 = 200;
/// Where no slope is known, one attempt in each direction must show it: there are two for each of a dozen values.
const FLAT_CLIMB: u64 = 50;

/// What was done for a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Evaluations spent on it.
    pub(crate) spent: u64,
    /// The least distance met, and the greatest.
    pub(crate) nearest: Distance,
    farthest: Distance,
    /// The distance of the best test that was tried.
    pub(crate) tried: Distance,
    /// How often another test than the best was tried.
    pub(crate) restarts: u64,
    /// For how many evaluations the goal waited last.
    pub(crate) wait: u64,
}

impl Work {
    const NONE: Work = Work {
        spent: 0,
        nearest: Distance::UNREACHED,
        farthest: Distance::ZERO,
        tried: Distance::UNREACHED,
        restarts: 0,
        wait: 0,
    };

    /// Whether the best test is nearer than any that was tried.
    pub(crate) fn is_untried(&self) -> bool {
        self.nearest < self.tried
    }

    /// Whether all tests were as far away: no slope is known.
    pub(crate) fn is_flat(&self) -> bool {
        self.nearest == self.farthest
    }

    /// How long a local search for the goal may take, as many `evaluations` into the search, and whether that is cut short because
    /// no slope is known.
    pub(crate) fn climb(&self, evaluations: u64) -> (u64, bool) {
        let climb = (evaluations / 2).clamp(LEAST_CLIMB, CLIMB);
        let limit = if self.is_flat() { FLAT_CLIMB.max(2 * self.wait).min(climb) } else { climb };
        (limit, limit < climb)
    }
}

/// The goals that wait, and what was done for each.
pub(crate) struct Agenda {
    work: Vec<Work>,
    waiting: Queue,
}

impl Agenda {
    pub(crate) fn new(goals: usize) -> Agenda {
        Agenda { work: vec![Work::NONE; goals], waiting: Queue::new(goals) }
    }

    /// What was done for a goal.
    pub(crate) fn work(&mut self, goal: u32) -> &mut Work {
        &mut self.work[goal as usize]
    }

    /// Takes note of what the last evaluation meant to the goals that wait. Says whether it covered one or came nearer to one
    /// than any before.
    pub(crate) fn note(&mut self, evaluator: &Evaluator<'_>) -> bool {
        for &goal in evaluator.newly_covered() {
            self.waiting.remove(goal);
        }
        let mut improves = !evaluator.newly_covered().is_empty();
        for &(goal, distance) in evaluator.near() {
            let work = &mut self.work[goal as usize];
            work.farthest = work.farthest.max(distance);
            if distance < work.nearest {
                work.nearest = distance;
                self.waiting.set(goal, (work.spent, goal));
                improves = true;
            }
        }
        improves
    }

    /// A goal was covered.
    pub(crate) fn cover(&mut self, goal: u32) {
        self.waiting.remove(goal);
    }

    /// The goal that is next, if one is due after so many `evaluations`.
    pub(crate) fn next(&self, evaluations: u64) -> Option<u32> {
        self.waiting.first_until(evaluations)
    }

    /// So many evaluations were spent on a goal; if that `ended`, there is nothing more to be expected from its best test.
    pub(crate) fn worked(&mut self, goal: u32, spent: u64, ended: bool) -> &mut Work {
        let work = &mut self.work[goal as usize];
        work.spent += spent;
        if ended {
            work.tried = work.nearest;
        }
        work
    }

    /// The goal, which is not covered, is next due after so many evaluations.
    pub(crate) fn set_due(&mut self, goal: u32, due: u64) {
        self.waiting.set(goal, (due, goal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Execution, Inputs, Options, Problem, Silent};
    use sbst_model::messages::Budget;
    use sbst_model::{NodeKind, TestCase};

    /// Three goals, as far away as the three values of a test say.
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

    fn noted(check: impl FnOnce(&mut Agenda, &mut dyn FnMut(&mut Agenda, [u64; 3]) -> bool)) {
        let (mut problem, mut silent) = (Named(Inputs::default()), Silent);
        let budget = Budget { evaluations: None, seconds: None, stall: None };
        let options = Options::new(Algorithm::Mio, 1, budget);
        let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
        check(&mut Agenda::new(3), &mut |agenda, steps| {
            let mut test = TestCase::new();
            for steps in steps {
                test.leaf(NodeKind::Integer, steps);
            }
            evaluator.evaluate(&test);
            agenda.note(&evaluator)
        });
    }

    #[test]
    fn untried_goals_come_first_and_of_those_the_one_on_which_the_least_was_spent() {
        noted(|agenda, evaluate| {
            assert_eq!(agenda.next(u64::MAX), None, "none is reached");
            assert!(evaluate(agenda, [9, 9, 9]));
            for (goal, spent) in [(0, 30), (1, 20), (2, 10)] {
                agenda.worked(goal, spent, true);
                agenda.set_due(goal, 100);
            }
            assert_eq!((agenda.next(99), agenda.next(100)), (None, Some(0)));
            assert!(!evaluate(agenda, [9, 9, 9]), "as near as before");
            assert_eq!(agenda.next(99), None);
            assert!(evaluate(agenda, [8, 8, 9]));
            assert_eq!(agenda.next(99), Some(1), "nearer by other means, and less was spent");
            assert!(evaluate(agenda, [8, 0, 9]));
            assert_eq!(agenda.next(99), Some(0), "goal 1 is covered");
        });
    }

    #[test]
    fn a_climb_is_short_while_no_slope_is_known_and_takes_twice_as_long_as_the_goal_waited() {
        noted(|agenda, evaluate| {
            evaluate(agenda, [9, 9, 9]);
            assert_eq!(agenda.work(0).climb(10_000), (FLAT_CLIMB, true));
            agenda.work(0).wait = 300;
            assert_eq!(agenda.work(0).climb(10_000), (600, true));
            assert_eq!(agenda.work(0).climb(10), (LEAST_CLIMB, false));
            evaluate(agenda, [10, 9, 9]);
            assert_eq!(agenda.work(0).climb(10_000), (CLIMB, false));
        });
    }
}
