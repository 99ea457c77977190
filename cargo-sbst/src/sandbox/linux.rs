//! The sandbox on Linux.

mod caller;
mod quota;
mod entry;
mod filesystem;
mod rules;
mod filter;
mod monitor;

use super::Grant;
use anyhow::{Context, bail, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use entry::Entry;
use filesystem::Readable;
pub use monitor::Monitor;
use std::env;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The environment variable that simulates a kernel without Landlock, for tests.
const WITHOUT_LANDLOCK: &str = "SBST_WITHOUT_LANDLOCK";
/// Held while a process enters a sandbox: another fork of ours in this time would inherit the
/// socket that carries the listener.
static ENTERING: Mutex<()> = Mutex::new(());
/// The first version of Landlock that prevents truncation of files by path (Linux 6.2).
const WITH_TRUNCATION: i32 = 3;

/// A policy, ready to be enforced on processes.
#[derive(Debug)]
pub struct Sandbox {
    readable: Arc<Readable>,
    /// The entry of workers, which write beneath one directory.
    working: Arc<Entry>,
    /// The entry of checks of written tests, which write nowhere.
    checking: Arc<Entry>,
}

impl Sandbox {
    /// Tries a sandbox on the running kernel. Returns remarks on its weaker parts.
    ///
    /// # Errors
    /// Names the missing part.
    pub fn try_support() -> anyhow::Result<Vec<String>> {
        ensure!(
            filter::has_notification(),
            "the kernel has no seccomp with notifications (Linux 5.5 and later have)"
        );
        let landlock = if env::var_os(WITHOUT_LANDLOCK).is_some() { 0 } else { filesystem::version() };
        ensure!(landlock > 0, "the kernel has no Landlock (Linux 5.13 or later has it, if enabled)");
        let program = env::current_exe().context("failed to determine the path of this program")?;
        let program = Utf8PathBuf::try_from(program)?;
        let folder = program.parent().map(Utf8Path::to_owned).unwrap_or_default();
        let sandbox = Sandbox::new(&[folder], Utf8Path::new("/dev/null"))?;
        let mut trial = Command::new(&program);
        trial.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let (mut child, _monitor) = sandbox.spawn(&mut trial, Grant::default(), false)?;
        let status = child.wait().context("failed to wait for a process in a sandbox")?;
        ensure!(status.success(), "a program ended with {status} in a sandbox");
        let mut remarks = Vec::new();
        if landlock < WITH_TRUNCATION {
            remarks.push(format!(
                "the kernel's Landlock has version {landlock}, which does not cover truncation: \
                 seccomp alone keeps the user's files from it"
            ));
        }
        Ok(remarks)
    }

    /// Creates a sandbox that may read the system and these directories. Workers write beneath
    /// `work`.
    pub fn new(readable: &[Utf8PathBuf], work: &Utf8Path) -> anyhow::Result<Sandbox> {
        let readable = Readable::from_directories(readable, work);
        let filter = Arc::new(filter::program()?);
        let working =
            Entry { ruleset: filesystem::ruleset(&readable, Some(work))?, filter: Arc::clone(&filter) };
        let checking = Entry { ruleset: filesystem::ruleset(&readable, None)?, filter };
        Ok(Sandbox { readable: Arc::new(readable), working: Arc::new(working), checking: Arc::new(checking) })
    }

    /// Starts `command` in the sandbox, once only. With `forks`, the process itself may fork.
    pub fn spawn(
        &self,
        command: &mut Command,
        grant: Grant,
        forks: bool,
    ) -> anyhow::Result<(Child, Arc<Monitor>)> {
        let _alone = ENTERING.lock().unwrap_or_else(PoisonError::into_inner);
        let (ours, theirs) = UnixStream::pair().context("failed to create a socket pair")?;
        let entry = if grant.worker.is_some() || forks { &self.working } else { &self.checking };
        let entry = Arc::clone(entry);
        let copied = ours.as_raw_fd();
        // If we are killed now, no process may keep the listener, not even the new one, or `exec`
        // would wait for its answer for ever.
        let enter = move || {
            // SAFETY: the monitor keeps the socket until it has the listener, so the number is the
            // copy's, which nothing else in the new process uses.
            unsafe { libc::close(copied) };
            entry.enter(&theirs)
        };
        // SAFETY: it only makes system calls, on memory that was allocated before the fork.
        unsafe { command.pre_exec(enter) };
        let monitor = Monitor::start(ours, grant, forks, Arc::clone(&self.readable))?;
        match command.spawn() {
            Ok(child) => Ok((child, monitor)),
            Err(error) => bail!("failed to start {} in a sandbox: {error}", command.get_program().display()),
        }
    }
}
