//! `--seed-tests`: the user's own tests are run once, and searches begin with their calls of
//! annotated functions.
//!
//! 1. The unit tests and integration tests of the searched packages are run, and those of dependent
//!    packages in the workspace ([`executables`]). These are the tests of `cargo test`, except for
//!    examples in documentation, which have no executable. Tests of earlier runs are among them.
//! 2. They are run in their package's folder, one after the other, so that the same tests give the
//!    same seeds. Ignored tests are not run. For the failing tests of findings that an earlier run
//!    wrote, the arguments are recorded without the call ([`faults`]).
//! 3. Failing tests are reported, but used like others. Tests that hang or end the process are
//!    skipped ([`harness`]), and their records up to then are used.
//! 4. Functions take seeds that conform to their shapes. Calls that cannot be written back as a
//!    test case are counted, by reason ([`calls`]).

mod build;
mod calls;
mod environment;
mod executables;
mod faults;
mod harness;
pub mod report;

use crate::command::run::options::RunOptions;
use crate::search::session::Session;
use crate::ui::json_lines::JsonLines;
use crate::ui::{console, interrupt};
use anyhow::Context;
use calls::Calls;
use cargo_metadata::camino::Utf8Path;
use harness::Terms;
use report::Report;
use sbst_model::TargetId;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// The test cases recorded, stored, by function.
pub type Seeds = BTreeMap<TargetId, Vec<String>>;

/// Runs the user's own tests, and returns their calls of the functions of the session.
pub fn record(session: &Session, options: &RunOptions, lines: JsonLines) -> anyhow::Result<Seeds> {
    let output = &options.common.output;
    let terms = Terms::new(&session.work, Duration::from_secs(options.seed_tests_timeout))?;
    let mut report = Report::default();
    let mut built = build::build(&session.workspace, &options.common)?;
    std::mem::take(&mut built.warnings).into_iter().for_each(|text| report.warn(text));
    let all = executables::all(session, built);
    console::status(output, "Running", report::what_is_run(&all));
    let file = terms.file();
    let mut calls = Calls::default();
    for tests in all.iter().take_while(|_| !interrupt::requested()) {
        console::detail(output, format_args!("{} of {}", tests.source, tests.executable.package.name));
        remove(&file)?;
        let ran = harness::run(tests, &terms)?;
        calls.read(&file, &session.targets, tests.is_generated())?;
        report.ran(tests, ran, terms.limit());
        remove(&file)?;
        faults::record(tests, &session.targets, &terms)?;
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
