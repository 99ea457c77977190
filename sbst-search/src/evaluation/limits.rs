//! The limits of a search, and its progress.
//!
//! The limits are checked rarely: each check computes the first evaluation at which a limit could
//! strike, so an evaluation costs one comparison.
//!
//! # Policy
//! 1. The limits of evaluations and of stalling are exact, but for an evaluation that counts as
//!    several.
//! 2. The clock is read about every 10 ms, by the pace of the last evaluations, and at least every
//!    256 evaluations.
//! 3. Progress, to which algorithms adapt, is the used part of the evaluations, else of the time,
//!    else of the stall limit. With limits of both evaluations and time, time counts once it is
//!    ahead by an eighth. The clock must not change a search that will end by its evaluations.
//!    Evaluations and time before this budget do not count.
//! 4. If executions reach all remaining goals only before a fault, a search ends after a thousand
//!    evaluations without an improvement. Such executions may take as long as a limit allows.

use crate::evaluation::options::Options;
use sbst_model::messages::{Budget, Stopped};
use std::time::Instant;

/// Evaluations between two calls of the observer.
const PROGRESS_EVALUATIONS: u64 = 4_096;
/// Seconds between two calls of the observer, for slow evaluations.
const PROGRESS_SECONDS: f64 = 0.25;
/// The most evaluations between two readings of the clock: at 5 million a second they take 50 µs.
const CLOCK_EVALUATIONS: u64 = 256;
/// Approximate seconds between two readings of the clock: a limit of 1 s is exact to a hundredth.
const CLOCK_SECONDS: f64 = 0.01;
/// The part of the whole time by which time must lead evaluations to count as progress (rule 3).
const LEAD: f64 = 0.125;
/// Evaluations of a problem without goals: enough for common faults, and fast.
const WITHOUT_GOALS: u64 = 1_000;
/// Evaluations without an improvement, if only goals before faults are left (rule 4), as for a
/// problem without goals.
const BEFORE_FAULTS: u64 = 1_000;
/// Evaluations of a problem without parameters: it has only one test, but its outcome may vary.
const WITHOUT_PARAMETERS: u64 = 16;

#[derive(Debug)]
pub(crate) struct Limits {
    budget: Budget,
    goals: usize,
    /// The least number of evaluations, even if everything is covered before.
    least: u64,
    without_parameters: bool,
    start: Instant,
    /// Evaluations and seconds used before this budget (rule 3).
    before: (u64, f64),
    seconds_done: f64,
    evaluations_done: u64,
    evaluations: u64,
    /// The evaluation of the last improvement.
    improved: u64,
    /// No limit strikes before this evaluation.
    next_check: u64,
    /// The part of the time used at the last check.
    time: f64,
    checked: (u64, f64),
    reported: (u64, f64),
}

#[derive(Debug, Default)]
pub(crate) struct Check {
    pub(crate) stopped: Option<Stopped>,
    /// True if the observer's progress report is due.
    pub(crate) reports: bool,
}

impl Limits {
    pub(crate) fn new(options: &Options, goals: usize, parameters: usize) -> Limits {
        let Options { budget, before, evaluations_done, seconds_done, algorithm, .. } = *options;
        let least = match goals {
            0 => evaluations_done + WITHOUT_GOALS,
            _ if algorithm.goes_on_when_all_is_covered() => options.least_evaluations,
            _ => 0,
        };
        Limits {
            budget,
            goals,
            least,
            without_parameters: parameters == 0,
            start: Instant::now(),
            before,
            seconds_done,
            evaluations_done,
            evaluations: evaluations_done,
            improved: evaluations_done,
            next_check: 0,
            time: 0.0,
            checked: (evaluations_done, seconds_done),
            reported: (evaluations_done, seconds_done),
        }
    }

    pub(crate) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Seconds searched, by the clock.
    pub(crate) fn seconds(&self) -> f64 {
        self.seconds_done + self.start.elapsed().as_secs_f64()
    }

    /// Counts evaluations. True if it is time to [`check`](Self::check).
    #[inline]
    pub(crate) fn count(&mut self, evaluations: u64) -> bool {
        self.evaluations += evaluations;
        self.evaluations >= self.next_check
    }

    #[inline]
    pub(crate) fn improve(&mut self) {
        self.improved = self.evaluations;
    }

    /// The number of evaluations since the last improvement.
    pub(crate) fn stalled(&self) -> u64 {
        self.evaluations - self.improved
    }

    /// True if it is time to check whether only goals before faults are left (rule 4).
    pub(crate) fn is_idle(&self) -> bool {
        self.stalled() >= BEFORE_FAULTS
    }

    /// Checks every limit, with this number of goals left, and sets the next check. `only_faults`:
    /// it is [idle](Self::is_idle), and only goals before faults are left.
    pub(crate) fn check(&mut self, left: usize, only_faults: bool) -> Check {
        let (now, seconds) = (self.evaluations, self.seconds());
        if let Some(limit) = self.budget.seconds {
            let before = self.before.1;
            self.time = if seconds >= limit { 1.0 } else { (seconds - before).max(0.0) / (limit - before) };
        }
        let reports =
            now >= self.reported.0 + PROGRESS_EVALUATIONS || seconds >= self.reported.1 + PROGRESS_SECONDS;
        if reports {
            self.reported = (now, seconds);
        }
        self.next_check = self.next_check_after(now, seconds);
        self.checked = (now, seconds);
        Check { stopped: self.strike(left, only_faults), reports }
    }

    /// Returns the limit that strikes with this number of goals left.
    fn strike(&self, left: usize, only_faults: bool) -> Option<Stopped> {
        let here = self.evaluations - self.evaluations_done;
        let stalled = |stall| self.evaluations - self.improved >= stall;
        let all_covered = left == 0;
        let stopped = if all_covered && self.evaluations >= self.least {
            Some(Stopped::AllCovered)
        } else if self.budget.evaluations.is_some_and(|limit| self.evaluations >= limit) {
            Some(Stopped::Evaluations)
        } else if self.budget.seconds.is_some() && self.time >= 1.0 {
            Some(Stopped::Time)
        } else if only_faults && self.evaluations >= self.least
            || self.budget.stall.is_some_and(stalled)
            || self.without_parameters && here >= WITHOUT_PARAMETERS
        {
            Some(Stopped::Stalled)
        } else {
            None
        };
        let nothing_left = all_covered && self.goals > 0;
        stopped.map(|stopped| if nothing_left { Stopped::AllCovered } else { stopped })
    }

    /// Rules 1 and 2.
    fn next_check_after(&self, now: u64, seconds: f64) -> u64 {
        let pace = (seconds - self.checked.1) / now.saturating_sub(self.checked.0).max(1) as f64;
        // At most twice as long as the last time: a pace measured over few evaluations is inexact.
        let longest = (2 * (now - self.checked.0)).clamp(1, CLOCK_EVALUATIONS);
        let clock = ((CLOCK_SECONDS / pace.max(1e-12)) as u64).clamp(1, longest);
        let ends = [
            self.budget.evaluations,
            self.budget.stall.map(|stall| self.improved.saturating_add(stall)),
            Some(self.least),
            Some(self.improved.saturating_add(BEFORE_FAULTS)),
            self.without_parameters.then_some(self.evaluations_done + WITHOUT_PARAMETERS),
        ];
        let next_end = ends.into_iter().flatten().filter(|&end| end > now).min();
        next_end.unwrap_or(u64::MAX).min(now + clock)
    }

    /// The progress of the search, from 0 to 1 (rule 3).
    #[inline]
    pub(crate) fn progress(&self) -> f64 {
        let evaluations = self.budget.evaluations.map(|limit| {
            let used = self.evaluations.saturating_sub(self.before.0);
            used as f64 / limit.saturating_sub(self.before.0).max(1) as f64
        });
        let part = match (evaluations, self.budget.seconds) {
            (Some(evaluations), Some(_)) if self.time < evaluations + LEAD => evaluations,
            (Some(evaluations), None) => evaluations,
            (_, Some(_)) => self.time,
            (None, None) => self
                .budget
                .stall
                .map_or(0.0, |stall| (self.evaluations - self.improved) as f64 / stall.max(1) as f64),
        };
        part.min(1.0)
    }
}
