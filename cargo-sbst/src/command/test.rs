//! `cargo sbst test`: runs the user's own tests as `cargo test` does, and shows which goals they
//! reach.
//!
//! 1. The tests are built with the feature `observe`: with probes, but without the items for
//!    searches. Cargo runs them with its own output, its own exit code, and the terminal unchanged.
//! 2. [`cargo_test`] builds first and runs then. So procedural macros, which run in the compiler,
//!    are not counted as tests.
//! 3. Before that, the unit-test executables list their functions ([`announcement`]). So functions
//!    count with or without executed tests.
//! 4. Every process writes its counts to a file, and [`records`] adds them up. The functions are
//!    those of all executables, each counted once, with the goals of a search, so both can be
//!    compared.
//! 5. The report comes whether tests pass or fail.
//!
//! With `--mutants`, the build has mutants instead of probes, and [`graded`] judges them.

mod announcement;
mod cargo_test;
mod documentation;
mod junit;
mod options;
mod graded;
mod records;
mod report;
mod tested;

pub use options::{MostMutants, MutantOptions, ResultOptions, TestOptions, TestTargets, parse_most};
pub use tested::TestedFunction;

use crate::cargo::workspace::{self, Workspace};
use crate::cargo::{own_directory, selection};
use crate::mutants::{Executable, Grading, Mutant};
use crate::report::lcov;
use crate::report::totals::Totals;
use crate::report::uncovered::warn_of_refuted;
use crate::search::session::no_functions;
use crate::ui::exit_code::{ExitCode, Failure, TESTS_FAILED};
use crate::ui::json_lines::{BuildFinished, JsonLines, message};
use crate::ui::options::MessageFormat;
use crate::ui::{console, interrupt, whole_file};
use anyhow::{Context, anyhow};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_test::{Built, CargoTest};
use serde::Serialize;
use std::time::Instant;

/// The file for `--lcov` without a path, in our folder: editors look for this name.
const LCOV: &str = "lcov.info";

pub fn test(options: &TestOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let output = &options.common.output;
    let lines = JsonLines::new(output);
    let workspace = workspace::discover(&options.common.selection, &options.common.cargo)?;
    let overlay = cargo_test::overlay(&workspace, options);
    let builds = overlay.target_directory();
    let _lock = own_directory::lock(&builds, || {
        console::status(output, "Blocking", "waiting for another `cargo sbst test` in this target directory");
    })?;
    let observed = own_directory::directory(&workspace).join("observed");
    let cargo = CargoTest { workspace: &workspace, options, builds: &builds, observed: &observed };

    let built = match cargo.build()? {
        Some(built) => built,
        None if interrupt::requested() => return Ok(ExitCode::Interrupted),
        None => return Ok(ExitCode::Cargo(TESTS_FAILED)),
    };
    lines.emit(&BuildFinished { executables: built.executables })?;
    if options.mutants.mutants.is_some() {
        let executables = with_documentation(&cargo, built)?;
        return graded::grade(&workspace, options, &executables, started);
    }
    records::clear(&observed)?;
    announcement::ask(&built.unit_tests, &observed)?;
    let code = cargo.run()?;

    let unit_tests: Vec<_> = built.unit_tests.iter().map(|executable| executable.path.as_path()).collect();
    let mut functions = records::read(&observed, &workspace, &unit_tests)?;
    if functions.is_empty() {
        return nothing_seen(code, &workspace);
    }
    functions.extend(overlay.excluded().into_iter().map(TestedFunction::new));
    functions.sort_by(|a, b| a.description.id.cmp(&b.description.id));
    let functions = chosen(functions, &options.common.selection.only)?;
    let mut totals = totals(&functions);
    totals.elapsed_seconds = started.elapsed().as_secs_f64();
    tell(&functions, options, lines)?;
    write_lcov(&functions, options, &workspace, lines)?;
    lines.emit(&totals)?;
    console::status(output, "Finished", report::closing_line(&totals));
    Ok(exit_code(code, options, &totals))
}

/// Builds the tests with mutants, and judges the selected mutants. `None` if the build failed.
pub fn judge(
    workspace: &Workspace,
    options: &TestOptions,
    is_meant: impl Fn(&Mutant) -> bool,
) -> anyhow::Result<Option<Grading>> {
    let builds = cargo_test::overlay(workspace, options).target_directory();
    let _lock = own_directory::lock(&builds, || {})?;
    let observed = own_directory::directory(workspace).join("observed");
    let cargo = CargoTest { workspace, options, builds: &builds, observed: &observed };
    let Some(built) = cargo.build()? else { return Ok(None) };
    let executables = with_documentation(&cargo, built)?;
    graded::judge(workspace, options, &executables, is_meant).map(Some)
}

/// Returns the test executables of a build with mutants, and those of the documentation.
fn with_documentation(cargo: &CargoTest<'_>, built: Built) -> anyhow::Result<Vec<Executable>> {
    let mut executables = built.tests;
    executables.extend(documentation::executables(cargo, &cargo.builds.join("documentation"))?);
    Ok(executables)
}

/// Returns the result of a run without annotated functions: the package has none, or the run ended
/// before.
fn nothing_seen(code: Option<u8>, workspace: &Workspace) -> Result<ExitCode, Failure> {
    match code {
        Some(0) => Err(no_functions(workspace).into()),
        Some(code) => Ok(ExitCode::Cargo(code)),
        None => Ok(ExitCode::Interrupted),
    }
}

/// Returns the functions selected by `--only`.
fn chosen(mut functions: Vec<TestedFunction>, only: &[String]) -> anyhow::Result<Vec<TestedFunction>> {
    let paths: Vec<&str> = functions.iter().map(|function| function.description.id.path.as_str()).collect();
    let mut chosen = selection::select(&paths, only)?.into_iter();
    functions.retain(|_| chosen.next().unwrap_or(false));
    Ok(functions)
}

fn totals(functions: &[TestedFunction]) -> Totals {
    Totals {
        targets: functions.len(),
        goals: functions.iter().map(|function| function.goals().count()).sum(),
        infeasible: functions.iter().map(|function| function.infeasible().len()).sum(),
        covered: functions.iter().map(TestedFunction::reached).sum(),
        ..Totals::default()
    }
}

fn tell(functions: &[TestedFunction], options: &TestOptions, lines: JsonLines) -> anyhow::Result<()> {
    warn_of_refuted(
        functions
            .iter()
            .flat_map(|function| function.reached_goals().map(move |goal| (&function.description, goal))),
    );
    for function in functions {
        lines.emit(&report::line(function))?;
    }
    if options.common.output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", report::render_tests(functions));
    }
    Ok(())
}

fn write_lcov(
    functions: &[TestedFunction],
    options: &TestOptions,
    workspace: &Workspace,
    lines: JsonLines,
) -> anyhow::Result<()> {
    let Some(path) = &options.results.lcov else {
        return Ok(());
    };
    let path = match path {
        Some(path) => path.clone(),
        None => own_directory::directory(workspace).join(LCOV),
    };
    let path = std::path::absolute(&path).with_context(|| format!("{path} is no path for a file"))?;
    let path = Utf8PathBuf::from_path_buf(path).map_err(|path| anyhow!("{} is not UTF-8", path.display()))?;
    let counted: Vec<_> = functions.iter().map(TestedFunction::counted).collect();
    let text = lcov::tracefile(&counted, &workspace.metadata.workspace_root);
    whole_file::replace(&path, text.as_bytes())?;
    lines.emit(&LcovWritten { path: path.as_str() })?;
    console::status(&options.common.output, "Written", &path);
    Ok(())
}

fn exit_code(code: Option<u8>, options: &TestOptions, totals: &Totals) -> ExitCode {
    let wanted = options.results.fail_under.unwrap_or(0.0);
    match code {
        _ if interrupt::requested() => ExitCode::Interrupted,
        None => ExitCode::Cargo(TESTS_FAILED),
        Some(0) if report::percentage(totals.covered, totals.goals) < wanted => ExitCode::TooFewGoals,
        Some(0) => ExitCode::Success,
        Some(code) => ExitCode::Cargo(code),
    }
}

/// The LCOV tracefile was written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LcovWritten<'a> {
    path: &'a str,
}

message!("lcov-written": LcovWritten<'_>);
