//! The length of executions, and the end of longer ones.
//!
//! 1. The first [`FULL_LENGTH_HANGS`] endless executions get the full step limit.
//! 2. Later ones end after [`HANG_FACTOR`] times as many steps as the longest execution that ended
//!    by itself.

use super::{FunctionProblem, Outcome};
use sbst_core::probe::limits::{Limit, Usage};
use sbst_model::messages::{FindingKind, ENDLESS};

/// Number of endless executions with the full step limit, which is enough evidence.
const FULL_LENGTH_HANGS: u32 = 3;
/// The length of later executions, relative to the longest one without a limit.
const HANG_FACTOR: u64 = 20;
/// The least of these step limits.
const LEAST_STEP_LIMIT: u64 = 10_000;

impl FunctionProblem {
    pub(super) fn step_limit_now(&self) -> u64 {
        if self.hangs < FULL_LENGTH_HANGS {
            self.step_limit
        } else {
            (HANG_FACTOR * self.longest).max(LEAST_STEP_LIMIT).min(self.step_limit)
        }
    }

    /// Multiplies the step limit, also for executions after hangs.
    pub(crate) fn allow_more_steps(&mut self, times: u64) {
        self.step_limit = self.step_limit.saturating_mul(times);
        self.hangs = 0;
    }

    /// The step limit of the execution.
    pub(crate) fn step_limit(&self) -> u64 {
        self.step_limit
    }

    /// The steps of the last execution.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn note_usage(&mut self, usage: Usage) {
        self.steps = usage.steps;
        match usage.reached {
            None => self.longest = self.longest.max(usage.steps),
            Some(Limit::Steps) => self.hangs += 1,
            Some(Limit::Stack | Limit::Pending) => {}
        }
    }

    pub(super) fn over_the_limit(&self, limit: Limit) -> Outcome {
        let place = Some(self.place());
        match limit {
            Limit::Steps => Outcome::Fault {
                kind: FindingKind::Hang,
                message: format!("{ENDLESS} {} steps", self.step_limit),
                place,
            },
            Limit::Stack => Outcome::Fault {
                kind: FindingKind::DeepRecursion,
                message: format!("uses more than {} KiB of stack", self.stack_limit >> 10),
                place,
            },
            Limit::Pending => Outcome::Fault {
                kind: FindingKind::Hang,
                message: String::from("waits for a future that nobody wakes"),
                place,
            },
        }
    }
}
