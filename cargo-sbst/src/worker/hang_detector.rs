//! Detects a worker whose execution takes too long.
//!
//! # Policy
//! 1. It *hangs* if neither its journal nor its events change for the hang timeout, or for
//!    [`DEADLOCK`] if it is [deadlocked](crate::worker::deadlock).
//! 2. It is *slow* if one execution takes more processor time than its [`Patience`] allows. Time
//!    spent waiting, or while another process computes, counts a quarter.
//! 3. While it executes no test case, it may be idle for [`IDLE_TIMEOUT`].

use crate::worker::processor_time;
use sbst_model::journal::{self, State};
use sbst_model::messages::Death;
use std::time::{Duration, Instant};

/// The longest time between two looks at the journal.
const INTERVAL: Duration = Duration::from_millis(100);
/// Looks within the time that an execution may take: it is exceeded by a fourth at most.
const LOOKS: u32 = 4;
/// The longest time without a change while a worker executes no test case.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The time without a change after which a deadlock counts: it cannot end by itself, but another
/// process might end it.
const DEADLOCK: Duration = Duration::from_millis(250);

/// The time that an execution may take by the clock, relative to processor time (rule 2). Four jobs
/// may share a processor, and a sleeping job leaves it to the others.
const WAITING: u32 = 4;

/// The time that one execution may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// By the clock; after it, the execution hangs.
    pub hang_timeout: Duration,
    /// In processor time; after it, the execution is slow. `None` if none is.
    pub slow: Option<Duration>,
}

/// An execution that takes too long.
#[derive(Debug, PartialEq)]
pub enum Overrun {
    Hang(Death),
    Deadlock,
    Slow,
}

#[derive(Debug)]
pub struct HangDetector {
    looked: Instant,
    changed: Instant,
    head: Vec<u8>,
    /// Processor time at the first look without a change, and when that was.
    unchanged: Option<(Instant, Option<Duration>)>,
}

impl HangDetector {
    /// Begins to follow a worker.
    pub fn begin() -> HangDetector {
        let now = Instant::now();
        HangDetector { looked: now, changed: now, head: Vec::new(), unchanged: None }
    }

    /// Records that the worker is alive.
    pub fn note_activity(&mut self) {
        self.changed = Instant::now();
        self.unchanged = None;
    }

    /// Looks at the head of the journal if it is time to.
    pub fn look<E>(
        &mut self,
        process: u32,
        patience: Patience,
        head: impl FnOnce() -> Result<Vec<u8>, E>,
        is_deadlocked: impl FnOnce() -> bool,
    ) -> Result<Option<Overrun>, E> {
        let interval = patience.slow.map_or(INTERVAL, |slow| (slow / LOOKS).min(INTERVAL));
        if self.looked.elapsed() < interval {
            return Ok(None);
        }
        self.looked = Instant::now();
        let now = head()?;
        if now != self.head {
            self.head = now;
            self.note_activity();
            return Ok(None);
        }
        let is_executing = matches!(
            journal::state(&self.head),
            Some(State::Searching | State::PostProcessing | State::Inspecting | State::Mutated)
        );
        let timeout = if is_executing { patience.hang_timeout } else { IDLE_TIMEOUT };
        if self.changed.elapsed() >= timeout {
            return Ok(Some(Overrun::Hang(match is_executing {
                true => Death::NoEnd(timeout),
                false => Death::Other(format!("nothing done within {} s", timeout.as_secs())),
            })));
        }
        if !is_executing {
            return Ok(None);
        }
        if patience.slow.is_some_and(|slow| self.is_slower(process, slow)) {
            return Ok(Some(Overrun::Slow));
        }
        let is_deadlock = self.changed.elapsed() >= DEADLOCK && is_deadlocked();
        Ok(is_deadlock.then_some(Overrun::Deadlock))
    }

    /// Rule 2, from the first look at the execution on.
    fn is_slower(&mut self, process: u32, slow: Duration) -> bool {
        let (since, before) =
            *self.unchanged.get_or_insert_with(|| (Instant::now(), processor_time::of_process(process)));
        if since.elapsed() < slow {
            return false;
        }
        let used = before.and_then(|before| processor_time::of_process(process)?.checked_sub(before));
        used.is_none_or(|used| used >= slow) || since.elapsed() >= WAITING * slow
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::TestCase;

    /// Looks at an execution, by this process, until it takes too long.
    fn overrun(patience: Patience, state: State, meanwhile: impl Fn()) -> Option<Overrun> {
        let mut head = vec![0; journal::HEAD];
        journal::write_execution(&mut head, state, 1, &TestCase::new());
        let mut detector = HangDetector::begin();
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(400) {
            meanwhile();
            let look = detector.look(std::process::id(), patience, || Ok::<_, ()>(head.clone()), || false);
            if let Some(overrun) = look.unwrap() {
                return Some(overrun);
            }
        }
        None
    }

    #[test]
    fn computing_too_long_is_slow_and_lasting_too_long_hangs() {
        let slow = |slow: u64| Patience {
            hang_timeout: Duration::from_millis(250),
            slow: Some(Duration::from_millis(slow)),
        };
        assert_eq!(overrun(slow(20), State::Searching, || {}), Some(Overrun::Slow));
        let hang = Some(Overrun::Hang(Death::NoEnd(Duration::from_millis(250))));
        assert_eq!(overrun(slow(300), State::PostProcessing, || {}), hang);
        let waits = || std::thread::sleep(Duration::from_millis(5));
        assert_eq!(overrun(slow(30), State::Searching, waits), Some(Overrun::Slow), "by the clock");
        assert_eq!(overrun(slow(20), State::Idle, || {}), None, "the worker itself is at work");
    }
}
