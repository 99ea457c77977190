//! Goals in turn: a search for all goals, by an algorithm for one goal at a time.
//!
//! # Policy
//! 1. Goals with covered dependences come first, so that a search rarely has to pass several
//!    conditions. Incidentally covered goals have no turn.
//! 2. A round has a turn for each uncovered goal, and half of the remaining budget. Each turn has
//!    an equal part of the rest left by earlier turns. So one infeasible goal takes at most half of
//!    the budget, even if it is the last of the round. The last uncovered goal has the whole
//!    budget.
//! 3. A turn is at least a hundredth of the budget, so that the last rounds have more than first
//!    steps. It is at most [`LONGEST`] evaluations, in case of an unlimited budget.
//! 4. A failed goal is tried again in the next round, from other individuals, until the budget is
//!    spent. An algorithm without restarts has one round; then it has stalled.
//! 5. Adopted goals have turns from the first round after an execution reached them.
//! 6. The first turn of a goal begins with the nearest of the initial tests, if any.

mod waiting;

use sbst_model::{messages::Stopped, TestCase};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::evaluation::pursuit::{GoalPursuit, Pursuit};
use waiting::Waiting;

/// The least part of the budget for a turn (rule 3).
const LEAST: f64 = 0.01;
/// The most evaluations of a turn (rule 3): the budget for a whole function by default.
const LONGEST: u64 = 100_000;

/// The turn is over: the goal is covered, its part of the budget is used, or the search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnOver;

pub(crate) struct Turn<'t, 'e> {
    pub(crate) evaluator: &'t mut Evaluator<'e>,
    pub(crate) goal: u32,
    /// The first test (rule 6).
    pub(crate) first: Option<&'t TestCase>,
    /// The progress of the whole search at which the turn ends.
    until: f64,
    /// The number of the evaluation before the turn ends.
    ends: u64,
}

impl Turn<'_, '_> {
    pub(crate) fn evaluate(&mut self, test: &TestCase) -> Result<Fitness, TurnOver> {
        self.pursue(&mut GoalPursuit(self.goal), test)
    }

    /// [`evaluate`](Self::evaluate), with another objective for the same goal.
    pub(crate) fn pursue(&mut self, pursuit: &mut dyn Pursuit, test: &TestCase) -> Result<Fitness, TurnOver> {
        self.check()?;
        let fitness = pursuit.evaluate(self.evaluator, test);
        if self.evaluator.archive().is_covered(self.goal) {
            self.evaluator.tell_step(self.goal, Fitness::COVERED);
            return Err(TurnOver);
        }
        Ok(fitness)
    }

    pub(crate) fn check(&self) -> Result<(), TurnOver> {
        let over = self.evaluator.stopped().is_some()
            || self.evaluator.evaluations() >= self.ends
            || self.evaluator.progress() >= self.until
            || self.evaluator.archive().is_covered(self.goal);
        if over {
            Err(TurnOver)
        } else {
            Ok(())
        }
    }

    /// Reports that a test of this fitness is now the current individual.
    pub(crate) fn report_step(&mut self, fitness: Fitness) {
        self.evaluator.tell_step(self.goal, fitness);
    }
}

/// The treatment of goals for which an algorithm failed (rule 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    TryAgain,
    LeaveIt,
}

/// Searches for all goals with `search`, which gives up by returning `Ok`.
pub(crate) fn search_all(
    evaluator: &mut Evaluator<'_>,
    initial: &[TestCase],
    failed: Failed,
    search: &mut dyn FnMut(&mut Turn<'_, '_>) -> Result<(), TurnOver>,
) -> Stopped {
    for test in initial {
        evaluator.recall(test);
    }
    let mut waiting = Waiting::new(evaluator.archive().goals());
    for round in 0.. {
        waiting.begin_round(evaluator.coverage(), evaluator.dependences());
        waiting.leave_out(|goal| !evaluator.is_sought(goal));
        let round_ends = f64::midpoint(evaluator.progress(), 1.0);
        while let Some(goal) = waiting.next(evaluator.coverage(), evaluator.dependences()) {
            if let Some(stopped) = evaluator.stopped() {
                return stopped;
            }
            let progress = evaluator.progress();
            let share = (round_ends - progress) / (waiting.count() + 1) as f64;
            let until = if evaluator.left() == 1 { 1.0 } else { (progress + share.max(LEAST)).min(1.0) };
            let first = if round == 0 { nearest(evaluator, goal, initial) } else { None };
            let ends = evaluator.evaluations().saturating_add(LONGEST);
            let mut turn = Turn { evaluator, goal, first, until, ends };
            // The archive shows the reason.
            let _ = search(&mut turn);
        }
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        if failed == Failed::LeaveIt {
            return Stopped::Stalled;
        }
    }
    unreachable!("rounds do not end")
}

/// Searches for one goal until it is covered or the evaluator stops. Returns the evaluator's
/// reason, `None` if covered.
pub(crate) fn search_one(
    evaluator: &mut Evaluator<'_>,
    goal: u32,
    search: &mut dyn FnMut(&mut Turn<'_, '_>) -> Result<(), TurnOver>,
) -> Option<Stopped> {
    while evaluator.stopped().is_none() && !evaluator.archive().is_covered(goal) {
        let mut turn = Turn { evaluator, goal, first: None, until: 1.0, ends: u64::MAX };
        let _ = search(&mut turn);
    }
    evaluator.stopped()
}

fn nearest<'t>(evaluator: &mut Evaluator<'_>, goal: u32, initial: &'t [TestCase]) -> Option<&'t TestCase> {
    let fitness = |test: &&TestCase| {
        evaluator.recall(test);
        evaluator.fitness(goal)
    };
    initial.iter().min_by_key(fitness)
}
