//! The path of one execution: its conditions in the order of their evaluation.

use crate::distance::Distance;

#[derive(Clone, Debug, Default)]
pub struct Path {
    pub steps: Vec<Step>,
    /// The flows of the test case's calls, each with the number of steps before it.
    pub entries: Vec<(usize, u32)>,
}

/// An evaluation of a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Its number in the event graph.
    pub condition: u32,
    pub outcome: bool,
    /// The distance to the other outcome.
    pub away: Distance,
}

impl Path {
    /// The most recorded evaluations of one execution: a few thousand iterations of a loop, so that
    /// following costs no more than executing.
    pub const MOST: usize = 4_096;

    pub fn clear(&mut self) {
        self.steps.clear();
        self.entries.clear();
    }
}
