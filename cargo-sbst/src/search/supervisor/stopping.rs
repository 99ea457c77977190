//! The end of a worker by the user or the clock.
//!
//! 1. A worker ends its search by itself when its time is over. The command ends it when it is
//!    [late](super::patience). That ends a search in one go, and otherwise the turn.
//! 2. A worker that searches ends at once when the user interrupts. A worker that makes tests ready
//!    has [`GRACE`] after the first request to stop, by the user or the clock, unless the user
//!    insists.

use crate::ui::interrupt;
use sbst_model::messages::Stopped;
use std::time::{Duration, Instant};

const GRACE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Stopping {
    /// The beginning of the turn.
    began: Instant,
    /// The moment of the first request to stop.
    wanted: Option<Instant>,
    pub is_interrupted: bool,
}

impl Stopping {
    pub fn new() -> Stopping {
        Stopping { began: Instant::now(), wanted: None, is_interrupted: false }
    }

    pub fn begin_turn(&mut self) {
        self.began = Instant::now();
        self.wanted = self.wanted.filter(|_| self.is_interrupted);
    }

    /// True if a worker must end now; `allowed` are the seconds from the beginning of the turn
    /// until it is late.
    pub fn must_stop(&mut self, is_searching: bool, allowed: Option<f64>) -> bool {
        let is_late = allowed.is_some_and(|allowed| self.began.elapsed().as_secs_f64() > allowed);
        let is_interrupted = interrupt::requested();
        if self.wanted.is_none() && (is_interrupted || is_late && is_searching) {
            self.wanted = Some(Instant::now());
            self.is_interrupted = is_interrupted;
        }
        let is_over = |wanted: Instant| is_searching || wanted.elapsed() > GRACE;
        interrupt::insisted() || self.wanted.is_some_and(is_over)
    }

    pub fn is_wanted(&self) -> bool {
        self.wanted.is_some()
    }

    /// Returns the name of this end in a summary, if it was wanted.
    pub fn reason(&self) -> Option<Stopped> {
        self.wanted.map(|_| Stopped::Time)
    }
}
