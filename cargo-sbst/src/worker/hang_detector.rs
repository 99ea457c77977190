//! Notices that nothing moves in a worker: neither its journal nor its events change.

use sbst_model::journal::{self, State};
use std::time::{Duration, Instant};

/// How often the journal is looked at.
const INTERVAL: Duration = Duration::from_millis(100);
/// How long a worker may do nothing while it executes no test case.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// What was seen of a worker, and since when it has not changed.
#[derive(Debug)]
pub struct Stillness {
    hang_timeout: Duration,
    looked: Instant,
    changed: Instant,
    journal: Vec<u8>,
}

impl Stillness {
    /// Begins to watch; `hang_timeout` is how long a test case may run.
    pub fn new(hang_timeout: Duration) -> Stillness {
        Stillness { hang_timeout, looked: Instant::now(), changed: Instant::now(), journal: Vec::new() }
    }

    /// Notes a sign of life.
    pub fn disturb(&mut self) {
        self.changed = Instant::now();
    }

    /// Looks at the journal if it is time; says what is wrong if nothing has moved for too long.
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
        let still = self.changed.elapsed() >= timeout;
        Ok(still.then(|| format!("{what} within {} s", timeout.as_secs_f64())))
    }
}
