//! `cargo sbst kill`: searches for tests that notice the mutants surviving the existing tests.
//!
//! 1. All tests are graded, as `cargo sbst test --mutants` does. The *survivors* are the mutants
//!    alive, or the mutants [named] by an earlier run of cargo-mutants.
//! 2. The functions with survivors are built with a second body that has them, and searched. A
//!    survivor is a goal: a test case with a different result covers it. Functions that mention
//!    these are searched, too: private functions are tested through public ones, and some functions
//!    can only be called by others.
//! 3. The tests are written, checked, rated by the survivors and selected as in any run. A mutant
//!    is *killed* if a test in the files notices it, not if only the search did.
//! 4. A mutant that no execution shows is probably equivalent, and is listed with the
//!    [effort](fate).

mod fate;
mod named;
mod options;
mod report;

pub use options::KillOptions;
pub use report::{SurvivorLine, SurvivorsFinished};

use crate::cargo::workspace::{self, Workspace};
use crate::command::ci::since::ChangedLines;
use crate::command::run::{self, Mode};
use crate::command::test;
use crate::mutants::{Counts, Grading, Mutant, Verdict};
use crate::overlay::survivors_file;
use crate::search::session::Session;
use crate::ui::exit_code::{ExitCode, Failure, OrExit, TESTS_FAILED};
use crate::ui::json_lines::JsonLines;
use crate::ui::options::MessageFormat;
use crate::ui::quantity::count;
use crate::ui::{console, interrupt, whole_file};
use anyhow::anyhow;
use fate::Fates;
use sbst_model::{CheckKind, TargetDescription, TargetId};
use std::collections::BTreeSet;
use std::time::Instant;

pub fn kill(options: &KillOptions) -> Result<ExitCode, Failure> {
    if let Some(option) = options.contradiction() {
        return Err(anyhow!("`kill` does not support {option}")).or_exit(ExitCode::Usage);
    }
    let started = Instant::now();
    let output = &options.run.common.output;
    let common = &options.run.common;
    let workspace = workspace::discover(&common.selection, &common.cargo)?;
    let named = options.mutants_out.as_deref().map(named::read).transpose()?;
    let is_named = |mutant: &Mutant| named.as_ref().is_none_or(|names| names.contains(&mutant.name()));
    console::status(output, "Grading", "the existing tests");
    let Some(before) = test::judge(&workspace, &options.tests(), is_named)? else {
        return Ok(if interrupt::requested() {
            ExitCode::Interrupted
        } else {
            ExitCode::Cargo(TESTS_FAILED)
        });
    };
    if let Some(names) = &named {
        named::warn_of_unknown(names, &before);
    }
    let survivors = alive(&before);
    let counts = Counts::from_judged(&before.judged);
    console::status(
        output,
        "Graded",
        format_args!("{} ({} noticed)", count(counts.graded(), "mutant"), counts.noticed),
    );
    if counts.graded() == 0 || interrupt::requested() {
        return Ok(if interrupt::requested() { ExitCode::Interrupted } else { ExitCode::NothingSearched });
    }
    let mut fates = Fates::default();
    if !survivors.is_empty() {
        list(&workspace, &survivors)?;
        let names = survivors.iter().map(|mutant| mutant.name()).collect();
        let part = |session: &Session| around(session, &survivors);
        let ended = run::run_to_the_end(&options.search(names), Mode::Mutants(&part))?;
        if ended.code != ExitCode::Success {
            return Ok(ended.code);
        }
        fates = Fates::new(&survivors, &ended);
    }
    let elapsed = started.elapsed().as_secs_f64();
    report::emit(&fates, elapsed, JsonLines::new(output))?;
    if output.message_format == MessageFormat::Human {
        anstream::eprint!("{}", report::render(&fates));
    }
    console::status(output, "Finished", report::closing_line(&fates, elapsed));
    Ok(if interrupt::requested() { ExitCode::Interrupted } else { ExitCode::Success })
}

fn alive(grading: &Grading) -> Vec<Mutant> {
    let alive = grading.judged.iter().filter(|judged| matches!(judged.verdict, Verdict::Alive(_)));
    alive.map(|judged| judged.mutant.clone()).collect()
}

/// Lists the survivors for the macro.
fn list(workspace: &Workspace, survivors: &[Mutant]) -> anyhow::Result<()> {
    let lines: BTreeSet<String> = survivors.iter().map(|mutant| mutant.key() + "\n").collect();
    let file = survivors_file(workspace);
    whole_file::replace(&file, lines.into_iter().collect::<String>().as_bytes())
}

/// Returns the functions with survivors, and the functions that mention them, directly or
/// indirectly.
fn around(session: &Session, survivors: &[Mutant]) -> BTreeSet<TargetId> {
    let places = survivors.iter().map(|mutant| (mutant.file.clone(), mutant.place[0].0));
    let targets = || session.targets.iter().map(|target| &target.description);
    let packages = session.workspace.packages.iter().map(|package| &package.package);
    let root = &session.workspace.metadata.workspace_root;
    let mut around = ChangedLines::from_places(places).functions(root, packages, targets());
    let has_some =
        |target: &&TargetDescription| target.checks.iter().any(|check| check.kind == CheckKind::Mutant);
    around.extend(targets().filter(has_some).map(|target| target.id.clone()));
    around
}
