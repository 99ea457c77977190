//! A worker: an executable with the user's code that executes orders, in its own directory, as the
//! leader of a process group.

use crate::cargo::executable::TestExecutable;
use crate::sandbox::{Grant, Monitor, Refusals, Sandbox};
use crate::worker::directories::SpareDirectories;
use crate::worker::event_log::EventLog;
use crate::worker::fork_server::ForkServers;
#[cfg(target_os = "linux")]
use crate::worker::fork_server::ForkedProcess;
use crate::worker::other_conditions::OtherConditions;
use crate::worker::process_group;
use anyhow::{Context, bail};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::journal::{self, Reading};
use sbst_model::messages::{
    EVENTS, Event, JOURNAL, NEEDED, Orders, SCRATCH, Task, WORKER_BEFORE_MAIN, WORKER_DIRECTORY,
};
use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{
    env,
    fs::{self, File},
};

/// Bytes kept of standard error: enough for a worker's last words.
pub const STDERR_KEPT: usize = 4096;
/// The longest wait for a dead worker's last words: processes that it started may hold the pipe
/// open.
pub const LAST_WORDS: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct Host {
    pub executable: TestExecutable,
    pub entry: Entry,
    /// The servers that fork its workers.
    pub fork_servers: ForkServers,
    /// The directories of its workers that have ended.
    pub directories: SpareDirectories,
    /// The sandbox of its workers, if any.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The conditions of its processes, if different from those of this one.
    pub conditions: Option<Arc<OtherConditions>>,
    /// This executable under other conditions, for replays.
    pub replay: Option<Arc<Host>>,
}

/// A way into an executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Its `main`.
    Main,
    Test(String),
    /// A function called before its `main`.
    BeforeMain,
}

/// A running worker, killed when it goes out of scope.
#[derive(Debug)]
pub struct WorkerProcess {
    process: Process,
    directory: Utf8PathBuf,
    events: EventLog,
}

/// The process of a worker.
#[derive(Debug)]
enum Process {
    /// Its executable was started for it.
    Started(StartedProcess),
    /// A fork server has forked it.
    #[cfg(target_os = "linux")]
    Forked(ForkedProcess),
}

impl WorkerProcess {
    /// Starts a worker in `directory`, which is emptied before.
    pub fn start(host: &Host, directory: &Utf8Path, orders: &Orders) -> anyhow::Result<WorkerProcess> {
        host.directories.prepare(directory, orders)?;
        // The workers of tests are scripts, which read readable orders.
        #[cfg(test)]
        fs::write(directory.join("orders.txt"), format!("{orders:?}"))?;
        let events = EventLog::open(&directory.join(EVENTS))?;
        let process = Process::new(host, directory, grant(directory, &orders.task))?;
        Ok(WorkerProcess { process, directory: directory.to_owned(), events })
    }

    /// Returns the number of its process.
    pub fn id(&self) -> u32 {
        match &self.process {
            Process::Started(process) => process.child.id(),
            #[cfg(target_os = "linux")]
            Process::Forked(process) => process.id(),
        }
    }

    /// Returns its status if it has ended. Processes that it started end with it.
    pub fn try_wait(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        match &mut self.process {
            Process::Started(process) => process.try_wait(),
            #[cfg(target_os = "linux")]
            Process::Forked(process) => process.wait(Duration::ZERO),
        }
    }

    /// Waits for this time, or until the worker has ended if its process can be waited for.
    pub fn pause(&mut self, pause: Duration) -> anyhow::Result<()> {
        match &mut self.process {
            Process::Started(_) => thread::sleep(pause),
            #[cfg(target_os = "linux")]
            Process::Forked(process) => _ = process.wait(pause)?,
        }
        Ok(())
    }

    /// Kills it with all that it started.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        match &mut self.process {
            Process::Started(process) => process.kill(),
            #[cfg(target_os = "linux")]
            Process::Forked(process) => process.kill(),
        }
    }

    /// Returns its events since the last call.
    pub fn events(&mut self) -> anyhow::Result<Vec<Event>> {
        self.events.poll()
    }

    /// Returns the head of its journal, byte for byte.
    pub fn journal_head(&self) -> anyhow::Result<Vec<u8>> {
        let path = self.directory.join(JOURNAL);
        let mut head = Vec::with_capacity(journal::HEAD);
        let file = File::open(&path).with_context(|| format!("failed to read {path}"))?;
        file.take(journal::HEAD as u64)
            .read_to_end(&mut head)
            .with_context(|| format!("failed to read {path}"))?;
        Ok(head)
    }

    /// Returns the state in its journal.
    pub fn read_journal(&self) -> anyhow::Result<Reading> {
        let path = self.directory.join(JOURNAL);
        let journal = fs::read(&path).with_context(|| format!("failed to read {path}"))?;
        journal::read(&journal).with_context(|| format!("malformed journal in {}", self.directory))
    }

    /// Returns the end of its standard error; to be called when it has ended.
    pub fn last_words(&mut self) -> String {
        match &mut self.process {
            Process::Started(process) => process.last_words(),
            #[cfg(target_os = "linux")]
            Process::Forked(process) => process.last_words(),
        }
    }
}

impl WorkerProcess {
    /// Returns the acts that its sandbox refused; complete once it has ended.
    pub fn take_refusals(&self) -> Refusals {
        self.monitor().map(|monitor| monitor.take_refusals()).unwrap_or_default()
    }

    /// True if a sandbox observed that it touched anything outside of memory, or tried to.
    pub fn take_touched(&self) -> bool {
        self.monitor().is_some_and(Monitor::take_touched)
    }

    /// Returns the stored test cases with a refused act, each with the first such act.
    pub fn take_touching(&self) -> BTreeMap<String, String> {
        self.monitor().map(Monitor::take_touching).unwrap_or_default()
    }

    /// Returns the monitor of its sandbox, if any.
    fn monitor(&self) -> Option<&Monitor> {
        match &self.process {
            Process::Started(process) => process.monitor.as_deref(),
            #[cfg(target_os = "linux")]
            Process::Forked(process) => process.monitor(),
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        _ = self.kill();
    }
}

impl Process {
    fn new(host: &Host, directory: &Utf8Path, grant: Grant) -> anyhow::Result<Process> {
        #[cfg(target_os = "linux")]
        if let Some(forked) = host.fork_servers.fork(host, directory, &grant) {
            return Ok(Process::Forked(forked));
        }
        Ok(Process::Started(StartedProcess::new(host, directory, grant)?))
    }
}

/// A worker whose executable was started for it.
#[derive(Debug)]
struct StartedProcess {
    child: Child,
    ended: bool,
    /// The lock that shows the worker that this process is running.
    _needed: Option<File>,
    stderr: Option<JoinHandle<Vec<u8>>>,
    monitor: Option<Arc<Monitor>>,
}

impl StartedProcess {
    fn new(host: &Host, directory: &Utf8Path, grant: Grant) -> anyhow::Result<StartedProcess> {
        let mut command = host.command(&directory.join(SCRATCH))?;
        command.env(WORKER_DIRECTORY, directory);
        let needed = hold(&directory.join(NEEDED))?;
        let (mut child, monitor) = spawn(&mut command, host.sandbox.as_deref(), grant, false)?;
        let stderr = child.stderr.take().map(|pipe| thread::spawn(|| tail(pipe)));
        Ok(StartedProcess { child, ended: false, _needed: needed, stderr, monitor })
    }

    fn try_wait(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        let status = self.child.try_wait().context("failed to wait for a worker")?;
        if status.is_some() && !self.ended {
            self.ended = true;
            _ = process_group::kill(&mut self.child);
        }
        Ok(status)
    }

    fn kill(&mut self) -> anyhow::Result<()> {
        if !self.ended {
            process_group::kill(&mut self.child).context("failed to kill a worker")?;
            self.child.wait().context("failed to wait for a worker")?;
            self.ended = true;
        }
        Ok(())
    }

    fn last_words(&mut self) -> String {
        let Some(reader) = self.stderr.take() else {
            return String::new();
        };
        let start = Instant::now();
        while !reader.is_finished() && start.elapsed() < LAST_WORDS {
            thread::sleep(Duration::from_millis(1));
        }
        let kept = if reader.is_finished() { reader.join().unwrap_or_default() } else { Vec::new() };
        String::from_utf8_lossy(&kept).into_owned()
    }
}

/// Creates a file and locks it. Not every file system has locks; then the file is missing.
fn hold(path: &Utf8Path) -> anyhow::Result<Option<File>> {
    let file = File::create(path).with_context(|| format!("failed to write {path}"))?;
    if file.try_lock().is_ok() {
        return Ok(Some(file));
    }
    fs::remove_file(path).with_context(|| format!("failed to remove {path}"))?;
    Ok(None)
}

impl Host {
    /// Ends fork servers that have no work.
    pub fn dismiss_servers(&self) {
        self.fork_servers.dismiss();
        self.replay.iter().for_each(|replay| replay.dismiss_servers());
    }

    /// Returns the command that starts this executable by its entry.
    pub fn command(&self, directory: &Utf8Path) -> anyhow::Result<Command> {
        let mut command = command(&self.executable, directory)?;
        match &self.entry {
            Entry::Main => {}
            Entry::Test(path) => {
                command.args(["--exact", path, "--ignored", "--nocapture", "--test-threads=1"]);
            }
            Entry::BeforeMain => _ = command.env(WORKER_BEFORE_MAIN, "1"),
        }
        if let Some(conditions) = &self.conditions {
            conditions.apply(&mut command)?;
            command.args(OtherConditions::arguments(matches!(self.entry, Entry::Test(_))));
        }
        command.stdout(Stdio::null());
        Ok(command)
    }
}

/// Returns the rights of a worker with this task. A replay has no scratch directory, like a test of
/// the user's.
fn grant(directory: &Utf8Path, task: &Task) -> Grant {
    let has_scratch = !matches!(task, Task::Replay(..));
    Grant { worker: Some(directory.to_owned()), scratch: has_scratch.then(|| directory.join(SCRATCH)) }
}

/// Starts a command, in the sandbox, if any. `forks` lets the process itself fork there.
pub fn spawn(
    command: &mut Command,
    sandbox: Option<&Sandbox>,
    grant: Grant,
    forks: bool,
) -> anyhow::Result<(Child, Option<Arc<Monitor>>)> {
    match sandbox {
        Some(sandbox) => {
            let (child, monitor) = sandbox.spawn(command, grant, forks)?;
            Ok((child, Some(monitor)))
        }
        None => match command.spawn() {
            Ok(child) => Ok((child, None)),
            Err(error) => bail!("failed to start {}: {error}", command.get_program().display()),
        },
    }
}

/// Returns the command of a test executable, in its own process group. It has cargo's environment
/// for tests, and no backtraces.
pub fn command(executable: &TestExecutable, directory: &Utf8Path) -> anyhow::Result<Command> {
    const LIBRARY_PATH: &str = match () {
        _ if cfg!(windows) => "PATH",
        _ if cfg!(target_os = "macos") => "DYLD_FALLBACK_LIBRARY_PATH",
        _ => "LD_LIBRARY_PATH",
    };
    let inherited = env::var_os(LIBRARY_PATH).unwrap_or_default();
    let inherited = env::split_paths(&inherited).filter(|path| !path.as_os_str().is_empty());
    let folders = executable.library_path.iter().map(|path| path.clone().into_std_path_buf());
    let library_path = env::join_paths(folders.chain(inherited))
        .with_context(|| format!("a folder cannot be part of {LIBRARY_PATH}"))?;
    let package = &executable.package;
    let mut command = Command::new(&executable.path);
    command
        .current_dir(directory)
        .env(LIBRARY_PATH, library_path)
        .env("CARGO_MANIFEST_DIR", package.manifest_path.parent().unwrap_or(directory))
        .env("CARGO_PKG_NAME", package.name.as_str())
        .env("CARGO_PKG_VERSION", package.version.to_string())
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    process_group::separate(&mut command);
    Ok(command)
}

/// Reads a pipe to its end and keeps the end.
fn tail(mut pipe: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0; STDERR_KEPT];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..length]);
        let surplus = kept.len().saturating_sub(STDERR_KEPT);
        kept.drain(..surplus);
    }
    kept
}
