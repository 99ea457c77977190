//! The search of a function in turns, and the demand of the next turn from the last ones.

use crate::search::pool::Pool;
use crate::search::schedule::total_budget::Demand;
use crate::search::schedule::{Outcome, reason_to_leave_out};
use crate::search::supervisor::{AdoptedGoals, Supervisor};
use crate::ui::interrupt;
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, FatalCall, SearchSummary, Stopped};
use sbst_model::target::Obstacle;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

pub const MICROSECONDS: f64 = 1e6;

/// The unit of a budget.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    Evaluations,
    /// Microseconds of this number of parallel workers, until `seconds` after `start`.
    Time {
        workers: u64,
        start: Instant,
        seconds: f64,
    },
}

/// The search of a function so far.
pub struct FunctionSearch<'a> {
    /// `None` after its result.
    pub supervisor: Option<Supervisor<'a>>,
    adopts_goals: bool,
    /// True if others wait for the values that it gives.
    pub gives_values: bool,
    pub history: History,
}

/// The results of earlier turns that decide on the next.
#[derive(Debug, Default)]
pub struct History {
    pub is_begun: bool,
    /// True if it needs no other turn.
    pub is_over: bool,
    pub evaluations: u64,
    seconds: f64,
    covered: usize,
    /// Goals that were ever covered, adopted ones too.
    ever_covered: usize,
    best_distances: BTreeMap<u32, f64>,
    /// Turns in a row without progress, and their evaluations.
    idle: u32,
    idle_evaluations: u64,
}

pub fn unlocked<'f, 'a>(function: &'f mut Mutex<FunctionSearch<'a>>) -> &'f mut FunctionSearch<'a> {
    function.get_mut().unwrap_or_else(PoisonError::into_inner)
}

impl Unit {
    /// Returns the rest of a share at the beginning of its turn, because earlier turns may have
    /// taken too long.
    pub fn share_now(&self, share: u64) -> u64 {
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
    pub fn new(supervisor: Supervisor<'a>) -> Mutex<FunctionSearch<'a>> {
        let supervisor = Some(supervisor);
        let history = History::default();
        Mutex::new(FunctionSearch { supervisor, adopts_goals: false, gives_values: false, history })
    }

    /// Returns its demand for this rest of the budget and this number of open goals.
    pub fn demand(&self, unit: Unit, left: u64, open: usize) -> Demand {
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

    /// Prepares a turn, with the adopted goals, the avoided calls, and the values of others.
    pub fn prepare(&mut self, adopted: AdoptedGoals, avoided: &[FatalCall], pool: &Pool) {
        self.adopt(adopted, pool);
        if let Some(supervisor) = &mut self.supervisor {
            supervisor.avoid(avoided);
        }
    }

    pub fn adopt(&mut self, adopted: AdoptedGoals, pool: &Pool) {
        self.adopts_goals = !adopted.goals.is_empty();
        if let Some(supervisor) = &mut self.supervisor {
            supervisor.adopt(adopted);
            supervisor.know(pool.known(supervisor.assignment().description));
        }
    }

    /// Continues the search with a share of the budget.
    pub fn turn(&mut self, share: u64, unit: Unit, progress: &Progress) -> anyhow::Result<()> {
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
        let has_goals = self.adopts_goals || supervisor.assignment().description.own_goals() > 0;
        if !has_goals && !self.gives_values {
            // It needs no search, unless goals of others are deferred to it: its only test is made
            // at the end.
            supervisor.limit(budget);
            return Ok(());
        }
        let name = &supervisor.assignment().name.clone();
        progress.update(name, self.history.evaluations, self.history.covered);
        supervisor.turn(budget, |evaluations, covered| progress.update(name, evaluations, covered))?;
        progress.rest(name);
        self.history.is_over = supervisor.is_given_up();
        match supervisor.record().summary() {
            Some(summary) => self.history.add(summary, supervisor.record().ever_covered(), own.stall),
            // Its worker was ended before the turn was over.
            None => {
                self.history.evaluations = supervisor.record().evaluations;
                self.history.seconds = supervisor.record().search_seconds;
            }
        }
        Ok(())
    }

    /// Makes the tests ready, and returns the result.
    pub fn finish(&mut self, progress: &Progress) -> anyhow::Result<Outcome> {
        let supervisor = self.supervisor.take().expect("a function has one result");
        let name = &supervisor.assignment().name.clone();
        if !self.history.is_begun {
            progress.end(name);
            let exclusion = reason_to_leave_out(supervisor.assignment());
            return Ok(Outcome::LeftOut(exclusion.unwrap_or_else(|| Obstacle::TooLate.into())));
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
    /// Adds a turn, with the number of goals covered so far; `stall` evaluations without progress
    /// end the search.
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
