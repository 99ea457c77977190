//! Messages about fitness landscapes.

use crate::target::TargetId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPath {
    /// As the user named it: `p.1[0]`.
    pub text: String,
    pub parameter: usize,
    /// The field, element or character in it, and so on inwards; empty for the parameter itself.
    pub parts: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeOrders {
    pub target: TargetId,
    /// The goal whose fitness is the height.
    pub goal: u32,
    /// The inputs that are varied; the last one varies fastest.
    pub over: Vec<Varied>,
    /// The inputs with a value of their own. All others have the plainest: zero, the empty text.
    pub fixed: Vec<FixedInput>,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    pub input: InputPath,
    /// Its first value, as the user wrote it.
    pub from: Option<String>,
    /// Its last value.
    pub to: Option<String>,
    /// The largest number of values.
    pub steps: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FixedInput {
    pub input: InputPath,
    /// The value, as the user wrote it.
    pub value: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeAxis {
    /// As they are written.
    pub texts: Vec<String>,
    /// As numbers, ascending: for a character its code.
    pub positions: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    pub level: u32,
    /// The branch distance where control flow diverged.
    pub distance: f64,
    pub normalised: f64,
}

impl Height {
    /// Level and distance in one number.
    pub fn fitness(self) -> f64 {
        f64::from(self.level) + self.normalised
    }
}

/// A new current individual of an algorithm that moves between individuals for one goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkStep {
    pub evaluations: u64,
    /// The distance to the goal; `None` if nothing that the goal depends on was evaluated.
    pub height: Option<Height>,
}
