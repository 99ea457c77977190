//! Starts programs in the environment of a user, with a time limit, and with all their output in a
//! file.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// The interval at which a running program is polled.
const PAUSE: Duration = Duration::from_millis(20);

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The exit code 0.
    Success,
    /// An error, or a signal.
    Failure,
    /// The time limit: it was killed.
    TooLong,
}

/// The destination of a program's standard output.
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// The log, interleaved with standard error.
    Log,
    /// A separate file.
    File(&'a Path),
}

/// Returns a command in `directory`, without the environment set by the cargo that runs this
/// program.
pub fn command(program: &str, directory: &Path) -> Command {
    let mut command = Command::new(program);
    for (key, _) in std::env::vars_os() {
        let key = key.to_string_lossy().into_owned();
        let of_cargo =
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_", "SBST_"];
        let named =
            ["CARGO", "LD_LIBRARY_PATH", "RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_TARGET_DIR", "RUST_BACKTRACE"];
        if of_cargo.iter().any(|prefix| key.starts_with(prefix)) || named.contains(&&*key) {
            command.env_remove(key);
        }
    }
    command.current_dir(directory).stdin(Stdio::null());
    command
}

/// Runs `command` to its end, for at most `limit`; returns its end and its duration.
pub fn run(
    command: &mut Command,
    log: &Path,
    output: Output,
    limit: Duration,
) -> anyhow::Result<(End, Duration)> {
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder).with_context(|| format!("failed to make {}", folder.display()))?;
    }
    let create =
        |path: &Path| File::create(path).with_context(|| format!("failed to write {}", path.display()));
    let log = create(log)?;
    let output = match output {
        Output::Log => log.try_clone()?,
        Output::File(path) => create(path)?,
    };
    own_group(command);
    let started = Instant::now();
    let mut child = command
        .stdout(output)
        .stderr(log)
        .spawn()
        .with_context(|| format!("failed to start {}", command.get_program().display()))?;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok((End::Success, started.elapsed())),
            Some(_) => return Ok((End::Failure, started.elapsed())),
            None if started.elapsed() > limit => {
                end_group(child.id());
                let _ = child.kill();
                child.wait()?;
                return Ok((End::TooLong, started.elapsed()));
            }
            None => thread::sleep(PAUSE),
        }
    }
}

/// Puts the program into a process group, so that its children are killed with it.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

fn end_group(leader: u32) {
    let group = format!("-{leader}");
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stdin(Stdio::null()).status();
}
