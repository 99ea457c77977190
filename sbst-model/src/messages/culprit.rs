//! What a worker died of: which part of the [story](crate::story) of its last test case brought that about.
//!
//! A statement has two *halves*: its arguments are built, then its function is called. The first `n` halves of a story are a story as well,
//! which can be executed by itself.

use super::Finding;
use crate::target::TargetId;
use serde::{Deserialize, Serialize};

/// What [`Fatal::how`] says of a worker that was refused memory.
pub const OUT_OF_MEMORY: &str = "out of memory";

/// A test case on which a worker died.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fatal {
    /// The test case, stored.
    pub test: String,
    /// What it died of, in words: "stack overflow", "exit with code 3".
    pub how: String,
    /// Its number among the evaluations.
    pub evaluations: u64,
    /// The least number of halves of its story that bring it about; `None` if it takes all, or that is not known.
    pub halves: Option<u64>,
    /// Whether the test case brings it about by itself. If not, something that was executed before it did.
    pub comes_back: bool,
}

/// The beginning of a test case's story, to be executed by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeat {
    /// The test case, stored.
    pub test: String,
    /// How many halves; `None` for all.
    pub halves: Option<u64>,
}

/// A call in a story that a worker died of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Culprit {
    /// The function called.
    pub function: TargetId,
    /// The call, a statement, stored.
    pub call: String,
    /// What is told of it: a death of that function.
    pub finding: Finding,
    /// The same as a finding of the target in whose search it was met.
    pub met: Finding,
}
