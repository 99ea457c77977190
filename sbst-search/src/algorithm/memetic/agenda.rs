//! Goals that were reached and not covered, and which of them is next to be worked on by refinement (`refinement.rs`).
//!
//! 1. A goal whose best test has not been tried, because it is new or has become nearer by other means, stands at the number
//!    of evaluations that were spent on it; so those on which little was spent come first, and all are due. A goal that
//!    depends on others gets there when it is reached.
//! 2. One whose best test was tried stands at the evaluation from which another start is due. When that is, the search says.
//! 3. Goals of which most can never be covered (hidden checks) have a queue of their own, and their turn while less was spent on
//!    them than on the others, or none of the others is due: so they take half of the work at most where there is other work.
//!
//! An evaluation costs as much as there are goals that it touches; the next goal costs a logarithm.

use crate::algorithm::queue::Queue;
use crate::evaluation::evaluator::Evaluator;
use sbst_model::Distance;
use std::ops::Range;

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
    /// The others, and the hidden ones.
    waiting: [Queue; 2],
    hidden: Range<u32>,
    /// Evaluations spent on each kind.
    spent: [u64; 2],
}

impl Agenda {
    pub(crate) fn new(goals: usize, hidden: Range<u32>) -> Agenda {
        let queue = || Queue::new(goals);
        Agenda { work: vec![Work::NONE; goals], waiting: [queue(), queue()], hidden, spent: [0; 2] }
    }

    /// The index of a goal's kind.
    fn kind(&self, goal: u32) -> usize {
        usize::from(self.hidden.contains(&goal))
    }

    fn waiting(&mut self, goal: u32) -> &mut Queue {
        let kind = self.kind(goal);
        &mut self.waiting[kind]
    }

    /// What was done for a goal.
    pub(crate) fn work(&mut self, goal: u32) -> &mut Work {
        &mut self.work[goal as usize]
    }

    /// Takes note of what the last evaluation meant to the goals that wait. Says whether it covered one or came nearer to one
    /// than any before.
    pub(crate) fn note(&mut self, evaluator: &Evaluator<'_>) -> bool {
        for &goal in evaluator.newly_covered() {
            self.waiting(goal).remove(goal);
        }
        let mut improves = !evaluator.newly_covered().is_empty();
        for &(goal, distance) in evaluator.near() {
            let work = &mut self.work[goal as usize];
            work.farthest = work.farthest.max(distance);
            if distance < work.nearest {
                work.nearest = distance;
                let spent = work.spent;
                self.waiting(goal).set(goal, (spent, goal));
                improves = true;
            }
        }
        improves
    }

    /// A goal was covered.
    pub(crate) fn cover(&mut self, goal: u32) {
        self.waiting(goal).remove(goal);
    }

    /// The goal that is next, if one is due after so many `evaluations`.
    pub(crate) fn next(&self, evaluations: u64) -> Option<u32> {
        let due = |kind: usize| self.waiting[kind].first_until(evaluations);
        match self.spent[1] <= self.spent[0] {
            true => due(1).or_else(|| due(0)),
            false => due(0).or_else(|| due(1)),
        }
    }

    /// So many evaluations were spent on a goal; if that `ended`, there is nothing more to be expected from its best test.
    pub(crate) fn worked(&mut self, goal: u32, spent: u64, ended: bool) -> &mut Work {
        let kind = self.kind(goal);
        self.spent[kind] += spent;
        let work = &mut self.work[goal as usize];
        work.spent += spent;
        if ended {
            work.tried = work.nearest;
        }
        work
    }

    /// The goal, which is not covered, is next due after so many evaluations.
    pub(crate) fn set_due(&mut self, goal: u32, due: u64) {
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
    use sbst_model::messages::Budget;
    use sbst_model::Algorithm;
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

    #[test]
    fn goals_that_are_hidden_take_half_of_the_work_while_others_are_due() {
        noted(|agenda, evaluate| {
            evaluate(agenda, [9, 9, 9]);
            agenda.hidden = 2..3;
            agenda.waiting[0].remove(2);
            agenda.waiting[1].set(2, (0, 2));
            assert_eq!(agenda.next(0), Some(2), "nothing was spent yet");
            agenda.worked(2, 10, false);
            assert_ne!(agenda.next(0), Some(2), "more was spent on it than on the others");
            let first = agenda.next(0).unwrap();
            agenda.worked(first, 10, false);
            assert_eq!(agenda.next(0), Some(2));
            agenda.worked(2, 10, false);
            agenda.cover(0);
            agenda.cover(1);
            assert_eq!(agenda.next(0), Some(2), "nothing else is due");
        });
    }

    fn noted(check: impl FnOnce(&mut Agenda, &mut dyn FnMut(&mut Agenda, [u64; 3]) -> bool)) {
        let (mut problem, mut silent) = (Named(Inputs::default()), Silent);
        let budget = Budget { evaluations: None, seconds: None, stall: None };
        let options = Options::new(Algorithm::Mio, 1, budget);
        let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
        check(&mut Agenda::new(3, 0..0), &mut |agenda, steps| {
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
