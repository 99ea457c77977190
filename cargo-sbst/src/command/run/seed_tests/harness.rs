//! Runs the tests of an executable.
//!
//! 1. The harness is asked to run one test after the other, so it announces each when it begins.
//!    Its output tells which tests have run, which have failed, and in which one it stopped.
//! 2. Tests share a time. When it is over, the test at work is passed over, and the tests not run
//!    yet get the same time again, as they do when a test ends the process. That is done
//!    [`MOST_STOPS`] times.
//! 3. A harness of the user's own is run once, and its output is not understood.

use super::executables::OwnTests;
use crate::ui::interrupt;
use crate::worker::{process, process_group};
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use sbst_model::messages::ARGUMENTS;
use std::fs::{self, File};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks whether tests have ended.
const INTERVAL: Duration = Duration::from_millis(5);
/// Tests that may hang or end the process before the rest is not run: each may cost the whole time.
const MOST_STOPS: usize = 3;
/// Bytes that the names of tests may have together which are not to be run again: systems have
/// limits on command lines, of which this is half the least (macOS: 256 KiB, with the environment).
const MOST_SKIPPED: usize = 128 << 10;

/// The result of running tests.
#[derive(Debug, Default, PartialEq)]
pub struct Ran {
    /// The tests that were begun.
    pub begun: Vec<String>,
    pub failed: Vec<String>,
    /// Tests that did not end in time; empty names for harnesses that do not say.
    pub hung: Vec<String>,
    /// Tests that ended the process.
    pub died: Vec<String>,
    /// True if some were not run, because too many had stopped.
    pub is_cut: bool,
}

/// Runs the tests of an executable, which append their calls to `file`.
pub fn run(tests: &OwnTests, file: &Utf8Path, limit: Duration) -> anyhow::Result<Ran> {
    let log = file.with_extension("log");
    let mut ran = Ran::default();
    loop {
        let mut command = command(tests, file)?;
        if tests.has_harness {
            command.arg("--test-threads=1");
            if !ran.begun.is_empty() {
                command.arg("--exact");
                command.args(ran.begun.iter().flat_map(|name| ["--skip", name]));
            }
        }
        command.stdout(File::create(&log).with_context(|| format!("failed to write {log}"))?);
        let status = wait(command, &tests.executable.path, limit)?;
        let said = fs::read(&log).with_context(|| format!("failed to read {log}"))?;
        let said = HarnessOutput::parse(&String::from_utf8_lossy(&said));
        ran.begun.extend(said.begun);
        ran.failed.extend(said.failed);
        // Without the name of a test, none can be passed over next time.
        let stopped = said.at_work.filter(|_| tests.has_harness);
        let is_known = stopped.is_some();
        match status {
            _ if interrupt::requested() => return Ok(ran),
            None => ran.hung.push(stopped.unwrap_or_default()),
            Some(status) if is_known && !status.success() => ran.died.extend(stopped),
            Some(_) => return Ok(ran),
        }
        let skipped: usize = ran.begun.iter().map(|name| name.len() + "--skip".len()).sum();
        if !is_known || ran.hung.len() + ran.died.len() >= MOST_STOPS || skipped > MOST_SKIPPED {
            ran.is_cut = true;
            return Ok(ran);
        }
    }
}

/// A process of an executable that records, as cargo would start it.
pub fn command(tests: &OwnTests, file: &Utf8Path) -> anyhow::Result<Command> {
    let mut command = process::command(&tests.executable, tests.directory())?;
    tests.environment.apply(&mut command);
    command.env(ARGUMENTS, file).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

/// Waits for the end of a command; `None` if it was killed because it took too long.
pub fn wait(mut command: Command, path: &Utf8Path, limit: Duration) -> anyhow::Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut child = command.spawn().with_context(|| format!("failed to start {path}"))?;
    let wait = |child: &mut Child| child.try_wait().context("failed to wait for tests");
    loop {
        if let Some(status) = wait(&mut child)? {
            // Processes that tests have left behind would record into the next ones.
            _ = process_group::kill(&mut child);
            return Ok(Some(status));
        }
        if started.elapsed() > limit || interrupt::requested() {
            process_group::kill(&mut child).context("failed to end tests")?;
            child.wait().context("failed to wait for tests")?;
            return Ok(None);
        }
        thread::sleep(INTERVAL);
    }
}

/// The output of the harness.
#[derive(Debug, Default, PartialEq)]
struct HarnessOutput {
    /// The tests that were begun.
    begun: Vec<String>,
    failed: Vec<String>,
    /// The one that has no result.
    at_work: Option<String>,
}

impl HarnessOutput {
    /// Reads lines like `test shapes::small - should panic ... ok`. Output that tests print past
    /// the harness may stand between the name and the result.
    fn parse(text: &str) -> HarnessOutput {
        let mut said = HarnessOutput::default();
        for line in text.lines() {
            let begun = line.strip_prefix("test ").and_then(|line| line.split_once(" ... "));
            let rest = match begun {
                Some((name, rest)) => {
                    let name = name.strip_suffix(" - should panic").unwrap_or(name);
                    if rest.starts_with("ignored") {
                        continue;
                    }
                    said.begun.push(name.to_owned());
                    said.at_work = Some(name.to_owned());
                    rest
                }
                None => line,
            };
            if rest.ends_with("ok") {
                said.at_work = None;
            } else if rest.ends_with("FAILED") {
                said.failed.extend(said.at_work.take());
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_words_of_the_harness_tell_what_ran_and_where_it_stopped() {
        let text = "\nrunning 5 tests\ntest a ... ok\ntest b::c - should panic ... ok\ntest d ... FAILED\n\
                    test e ... ignored, slow\ntest f ... ";
        let said = HarnessOutput::parse(text);
        assert_eq!(said.begun, names(&["a", "b::c", "d", "f"]));
        assert_eq!(said.failed, ["d"]);
        assert_eq!(said.at_work.as_deref(), Some("f"));
    }

    #[test]
    fn what_tests_print_past_the_harness_is_no_result() {
        let said = HarnessOutput::parse(
            "test a ... a word\nof a child\nok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed\n",
        );
        assert_eq!(said, HarnessOutput { begun: names(&["a", "b"]), failed: names(&["b"]), at_work: None });
    }
}
