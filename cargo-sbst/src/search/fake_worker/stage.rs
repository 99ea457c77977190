//! The environment of scripts that act as workers.

use super::{line, ordered};
use crate::cargo::executable::{Product, TestExecutable};
use crate::fixture;
use crate::search::supervisor::{Assignment, KnownDeaths, Searched, search};
use crate::worker::directories::SpareDirectories;
use crate::worker::fork_server::ForkServers;
use crate::worker::process::{Entry, Host};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::journal::{self, State};
use sbst_model::messages::{Budget, Event, KnownValues, SearchOrders};
use sbst_model::{NodeKind, TestCase};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A place for a script, its worker, and the files that it uses.
pub(super) struct Stage {
    root: tempfile::TempDir,
    pub(super) fork_servers: ForkServers,
}

impl Stage {
    pub(super) fn new() -> Stage {
        Stage { root: tempfile::tempdir().unwrap(), fork_servers: ForkServers::none() }
    }

    pub(super) fn path(&self, name: &str) -> Utf8PathBuf {
        Utf8Path::from_path(self.root.path()).unwrap().join(name)
    }

    /// Writes a file with events, and returns the command that sends them.
    pub(super) fn send(&self, name: &str, events: &[Event]) -> String {
        let lines: Vec<Vec<u8>> = events.iter().map(line).collect();
        fs::write(self.path(name), lines.concat()).unwrap();
        format!("cat {} >> $SBST_WORKER_DIRECTORY/events\n", self.path(name))
    }

    /// Writes a journal, and returns the command that copies it. The test case has the integer
    /// `number`.
    pub(super) fn execute(&self, evaluations: u64, number: u64) -> String {
        let mut test = TestCase::new();
        test.leaf(NodeKind::Integer, number);
        let mut journal = vec![0; journal::SIZE];
        journal::write_execution(&mut journal, State::Searching, evaluations, &test);
        let path = self.path(&format!("journal-{evaluations}"));
        fs::write(&path, journal).unwrap();
        format!("cat {path} > $SBST_WORKER_DIRECTORY/journal\n")
    }

    /// Searches with a script as the worker.
    pub(super) fn search(&self, script: &str, seconds: Option<f64>, hang_timeout: f64) -> Searched {
        let budget = Budget { evaluations: None, seconds, stall: None };
        self.with_assignments(script, &["d::f"], budget, hang_timeout, |assignments| {
            search(&assignments[0], KnownValues::default(), |_, _| {}).unwrap()
        })
    }

    /// Calls `test` with functions of one condition each, and with a script as the worker of all of
    /// them.
    pub(super) fn with_assignments<T>(
        &self,
        script: &str,
        functions: &[&str],
        budget: Budget,
        hang_timeout: f64,
        test: impl FnOnce(&[Assignment<'_>]) -> T,
    ) -> T {
        let path = self.path("worker");
        // Deaths can be reproduced, unless the script defines the repetition.
        let dies = ordered("task: Repeat", "kill -ABRT $$\n");
        let repeats = script.contains("task: Repeat");
        write_script(&path, &(if repeats { String::new() } else { dies } + script));
        let package = serde_json::json!({
            "name": "d", "version": "0.1.0", "id": "d", "manifest_path": self.path("Cargo.toml"),
            "dependencies": [], "targets": [], "features": {},
        });
        let package = serde_json::from_value(package).unwrap();
        let executable = TestExecutable {
            path,
            product: Product::UnitTests,
            package,
            crate_name: "d".into(),
            binary: None,
            library_path: Vec::new(),
        };
        let mut host = Host {
            executable,
            entry: Entry::Test("entry".into()),
            fork_servers: self.fork_servers.clone(),
            directories: SpareDirectories::default(),
            sandbox: None,
            conditions: None,
            replay: None,
        };
        host.replay = Some(Arc::new(host.clone()));
        let descriptions: Vec<_> = functions.iter().map(|path| fixture::description(path, 1)).collect();
        let assignments = descriptions.iter().enumerate().map(|(index, description)| Assignment {
            description,
            is_public: true,
            name: description.id.path.clone(),
            host: &host,
            directory: self.path(&format!("work-{index}")),
            orders: SearchOrders::new(description.id.clone(), "mio", 0, budget),
            recipes: None,
            known_deaths: KnownDeaths::default(),
            only_checks: false,
            hang_timeout: Duration::from_secs_f64(hang_timeout),
        });
        test(&assignments.collect::<Vec<_>>())
    }
}

/// Writes a script in another process. A fork of another thread could inherit an open file of this
/// one, and a file that is open for writing cannot be executed.
fn write_script(path: &Utf8Path, script: &str) {
    let write = ["-c", "cat > \"$0\" && chmod +x \"$0\"", path.as_str()];
    let mut child = Command::new("sh").args(write).stdin(Stdio::piped()).spawn().unwrap();
    write!(child.stdin.take().unwrap(), "#!/bin/sh\n{script}").unwrap();
    assert!(child.wait().unwrap().success());
}
