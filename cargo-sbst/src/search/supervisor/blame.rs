//! The statement that killed a worker: prefixes of the test case are executed in fresh workers.
//!
//! # Policy
//! 1. The journal shows the last half-statement that was begun. It is to blame if memory was
//!    refused, or if the worker hung.
//! 2. Otherwise the test case is executed up to there again. If no worker dies, an earlier
//!    execution may have corrupted memory: the death *does not come back*, and is no finding.
//! 3. If the death comes back, but not without that last half, that half is to blame. Otherwise
//!    bisection finds the earliest half with which the death comes back.

use super::Assignment;
use crate::ui::interrupt;
use crate::worker::watch::{self, Cause, Crash, End};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::messages::{Death, Repeat, Task};
use std::time::Duration;

/// The part of a test case that killed a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blamed {
    /// The least number of halves that cause the death; `None` if unknown.
    pub halves: Option<u64>,
    pub comes_back: bool,
}

/// Finds the half-statement that killed a worker, given the number of halves begun.
pub fn blame(assignment: &Assignment<'_>, test: &str, crash: &Crash, begun: u64) -> anyhow::Result<Blamed> {
    if crash.death == Death::OutOfMemory || matches!(crash.cause, Cause::Hang | Cause::Deadlock | Cause::Slow)
    {
        return Ok(Blamed::last_half(begun));
    }
    let directory = Utf8PathBuf::from(format!("{}-repeat", assignment.directory));
    let found = find(begun, |halves| {
        Ok(match repeat(assignment, &directory, test, halves)? {
            Some(End::Done) => Some(false),
            Some(End::Crashed(_)) => Some(true),
            Some(End::Refused(_) | End::Stopped) | None => None,
        })
    });
    assignment.host.directories.keep(&directory);
    found
}

/// Executes this number of halves of a test case in a fresh worker; `None` if the user interrupts.
pub fn repeat(
    assignment: &Assignment<'_>,
    directory: &Utf8Path,
    test: &str,
    halves: Option<u64>,
) -> anyhow::Result<Option<End>> {
    repeat_within(assignment, directory, test, halves, assignment.hang_timeout)
}

/// [`repeat`], with a separate hang timeout.
pub fn repeat_within(
    assignment: &Assignment<'_>,
    directory: &Utf8Path,
    test: &str,
    halves: Option<u64>,
    hang_timeout: Duration,
) -> anyhow::Result<Option<End>> {
    if interrupt::requested() {
        return Ok(None);
    }
    let task = Task::Repeat(Box::new(assignment.orders.clone()), Repeat { test: test.to_owned(), halves });
    let watched = watch::work(assignment.host, directory, task, hang_timeout, |_| {})?;
    Ok(Some(watched.end))
}

impl Blamed {
    /// Blames the last half that was begun.
    pub fn last_half(begun: u64) -> Blamed {
        Blamed { halves: Some(begun).filter(|begun| *begun > 0), comes_back: true }
    }
}

/// Rules 2 and 3. `dies` is true if this number of halves, or all of them, kill a worker; `None` if
/// unknown.
fn find(
    begun: u64,
    mut dies: impl FnMut(Option<u64>) -> anyhow::Result<Option<bool>>,
) -> anyhow::Result<Blamed> {
    let blamed = Blamed::last_half(begun);
    match dies(blamed.halves)? {
        Some(true) if begun > 1 => {}
        Some(comes_back) => {
            let halves = blamed.halves.filter(|_| comes_back);
            return Ok(Blamed { halves, comes_back });
        }
        None => return Ok(blamed),
    }
    // It takes more than `without` halves, and `with` are enough.
    let (mut without, mut with) = (0, begun);
    let mut next = begun - 1;
    while without + 1 < with {
        match dies(Some(next))? {
            Some(true) => with = next,
            Some(false) => without = next,
            None => break,
        }
        next = without.midpoint(with);
    }
    Ok(Blamed { halves: Some(with), comes_back: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the half found if a worker dies of this many halves or more, and the number of
    /// repetitions.
    fn found(begun: u64, needed: u64) -> (Blamed, u32) {
        let mut repetitions = 0;
        let blamed = find(begun, |halves| {
            repetitions += 1;
            Ok(Some(halves.unwrap_or(u64::MAX) >= needed))
        });
        (blamed.unwrap(), repetitions)
    }

    #[test]
    fn the_last_half_is_blamed_unless_the_death_recurs_without_it() {
        assert_eq!(found(8, 8), (Blamed::last_half(8), 2));
        assert_eq!(found(8, 7).0, Blamed::last_half(7));
        for needed in 1..80 {
            let (blamed, repetitions) = found(80, needed);
            assert_eq!(blamed, Blamed::last_half(needed));
            assert!(repetitions <= 9, "{repetitions} for {needed}");
        }
    }

    #[test]
    fn unreproducible_crash_blames_no_statement() {
        assert_eq!(found(8, 9), (Blamed { halves: None, comes_back: false }, 1));
        assert_eq!(
            found(0, 1),
            (Blamed { halves: None, comes_back: true }, 1),
            "nothing is known of its halves"
        );
    }

    #[test]
    fn an_unknown_cause_leaves_the_blame_at_the_last_half() {
        assert_eq!(find(6, |_| Ok(None)).unwrap(), Blamed::last_half(6));
    }
}
