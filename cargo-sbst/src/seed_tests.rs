//! `--seed-tests`: the user's own tests are run once, and what they call annotated functions with is what searches begin
//! with.
//!
//! 1. Run are the unit tests of the search build: of the executables that have the functions to be searched, each once, in
//!    its package's folder, one test after the other, so that the same tests give the same seeds. Ignored tests are not run.
//! 2. What the tests print, and whether they pass, is of no interest here; those that take too long are ended, and what was
//!    recorded until then counts.
//! 3. Functions take seeds that conform to their shapes. What cannot be written back as a test case is named.

use crate::describe::FoundTarget;
use crate::options::OutputOptions;
use crate::quantity::count;
use crate::{console, interrupt, process_group, worker_process};
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use sbst_model::TargetId;
use sbst_model::messages::{ARGUMENTS, Recorded, from_line};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Seconds that the tests of one executable may take: those of most crates take a few.
const TIMEOUT: Duration = Duration::from_secs(120);
/// Between two looks whether they have ended.
const INTERVAL: Duration = Duration::from_millis(5);

/// The test cases recorded, stored, by function.
pub type Seeds = BTreeMap<TargetId, Vec<String>>;

/// Runs the tests of the executables that have `targets`, and says with what they called these.
pub fn record(targets: &[FoundTarget], work: &Utf8Path, output: &OutputOptions) -> anyhow::Result<Seeds> {
    console::status(output, "Running", "your own unit tests, to begin with what they call functions with");
    let file = work.join("arguments");
    let mut lines = String::new();
    let mut done: Vec<&Utf8Path> = Vec::new();
    for target in targets {
        let executable = &target.host.executable;
        if done.contains(&executable.path.as_path()) || interrupt::requested() {
            continue;
        }
        done.push(&executable.path);
        remove(&file)?;
        let directory = executable.package.manifest_path.parent().unwrap_or(work);
        let mut command = worker_process::command(executable, directory)?;
        command.arg("--test-threads=1").env(ARGUMENTS, &file);
        run(command, &executable.path)?;
        lines += &fs::read_to_string(&file).unwrap_or_default();
    }
    remove(&file)?;
    let (seeds, unwritten) = sort_out(&lines, |id| targets.iter().any(|target| target.description.id == *id));
    tell(&seeds, &unwritten, output);
    Ok(seeds)
}

fn remove(file: &Utf8Path) -> anyhow::Result<()> {
    match file.exists() {
        true => fs::remove_file(file).with_context(|| format!("failed to remove {file}")),
        false => Ok(()),
    }
}

/// Runs tests to their end, or to that of the time that they have.
fn run(mut command: Command, path: &Utf8Path) -> anyhow::Result<()> {
    let started = Instant::now();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.with_context(|| format!("failed to start {path}"))?;
    let wait = |child: &mut Child| child.try_wait().context("failed to wait for tests");
    while wait(&mut child)?.is_none() {
        if started.elapsed() > TIMEOUT || interrupt::requested() {
            process_group::kill(&mut child).context("failed to end tests")?;
            child.wait().context("failed to wait for tests")?;
            console::warning(format_args!("the tests in {path} were ended after {} s", TIMEOUT.as_secs()));
            return Ok(());
        }
        thread::sleep(INTERVAL);
    }
    Ok(())
}

/// What was recorded of the functions that are meant, each test case once, and those of them whose arguments could not be
/// written back.
fn sort_out(lines: &str, is_meant: impl Fn(&TargetId) -> bool) -> (Seeds, Vec<TargetId>) {
    let (mut seeds, mut unwritten) = (Seeds::new(), Vec::new());
    // A process that was killed may have left half a line.
    for Recorded { target, test } in lines.lines().filter_map(|line| from_line(line).ok()) {
        if !is_meant(&target) {
            continue;
        }
        match test {
            Some(test) => {
                let tests = seeds.entry(target).or_default();
                if !tests.contains(&test) {
                    tests.push(test);
                }
            }
            None if !unwritten.contains(&target) => unwritten.push(target),
            None => {}
        }
    }
    (seeds, unwritten)
}

fn tell(seeds: &Seeds, unwritten: &[TargetId], output: &OutputOptions) {
    let calls = seeds.values().map(Vec::len).sum();
    console::status(
        output,
        "Recorded",
        format_args!("{} of {}", count(calls, "different call"), count(seeds.len(), "function")),
    );
    for target in unwritten {
        console::status(
            output,
            "Skipped",
            format_args!("calls of `{target}`, with arguments that cannot be written as a test case"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::messages::to_line;

    #[test]
    fn each_test_case_counts_once_and_half_a_line_not_at_all() {
        let [a, b, other] = ["p::a", "p::b", "p::other"].map(|path| fixture::description(path, 1).id);
        let recorded =
            [(&a, Some("01")), (&b, None), (&a, Some("02")), (&a, Some("01")), (&other, Some("03"))];
        let line = |(target, test): (&TargetId, Option<&str>)| {
            to_line(&Recorded { target: target.clone(), test: test.map(str::to_owned) }).unwrap()
        };
        let mut lines: Vec<String> = recorded.into_iter().map(line).collect();
        lines.push(line((&b, Some("04")))[..20].to_owned());
        let (seeds, unwritten) = sort_out(&lines.join("\n"), |id| *id != other);
        assert_eq!(seeds, Seeds::from([(a, vec!["01".to_owned(), "02".to_owned()])]));
        assert_eq!(unwritten, [b]);
    }
}
