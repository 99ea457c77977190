//! A worker that is watched to its end, one time.

use crate::cargo::workspace::VERSION;
use crate::sandbox::Refusals;
use crate::ui::interrupt;
use crate::worker::crash;
use crate::worker::hang_detector::Stillness;
use crate::worker::process::{Host, WorkerProcess};
use crate::worker::version::other_version;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use sbst_model::journal::{self, State};
use sbst_model::messages::{Event, Orders, Task};
use std::collections::BTreeMap;
use std::time::Duration;

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// How a worker ended.
#[derive(Debug)]
pub enum End {
    /// With everything done.
    Finished,
    /// It will not do this, and says why.
    Refused(String),
    /// It died, or was killed because it hung.
    Died {
        /// Of what.
        how: String,
        /// The number of the evaluation that it died in, from 1; `None` if it was not in one.
        evaluation: Option<u64>,
    },
    /// The user ended it.
    Interrupted,
}

/// A worker that has ended.
#[derive(Debug)]
pub struct Watched {
    /// How it ended.
    pub end: End,
    /// Acts that its sandbox refused.
    pub refusals: Refusals,
    /// The stored test cases in which that was, with the first such act.
    pub touching: BTreeMap<String, String>,
}

/// Has a worker do a task; `take` gets what it tells.
pub fn work(
    host: &Host,
    directory: &Utf8Path,
    task: Task,
    hang_timeout: Duration,
    mut take: impl FnMut(Event),
) -> anyhow::Result<Watched> {
    let orders = Orders { version: VERSION.to_owned(), task };
    let mut worker = WorkerProcess::start(host, directory, &orders)?;
    let mut stillness = Stillness::new(hang_timeout);
    let end = loop {
        let status = worker.try_wait()?;
        let mut finished = false;
        let mut refused = None;
        for event in worker.events()? {
            stillness.disturb();
            match event {
                Event::Hello { version } if version != VERSION => refused = Some(other_version(&version)),
                Event::Refused { reason } => refused = Some(reason),
                Event::Finished(_) => finished = true,
                event => take(event),
            }
        }
        if let Some(reason) = refused {
            break End::Refused(reason);
        }
        if finished {
            break End::Finished;
        }
        if interrupt::requested() {
            break End::Interrupted;
        }
        let how = match status {
            Some(status) => Some(crash::describe(status, &worker.last_words())),
            None => stillness.look(|| worker.journal())?,
        };
        if let Some(how) = how {
            let reading = journal::read(&worker.journal()?)
                .with_context(|| format!("the journal in {directory} makes no sense"))?;
            let is_in_one = reading.state == State::Searching;
            break End::Died { how, evaluation: is_in_one.then_some(reading.evaluations) };
        }
        worker.pause(PAUSE)?;
    };
    worker.kill()?;
    Ok(Watched { end, refusals: worker.take_refusals(), touching: worker.take_touching() })
}
