//! The searches of functions in turns, by rounds of a [total budget](super::total_budget) or in
//! [phases](super::phases) of each function's own.
//!
//! 1. Before a round, the demand of each function follows from its open goals, and the round is
//!    allocated.
//! 2. A turn begins with the goals that the function adopts ([`adoption`](super::adoption)) and the
//!    fatal calls of all searches. A function has at most one turn a round.
//! 3. After a round, the results of all turns are shared in the order of the functions, not of
//!    arrival. The tests of all functions are stored in the [state](crate::state). Their next turns
//!    get the tests that other machines have found since.
//! 4. A function that needs no other turn makes its tests ready after the round, and adopts no
//!    further goals. It waits if one of its executions was too slow.
//! 5. When no turn is left, or the user interrupts, all other functions make their tests ready.
//!    With a budget of time, the slow executions are [tried again](crate::search::supervisor)
//!    before, with equal shares of the remaining time.
//! 6. In the round of their first turn, functions that give values to others come before the rest.
//!    The rest begin with these values ([`pool`](crate::search::pool)).

use super::adoption::Adoption;
use super::function_search::{FunctionSearch, MICROSECONDS, Unit, unlocked};
use super::phases::Phases;
use super::total_budget::{Demand, TotalBudget};
use super::{InOrder, Left, Outcome, Plan, in_parallel};
use crate::search::pool::{Pool, depends_on_environment, givers_first};
use crate::search::supervisor::Supervisor;
use crate::state::{self, Deaths};
use crate::ui::interrupt;
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, CallOutcome, FatalCall};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The shortest turn in evaluations: it takes as long as the start of a worker.
const LEAST_EVALUATIONS: u64 = 1_000;
/// The shortest turn in microseconds: a multiple of the time to fork a worker, or to start one on
/// systems without fork.
const LEAST_MICROSECONDS: u64 = if cfg!(target_os = "linux") { 5_000 } else { 20_000 };

/// Minor goals that demand as much as one outcome of a condition. Most hidden checks can never
/// fail, and goals covered by another function are not lost.
const MINOR_TO_A_GOAL: usize = 4;

/// The most calls of one function that all searches avoid: a worker avoids a function after three,
/// and one function may die in two ways.
const MOST_CULPRITS: usize = 6;

/// Searches all functions of a plan, and passes each result to `receive` with its index, in order.
pub fn search(
    plan: &Plan<'_>,
    adoption: Adoption,
    progress: &Progress,
    receive: &mut dyn FnMut(usize, Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<Left> {
    let mut turns = Turns::new(plan, adoption, progress, receive);
    while !interrupt::requested() {
        let round = turns.allocate();
        if round.is_empty() {
            break;
        }
        turns.take(&round)?;
        turns.share_results();
        turns.keep(&round);
        turns.finish_those_that_are_over()?;
        turns.account();
    }
    turns.try_slow_again()?;
    let left = turns.left();
    turns.finish_all()?;
    Ok(left)
}

/// The searches of a plan between turns.
struct Turns<'p, 'a> {
    plan: &'p Plan<'a>,
    progress: &'p Progress,
    functions: Vec<Mutex<FunctionSearch<'a>>>,
    /// The indices of searched functions.
    searched: Vec<usize>,
    adoption: Adoption,
    pool: Pool,
    /// Functions already tested for dependence on the environment.
    compared: BTreeSet<usize>,
    /// Fatal calls of all searches.
    avoided: Vec<FatalCall>,
    unit: Unit,
    allocation: Allocation,
    results: InOrder<Outcome>,
    receive: &'p mut dyn FnMut(usize, Outcome) -> anyhow::Result<()>,
}

/// The method of allocating budgets.
#[derive(Clone, Copy, Debug)]
enum Allocation {
    Rounds(TotalBudget),
    Phases(Phases),
}

impl<'p, 'a> Turns<'p, 'a> {
    fn new(
        plan: &'p Plan<'a>,
        adoption: Adoption,
        progress: &'p Progress,
        receive: &'p mut dyn FnMut(usize, Outcome) -> anyhow::Result<()>,
    ) -> Turns<'p, 'a> {
        let assignments = plan.assignments;
        let is_searched = |index: &usize| assignments[*index].description.not_searched.is_none();
        let searched: Vec<usize> = (0..assignments.len()).filter(is_searched).collect();
        let (unit, allocation) = match plan.total_budget {
            Some(budget) => Allocation::from_total(budget, plan.jobs.min(searched.len()).max(1)),
            None => Allocation::from_own(assignments.first().map(|first| first.orders.budget)),
        };
        Turns {
            plan,
            progress,
            functions: assignments.iter().map(|each| FunctionSearch::new(Supervisor::new(each))).collect(),
            searched,
            adoption,
            pool: plan.pool(),
            compared: BTreeSet::new(),
            avoided: Vec::new(),
            unit,
            allocation,
            results: InOrder::default(),
            receive,
        }
    }

    /// Rule 1: returns the functions that have a turn, each with its share.
    fn allocate(&mut self) -> Vec<(usize, u64)> {
        let has_slow = !self.slow().is_empty();
        if let Allocation::Rounds(budget) = &mut self.allocation
            && has_slow
        {
            budget.reserve();
        }
        let left = self.allocation.left();
        let demand = |&index: &usize| {
            let minor = self.adoption.open_minor(index);
            let open = self.adoption.open(index).saturating_sub(minor) + minor.div_ceil(MINOR_TO_A_GOAL);
            unlocked(&mut self.functions[index]).demand(self.unit, left, open)
        };
        let demands: Vec<Demand> = self.searched.iter().map(demand).collect();
        let round = match &mut self.allocation {
            Allocation::Rounds(budget) => budget.next_round(&demands),
            Allocation::Phases(phases) => phases.next_phase(&demands),
        };
        round.into_iter().map(|(demand, share)| (self.searched[demand], share)).collect()
    }

    /// Rule 6.
    fn take(&mut self, round: &[(usize, u64)]) -> anyhow::Result<()> {
        let begins = |&(index, _): &(usize, u64)| !unlocked(&mut self.functions[index]).history.is_begun;
        let stages = match round.iter().all(begins) {
            true => givers_first(round, |(index, _)| index, self.plan.assignments),
            false => [round.to_vec(), Vec::new()],
        };
        if stages.iter().all(|stage| !stage.is_empty()) {
            stages[0].iter().for_each(|(index, _)| unlocked(&mut self.functions[*index]).gives_values = true);
        }
        for stage in stages.iter().filter(|stage| !stage.is_empty()) {
            self.take_together(stage)?;
            self.exchange_values(stage)?;
        }
        Ok(())
    }

    /// Adds the values of these functions before others get them.
    fn exchange_values(&mut self, stage: &[(usize, u64)]) -> anyhow::Result<()> {
        let mut compared = Vec::new();
        for &(index, _) in stage {
            let Some(supervisor) = &unlocked(&mut self.functions[index]).supervisor else { continue };
            self.pool.learn(&supervisor.assignment().description.id, supervisor.record().built());
            let outcomes = supervisor.record().outcomes();
            if !outcomes.is_empty() && self.compared.insert(index) {
                compared.push((index, outcomes.to_vec()));
            }
        }
        let assignments = self.plan.assignments;
        let compare = |(index, outcomes): &(usize, Vec<CallOutcome>)| {
            Ok((*index, depends_on_environment(&assignments[*index], outcomes)?))
        };
        in_parallel(&compared, self.plan.jobs, compare, |(index, depends)| {
            self.pool.note_environmental(&assignments[index].description.id, depends);
            Ok(())
        })?;
        self.pool.select();
        Ok(())
    }

    /// Rule 2.
    fn take_together(&mut self, round: &[(usize, u64)]) -> anyhow::Result<()> {
        let Turns { functions, adoption, pool, unit, progress, .. } = self;
        for &(index, _) in round {
            unlocked(&mut functions[index]).prepare(adoption.orders(index), &self.avoided, pool);
        }
        let turn = |&(index, share): &(usize, u64)| {
            let mut search = functions[index].lock().unwrap_or_else(PoisonError::into_inner);
            search.turn(unit.share_now(share), *unit, progress)
        };
        in_parallel(round, self.plan.jobs, turn, |()| Ok(()))
    }

    /// Rule 3.
    fn share_results(&mut self) {
        for &index in &self.searched {
            let Some(supervisor) = &unlocked(&mut self.functions[index]).supervisor else { continue };
            let record = supervisor.record();
            if let Some(summary) = record.summary() {
                self.adoption.learn(index, summary, record.along());
            }
            for call in record.culprits().iter().map(FatalCall::from_culprit) {
                let alike = self.avoided.iter().filter(|other| other.function == call.function);
                if alike.count() < MOST_CULPRITS && !self.avoided.contains(&call) {
                    self.avoided.push(call);
                }
            }
        }
        self.adoption.share();
    }

    /// Stores the tests of functions that had a turn.
    fn keep(&mut self, round: &[(usize, u64)]) {
        let Some(state) = self.plan.state else { return };
        let functions = &mut self.functions;
        let mut supervisors = Vec::new();
        for (index, function) in functions.iter_mut().enumerate() {
            if round.iter().any(|(of, _)| *of == index) {
                supervisors.extend(unlocked(function).supervisor.as_ref());
            }
        }
        let turns: Vec<state::Turn<'_>> = supervisors
            .iter()
            .map(|supervisor| state::Turn {
                id: &supervisor.assignment().description.id,
                covering: supervisor.record().covering().collect(),
                nearest: supervisor.record().nearest().collect(),
                built: supervisor.record().built(),
                is_environmental: self.pool.is_environmental(&supervisor.assignment().description.id),
                deaths: Deaths {
                    fatal: supervisor.record().fatal().iter().filter(|fatal| !fatal.is_slow()).collect(),
                    executable: None,
                },
            })
            .collect();
        for batch in state.borrow_mut().keep(&turns) {
            let of = |index: &usize| self.plan.assignments[*index].description.id == batch.function;
            if let Some(index) = self.searched.iter().copied().find(of)
                && let Some(supervisor) = &mut unlocked(&mut self.functions[index]).supervisor
            {
                supervisor.offer(batch.covering);
            }
        }
    }

    /// Rule 4.
    fn finish_those_that_are_over(&mut self) -> anyhow::Result<()> {
        let is_over = |index: &usize| {
            let FunctionSearch { supervisor, history, .. } = unlocked(&mut self.functions[*index]);
            let has_no_goals = self.adoption.open(*index) == 0;
            supervisor.as_ref().is_some_and(|supervisor| !supervisor.has_slow())
                && history.is_begun
                && (history.is_over || has_no_goals)
        };
        let over: Vec<usize> = self.searched.iter().copied().filter(is_over).collect();
        self.finish(&over)
    }

    /// Returns the functions with executions that were too slow.
    fn slow(&mut self) -> Vec<usize> {
        let functions = &mut self.functions;
        let mut has_slow = |index: &usize| {
            let supervisor = &unlocked(&mut functions[*index]).supervisor;
            supervisor.as_ref().is_some_and(Supervisor::has_slow)
        };
        self.searched.iter().copied().filter(|index| has_slow(index)).collect()
    }

    /// Rule 5: retries the slow executions.
    fn try_slow_again(&mut self) -> anyhow::Result<()> {
        let (slow, left) = (self.slow(), self.left().seconds.unwrap_or(0.0));
        let waiting = AtomicUsize::new(slow.len());
        let Turns { plan: Plan { jobs, .. }, functions, unit, .. } = self;
        let again = |&index: &usize| {
            let share = (left * MICROSECONDS) as u64;
            let seconds = unit.share_now(share) as f64 / MICROSECONDS;
            let turns = waiting.fetch_sub(1, Ordering::Relaxed).div_ceil(*jobs).max(1);
            let mut function = functions[index].lock().unwrap_or_else(PoisonError::into_inner);
            let Some(supervisor) = &mut function.supervisor else { return Ok(()) };
            supervisor.try_again(Duration::from_secs_f64(seconds / turns as f64)).map(drop)
        };
        in_parallel(&slow, *jobs, again, |()| Ok(()))
    }

    /// Rule 5.
    fn finish_all(&mut self) -> anyhow::Result<()> {
        let is_missing = |index: &usize| self.results.is_missing(*index);
        let rest: Vec<usize> = (0..self.functions.len()).filter(is_missing).collect();
        self.finish(&rest)
    }

    /// Makes the tests of functions ready.
    fn finish(&mut self, indices: &[usize]) -> anyhow::Result<()> {
        for &index in indices {
            unlocked(&mut self.functions[index]).adopt(self.adoption.orders(index), &self.pool);
        }
        let Turns { functions, progress, adoption, results, receive, .. } = self;
        let finish = |&index: &usize| {
            let mut function = functions[index].lock().unwrap_or_else(PoisonError::into_inner);
            Ok((index, function.finish(progress)?))
        };
        in_parallel(indices, self.plan.jobs, finish, |(index, outcome)| {
            if let Outcome::Searched(searched) = &outcome {
                adoption.ready(index, &searched.report.tests);
            }
            results.take(index, outcome, receive)
        })
    }

    /// Updates the spent part of the budget. Time passes for all workers, busy or not.
    fn account(&mut self) {
        let spent = match self.unit {
            Unit::Evaluations => self.evaluations(),
            Unit::Time { workers, start, .. } => {
                ((start.elapsed().as_secs_f64() * MICROSECONDS) as u64).saturating_mul(workers)
            }
        };
        if let Allocation::Rounds(budget) = &mut self.allocation {
            budget.spend_up_to(spent);
        }
    }

    fn evaluations(&mut self) -> u64 {
        self.functions.iter_mut().map(|function| unlocked(function).history.evaluations).sum()
    }

    /// Returns the rest of the total budget.
    fn left(&mut self) -> Left {
        let Some(total) = self.plan.total_budget else { return Left::default() };
        let spent = self.evaluations();
        match self.unit {
            Unit::Evaluations => Left {
                evaluations: total.evaluations.map(|total| total.saturating_sub(spent)),
                seconds: None,
            },
            Unit::Time { start, seconds, .. } => {
                Left { evaluations: None, seconds: Some((seconds - start.elapsed().as_secs_f64()).max(0.0)) }
            }
        }
    }
}

impl Allocation {
    fn from_total(total: Budget, workers: usize) -> (Unit, Allocation) {
        match total {
            Budget { evaluations: Some(evaluations), .. } => {
                (Unit::Evaluations, Allocation::Rounds(TotalBudget::new(evaluations, LEAST_EVALUATIONS)))
            }
            Budget { seconds, .. } => {
                let (workers, seconds) = (workers as u64, seconds.unwrap_or(f64::MAX));
                let all = (seconds * MICROSECONDS) as u64;
                let budget = TotalBudget::new(all.saturating_mul(workers), LEAST_MICROSECONDS);
                (Unit::Time { workers, start: Instant::now(), seconds }, Allocation::Rounds(budget))
            }
        }
    }

    fn from_own(own: Option<Budget>) -> (Unit, Allocation) {
        let unit = match own {
            Some(Budget { evaluations: None, seconds: Some(_), .. }) => {
                Unit::Time { workers: 1, start: Instant::now(), seconds: f64::MAX }
            }
            _ => Unit::Evaluations,
        };
        (unit, Allocation::Phases(Phases::default()))
    }

    /// Returns the rest of the budget; phases have no limit.
    fn left(&self) -> u64 {
        match self {
            Allocation::Rounds(budget) => budget.left(),
            Allocation::Phases(_) => u64::MAX,
        }
    }
}
