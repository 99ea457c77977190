//! The command's side of fork servers.

use super::WITHOUT_FORK_SERVER;
use crate::sandbox::{Grant, Monitor};
use crate::worker::process::{Host, LAST_WORDS, STDERR_KEPT, spawn};
use crate::worker::process_group;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use rustix::process::{Pid, Signal, kill_process_group};
use sbst_model::messages::{END_OF_WORKER, FORK_SERVER, Fork, Forked};
use sbst_wire::{from_line, to_line};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

/// The longest time of a fork; the first one includes the server's start. It is the time in which
/// an executable must describe its functions.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The longest time for the end of a killed worker; the system may have to write its memory.
const GONE: Duration = Duration::from_secs(10);

/// The idle servers of an executable. `None` if workers are started one by one.
#[derive(Clone, Debug)]
pub struct ForkServers(Option<Arc<Mutex<Idle>>>);

#[derive(Debug, Default)]
struct Idle {
    servers: Vec<ForkServer>,
    /// True if one has failed; then no other is tried.
    has_failed: bool,
}

#[derive(Debug)]
struct ForkServer {
    child: Child,
    socket: UnixStream,
    /// The bytes read of its next answer.
    received: Vec<u8>,
    /// The end of its and its workers' standard error.
    stderr: Arc<Mutex<Vec<u8>>>,
    /// The monitor of its sandbox, which is its workers' too.
    monitor: Option<Arc<Monitor>>,
}

/// A worker of a server.
#[derive(Debug)]
pub struct ForkedProcess {
    /// `None` once it has ended and its server was put back.
    server: Option<ForkServer>,
    idle: Arc<Mutex<Idle>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    monitor: Option<Arc<Monitor>>,
    process: u32,
    status: Option<ExitStatus>,
}

impl ForkServers {
    /// Returns no servers: a process is started for each worker.
    pub fn none() -> ForkServers {
        ForkServers(None)
    }

    /// Returns servers for all jobs, unless the user disables them.
    pub fn wanted() -> ForkServers {
        match env::var_os(WITHOUT_FORK_SERVER) {
            Some(_) => ForkServers::none(),
            None => ForkServers(Some(Arc::default())),
        }
    }

    /// Returns other servers of the same number, not yet started.
    pub fn others(&self) -> ForkServers {
        ForkServers(self.0.as_ref().map(|_| Arc::default()))
    }

    /// Ends idle servers.
    pub fn dismiss(&self) {
        if let Some(idle) = &self.0 {
            lock(idle).servers.clear();
        }
    }

    /// Forks a worker of `host`. `None` if no server can.
    pub fn fork(&self, host: &Host, directory: &Utf8Path, grant: &Grant) -> Option<ForkedProcess> {
        let idle = self.0.as_ref().filter(|idle| !lock(idle).has_failed)?;
        let fork = |mut server: ForkServer| server.fork(directory, grant).map(|process| (server, process));
        let waiting = lock(idle).servers.pop();
        // A used server may have died of its last worker's acts.
        let forked = match waiting.map(fork) {
            Some(Ok(forked)) => Ok(forked),
            Some(Err(_)) | None => ForkServer::start(host, directory, grant).and_then(fork),
        };
        let Ok((server, process)) = forked else {
            lock(idle).has_failed = true;
            return None;
        };
        let (stderr, monitor) = (Arc::clone(&server.stderr), server.monitor.clone());
        let idle = Arc::clone(idle);
        Some(ForkedProcess { server: Some(server), idle, stderr, monitor, process, status: None })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ForkServer {
    /// Starts a server in the directory of its first worker.
    fn start(host: &Host, directory: &Utf8Path, grant: &Grant) -> anyhow::Result<ForkServer> {
        let (socket, its_socket) = UnixStream::pair().context("failed to create a socket pair")?;
        let mut command = host.command(directory.parent().unwrap_or(directory))?;
        command.env(FORK_SERVER, "1").stdin(Stdio::from(OwnedFd::from(its_socket)));
        let (mut child, monitor) = spawn(&mut command, host.sandbox.as_deref(), grant.clone(), true)?;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stderr.take() {
            let stderr = Arc::clone(&stderr);
            thread::spawn(move || keep_tail(pipe, &stderr));
        }
        Ok(ForkServer { child, socket, received: Vec::new(), stderr, monitor })
    }

    /// Forks a worker, and returns its process.
    fn fork(&mut self, directory: &Utf8Path, grant: &Grant) -> anyhow::Result<u32> {
        if let Some(monitor) = &self.monitor {
            monitor.grant(grant.clone());
        }
        let mut request = to_line(&Fork { directory: directory.to_string() });
        request.push(b'\n');
        self.socket.write_all(&request).context("a fork server is gone")?;
        match self.answer(TIMEOUT)? {
            Some(Forked::Started(process)) => Ok(process),
            answer => anyhow::bail!("a fork server did not fork: {answer:?}"),
        }
    }

    /// Returns its answer if it comes within some time. Fails if the server has ended.
    fn answer(&mut self, timeout: Duration) -> anyhow::Result<Option<Forked>> {
        let until = Instant::now() + timeout;
        loop {
            if let Some(end) = self.received.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.received.drain(..=end).collect();
                let answer = from_line(&line[..end]).context("malformed message from a fork server")?;
                return Ok(Some(answer));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.read(left) {
                Ok(0) => anyhow::bail!("a fork server has ended"),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if Instant::now() >= until {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(error).context("failed to read from a fork server"),
            }
        }
    }

    /// Reads bytes that are there, or come within some time.
    fn read(&mut self, timeout: Duration) -> io::Result<usize> {
        self.socket.set_nonblocking(timeout.is_zero())?;
        if !timeout.is_zero() {
            self.socket.set_read_timeout(Some(timeout))?;
        }
        let mut buffer = [0; 256];
        let length = self.socket.read(&mut buffer)?;
        self.received.extend_from_slice(&buffer[..length]);
        Ok(length)
    }
}

impl Drop for ForkServer {
    fn drop(&mut self) {
        // It has no worker, or does not answer. A server that waits for the end of its input may
        // wait long.
        _ = process_group::kill(&mut self.child);
        _ = self.child.wait();
    }
}

impl ForkedProcess {
    pub fn id(&self) -> u32 {
        self.process
    }

    /// Returns the status of a worker that ends within some time. Processes that it started end
    /// with it.
    pub fn wait(&mut self, timeout: Duration) -> anyhow::Result<Option<ExitStatus>> {
        let Some(mut server) = self.server.take_if(|_| self.status.is_none()) else {
            return Ok(self.status);
        };
        match server.answer(timeout) {
            Ok(Some(Forked::Ended(status))) => self.status = Some(ExitStatus::from_raw(status)),
            Ok(None) => {}
            Ok(Some(_)) | Err(_) => {
                // The server died, and cannot report how the worker ends: it is ended too.
                self.kill_group();
                _ = process_group::kill(&mut server.child);
                self.status = Some(server.child.wait().context("failed to wait for a fork server")?);
                return Ok(self.status);
            }
        }
        self.server = Some(server);
        Ok(self.status)
    }

    /// Kills it with all processes that it started, and makes its server idle.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        if self.server.is_some() && self.status.is_none() {
            self.kill_group();
            self.wait(GONE)?;
        }
        // one whose worker does not end is ended
        if let Some(server) = self.server.take().filter(|_| self.status.is_some()) {
            lock(&self.idle).servers.push(server);
        }
        Ok(())
    }

    /// Returns the monitor of its sandbox, if any.
    pub fn monitor(&self) -> Option<&Monitor> {
        self.monitor.as_deref()
    }

    /// The server reaps it only at the next request, so its process id is still valid.
    fn kill_group(&self) {
        if let Some(group) = i32::try_from(self.process).ok().and_then(Pid::from_raw) {
            _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Returns the end of its standard error; to be called when it has ended.
    pub fn last_words(&mut self) -> String {
        let end = format!("{END_OF_WORKER}{}\n", self.process);
        let start = Instant::now();
        loop {
            let kept = String::from_utf8_lossy(&lock(&self.stderr)).into_owned();
            if let Some((words, _)) = kept.split_once(&end) {
                // before that are those of another one
                let begin = words.rfind(END_OF_WORKER).map_or(0, |at| at + END_OF_WORKER.len());
                return words[begin..].to_owned();
            }
            if start.elapsed() >= LAST_WORDS {
                return kept;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Reads a pipe to its end, and keeps the end of the text so far.
fn keep_tail(mut pipe: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; STDERR_KEPT];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&buffer[..length]);
        let surplus = kept.len().saturating_sub(STDERR_KEPT);
        kept.drain(..surplus);
    }
}
