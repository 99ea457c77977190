//! The pursuit of one stalled goal, for another search.
//!
//! 1. The tests nearest to the goal are executed symbolically.
//! 2. Alternatives whose last step covers the goal are tried first, of all paths so far. Then come
//!    others, chosen by the exploration: they may lead to paths on which the goal's condition
//!    depends on other values.
//! 3. The pursuit ends when the goal is covered, after a number of attempts, or when no alternative
//!    is left. Abandoned ones are not retried, because the calling search has other goals.
//! 4. The goal is *infeasible* for the structures of these tests if each alternative that covers it
//!    was proved infeasible. Every other alternative must be executed or proved infeasible: then
//!    all paths were explored. An unsolved alternative, or a cut path, leaves it open.
//! 5. Paths and proofs are kept for other goals.

use super::execution::Symbolic;
use super::exploration::{Exploration, Fate};
use super::Parameters;
use crate::path_condition::Proof;
use sbst_model::messages::PathSummary;
use sbst_model::TestCase;
use sbst_search::algorithm::hybrid::PathExplorer;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::Operators;

/// Pursues goals, and keeps its paths.
pub struct GoalPursuer<'s> {
    exploration: Exploration<'s>,
}

/// The result of a pursuit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pursued {
    pub is_covered: bool,
    /// Tests with new paths, in order.
    pub tests: Vec<TestCase>,
    /// A proof for each path on which the goal was proved infeasible.
    pub proofs: Vec<Proof>,
    /// Alternatives that cover the goal, neither executed nor proved infeasible.
    pub open_for_goal: usize,
    /// Other such alternatives, and cut paths.
    pub open: usize,
}

impl Pursued {
    /// Rule 4: true if no values of these structures cover the goal.
    pub fn is_infeasible(&self) -> bool {
        self.is_refuted() && self.open == 0
    }

    /// True if the goal occurred on some paths, and was proved infeasible on all of these.
    pub fn is_refuted(&self) -> bool {
        !self.is_covered && !self.proofs.is_empty() && self.open_for_goal == 0
    }
}

impl<'s> GoalPursuer<'s> {
    pub fn new(parameters: &Parameters, symbolic: &'s mut Symbolic) -> GoalPursuer<'s> {
        GoalPursuer { exploration: Exploration::new(parameters, symbolic) }
    }

    pub fn counters(&self) -> &PathSummary {
        &self.exploration.counters
    }

    /// Pursues a goal from its nearest tests, with at most this number of attempts.
    pub fn pursue_goal(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        goal: u32,
        nearest: &[TestCase],
        attempts: u64,
    ) -> Pursued {
        for test in nearest {
            self.exploration.execute(evaluator, test);
        }
        let mut tests = Vec::new();
        for _ in 0..attempts {
            if evaluator.archive().is_covered(goal) || evaluator.stopped().is_some() {
                break;
            }
            let exploration = &mut self.exploration;
            let fate = exploration.attempt(evaluator, operators, Some(goal));
            match fate.or_else(|| exploration.attempt(evaluator, operators, None)) {
                Some(Fate::Solved(executed)) => tests.push(executed.test.clone()),
                Some(Fate::Infeasible | Fate::NotSolved | Fate::Postponed) => {}
                None => break,
            }
        }
        self.exploration.symbolic.paths = Some(self.counters().clone());
        self.exploration.conclude(evaluator);
        self.report(evaluator, goal, tests)
    }

    fn report(&self, evaluator: &Evaluator<'_>, goal: u32, tests: Vec<TestCase>) -> Pursued {
        let (for_goal, others): (Vec<_>, Vec<_>) =
            self.exploration.open().partition(|other| *other == Some(goal));
        Pursued {
            is_covered: evaluator.archive().is_covered(goal),
            tests,
            proofs: self.exploration.knowledge.proofs(goal).to_vec(),
            open_for_goal: for_goal.len(),
            open: others.len() + self.exploration.cut as usize,
        }
    }
}

impl PathExplorer for GoalPursuer<'_> {
    fn explore(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        goal: u32,
        nearest: &[TestCase],
        attempts: u64,
    ) -> Vec<TestCase> {
        self.pursue_goal(evaluator, operators, goal, nearest, attempts).tests
    }
}
