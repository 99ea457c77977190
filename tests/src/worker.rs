//! Finding the worker processes of a project from outside.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// How long a worker is waited for: the search build comes before.
const PATIENCE: Duration = Duration::from_secs(180);

/// A running worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Its process.
    pub id: u32,
    /// Its directory.
    pub directory: String,
}

impl Worker {
    /// Those whose directory is below a folder and whose environment can be read.
    pub fn all_below(folder: &Path) -> Vec<Worker> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let worker = |id: u32| {
            let environment = fs::read(format!("/proc/{id}/environ")).ok()?;
            let variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
            let directory = variables
                .filter_map(|variable| variable.strip_prefix("SBST_WORKER_DIRECTORY=").map(str::to_owned))
                .find(|directory| Path::new(directory).starts_with(folder))?;
            Some(Worker { id, directory })
        };
        ids.filter_map(worker).collect()
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

/// Waits for a worker that searches the function with this name, and has done something.
pub fn wait_for_worker(folder: &Path, function: &str) -> Worker {
    let started = Instant::now();
    loop {
        let workers = Worker::all_below(folder);
        let found = workers.into_iter().find(|worker| {
            let events = fs::read_to_string(Path::new(&worker.directory).join("events")).unwrap_or_default();
            worker.directory.contains(function) && events.contains("\"Progress\"")
        });
        if let Some(worker) = found {
            return worker;
        }
        assert!(started.elapsed() < PATIENCE, "no worker searched {function}");
        thread::sleep(Duration::from_millis(20));
    }
}
