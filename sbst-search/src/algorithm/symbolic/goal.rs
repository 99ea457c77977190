//! The pursuit of one goal, for a search in which it has stalled.
//!
//! 1. The tests that came nearest to the goal are executed symbolically.
//! 2. Alternatives whose last step covers the goal are tried first, of all paths known so far. Then
//!    others are, as the exploration chooses: behind them there may be paths on which the goal's
//!    condition depends on other values.
//! 3. The pursuit ends when the goal is covered, after so many attempts, or when no alternative is
//!    left.
//! 4. The goal is *infeasible* for the structures of the tests seen if each alternative that covers
//!    it was proved infeasible, and every other one was executed or proved infeasible: then all
//!    paths are known. One that was not solved, or a path that was cut, leaves the question open.
//! 5. Paths and proofs are kept for other goals.

use super::exploration::{Attempt, Exploration, Fate};
use super::Parameters;
use crate::evaluation::evaluator::Evaluator;
use crate::operator::Operators;
use crate::path_condition::{PathCounters, Proof};
use sbst_model::TestCase;
use std::collections::BTreeMap;

/// Pursues goals, and keeps what it learns of paths.
pub struct GoalPursuer {
    exploration: Exploration,
    /// Alternatives that were neither executed nor proved infeasible, by the goal that they cover.
    unsolved: BTreeMap<Option<u32>, usize>,
}

/// The result of a pursuit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pursued {
    pub is_covered: bool,
    /// Tests that took paths which were new, in order.
    pub tests: Vec<TestCase>,
    /// A proof for each path on which the goal was proved infeasible.
    pub proofs: Vec<Proof>,
    /// Alternatives that cover the goal and have neither been executed nor proved infeasible.
    pub open_for_goal: usize,
    /// Other alternatives of that kind, and paths that were cut.
    pub open: usize,
}

impl Pursued {
    /// Rule 4: true if no values of the structures seen cover the goal.
    pub fn is_infeasible(&self) -> bool {
        self.is_refuted() && self.open == 0
    }

    /// True if the goal was met on some paths, and is proved infeasible on all of these.
    pub fn is_refuted(&self) -> bool {
        !self.is_covered && !self.proofs.is_empty() && self.open_for_goal == 0
    }
}

impl GoalPursuer {
    pub fn new(parameters: &Parameters) -> GoalPursuer {
        GoalPursuer { exploration: Exploration::new(parameters), unsolved: BTreeMap::new() }
    }

    pub fn counters(&self) -> &PathCounters {
        &self.exploration.counters
    }

    /// Pursues a goal from the tests that came nearest to it, with so many attempts at most.
    /// `None` if the problem cannot execute tests symbolically.
    pub fn pursue_goal(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        goal: u32,
        nearest: &[TestCase],
        attempts: u64,
    ) -> Option<Pursued> {
        if !evaluator.executes_symbolically() {
            return None;
        }
        for test in nearest {
            self.exploration.execute(evaluator, test);
        }
        let mut tests = Vec::new();
        for _ in 0..attempts {
            if evaluator.archive().is_covered(goal) || evaluator.stopped().is_some() {
                break;
            }
            let exploration = &mut self.exploration;
            let attempt = exploration.attempt(evaluator, operators, Some(goal));
            let attempt = attempt.or_else(|| exploration.attempt(evaluator, operators, None));
            let Some(attempt) = attempt else { break };
            tests.extend(self.note(attempt));
        }
        evaluator.note_paths(*self.counters());
        self.exploration.conclude(evaluator);
        Some(self.report(evaluator, goal, tests))
    }

    /// Takes note of an attempt, and returns the test that solved it.
    fn note(&mut self, attempt: Attempt) -> Option<TestCase> {
        let Attempt { alternative, fate } = attempt;
        let goal = alternative.clause().other_goal;
        match fate {
            Fate::Solved(executed) => return Some(executed.test.clone()),
            Fate::Infeasible | Fate::Postponed => {}
            Fate::NotSolved => *self.unsolved.entry(goal).or_default() += 1,
        }
        None
    }

    fn report(&self, evaluator: &Evaluator<'_>, goal: u32, tests: Vec<TestCase>) -> Pursued {
        let waiting = self.exploration.waiting.iter().map(|waiting| waiting.alternative.clause().other_goal);
        let unsolvable = self.exploration.unsolvable.iter().map(|(_, other_goal)| *other_goal);
        let is_for_goal = |other: &Option<u32>| *other == Some(goal);
        let (waiting_for_goal, waiting): (Vec<_>, Vec<_>) = waiting.chain(unsolvable).partition(is_for_goal);
        let unsolved: usize = self.unsolved.values().sum();
        let unsolved_for_goal = self.unsolved.get(&Some(goal)).copied().unwrap_or(0);
        Pursued {
            is_covered: evaluator.archive().is_covered(goal),
            tests,
            proofs: self.exploration.knowledge.proofs(goal).to_vec(),
            open_for_goal: waiting_for_goal.len() + unsolved_for_goal,
            open: waiting.len() + (unsolved - unsolved_for_goal) + self.exploration.cut as usize,
        }
    }
}
