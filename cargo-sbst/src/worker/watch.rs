//! Following a worker to its end: the one loop that every exchange with a worker shares.
//!
//! 1. A worker of another version, or one that refuses its orders, ends the exchange.
//! 2. The state of the process is read before its events, so that no event from before its end is
//!    missed.
//! 3. A worker whose events and journal do not change for too long has hung, is deadlocked or slow
//!    ([`HangDetector`]).
//! 4. A worker that exits with a code of [`WorkerExit`] and a reason was not ended by the code
//!    under test.
//! 5. However the exchange ends, the worker is killed with all that it started.

use crate::cargo::workspace::VERSION;
use crate::sandbox::Refusals;
use crate::ui::interrupt;
use crate::worker::crash;
use crate::worker::deadlock;
use crate::worker::hang_detector::{HangDetector, Overrun, Patience};
use crate::worker::process::{Host, WorkerProcess};
use cargo_metadata::camino::Utf8Path;
use sbst_model::WorkerExit;
use sbst_model::exit_code::GIVING_UP;
use sbst_model::journal::State;
use sbst_model::messages::{Death, Event, Orders, Task};
use std::collections::BTreeMap;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// The first and the longest pause between two looks. Most searches take a few milliseconds.
const PAUSES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// The side of the command in an exchange with a worker.
pub trait Follower {
    fn take(&mut self, event: Event);

    /// Sends the worker a requested answer, if that is ready; true if anything was sent.
    fn reply(&mut self) -> anyhow::Result<bool> {
        Ok(false)
    }

    /// True once no more events are expected. Called after each look.
    fn is_done(&mut self) -> bool;

    /// The limit on the processor time of one execution, if not only endless ones are ended.
    fn slow(&self) -> Option<Duration> {
        None
    }

    /// True if the worker must end before it is done.
    fn must_stop(&mut self) -> bool {
        interrupt::requested()
    }
}

/// The end of an exchange.
#[derive(Debug)]
pub enum End {
    /// The worker has sent all events.
    Done,
    /// The worker does not follow its orders, for this reason.
    Refused(String),
    Crashed(Crash),
    /// The follower wanted it to end.
    Stopped,
}

impl End {
    fn log(&self, worker: u32, after: Duration) {
        match self {
            End::Done => tracing::debug!("worker {worker} is done after {after:.1?}"),
            End::Stopped => tracing::debug!("worker {worker} was stopped after {after:.1?}"),
            End::Refused(reason) => tracing::warn!("worker {worker} refused its orders: {reason}"),
            End::Crashed(Crash { death, cause, exit }) => {
                let last_words = exit.as_ref().map_or("", |(_, last_words)| last_words.trim_end());
                let last_words = last_words.replace('\n', " | ");
                tracing::info!("worker {worker} crashed after {after:.1?}: {death} ({cause:?}) {last_words}");
            }
        }
    }
}

/// The end of a worker that died, or was killed because it hung.
#[derive(Debug)]
pub struct Crash {
    pub death: Death,
    pub cause: Cause,
    /// The status of the process and the end of its standard error, unless it hung.
    pub exit: Option<(ExitStatus, String)>,
}

/// The part of a worker that brought it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Perhaps the code under test.
    Code,
    /// The code under test, which did not end.
    Hang,
    /// The code under test, which can never end; detected early.
    Deadlock,
    /// The code under test, which took too long, and may end.
    Slow,
    /// The worker itself, by rule 4.
    Worker,
}

/// Starts a worker with a task, and follows it to its end. The worker returned has ended.
pub fn follow(
    host: &Host,
    directory: &Utf8Path,
    task: Task,
    hang_timeout: Duration,
    follower: &mut impl Follower,
) -> anyhow::Result<(WorkerProcess, End)> {
    let orders = Orders { version: VERSION.to_owned(), task };
    let begun = Instant::now();
    let mut worker = WorkerProcess::start(host, directory, &orders)?;
    tracing::debug!("worker {} starts in {}", worker.id(), directory.file_name().unwrap_or_default());
    let end = exchange(&mut worker, hang_timeout, follower)?;
    worker.kill()?;
    end.log(worker.id(), begun.elapsed());
    Ok((worker, end))
}

fn exchange(
    worker: &mut WorkerProcess,
    hang_timeout: Duration,
    follower: &mut impl Follower,
) -> anyhow::Result<End> {
    let mut hang_detector = HangDetector::begin();
    let mut pause = PAUSES[0];
    loop {
        let status = worker.try_wait()?;
        for event in worker.events()? {
            hang_detector.note_activity();
            match event {
                Event::Hello { version } if version != VERSION => {
                    return Ok(End::Refused(other_version(&version)));
                }
                Event::Refused { reason } => return Ok(End::Refused(reason)),
                event => follower.take(event),
            }
        }
        if follower.reply()? {
            hang_detector.note_activity();
        }
        if follower.is_done() {
            return Ok(End::Done);
        }
        if let Some(status) = status {
            return Ok(End::Crashed(crash(status, worker.last_words())));
        }
        let (process, patience) = (worker.id(), Patience { hang_timeout, slow: follower.slow() });
        if let Some(overrun) = hang_detector.look(
            process,
            patience,
            || worker.journal_head(),
            || deadlock::is_deadlocked(process),
        )? {
            return Ok(End::Crashed(overran(overrun)));
        }
        if follower.must_stop() {
            return Ok(End::Stopped);
        }
        worker.pause(pause)?;
        pause = (pause * 3 / 2).min(PAUSES[1]);
    }
}

/// Rule 3.
fn overran(overrun: Overrun) -> Crash {
    let (death, cause) = match overrun {
        Overrun::Hang(death) => (death, Cause::Hang),
        Overrun::Deadlock => {
            (Death::Other("deadlock: nothing is left that could wake a thread".to_owned()), Cause::Deadlock)
        }
        Overrun::Slow => (Death::TooSlow, Cause::Slow),
    };
    Crash { death, cause, exit: None }
}

/// Rule 4.
fn crash(status: ExitStatus, last_words: String) -> Crash {
    let gave_up = status.code().and_then(WorkerExit::from_code).is_some();
    let reason = last_words.lines().rfind(|line| line.starts_with(GIVING_UP));
    let (death, cause) = match reason.filter(|_| gave_up) {
        Some(reason) => (Death::Other(reason.trim_start_matches("sbst: ").to_owned()), Cause::Worker),
        None => (crash::death(status, &last_words), Cause::Code),
    };
    Crash { death, cause, exit: Some((status, last_words)) }
}

/// Returns the reason for refusing a worker of another version.
fn other_version(version: &str) -> String {
    format!(
        "its executable was built with sbst-runtime {version}, but this is cargo-sbst {VERSION}; run `cargo update \
         -p sbst-runtime --precise {VERSION}`"
    )
}

/// A worker after one task.
#[derive(Debug)]
pub struct Watched {
    pub end: End,
    /// The number of the evaluation in which a worker crashed, from 1; `None` if it was not in one.
    pub evaluation: Option<u64>,
    /// Acts that its sandbox refused.
    pub refusals: Refusals,
    /// The stored test cases with a refused act, each with the first such act.
    pub touching: BTreeMap<String, String>,
}

/// Starts a worker for a task that ends with `Finished`, unless the user interrupts it. `take` gets
/// all other events.
pub fn work(
    host: &Host,
    directory: &Utf8Path,
    task: Task,
    hang_timeout: Duration,
    take: impl FnMut(Event),
) -> anyhow::Result<Watched> {
    let mut follower = UntilFinished { take, is_finished: false };
    let (worker, end) = follow(host, directory, task, hang_timeout, &mut follower)?;
    let mut evaluation = None;
    if let End::Crashed(_) = end {
        let reading = worker.read_journal()?;
        evaluation = (reading.state == State::Searching).then_some(reading.evaluations);
    }
    Ok(Watched { end, evaluation, refusals: worker.take_refusals(), touching: worker.take_touching() })
}

struct UntilFinished<T> {
    take: T,
    is_finished: bool,
}

impl<T: FnMut(Event)> Follower for UntilFinished<T> {
    fn take(&mut self, event: Event) {
        match event {
            Event::Finished(_) => self.is_finished = true,
            event => (self.take)(event),
        }
    }

    fn is_done(&mut self) -> bool {
        self.is_finished
    }
}
