//! The tests of a run that are written, and what is told of them.

use super::RunOptions;
use crate::report::closing;
use crate::search::session::Session;
use crate::search::target_report::TargetReport;
use crate::suite::crates::Crates;
use crate::suite::findings::Findings;
use crate::suite::{self, NotChecked, SuiteOptions, WrittenSuite};
use crate::ui::console;
use crate::ui::json_lines::{JsonLines, Message, Warning};
use crate::ui::options::MessageFormat;
use anyhow::Context;
use cargo_metadata::Package;
use serde::Serialize;

/// Writes the tests of each package, and marks functions as flaky whose tests fail under other
/// conditions.
pub fn write(
    session: &Session,
    options: &RunOptions,
    found: &[(&Package, Crates, Findings)],
    reports: &mut [TargetReport],
) -> anyhow::Result<Vec<WrittenSuite>> {
    let suite_options = SuiteOptions {
        workspace_root: &session.workspace.metadata.workspace_root,
        target_directory: &session.workspace.target_directory,
        cargo: &options.common.cargo,
        write_private: options.writing.write_private,
        seed: options.search.seed,
        as_found: options.draw.is_some(),
        quiet: options.common.output.quiet,
        sandbox: session.sandbox.as_deref(),
        conditions: &session.conditions,
    };
    let mut suites = Vec::new();
    for (package, crates, _) in found {
        let name = package.name.as_str();
        let of_package = |report: &&TargetReport| report.description.id.package == name;
        let of_package: Vec<&TargetReport> = reports.iter().filter(of_package).collect();
        console::status(
            &options.common.output,
            "Writing",
            format_args!("tests of {name}, and checking them"),
        );
        let written = suite::write(package, crates, &of_package, &suite_options)
            .with_context(|| format!("failed to write the tests of package `{name}`"))?;
        for TargetReport { description, flaky, .. } in &mut *reports {
            if description.id.package == name && written.flaky.contains(&description.id.path) {
                flaky.get_or_insert_with(|| "a test of it holds only under the same conditions".to_owned());
            }
        }
        suites.push(written);
    }
    Ok(suites)
}

/// Returns the number of covered goals of a function that no test in the files covers: it was
/// withheld, taken out, or cannot be written. A module that library and binary share is tested in
/// the library.
pub fn without_test(report: &TargetReport, suites: &[WrittenSuite]) -> usize {
    let id = &report.description.id;
    if id.binary.is_some() && !suites.iter().any(|suite| suite.covers.contains_key(id)) {
        return 0;
    }
    let is_tested = |goal: &u32| {
        let mut tested = suites.iter().filter_map(|suite| suite.covers.get(id));
        tested.any(|goals| goals.contains(goal))
    };
    report.covered_goals().iter().filter(|goal| !is_tested(goal)).count()
}

pub fn report_suites(suites: &[WrittenSuite], options: &RunOptions, lines: JsonLines) -> anyhow::Result<()> {
    if options.common.output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", closing::render_suites(suites, options.common.output.verbose));
    }
    for suite in suites {
        for file in &suite.files {
            lines.emit(&FileWritten {
                path: file.path.as_str(),
                tests: file.tests,
                private: file.private,
            })?;
        }
        for removed in &suite.removed {
            lines.emit(&TestRemoved { test: &removed.test, reason: &removed.reason })?;
        }
        for NotChecked { function, tests, goals } in &suite.not_checked {
            lines.emit(&TestsNotWritten { function: &function.path, tests: *tests, goals: goals.len() })?;
        }
        for note in &suite.notes {
            lines.emit(&Warning { message: note })?;
        }
    }
    Ok(())
}

/// A file with tests was written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FileWritten<'a> {
    path: &'a str,
    /// Number of tests in it, ignored ones too.
    tests: usize,
    /// True if it is not in its place yet, because it tests private functions.
    private: bool,
}

impl Message for FileWritten<'_> {
    const TYPE: &'static str = "file-written";
}

/// A test was taken out again.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestRemoved<'a> {
    test: &'a str,
    reason: &'a str,
}

impl Message for TestRemoved<'_> {
    const TYPE: &'static str = "test-removed";
}

/// Tests were not written because they can assert nothing.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestsNotWritten<'a> {
    /// The path of the function.
    function: &'a str,
    tests: usize,
    /// Number of its goals that these tests reach, and that no written test covers.
    goals: usize,
}

impl Message for TestsNotWritten<'_> {
    const TYPE: &'static str = "tests-not-written";
}
