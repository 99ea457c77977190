//! Detects a worker that hangs: neither its journal nor its events change.

use sbst_model::journal::{self, State};
use std::time::{Duration, Instant};

/// Time between two looks at the journal.
const INTERVAL: Duration = Duration::from_millis(100);
/// The longest time without a change while a worker executes no test case.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

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

    /// Looks at the journal if it is time to. Returns a description if nothing has changed for too
    /// long.
    pub fn look<E>(&mut self, journal: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Option<String>, E> {
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
        let what = if executing { "no end" } else { "nothing done" };
        let has_hung = self.changed.elapsed() >= timeout;
        Ok(has_hung.then(|| format!("{what} within {} s", timeout.as_secs_f64())))
    }
}
