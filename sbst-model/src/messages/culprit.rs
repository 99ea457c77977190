//! The death of a worker, attributed to the part of the [call sequence](crate::story) of its last
//! test case that caused it.
//!
//! A statement has two *halves*: its arguments are built, then its function is called. The first
//! `n` halves of a story are a story as well, which can be executed by itself.

use super::Finding;
use crate::target::TargetId;

/// The value of [`Fatal::how`] for a worker that was refused memory.
pub const OUT_OF_MEMORY: &str = "out of memory";
/// The value of [`Fatal::how`] for an execution that was ended because it took too long. It may end
/// by itself, so it is no finding.
pub const TOO_SLOW: &str = "too slow";

#[derive(Clone, Debug, PartialEq)]
pub struct Fatal {
    /// The test case, stored.
    pub test: String,
    /// The cause of death in words: "stack overflow", "exit with code 3".
    pub how: String,
    /// Its number among the evaluations.
    pub evaluations: u64,
    /// The least number of halves of its story that bring it about; `None` if all or unknown.
    pub halves: Option<u64>,
    /// True if the test case causes it by itself. If not, an earlier execution caused it.
    pub comes_back: bool,
}

impl Fatal {
    /// True if its execution was ended because it took too long.
    pub fn is_slow(&self) -> bool {
        self.how == TOO_SLOW
    }
}

/// The beginning of a test case's story, to be executed by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeat {
    /// The test case, stored.
    pub test: String,
    /// The number of halves; `None` for all.
    pub halves: Option<u64>,
}

/// A call that a worker died of, for other workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FatalCall {
    pub function: TargetId,
    /// The call, a statement, stored.
    pub call: String,
    /// The cause of death, as in [`Fatal::how`].
    pub how: String,
}

impl FatalCall {
    /// Returns the call without its findings, which may be a thousand times as long.
    pub fn from_culprit(culprit: &Culprit) -> FatalCall {
        let Culprit { function, call, finding, .. } = culprit;
        FatalCall { function: function.clone(), call: call.clone(), how: finding.message.clone() }
    }
}

/// A call in a story that a worker died of.
#[derive(Clone, Debug, PartialEq)]
pub struct Culprit {
    pub function: TargetId,
    /// The call, a statement, stored.
    pub call: String,
    /// The finding: a death of that function.
    pub finding: Finding,
    /// The finding of the target in whose search it was met.
    pub met: Finding,
}
