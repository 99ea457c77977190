//! A worker's crash, attributed to the responsible part of its last test case's [call
//! sequence](crate::story).
//!
//! A statement has two *halves*: its arguments are built, then its function is called. The first
//! `n` halves of a call sequence are a call sequence as well, executable by itself.

use super::{Death, Finding, FindingKind};
use crate::target::TargetId;

#[derive(Clone, Debug, PartialEq)]
pub struct Fatal {
    /// The test case, stored.
    pub test: String,
    pub death: Death,
    /// Its number among the evaluations.
    pub evaluations: u64,
    /// The least number of half-statements that cause it; `None` if all or unknown.
    pub halves: Option<u64>,
    /// True if the test case alone causes it; false if an earlier execution did.
    pub comes_back: bool,
}

impl Fatal {
    /// True if its execution took too long.
    pub fn is_slow(&self) -> bool {
        self.death == Death::TooSlow
    }

    /// True if a finding shows this cause of death, with its arguments.
    pub fn is_shown_by(&self, finding: &Finding) -> bool {
        finding.kind == FindingKind::Death && finding.message == self.death.to_string()
    }
}

/// The beginning of a test case's call sequence, to be executed alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeat {
    /// The test case, stored.
    pub test: String,
    /// The number of half-statements; `None` for all.
    pub halves: Option<u64>,
}

/// A call that crashed a worker, for other workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FatalCall {
    pub function: TargetId,
    /// The call, a statement, stored.
    pub call: String,
    pub death: Death,
}

impl FatalCall {
    /// Returns the call without its findings, which may be a thousand times as long.
    pub fn from_culprit(culprit: &Culprit) -> FatalCall {
        let Culprit { function, call, death, .. } = culprit;
        FatalCall { function: function.clone(), call: call.clone(), death: death.clone() }
    }
}

/// A call in a call sequence that crashed the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Culprit {
    pub function: TargetId,
    /// The call, a statement, stored.
    pub call: String,
    pub death: Death,
    /// The finding: a crash of that function.
    pub finding: Finding,
    /// The finding of the searched target that met it.
    pub met: Finding,
}
