//! Runs a test executable and parses the output of Rust's test harness.

use crate::cargo::executable::TestExecutable;
use crate::sandbox::{Grant, Refusals, Sandbox};
use crate::ui::interrupt;
use crate::worker::other_conditions::OtherConditions;
use crate::worker::{crash, process, process_group};
use anyhow::{Context, ensure};
use cargo_metadata::camino::Utf8Path;
use std::fs::File;
use std::io::{Read, Seek};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// Interval between two polls of the process.
const PAUSE: Duration = Duration::from_millis(4);

/// Outcome of a run.
pub enum Run {
    /// All tests ran.
    Ended {
        passed: usize,
        /// The failed ones with their reasons.
        failed: Vec<(String, String)>,
    },
    /// The process crashed, for this reason.
    Died(String),
    TimedOut,
}

/// Place and conditions of a run.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The working directory.
    pub directory: &'a Utf8Path,
    /// Conditions that replace the user's, if any.
    pub conditions: Option<&'a OtherConditions>,
    pub sandbox: Option<&'a Sandbox>,
}

/// Runs a test executable within the time limit. Returns the outcome and the sandbox's refusals.
pub fn run(
    file: &TestExecutable,
    setting: Setting<'_>,
    arguments: &[&str],
    limit: Duration,
) -> anyhow::Result<(Run, Refusals)> {
    // Files instead of pipes: a process that the code under test started may hold a pipe open for
    // ever.
    let temporary =
        || tempfile::tempfile().context("failed to make a temporary file for the output of the tests");
    let (mut stdout, mut stderr) = (temporary()?, temporary()?);
    let share = |file: &File| file.try_clone().map(Stdio::from).context("failed to share a temporary file");
    let mut command = process::command(file, setting.directory)?;
    command.args(arguments).arg("--color=never").stdout(share(&stdout)?).stderr(share(&stderr)?);
    if let Some(conditions) = setting.conditions {
        conditions.apply(&mut command)?;
    }
    let (mut child, monitor) = process::spawn(&mut command, setting.sandbox, Grant::default(), false)?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().context("failed to wait for the tests")? {
            break Some(status);
        }
        if start.elapsed() > limit || interrupt::insisted() {
            break None;
        }
        thread::sleep(PAUSE);
    };
    _ = process_group::kill(&mut child);
    let refusals = monitor.map(|monitor| monitor.take_refusals()).unwrap_or_default();
    let Some(status) = status else {
        child.wait().context("failed to wait for the tests")?;
        ensure!(!interrupt::insisted(), "interrupted while the tests were checked; not all of them may pass");
        return Ok((Run::TimedOut, refusals));
    };
    let printed = content(&mut stdout)?;
    if !printed.contains("\ntest result: ") {
        return Ok((Run::Died(crash::death(status, &content(&mut stderr)?).to_string()), refusals));
    }
    let failed = if status.success() { Vec::new() } else { failed(&printed) };
    Ok((Run::Ended { passed: passed(&printed), failed }, refusals))
}

/// The number of passed tests in the harness's last line.
fn passed(printed: &str) -> usize {
    let counts = printed.rsplit_once("\ntest result: ").map_or("", |(_, line)| line);
    let count = counts.split(". ").nth(1).and_then(|rest| rest.split(' ').next());
    count.and_then(|count| count.parse().ok()).unwrap_or_default()
}

fn content(file: &mut File) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()
        .and_then(|()| file.read_to_end(&mut bytes))
        .context("failed to read the output of the tests")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Parses the names of failed tests from the harness's final list, with the reasons shown earlier.
fn failed(printed: &str) -> Vec<(String, String)> {
    let Some((before, list)) = printed.rsplit_once("\nfailures:\n") else { return Vec::new() };
    let names = list.lines().map_while(|line| line.strip_prefix("    ")).map(str::trim_end);
    names.map(|name| (name.to_owned(), reason(before, name))).collect()
}

fn reason(printed: &str, name: &str) -> String {
    let start = format!("---- {name} stdout ----\n");
    let Some((_, shown)) = printed.split_once(&start) else { return String::from("fails") };
    let shown = shown.split("\n---- ").next().unwrap_or_default();
    let lines: Vec<&str> = shown.lines().map(str::trim).collect();
    if let Some(note) =
        lines.iter().find(|line| line.starts_with("note: ") && !line.contains("RUST_BACKTRACE"))
    {
        return (*note).trim_start_matches("note: ").to_owned();
    }
    let panic = lines.iter().position(|line| line.contains("panicked at "));
    let message = panic.and_then(|at| lines.get(at + 1)).copied().unwrap_or("fails");
    let sides = lines.iter().filter(|line| line.starts_with("left: ") || line.starts_with("right: "));
    let sides: Vec<&str> = sides.copied().collect();
    match sides.is_empty() {
        true => message.to_owned(),
        false => format!("{message}: {}", sides.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_read_with_their_reasons() {
        let printed = "running 3 tests\ntest a::x ... FAILED\ntest a::y - should panic ... FAILED\n\nfailures:\n\n\
                       ---- a::x stdout ----\n\nthread 'a::x' (7) panicked at tests/sbst/a.rs:8:5:\n\
                       assertion `left == right` failed\n  left: 1\n right: 2\nnote: run with `RUST_BACKTRACE=1`\n\n\
                       ---- a::y stdout ----\nnote: test did not panic as expected at tests/sbst/a.rs:12:4\n\n\
                       failures:\n    a::x\n    a::y\n\ntest result: FAILED. 1 passed\n";
        assert_eq!(passed(printed), 1);
        let expected = [
            ("a::x", "assertion `left == right` failed: left: 1, right: 2"),
            ("a::y", "test did not panic as expected at tests/sbst/a.rs:12:4"),
        ];
        assert_eq!(failed(printed), expected.map(|(name, reason)| (name.to_owned(), reason.to_owned())));
    }
}
