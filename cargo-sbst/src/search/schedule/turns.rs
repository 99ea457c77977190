//! The searches of functions in turns, by rounds of a [total budget](super::total_budget) or in
//! [phases](super::phases) of each function's own.
//!
//! 1. Before a round, every function demands by its open goals, and the round is allocated.
//! 2. A turn begins with the goals that the function adopts ([`adoption`](super::adoption)) and the
//!    calls that workers of all searches died of. A function has one turn a round at most.
//! 3. After a round, the results of all turns are shared in the order of the functions, whatever
//!    came first, and the tests of all functions are stored in the [state](crate::state). Tests that
//!    other machines have found of them since are offered to their next turns.
//! 4. A function that needs no other turn makes its tests ready after the round, and adopts nothing
//!    more.
//! 5. When no turn is left, or the user interrupts, all other functions make their tests ready.

use super::adoption::Adoption;
use super::phases::Phases;
use super::total_budget::{Demand, TotalBudget};
use super::{InOrder, Left, Outcome, Plan, TOO_LATE, in_parallel, reason_to_leave_out};
use crate::search::supervisor::{AdoptedGoals, Assignment, Supervisor};
use crate::state::{self, Deaths};
use crate::ui::interrupt;
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, Culprit, SearchSummary, Stopped};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The shortest turn in evaluations: a worker makes as many in the milliseconds that it takes to
/// start one.
const LEAST_EVALUATIONS: u64 = 1_000;
/// The shortest turn in microseconds: a multiple of the time to fork a worker, or to start one on
/// systems without fork.
const LEAST_MICROSECONDS: u64 = if cfg!(target_os = "linux") { 5_000 } else { 20_000 };
const MICROSECONDS: f64 = 1e6;

/// Hidden checks that demand as much as one outcome of a condition: most can never fail, so they
/// must not decide which functions get more.
const CHECKS_TO_A_GOAL: usize = 4;

/// The most calls of one function that all searches avoid: a worker avoids a function after three,
/// and one function may die in two ways.
const MOST_CULPRITS: usize = 6;

/// Searches all functions of a plan, and hands each result to `receive` with its index, in order.
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
    let left = turns.left();
    turns.finish_all()?;
    Ok(left)
}

/// The searches of a plan between turns.
struct Turns<'p, 'a> {
    plan: &'p Plan<'a>,
    progress: &'p Progress,
    functions: Vec<Mutex<FunctionSearch<'a>>>,
    /// The indices of functions that are searched.
    searched: Vec<usize>,
    adoption: Adoption,
    /// Calls that workers died of.
    avoided: Vec<Culprit>,
    unit: Unit,
    allocation: Allocation,
    results: InOrder<Outcome>,
    receive: &'p mut dyn FnMut(usize, Outcome) -> anyhow::Result<()>,
}

/// The unit of a budget.
#[derive(Clone, Copy, Debug)]
enum Unit {
    Evaluations,
    /// Microseconds, of so many workers at a time, until `seconds` after `start`.
    Time {
        workers: u64,
        start: Instant,
        seconds: f64,
    },
}

/// The way in which budgets are allocated.
#[derive(Clone, Copy, Debug)]
enum Allocation {
    Rounds(TotalBudget),
    Phases(Phases),
}

/// A function, as far as it was searched.
struct FunctionSearch<'a> {
    /// `None` once its result is there.
    supervisor: Option<Supervisor<'a>>,
    adopts_goals: bool,
    history: History,
}

/// The results of earlier turns that decide on the next.
#[derive(Debug, Default)]
struct History {
    is_begun: bool,
    /// True if it needs no other turn.
    is_over: bool,
    evaluations: u64,
    seconds: f64,
    covered: usize,
    /// Goals that were ever covered, adopted ones too.
    ever_covered: usize,
    best_distances: BTreeMap<u32, f64>,
    /// Turns in a row without progress, and their evaluations.
    idle: u32,
    idle_evaluations: u64,
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
            functions: assignments.iter().map(FunctionSearch::new).collect(),
            searched,
            adoption,
            avoided: Vec::new(),
            unit,
            allocation,
            results: InOrder::default(),
            receive,
        }
    }

    /// Rule 1: returns the functions that have a turn, each with its share.
    fn allocate(&mut self) -> Vec<(usize, u64)> {
        let left = self.allocation.left();
        let demand = |&index: &usize| {
            let checks = self.adoption.open_checks(index);
            let open = self.adoption.open(index).saturating_sub(checks) + checks.div_ceil(CHECKS_TO_A_GOAL);
            unlocked(&mut self.functions[index]).demand(self.unit, left, open)
        };
        let demands: Vec<Demand> = self.searched.iter().map(demand).collect();
        let round = match &mut self.allocation {
            Allocation::Rounds(budget) => budget.next_round(&demands),
            Allocation::Phases(phases) => phases.next_phase(&demands),
        };
        round.into_iter().map(|(demand, share)| (self.searched[demand], share)).collect()
    }

    /// Rule 2.
    fn take(&mut self, round: &[(usize, u64)]) -> anyhow::Result<()> {
        for &(index, _) in round {
            let function = unlocked(&mut self.functions[index]);
            function.adopt(self.adoption.orders(index));
            if let Some(supervisor) = &mut function.supervisor {
                supervisor.avoid(&self.avoided);
            }
        }
        let Turns { functions, unit, progress, .. } = &*self;
        let turn = |&(index, share): &(usize, u64)| {
            let mut function = functions[index].lock().unwrap_or_else(PoisonError::into_inner);
            function.turn(unit.share_now(share), *unit, progress)
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
            for culprit in record.culprits() {
                let alike = self.avoided.iter().filter(|other| other.function == culprit.function);
                if alike.count() < MOST_CULPRITS && !self.avoided.contains(culprit) {
                    self.avoided.push(culprit.clone());
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
                deaths: Deaths { fatal: supervisor.record().fatal().iter().collect(), executable: None },
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
            supervisor.is_some() && history.is_begun && (history.is_over || has_no_goals)
        };
        let over: Vec<usize> = self.searched.iter().copied().filter(is_over).collect();
        self.finish(&over)
    }

    /// Rule 5.
    fn finish_all(&mut self) -> anyhow::Result<()> {
        let is_missing = |index: &usize| self.results.is_missing(*index);
        let rest: Vec<usize> = (0..self.functions.len()).filter(is_missing).collect();
        self.finish(&rest)
    }

    /// Has functions make their tests ready.
    fn finish(&mut self, indices: &[usize]) -> anyhow::Result<()> {
        for &index in indices {
            unlocked(&mut self.functions[index]).adopt(self.adoption.orders(index));
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

    /// Notes the sum spent. Time passes for all workers, whether they have work or not.
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

fn unlocked<'f, 'a>(function: &'f mut Mutex<FunctionSearch<'a>>) -> &'f mut FunctionSearch<'a> {
    function.get_mut().unwrap_or_else(PoisonError::into_inner)
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

    /// The most that is left.
    fn left(&self) -> u64 {
        match self {
            Allocation::Rounds(budget) => budget.left(),
            Allocation::Phases(_) => u64::MAX,
        }
    }
}

impl Unit {
    /// Returns the rest of a share when its turn comes: turns before it may have taken longer than
    /// they should.
    fn share_now(&self, share: u64) -> u64 {
        match self {
            Unit::Evaluations => share,
            Unit::Time { start, seconds, .. } => {
                let left = (seconds - start.elapsed().as_secs_f64()).max(0.0);
                share.min((left * MICROSECONDS) as u64)
            }
        }
    }
}

impl<'a> FunctionSearch<'a> {
    fn new(assignment: &'a Assignment<'a>) -> Mutex<FunctionSearch<'a>> {
        let supervisor = Some(Supervisor::new(assignment));
        Mutex::new(FunctionSearch { supervisor, adopts_goals: false, history: History::default() })
    }

    /// Returns its demand when so much is left, with so many goals open.
    fn demand(&self, unit: Unit, left: u64, open: usize) -> Demand {
        let Some(supervisor) = self.supervisor.as_ref().filter(|_| !self.history.is_over) else {
            return Demand { uncovered: 0, idle: 0, most: 0 };
        };
        let History { evaluations, seconds, idle, .. } = self.history;
        let own = supervisor.assignment().orders.budget;
        let of_evaluations = own.evaluations.map_or(u64::MAX, |own| own.saturating_sub(evaluations));
        let of_time = own.seconds.map_or(u64::MAX, |own| ((own - seconds).max(0.0) * MICROSECONDS) as u64);
        let most = match unit {
            _ if of_evaluations == 0 || of_time == 0 => 0,
            Unit::Evaluations => of_evaluations,
            // One worker cannot use the time of all.
            Unit::Time { workers, .. } => of_time.min(left / workers),
        };
        Demand { uncovered: open, idle, most }
    }

    fn adopt(&mut self, adopted: AdoptedGoals) {
        self.adopts_goals = !adopted.goals.is_empty();
        if let Some(supervisor) = &mut self.supervisor {
            supervisor.adopt(adopted);
        }
    }

    /// Searches on with a share of the budget.
    fn turn(&mut self, share: u64, unit: Unit, progress: &Progress) -> anyhow::Result<()> {
        let Some(supervisor) = self.supervisor.as_mut().filter(|_| share > 0 && !interrupt::requested())
        else {
            return Ok(());
        };
        let own = supervisor.assignment().orders.budget;
        let stall = own.stall.map(|stall| stall.saturating_sub(self.history.idle_evaluations).max(1));
        let budget = match unit {
            Unit::Evaluations => {
                Budget { evaluations: Some(self.history.evaluations + share), seconds: own.seconds, stall }
            }
            Unit::Time { .. } => Budget {
                evaluations: own.evaluations,
                seconds: Some(self.history.seconds + share as f64 / MICROSECONDS),
                stall,
            },
        };
        self.history.is_begun = true;
        if supervisor.assignment().description.own_goals() == 0 && !self.adopts_goals {
            // There is nothing to go on with: the one test that it gets is made when it is
            // finished.
            supervisor.limit(budget);
            self.history.is_over = true;
            return Ok(());
        }
        let name = &supervisor.assignment().name;
        progress.update(name, self.history.evaluations, self.history.covered);
        supervisor.turn(budget, |evaluations, covered| progress.update(name, evaluations, covered))?;
        progress.rest(name);
        self.history.is_over = supervisor.is_given_up();
        match supervisor.record().summary() {
            Some(summary) => self.history.add(summary, supervisor.record().ever_covered(), own.stall),
            None => self.history.evaluations = supervisor.record().evaluations,
        }
        Ok(())
    }

    /// Makes the tests ready, and returns the result.
    fn finish(&mut self, progress: &Progress) -> anyhow::Result<Outcome> {
        let supervisor = self.supervisor.take().expect("a function has one result");
        let assignment = supervisor.assignment();
        let name = &assignment.name;
        if !self.history.is_begun {
            progress.end(name);
            let reason = reason_to_leave_out(assignment).unwrap_or_else(|| TOO_LATE.to_owned());
            return Ok(Outcome::LeftOut(reason));
        }
        let searched = supervisor.finish(|evaluations, covered| progress.update(name, evaluations, covered));
        progress.end(name);
        let searched = searched?;
        let evaluations = searched.report.summary.as_ref().map(|summary| summary.evaluations);
        self.history.evaluations = evaluations.unwrap_or(self.history.evaluations);
        Ok(Outcome::Searched(Box::new(searched)))
    }
}

impl History {
    /// Adds a turn, after which so many goals were ever covered; `stall` evaluations without
    /// progress end the search.
    fn add(&mut self, summary: &SearchSummary, ever_covered: usize, stall: Option<u64>) {
        let known = |goal: u32| self.best_distances.get(&goal).copied().unwrap_or(f64::INFINITY);
        let left = summary.uncovered.iter().chain(&summary.adopted_reached);
        let distances = left.filter_map(|goal| Some((goal.goal, goal.best_distance?)));
        let distances: BTreeMap<u32, f64> = distances.collect();
        let is_nearer = distances.iter().any(|(goal, distance)| *distance < known(*goal));
        let has_progressed = is_nearer || ever_covered > self.ever_covered;
        let used = summary.evaluations.saturating_sub(self.evaluations);
        (self.idle, self.idle_evaluations) =
            if has_progressed { (0, 0) } else { (self.idle + 1, self.idle_evaluations + used) };
        self.evaluations = summary.evaluations;
        self.seconds = summary.search_seconds;
        self.covered = summary.covered.len();
        self.ever_covered = ever_covered;
        self.best_distances = distances;
        self.is_over |=
            summary.stopped == Stopped::Stalled || stall.is_some_and(|stall| self.idle_evaluations >= stall);
    }
}
