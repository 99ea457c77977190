//! Messages about fitness landscapes.

use crate::target::TargetId;
use serde::{Deserialize, Serialize};

/// Which part of a target's inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputPath {
    /// As the user named it: `p.1[0]`.
    pub text: String,
    /// Index of the parameter.
    pub parameter: usize,
    /// Which field, element or character in it, and in that, and so on; empty for the parameter
    /// itself.
    pub parts: Vec<usize>,
}

/// The landscape whose heights are wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LandscapeOrders {
    /// The target.
    pub target: TargetId,
    /// The goal whose fitness is the height.
    pub goal: u32,
    /// The inputs that are varied; the last one varies fastest.
    pub over: Vec<Varied>,
    /// The inputs that have a value of their own. All others have the plainest one: zero, the empty
    /// text.
    pub fixed: Vec<FixedInput>,
    /// The first point that is to be told of.
    pub first: u64,
    /// Points that are passed over, because a worker died there.
    pub fatal: Vec<u64>,
    /// Steps (loop rounds and calls of annotated functions) after which an execution is ended.
    pub step_limit: u64,
    /// Bytes of stack that code under test may use before it is ended.
    pub stack_limit: u64,
    /// Bytes of memory that the worker may have in all.
    pub memory_limit: u64,
}

/// An input that is varied, and between which values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Varied {
    /// The input.
    pub input: InputPath,
    /// Its first value, as the user wrote it.
    pub from: Option<String>,
    /// Its last value.
    pub to: Option<String>,
    /// The largest number of values.
    pub steps: usize,
}

/// An input that keeps its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FixedInput {
    /// The input.
    pub input: InputPath,
    /// The value, as the user wrote it.
    pub value: String,
}

/// The values of an input that is varied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LandscapeAxis {
    /// As they are written.
    pub texts: Vec<String>,
    /// As numbers, ascending: for a character its code.
    pub positions: Vec<f64>,
}

/// The distance of an execution to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Height {
    /// The approach level.
    pub level: u32,
    /// The branch distance where control flow diverged.
    pub distance: f64,
    /// The distance, normalised.
    pub normalised: f64,
}

impl Height {
    /// Level and distance in one number.
    pub fn fitness(self) -> f64 {
        f64::from(self.level) + self.normalised
    }
}

/// A new current individual of an algorithm that goes from individual to individual for the sake of
/// one goal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WalkStep {
    /// Evaluations so far.
    pub evaluations: u64,
    /// The distance to the goal; `None` if nothing that the goal depends on was evaluated.
    pub height: Option<Height>,
}
