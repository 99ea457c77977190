//! `--seed-tests`: the user's own tests are run once, and what they call annotated functions with is what searches begin
//! with.
//!
//! 1. Run are unit tests and integration tests of the packages that are searched, and of those in the workspace that depend
//!    on them ([`executables`]): what `cargo test` runs, but for the examples in documentation, which have no executable
//!    before they are run. So tests that earlier runs wrote are among them, wherever they stand.
//! 2. They are run in their package's folder, one after the other, so that the same tests give the same seeds. Ignored
//!    tests are not run; of those that an earlier run wrote, because they fail, the arguments are recorded all the same,
//!    without the call ([`faults`]).
//! 3. Whether tests pass is told, and of no interest beside that. Those that do not end, or end the process, are passed
//!    over ([`harness`]), and what was recorded until then counts.
//! 4. Functions take seeds that conform to their shapes. What cannot be written back as a test case is counted, by reason
//!    ([`calls`]).

mod build;
mod calls;
mod environment;
mod executables;
mod faults;
mod harness;
mod report;

use crate::command::run::options::RunOptions;
use crate::search::session::Session;
use crate::ui::json_lines::JsonLines;
use crate::ui::{console, interrupt};
use anyhow::Context;
use calls::Calls;
use cargo_metadata::camino::Utf8Path;
use report::Report;
use sbst_model::TargetId;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// The test cases recorded, stored, by function.
pub type Seeds = BTreeMap<TargetId, Vec<String>>;

/// Runs the user's own tests, and says with what they called the functions of the session.
pub fn record(session: &Session, options: &RunOptions, lines: JsonLines) -> anyhow::Result<Seeds> {
    let output = &options.common.output;
    let mut report = Report::default();
    let all = executables::all(session, &options.common, &mut report)?;
    console::status(output, "Running", report::what_is_run(&all));
    let file = session.work.join("arguments");
    let limit = Duration::from_secs(options.seed_tests_timeout);
    let mut calls = Calls::default();
    for tests in all.iter().take_while(|_| !interrupt::requested()) {
        console::detail(output, format_args!("{} of {}", tests.source, tests.executable.package.name));
        remove(&file)?;
        let ran = harness::run(tests, &file, limit)?;
        calls.read(&file, &session.targets, tests.is_generated())?;
        report.ran(tests, ran, limit);
        remove(&file)?;
        faults::record(tests, &session.targets, &file)?;
        calls.read(&file, &session.targets, true)?;
    }
    remove(&file)?;
    let (seeds, lost) = calls.choose();
    report.recorded(&session.targets, &seeds, lost);
    report.tell(output, lines)?;
    Ok(seeds)
}

fn remove(file: &Utf8Path) -> anyhow::Result<()> {
    match file.exists() {
        true => fs::remove_file(file).with_context(|| format!("failed to remove {file}")),
        false => Ok(()),
    }
}
