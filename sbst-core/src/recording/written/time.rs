//! Durations and points in time. Points of the monotonic clock differ in each execution, so they
//! are not written.

use super::{write_parts, write_variant, Written};
use sbst_model::{NodeKind, TestCase};
use std::time::{Duration, SystemTime};

const NANOSECONDS_IN_MICROSECOND: u32 = 1_000;
/// The variant of a duration of seconds and nanoseconds.
const IN_FULL: u64 = 2;

/// As without bounds; within a range it must be [fitted](crate::recording::fit).
impl Written for Duration {
    fn write(&self, nodes: &mut TestCase) -> bool {
        if self.subsec_nanos() == 0 {
            return write_variant(nodes, 0, &self.as_secs());
        }
        write_parts(nodes, NodeKind::Sum, IN_FULL, |nodes| {
            self.as_secs().write(nodes) && self.subsec_nanos().write(nodes)
        })
    }
}

/// Only whole microseconds: the current time is hardly ever one, and useless to a search.
impl Written for SystemTime {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let (variant, distance) = match self.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) if after.subsec_nanos() == 0 => return write_variant(nodes, 0, &after.as_secs()),
            Ok(after) => (1, after),
            Err(before) => (2, before.duration()),
        };
        if distance.subsec_nanos() % NANOSECONDS_IN_MICROSECOND != 0 {
            return false;
        }
        let microseconds = u64::from(distance.subsec_nanos() / NANOSECONDS_IN_MICROSECOND);
        write_parts(nodes, NodeKind::Sum, variant, |nodes| {
            distance.as_secs().write(nodes) && microseconds.write(nodes)
        })
    }
}
