//! Runs the tests of an executable.
//!
//! 1. The harness runs one test after the other, so it announces each when it begins. Its output
//!    shows the executed tests, the failed ones, and the last one.
//! 2. Tests share a time limit. A test is skipped if it exceeds the limit or ends the process. Then
//!    the remaining tests get the same time again, at most [`MOST_STOPS`] times.
//! 3. A custom harness is run once, and its output is not parsed.

use super::executables::OwnTests;
use crate::sandbox::Grant;
use crate::ui::interrupt;
use crate::worker::{process, process_group};
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::messages::{ARGUMENTS, SCRATCH};
use std::fs::{self, File};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two checks whether tests have ended.
const INTERVAL: Duration = Duration::from_millis(5);
/// Tests that may hang or end the process before the rest is skipped: each may cost the whole time.
const MOST_STOPS: usize = 3;
/// The most bytes of names of skipped tests: half of the least limit that systems have for command
/// lines (macOS: 256 KiB, with the environment).
const MOST_SKIPPED: usize = 128 << 10;

/// The place and the limit of a run of tests.
#[derive(Debug)]
pub struct Terms {
    /// The directory of the records.
    directory: Utf8PathBuf,
    limit: Duration,
}

impl Terms {
    /// Creates the terms of tests below `work`.
    pub fn new(work: &Utf8Path, limit: Duration) -> anyhow::Result<Terms> {
        let directory = work.join(".recording");
        let scratch = directory.join(SCRATCH);
        fs::create_dir_all(&scratch).with_context(|| format!("failed to create {scratch}"))?;
        Ok(Terms { directory, limit })
    }

    /// Returns the file of recorded calls.
    pub fn file(&self) -> Utf8PathBuf {
        self.directory.join(SCRATCH).join("arguments")
    }

    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Starts a process of an executable that records, as cargo would start it.
    pub fn start(
        &self,
        tests: &OwnTests,
        adapt: impl FnOnce(&mut Command) -> anyhow::Result<()>,
    ) -> anyhow::Result<Child> {
        let mut command = process::command(&tests.executable, tests.directory())?;
        tests.environment.apply(&mut command);
        command.env(ARGUMENTS, self.file()).stdout(Stdio::null()).stderr(Stdio::null());
        adapt(&mut command)?;
        let scratch = Some(self.directory.join(SCRATCH));
        let grant = Grant { worker: Some(self.directory.clone()), scratch };
        let (child, _) = process::spawn(&mut command, None, grant, false)?;
        Ok(child)
    }
}

/// The result of running tests.
#[derive(Debug, Default, PartialEq)]
pub struct Ran {
    /// The tests that were begun.
    pub begun: Vec<String>,
    pub failed: Vec<String>,
    /// Tests that did not end in time; empty names for custom harnesses.
    pub hung: Vec<String>,
    /// Tests that ended the process.
    pub died: Vec<String>,
    /// True if some were not run, because too many had stopped.
    pub is_cut: bool,
}

/// Runs the tests of an executable, and records their calls.
pub fn run(tests: &OwnTests, terms: &Terms) -> anyhow::Result<Ran> {
    let log = terms.file().with_extension("log");
    let mut ran = Ran::default();
    // Tests to skip.
    let mut skipped: Vec<String> = Vec::new();
    loop {
        let child = terms.start(tests, |command| {
            command.stdout(File::create(&log).with_context(|| format!("failed to write {log}"))?);
            if tests.has_harness {
                command.arg("--test-threads=1");
                if !skipped.is_empty() {
                    command.arg("--exact").args(skipped.iter().flat_map(|name| ["--skip", name]));
                }
            }
            Ok(())
        })?;
        let status = wait(child, terms.limit)?;
        let said = fs::read(&log).with_context(|| format!("failed to read {log}"))?;
        let said = HarnessOutput::parse(&String::from_utf8_lossy(&said));
        let begun = said.begun.clone();
        ran.begun.extend(said.begun);
        ran.failed.extend(said.failed);
        // Without its name, a test cannot be skipped next time.
        let stopped = said.at_work.filter(|_| tests.has_harness);
        let is_known = stopped.is_some();
        match status {
            _ if interrupt::requested() => return Ok(ran),
            None => ran.hung.push(stopped.unwrap_or_default()),
            Some(status) if is_known && !status.success() => ran.died.extend(stopped),
            Some(_) => {
                ran.is_cut = is_known;
                return Ok(ran);
            }
        }
        skipped.extend(begun);
        let bytes: usize = skipped.iter().map(|name| name.len() + "--skip".len()).sum();
        let are_over = ran.hung.len() + ran.died.len() >= MOST_STOPS;
        if !is_known || are_over || bytes > MOST_SKIPPED {
            ran.is_cut = true;
            return Ok(ran);
        }
    }
}

/// Returns the names of the tests that the harness lists with these arguments.
pub fn list(tests: &OwnTests, terms: &Terms, arguments: &[&str]) -> anyhow::Result<Vec<String>> {
    let child = terms.start(tests, |command| {
        command.args(arguments).stdout(Stdio::piped());
        Ok(())
    })?;
    let output = child.wait_with_output().context("failed to wait for tests")?;
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(list.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Waits for the end of a process; `None` if it was killed because it took too long.
pub fn wait(mut child: Child, limit: Duration) -> anyhow::Result<Option<ExitStatus>> {
    let started = Instant::now();
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
    /// The test without a result.
    at_work: Option<String>,
}

impl HarnessOutput {
    /// Reads lines like `test shapes::small - should panic ... ok`. Output that tests print past
    /// the harness may separate the name from the result.
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
    fn harness_output_shows_executed_tests_and_the_last_one() {
        let text = "\nrunning 5 tests\ntest a ... ok\ntest b::c - should panic ... ok\ntest d ... FAILED\n\
                    test e ... ignored, slow\ntest f ... ";
        let said = HarnessOutput::parse(text);
        assert_eq!(said.begun, names(&["a", "b::c", "d", "f"]));
        assert_eq!(said.failed, ["d"]);
        assert_eq!(said.at_work.as_deref(), Some("f"));
    }

    #[test]
    fn output_past_the_harness_is_no_result() {
        let said = HarnessOutput::parse(
            "test a ... a word\nof a child\nok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed\n",
        );
        assert_eq!(said, HarnessOutput { begun: names(&["a", "b"]), failed: names(&["b"]), at_work: None });
    }
}
