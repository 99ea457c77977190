//! Steps of an execution: entries into functions and rounds of loops.

use super::memory::{end, header, Mark};
use std::sync::atomic::Ordering::Relaxed;

/// Counts a step. Ends the process without a remaining step.
#[inline(always)]
pub fn step() {
    if let Some(header) = header() {
        // In a process with threads, some may be lost.
        let left = header.steps.load(Relaxed);
        if left == 0 {
            end(Mark::Steps);
        }
        header.steps.store(left - 1, Relaxed);
    }
}
