//! Event sequences that a search tried for a goal, by the numbers of the event graph.

use serde::{Deserialize, Serialize};

/// The sequences that were tried for a goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TriedSequences {
    pub count: u32,
    /// Some of them, those that came nearest first.
    pub nearest: Vec<TriedSequence>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriedSequence {
    /// Its definitions in order, each with the variables that must stay as they are from there on.
    pub definitions: Vec<(u32, Vec<u32>)>,
    /// The missing part of it; `None` if it was executed, and the goal was not reached.
    pub missing: Option<MissingOutcome>,
}

/// The first outcome that an execution lacked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissingOutcome {
    pub condition: u32,
    pub outcome: bool,
    /// The least distance to it.
    pub distance: f64,
}
