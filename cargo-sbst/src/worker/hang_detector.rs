//! Detects a worker that hangs: neither its journal nor its events change for too long, or for
//! [`DEADLOCK`] if it is [deadlocked](crate::worker::deadlock).

use sbst_model::journal::{self, State};
use std::time::{Duration, Instant};

/// Time between two looks at the journal.
const INTERVAL: Duration = Duration::from_millis(100);
/// The longest time without a change while a worker executes no test case.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The time without a change after which a deadlock counts: nothing in the process can end it, but
/// another process might.
const DEADLOCK: Duration = Duration::from_millis(250);

/// The beginning of the words for a test case without an end.
const NO_END: &str = "no end";

/// True if these words for a death say that a test case has no end.
pub fn is_hang(how: &str) -> bool {
    how.starts_with(NO_END)
}

/// A worker without an end.
#[derive(Debug)]
pub struct Hang {
    /// Words that are the same whenever it happens again.
    pub how: String,
    pub is_deadlock: bool,
}

#[derive(Debug)]
pub struct HangDetector {
    /// The longest time that a test case may run.
    hang_timeout: Duration,
    looked: Instant,
    changed: Instant,
    journal: Vec<u8>,
}

impl HangDetector {
    pub fn new(hang_timeout: Duration) -> HangDetector {
        HangDetector { hang_timeout, looked: Instant::now(), changed: Instant::now(), journal: Vec::new() }
    }

    /// Notes that the worker is alive.
    pub fn note_activity(&mut self) {
        self.changed = Instant::now();
    }

    /// Looks at the journal if it is time to. Returns the hang if nothing has changed for too
    /// long.
    pub fn look<E>(
        &mut self,
        journal: impl FnOnce() -> Result<Vec<u8>, E>,
        is_deadlocked: impl FnOnce() -> bool,
    ) -> Result<Option<Hang>, E> {
        if self.looked.elapsed() < INTERVAL {
            return Ok(None);
        }
        self.looked = Instant::now();
        let now = journal()?;
        if now != self.journal {
            self.journal = now;
            self.changed = Instant::now();
            return Ok(None);
        }
        let state = journal::read(&now).map(|reading| reading.state);
        let executing = matches!(state, Some(State::Searching | State::PostProcessing));
        let timeout = if executing { self.hang_timeout } else { IDLE_TIMEOUT };
        let what = if executing { NO_END } else { "nothing done" };
        if self.changed.elapsed() >= timeout {
            let how = format!("{what} within {} s", timeout.as_secs_f64());
            return Ok(Some(Hang { how, is_deadlock: false }));
        }
        let is_deadlock = executing && self.changed.elapsed() >= DEADLOCK && is_deadlocked();
        let how = String::from("deadlock: nothing is left that could wake a thread");
        Ok(is_deadlock.then_some(Hang { how, is_deadlock }))
    }
}
