//! Searches many targets in turns: within one budget in [`rounds`](super::rounds), of which each target has one turn at most, or
//! with a budget for each in [`laps`](super::laps). Between
//! them it is decided who takes on goals of others ([`adoption`](super::adoption)).

use super::adoption::Adoption;
use super::laps::Laps;
use super::rounds::{Claim, Purse};
use super::{InOrder, Left, TOO_LATE, Turn, in_parallel, reason_to_leave_out};
use crate::search::supervisor::{Assignment, Supervisor};
use crate::ui::interrupt;
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, Culprit, GoalsOf, SearchSummary, Stopped};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The shortest turn in evaluations: what a worker makes in the milliseconds that it takes to start one.
const LEAST_EVALUATIONS: u64 = 1_000;
/// The shortest turn in microseconds: some times what it takes to fork a worker, or to start one where none is forked.
const LEAST_MICROSECONDS: u64 = if cfg!(target_os = "linux") { 5_000 } else { 20_000 };
const MICROSECONDS: f64 = 1e6;

/// What the budget is counted in.
#[derive(Clone, Copy, Debug)]
enum Unit {
    Evaluations,
    /// Microseconds, of so many workers at a time.
    Time {
        workers: u64,
        start: Instant,
        seconds: f64,
    },
}

/// Who gets how much.
#[derive(Clone, Copy, Debug)]
enum Shares {
    /// Of a total budget, by need.
    Rounds(Purse),
    /// Of each one's own.
    Laps(Laps),
}

/// A target, as far as it was searched.
struct Function<'a> {
    /// `None` once its result is there.
    supervisor: Option<Supervisor<'a>>,
    /// Whether it has goals of others.
    takes_on: bool,
    state: State,
}

/// What decides on the next turn.
#[derive(Debug, Default)]
struct State {
    /// Whether it had a turn.
    is_begun: bool,
    /// Whether it needs no other.
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

/// Hidden checks that are as much need as one outcome of a condition: most can never fail, so those that are left must not decide
/// which functions get more.
const CHECKS_TO_A_GOAL: usize = 4;

/// Calls of one function that workers died of, of which all searches are told: after three a worker avoids what it must, and one function
/// may die in two ways.
const MOST_CULPRITS: usize = 6;

/// See [`search_all`](super::search_all).
pub fn search_all(
    assignments: &[Assignment<'_>],
    jobs: usize,
    total: Option<Budget>,
    mut adoption: Adoption,
    progress: &Progress,
    mut receive: impl FnMut(usize, Turn) -> anyhow::Result<()>,
) -> anyhow::Result<Left> {
    let mut functions: Vec<Mutex<Function<'_>>> = assignments.iter().map(Function::new).collect();
    let is_searched = |index: &usize| assignments[*index].description.not_searched.is_none();
    let searched: Vec<usize> = (0..assignments.len()).filter(is_searched).collect();
    let own = assignments.first().map(|first| first.orders.budget);
    let (unit, mut shares) = match total.or(own) {
        Some(budget) if total.is_some() => Shares::of_total(budget, jobs.min(searched.len()).max(1)),
        own => Shares::of_own(own),
    };
    let unit = &unit;
    let mut in_order = InOrder::default();
    let mut avoided: Vec<Culprit> = Vec::new();

    while !interrupt::requested() {
        let claim = |&index: &usize| {
            let checks = adoption.open_checks(index);
            // Most hidden checks can never fail.
            let open = adoption.open(index).saturating_sub(checks) + checks.div_ceil(CHECKS_TO_A_GOAL);
            function(&mut functions[index]).claim(unit, shares.left(), open)
        };
        let claims: Vec<Claim> = searched.iter().map(claim).collect();
        let round = shares.next(&claims);
        if round.is_empty() {
            break;
        }
        for &(claim, _) in &round {
            let function = function(&mut functions[searched[claim]]);
            function.adopt(adoption.orders(searched[claim]));
            function.avoid(&avoided);
        }
        let turn = |&(claim, share): &(usize, u64)| {
            let mut function = functions[searched[claim]].lock().unwrap_or_else(PoisonError::into_inner);
            function.turn(unit.share_now(share), unit, progress)
        };
        in_parallel(&round, jobs, turn, |()| Ok(()))?;
        // in the order of the functions, so that it does not matter who came first
        for &index in &searched {
            let function = function(&mut functions[index]);
            function.tell(index, &mut adoption);
            function.tell_culprits(&mut avoided);
        }
        adoption.share();
        let is_over = |index: &&usize| function(&mut functions[**index]).is_over(adoption.open(**index));
        let over: Vec<usize> = searched.iter().filter(is_over).copied().collect();
        for &index in &over {
            function(&mut functions[index]).adopt(adoption.orders(index));
        }
        let finish = |&index: &usize| {
            let mut function = functions[index].lock().unwrap_or_else(PoisonError::into_inner);
            Ok((index, function.finish(progress)?))
        };
        in_parallel(&over, jobs, finish, |(index, turn)| {
            if let Turn::Searched(searched) = &turn {
                adoption.ready(index, &searched.report.tests);
            }
            in_order.take(index, turn, &mut receive)
        })?;
        shares.spend_up_to(unit.spent(functions.iter_mut().map(function)));
    }
    let evaluations = Unit::Evaluations.spent(functions.iter_mut().map(function));
    let left = match unit {
        _ if total.is_none() => Left::default(),
        Unit::Evaluations => Left {
            evaluations: total.and_then(|total| Some(total.evaluations?.saturating_sub(evaluations))),
            seconds: None,
        },
        Unit::Time { start, seconds, .. } => {
            Left { evaluations: None, seconds: Some((*seconds - start.elapsed().as_secs_f64()).max(0.0)) }
        }
    };

    let is_left = |index: &usize| in_order.is_missing(*index);
    let rest: Vec<usize> = (0..assignments.len()).filter(is_left).collect();
    for &index in &rest {
        function(&mut functions[index]).adopt(adoption.orders(index));
    }
    let finish = |&index: &usize| {
        let mut function = functions[index].lock().unwrap_or_else(PoisonError::into_inner);
        Ok((index, function.finish(progress)?))
    };
    in_parallel(&rest, jobs, finish, |(index, turn)| in_order.take(index, turn, &mut receive))?;
    Ok(left)
}

fn function<'f, 'a>(function: &'f mut Mutex<Function<'a>>) -> &'f mut Function<'a> {
    function.get_mut().unwrap_or_else(PoisonError::into_inner)
}

impl Shares {
    /// Those of a total budget, and what it is counted in.
    fn of_total(total: Budget, workers: usize) -> (Unit, Shares) {
        match total {
            Budget { evaluations: Some(evaluations), .. } => {
                (Unit::Evaluations, Shares::Rounds(Purse::new(evaluations, LEAST_EVALUATIONS)))
            }
            Budget { seconds, .. } => {
                let (workers, seconds) = (workers as u64, seconds.unwrap_or(f64::MAX));
                let all = (seconds * MICROSECONDS) as u64;
                let purse = Purse::new(all.saturating_mul(workers), LEAST_MICROSECONDS);
                (Unit::Time { workers, start: Instant::now(), seconds }, Shares::Rounds(purse))
            }
        }
    }

    /// Those of each function's own budget.
    fn of_own(own: Option<Budget>) -> (Unit, Shares) {
        let unit = match own {
            Some(Budget { evaluations: None, seconds: Some(_), .. }) => {
                Unit::Time { workers: 1, start: Instant::now(), seconds: f64::MAX }
            }
            _ => Unit::Evaluations,
        };
        (unit, Shares::Laps(Laps::default()))
    }

    /// What there is at most.
    fn left(&self) -> u64 {
        match self {
            Shares::Rounds(purse) => purse.left(),
            Shares::Laps(_) => u64::MAX,
        }
    }

    /// The turns that are next.
    fn next(&mut self, claims: &[Claim]) -> Vec<(usize, u64)> {
        match self {
            Shares::Rounds(purse) => purse.next_round(claims),
            Shares::Laps(laps) => laps.next_lap(claims),
        }
    }

    fn spend_up_to(&mut self, spent: u64) {
        if let Shares::Rounds(purse) = self {
            purse.spend_up_to(spent);
        }
    }
}

impl Unit {
    /// What was spent so far. Time passes for all workers, whether they have work or not.
    fn spent<'f, 'a: 'f>(&self, functions: impl Iterator<Item = &'f mut Function<'a>>) -> u64 {
        match self {
            Unit::Evaluations => functions.map(|function| function.state.evaluations).sum(),
            Unit::Time { workers, start, .. } => {
                ((start.elapsed().as_secs_f64() * MICROSECONDS) as u64).saturating_mul(*workers)
            }
        }
    }

    /// What there is of a share when its turn comes: turns before it may have taken longer than they should.
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

impl<'a> Function<'a> {
    fn new(assignment: &'a Assignment<'a>) -> Mutex<Function<'a>> {
        let supervisor = Some(Supervisor::new(assignment));
        Mutex::new(Function { supervisor, takes_on: false, state: State::default() })
    }

    /// What it may ask for when so much is left, with so many goals open.
    fn claim(&self, unit: &Unit, left: u64, open: usize) -> Claim {
        let Some(supervisor) = self.supervisor.as_ref().filter(|_| !self.state.is_over) else {
            return Claim { uncovered: 0, idle: 0, most: 0 };
        };
        let State { evaluations, seconds, idle, .. } = self.state;
        let own = supervisor.assignment().orders.budget;
        let of_evaluations = own.evaluations.map_or(u64::MAX, |own| own.saturating_sub(evaluations));
        let of_time = own.seconds.map_or(u64::MAX, |own| ((own - seconds).max(0.0) * MICROSECONDS) as u64);
        let most = match unit {
            _ if of_evaluations == 0 || of_time == 0 => 0,
            Unit::Evaluations => of_evaluations,
            // one worker cannot use the time of all
            Unit::Time { workers, .. } => of_time.min(left / workers),
        };
        Claim { uncovered: open, idle, most }
    }

    /// Takes on goals of others, with the numbers of those that it has given up.
    fn adopt(&mut self, orders: (Vec<GoalsOf>, Vec<u32>)) {
        self.takes_on = !orders.0.is_empty();
        if let Some(supervisor) = &mut self.supervisor {
            supervisor.adopt(orders);
        }
    }

    /// Keeps calls out of its stories that workers of other searches died of.
    fn avoid(&mut self, avoided: &[Culprit]) {
        if let Some(supervisor) = &mut self.supervisor {
            supervisor.avoid(avoided);
        }
    }

    /// Tells what its workers died of, as far as that is not known well enough.
    fn tell_culprits(&self, known: &mut Vec<Culprit>) {
        let told = self.supervisor.as_ref().map_or(&[][..], |supervisor| supervisor.record().culprits());
        for culprit in told {
            let alike = known.iter().filter(|other| other.function == culprit.function);
            if alike.count() < MOST_CULPRITS && !known.contains(culprit) {
                known.push(culprit.clone());
            }
        }
    }

    /// Tells what its last turn brought.
    fn tell(&self, index: usize, adoption: &mut Adoption) {
        let record = self.supervisor.as_ref().map(Supervisor::record);
        if let Some((record, summary)) = record.and_then(|record| Some((record, record.summary()?))) {
            adoption.learn(index, summary, record.along());
        }
    }

    /// Whether its tests can be made ready, with so many goals open.
    fn is_over(&self, open: usize) -> bool {
        self.supervisor.is_some() && self.state.is_begun && (self.state.is_over || open == 0)
    }

    /// Searches on with a share of the total budget.
    fn turn(&mut self, share: u64, unit: &Unit, progress: &Progress) -> anyhow::Result<()> {
        let Some(supervisor) = self.supervisor.as_mut().filter(|_| share > 0 && !interrupt::requested())
        else {
            return Ok(());
        };
        let own = supervisor.assignment().orders.budget;
        let stall = own.stall.map(|stall| stall.saturating_sub(self.state.idle_evaluations).max(1));
        let budget = match unit {
            Unit::Evaluations => {
                Budget { evaluations: Some(self.state.evaluations + share), seconds: own.seconds, stall }
            }
            Unit::Time { .. } => Budget {
                evaluations: own.evaluations,
                seconds: Some(self.state.seconds + share as f64 / MICROSECONDS),
                stall,
            },
        };
        self.state.is_begun = true;
        if supervisor.assignment().description.own_goals() == 0 && !self.takes_on {
            // there is nothing to go on with; the one test that it gets is made where it is found
            supervisor.limit(budget);
            self.state.is_over = true;
            return Ok(());
        }
        let name = &supervisor.assignment().name;
        progress.update(name, self.state.evaluations, self.state.covered);
        supervisor.turn(budget, |evaluations, covered| progress.update(name, evaluations, covered))?;
        progress.rest(name);
        self.state.is_over = supervisor.is_given_up();
        match supervisor.record().summary() {
            Some(summary) => self.state.learn(summary, supervisor.record().ever_covered(), own.stall),
            None => self.state.evaluations = supervisor.record().evaluations,
        }
        Ok(())
    }

    /// The result, with tests made ready.
    fn finish(&mut self, progress: &Progress) -> anyhow::Result<Turn> {
        let supervisor = self.supervisor.take().expect("a function has one result");
        let assignment = supervisor.assignment();
        let name = &assignment.name;
        if !self.state.is_begun {
            progress.end(name);
            let late = || TOO_LATE.to_owned();
            return Ok(Turn::LeftOut(reason_to_leave_out(assignment).unwrap_or_else(late)));
        }
        let searched = supervisor.finish(|evaluations, covered| progress.update(name, evaluations, covered));
        progress.end(name);
        let searched = searched?;
        let evaluations = searched.report.summary.as_ref().map(|summary| summary.evaluations);
        self.state.evaluations = evaluations.unwrap_or(self.state.evaluations);
        Ok(Turn::Searched(Box::new(searched)))
    }
}

impl State {
    /// What a turn brought, after which so many goals were ever covered, when nothing may move for so many evaluations.
    fn learn(&mut self, summary: &SearchSummary, ever_covered: usize, stall: Option<u64>) {
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
