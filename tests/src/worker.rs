//! Finding the worker processes of a command from outside, in `/proc`.

use crate::command::Running;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// How long a worker is waited for: the search build comes before, and perhaps those of other tests.
const PATIENCE: Duration = Duration::from_secs(240);

/// A worker process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    id: u32,
    parent: u32,
    directory: PathBuf,
}

impl Worker {
    /// Those that are running.
    fn all() -> Vec<Worker> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter_map(Worker::with_id).collect()
    }

    fn with_id(id: u32) -> Option<Worker> {
        let environment = fs::read(format!("/proc/{id}/environ")).ok()?;
        let variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
        let mut directories = variables
            .filter_map(|variable| variable.strip_prefix("SBST_WORKER_DIRECTORY=").map(PathBuf::from));
        let directory = directories.next()?;
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())?;
        Some(Worker { id, parent, directory })
    }

    /// Those of a package that no command looks after any more.
    pub fn orphans(package: &str) -> Vec<Worker> {
        let is_orphan = |worker: &Worker| {
            let parent = fs::read_to_string(format!("/proc/{}/comm", worker.parent)).unwrap_or_default();
            !parent.starts_with("cargo-sbst") && worker.directory.iter().any(|part| part == package)
        };
        Worker::all().into_iter().filter(is_orphan).collect()
    }

    /// Waits for one that a command has started to search the function with this name, and that has got somewhere.
    pub fn wait_for(command: &Running, function: &str) -> Worker {
        let started = Instant::now();
        let is_it = |worker: &Worker| {
            let name = worker.directory.file_name().unwrap_or_default().to_string_lossy();
            let events = fs::read_to_string(worker.directory.join("events")).unwrap_or_default();
            worker.parent == command.id() && name.contains(function) && events.contains("Progress")
        };
        loop {
            if let Some(worker) = Worker::all().into_iter().find(is_it) {
                return worker;
            }
            assert!(started.elapsed() < PATIENCE, "no worker searched {function}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether it is still at work.
    pub fn is_running(&self) -> bool {
        Worker::with_id(self.id).is_some_and(|now| now.directory == self.directory)
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        signal(self.id, name);
    }
}

/// Sends a process a signal.
pub fn signal(id: u32, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &id.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "failed to send SIG{name} to {id}");
}
