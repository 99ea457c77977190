//! Durations and points in time. Points of the monotonic clock differ in each execution, so they
//! are not written.

use super::{write_parts, write_variant, Written};
use sbst_model::{NodeKind, TestCase};
use std::time::{Duration, SystemTime};

const NANOSECONDS_IN_MICROSECOND: u32 = 1_000;

/// As without bounds; within a range it has to be [fitted](crate::recording::fit).
impl Written for Duration {
    fn write(&self, nodes: &mut TestCase) -> bool {
        write_parts(nodes, NodeKind::Product, 0, |nodes| {
            self.as_secs().write(nodes) && self.subsec_nanos().write(nodes)
        })
    }
}

/// Only whole microseconds: the time at which a test runs is hardly ever one, and of no use to a
/// search.
impl Written for SystemTime {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let (variant, distance) = match self.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => (0, after),
            Err(before) => (1, before.duration()),
        };
        let is_whole = distance.subsec_nanos() % NANOSECONDS_IN_MICROSECOND == 0;
        u64::try_from(distance.as_micros())
            .is_ok_and(|microseconds| is_whole && write_variant(nodes, variant, &microseconds))
    }
}
