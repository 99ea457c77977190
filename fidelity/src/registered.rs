//! What the observe build says that it records.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use sbst_model::messages::{self, Event, Orders, Task};

use crate::build::Build;
use crate::census::Place;
use crate::process::{self, Output};

/// How long an executable may take to say what is in it.
const LIMIT: Duration = Duration::from_secs(60);

/// A function that records.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Registered {
    /// Its file, as the compiler names it.
    pub file: String,
    /// Where its name is.
    pub place: Place,
    /// Its path.
    pub path: String,
    /// Where its conditions begin.
    pub conditions: Vec<Place>,
}

/// Asks the test executables of `build`. One without a way in says nothing.
pub fn registered(build: &Build, logs: &Path) -> anyhow::Result<Vec<Registered>> {
    let mut all = Vec::new();
    for (index, executable) in build.executables.iter().enumerate() {
        let directory = logs.join(format!("describe-{index}"));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory)?;
        let program = executable.to_string_lossy();
        let (log, list) = (directory.join("log"), directory.join("list"));
        let mut command = process::command(&program, &directory);
        process::run(command.args(["--list", "--ignored"]), &log, Output::File(&list), LIMIT)?;
        let list = fs::read_to_string(&list).unwrap_or_default();
        let mut entries = list.lines().filter_map(|line| line.strip_suffix(": test"));
        let Some(entry) = entries.find(|entry| entry.contains(messages::ENTRY_PREFIX)) else { continue };
        let orders = Orders { version: env!("CARGO_PKG_VERSION").to_owned(), task: Task::Describe };
        let line = messages::to_line(&orders).map_err(anyhow::Error::msg)?;
        fs::write(directory.join(messages::ORDERS), line)?;
        let mut command = process::command(&program, &directory);
        command.args(["--exact", entry, "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(messages::WORKER_DIRECTORY, &directory);
        process::run(&mut command, &log, Output::Log, LIMIT)?;
        let events = fs::read_to_string(directory.join(messages::EVENTS)).unwrap_or_default();
        for line in events.lines() {
            let event = messages::from_line::<Event>(line).map_err(anyhow::Error::msg);
            if let Event::Target(target) = event.with_context(|| format!("in {}", directory.display()))? {
                let at = |place: &sbst_model::target::Place| (place.line as usize, place.column as usize);
                all.push(Registered {
                    file: target.place.file.clone(),
                    place: at(&target.place),
                    path: target.id.path.clone(),
                    conditions: target.conditions.iter().map(|condition| at(&condition.place)).collect(),
                });
            }
        }
    }
    all.sort();
    all.dedup();
    Ok(all)
}
