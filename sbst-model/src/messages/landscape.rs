//! Messages about fitness landscapes.

use crate::target::TargetId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPath {
    /// The user's name for it: `p.1[0]`.
    pub text: String,
    pub parameter: usize,
    /// The indices of the field, element or character, from the outside in; empty for the parameter
    /// itself.
    pub parts: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeOrders {
    pub target: TargetId,
    /// The goal whose fitness is the height.
    pub goal: u32,
    /// The varied inputs; the last one varies fastest.
    pub over: Vec<Varied>,
    /// The inputs with a fixed value. All others have the plainest: zero, the empty text.
    pub fixed: Vec<FixedInput>,
    pub first: u64,
    /// Points to skip, because a worker crashed there.
    pub fatal: Vec<u64>,
    /// Steps (loop iterations and calls of annotated functions) after which an execution is ended.
    pub step_limit: u64,
    /// Bytes of stack allowed to the code under test.
    pub stack_limit: u64,
    /// Bytes of memory allowed to the worker in all.
    pub memory_limit: u64,
}

/// A varied input, with its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    pub input: InputPath,
    /// Its first value, in the user's notation.
    pub from: Option<String>,
    /// Its last value.
    pub to: Option<String>,
    /// The largest number of values.
    pub steps: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FixedInput {
    pub input: InputPath,
    /// The value, in the user's notation.
    pub value: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeAxis {
    /// The values as written.
    pub texts: Vec<String>,
    /// The values as numbers, ascending: for a character its code.
    pub positions: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    pub level: u32,
    /// The branch distance at the divergence of control flow.
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
    /// The distance to the goal; `None` if no condition among its dependences was evaluated.
    pub height: Option<Height>,
}
