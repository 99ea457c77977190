//! Finds the worker processes of a command from outside, in `/proc`.

use crate::command::Running;
use crate::locations;
use sbst_model::messages::{EVENTS, Event};
use sbst_wire::{from_line, split_lines};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// The time to wait for a worker: the search build comes before, and perhaps those of other tests.
const PATIENCE: Duration = Duration::from_secs(240);

/// A worker process, whose working folder is `scratch` in a worker's directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    id: u32,
    /// Its parent, and the parent's parent: the command may start a server that forks the worker.
    parents: [Option<u32>; 2],
    directory: PathBuf,
}

impl Worker {
    /// Lists all running workers.
    fn all() -> Vec<Worker> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter_map(Worker::with_id).collect()
    }

    fn with_id(id: u32) -> Option<Worker> {
        let scratch = fs::read_link(format!("/proc/{id}/cwd")).ok()?;
        let directory = scratch.parent().filter(|_| scratch.ends_with("scratch"))?.to_owned();
        let parent = parent(id);
        Some(Worker { id, parents: [parent, parent.and_then(self::parent)], directory })
    }

    /// Lists the workers of a package whose command has ended.
    pub fn orphans(package: &str) -> Vec<Worker> {
        let is_orphan = |worker: &Worker| {
            !worker.parents.into_iter().flatten().any(is_command)
                && worker.directory.iter().any(|part| part == package)
        };
        Worker::all().into_iter().filter(is_orphan).collect()
    }

    /// Waits for a worker of `command` that searches `function` and has kept a test.
    pub fn wait_for(command: &Running, function: &str) -> Worker {
        let started = Instant::now();
        let is_it = |worker: &Worker| {
            let name = worker.directory.file_name().unwrap_or_default().to_string_lossy();
            worker.parents.contains(&Some(command.id())) && name.contains(function) && worker.has_kept()
        };
        loop {
            if let Some(worker) = Worker::all().into_iter().find(is_it) {
                return worker;
            }
            assert!(started.elapsed() < PATIENCE, "no worker searched {function}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// True if it has kept a test, and reported its progress.
    fn has_kept(&self) -> bool {
        let events = fs::read(self.directory.join(EVENTS)).unwrap_or_default();
        let events: Vec<Event> = split_lines(&events).filter_map(|line| from_line(line).ok()).collect();
        let is_kept = |event: &Event| matches!(event, Event::Kept { .. });
        let is_progress = |event: &Event| matches!(event, Event::Progress { .. });
        events.iter().any(is_kept) && events.iter().any(is_progress)
    }

    /// True if it is still running.
    pub fn is_running(&self) -> bool {
        Worker::with_id(self.id).is_some_and(|now| now.directory == self.directory)
    }

    /// The running fork server that started it, if any.
    pub fn server(&self) -> Option<u32> {
        let server = self.parents[0].filter(|id| !is_command(*id))?;
        let program = fs::read_link(format!("/proc/{server}/exe")).ok()?;
        program.starts_with(locations::copies().parent()?).then_some(server)
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        signal(self.id, name);
    }
}

fn is_command(id: u32) -> bool {
    fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.starts_with("cargo-sbst"))
}

fn parent(id: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}

/// Sends a process a signal.
pub fn signal(id: u32, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &id.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "failed to send SIG{name} to {id}");
}
