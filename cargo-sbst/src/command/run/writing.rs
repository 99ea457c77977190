//! The written tests of a run, and the report about them.

use super::options::SelectBy;
use super::{RunOptions, purpose};
use crate::report::closing;
use crate::review::last_run::LastRun;
use crate::review::memory::Memory;
use crate::review::proposal::{Kind, Proposal};
use crate::search::session::Session;
use crate::search::target_report::TargetReport;
use crate::suite::choices::{Choices, Why};
use crate::suite::crates::Crates;
use crate::suite::findings::Findings;
use crate::suite::rating::ByMutants;
use crate::suite::{self, NotChecked, SuiteOptions, WrittenSuite, WrittenTest};
use crate::ui::console;
use crate::ui::json_lines::{JsonLines, Warning, message};
use crate::ui::options::MessageFormat;
use anyhow::Context;
use cargo_metadata::Package;
use serde::Serialize;
use tracing::info_span;

/// The tests that a run has written, and the changes to the suites.
pub struct Suites {
    pub suites: Vec<WrittenSuite>,
    pub last: LastRun,
    pub proposals: Vec<Proposal>,
}

/// Writes the tests of each package, and marks a function as flaky if its tests fail under other
/// conditions. Leaves the changes to a review.
pub fn write(
    session: &Session,
    options: &RunOptions,
    found: &[(&Package, Crates, Findings)],
    reports: &mut [TargetReport],
) -> anyhow::Result<Suites> {
    let _phase = info_span!("write").entered();
    let workspace_root = &session.workspace.metadata.workspace_root;
    let only_proposes = options.writing.propose;
    let mut choices = Choices { limit: options.writing.limit, only_proposes, ..Choices::default() };
    Memory::read(workspace_root)?.add_to(&mut choices);
    let suite_options = SuiteOptions {
        workspace_root,
        target_directory: &session.workspace.target_directory,
        cargo: &options.common.cargo,
        write_private: options.writing.write_private,
        seed: options.search.seed,
        choices: &choices,
        as_found: options.draw.is_some(),
        by_mutants: by_mutants(session, options),
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
    let manifests = found.iter().map(|(package, ..)| package.manifest_path.clone());
    let changes = suites.iter().map(|suite| suite.changes.clone());
    let last = LastRun::new(manifests.zip(changes), only_proposes);
    last.write(&LastRun::path(&session.workspace.target_directory, workspace_root))?;
    Ok(Suites { proposals: last.proposals(), suites, last })
}

/// Returns the mutants for choosing among tests, where processes can be forked before `main`.
fn by_mutants<'a>(session: &'a Session, options: &'a RunOptions) -> Option<ByMutants<'a>> {
    let is_wanted = options.writing.select_by == SelectBy::Mutants;
    let is_possible = cfg!(any(target_os = "linux", target_vendor = "apple"));
    let wanted = &options.survivors;
    let by = ByMutants { workspace: &session.workspace, output: &options.common.output, wanted };
    (is_wanted && is_possible).then_some(by)
}

/// Returns the number of covered goals of a function without a test in the files: the test was
/// withheld, taken out, or cannot be written. A module shared by library and binary is tested in
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

pub fn report_suites(written: &Suites, options: &RunOptions, lines: JsonLines) -> anyhow::Result<()> {
    let Suites { suites, last, proposals } = written;
    if options.common.output.message_format == MessageFormat::Human {
        let changes = closing::Proposed { proposals, only_proposed: last.only_proposed };
        anstream::eprint!("{}", closing::render_suites(suites, &changes, options.common.output.verbose));
    }
    for suite in suites {
        for file in suite.files.iter().filter(|_| !last.only_proposed) {
            lines.emit(&FileWritten {
                path: file.path.as_str(),
                tests: file.tests,
                private: file.private,
            })?;
        }
        for removed in &suite.removed {
            lines.emit(&TestRemoved { test: &removed.test, reason: removed.reason.to_string() })?;
        }
        for NotChecked { why, function, tests, goals } in &suite.not_checked {
            let (function, tests, goals) = (&function.path, *tests, goals.len());
            lines.emit(&TestsNotWritten { function, tests, goals, why: *why })?;
        }
        for note in &suite.notes {
            lines.emit(&Warning { message: note })?;
        }
    }
    lines.emit(&SuiteChanges::new(proposals, last.only_proposed))
}

/// Reports the purpose of each test, unless the tests are only proposed.
pub fn report_purposes(
    written: &Suites,
    reports: &[TargetReport],
    options: &RunOptions,
    lines: JsonLines,
) -> anyhow::Result<()> {
    if written.last.only_proposed {
        return Ok(());
    }
    let tests: Vec<&WrittenTest> = written.suites.iter().flat_map(|suite| &suite.written).collect();
    let tests = purpose::lines(&tests, reports);
    if options.common.output.message_format == MessageFormat::Human && options.common.output.verbose {
        anstream::eprint!("{}", purpose::render(&tests));
    }
    purpose::emit(&tests, lines)
}

/// A file with tests was written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FileWritten<'a> {
    path: &'a str,
    /// Number of tests in it, ignored ones too.
    tests: usize,
    /// True if it is not beside the source yet, because it tests private functions.
    private: bool,
}

message!("file-written": FileWritten<'_>);

/// A test was discarded.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestRemoved<'a> {
    test: &'a str,
    reason: String,
}

message!("test-removed": TestRemoved<'_>);

/// Tests that hold were not written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestsNotWritten<'a> {
    /// The path of the function.
    function: &'a str,
    tests: usize,
    /// Number of its goals that these tests cover, but no written test does.
    goals: usize,
    why: Why,
}

message!("tests-not-written": TestsNotWritten<'_>);

/// The tests that a run has added, changed and removed, or would.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SuiteChanges<'a> {
    added: usize,
    changed: usize,
    removed: usize,
    /// True if the files are unchanged.
    only_proposed: bool,
    /// Earlier tests that fail with the present code.
    failing: Vec<FailingTest<'a>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FailingTest<'a> {
    /// The key of the proposal.
    key: &'a str,
    test: &'a str,
    reason: String,
}

impl<'a> SuiteChanges<'a> {
    fn new(proposals: &'a [Proposal], only_proposed: bool) -> SuiteChanges<'a> {
        let number = |kind| proposals.iter().filter(|proposal| proposal.kind == kind).count();
        let failing = proposals.iter().filter_map(|proposal| {
            let reason = proposal.fails.as_ref()?.to_string();
            Some(FailingTest { key: &proposal.key, test: &proposal.test, reason })
        });
        SuiteChanges {
            added: number(Kind::Added),
            changed: number(Kind::Changed),
            removed: number(Kind::Removed),
            only_proposed,
            failing: failing.collect(),
        }
    }
}

message!("suite-changes": SuiteChanges<'_>);
