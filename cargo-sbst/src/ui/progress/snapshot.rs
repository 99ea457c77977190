//! A run at one moment, for the display.

use std::time::Duration;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// True if the user has requested the end.
    pub is_stopping: bool,
    pub searches: usize,
    pub ended: usize,
    /// Covered goals and all goals, if they are counted.
    pub goals: Option<(usize, usize)>,
    /// Evaluations a second over the last seconds.
    pub rate: Option<f64>,
    pub left: Option<TimeLeft>,
    /// Running searches, each at a fixed index; `None` is a free one.
    pub jobs: Vec<Option<Job>>,
}

/// A search that is running.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub name: String,
    pub covered: usize,
    pub goals: usize,
    pub evaluations: u64,
    /// The time that it has been searched for, in earlier turns too.
    pub time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeLeft {
    /// Until a time that was set.
    Until(Duration),
    /// The time at this rate.
    About(Duration),
    /// The time at this rate, if no search ends before its budget does.
    AtMost(Duration),
}
