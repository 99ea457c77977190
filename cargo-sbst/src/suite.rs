//! Writes search results as a small set of readable `#[test]`s in the user's package.
//!
//! 1. The command never overwrites files of the user. The first line of a file marks it as the
//!    command's own.
//! 2. Tests of functions that this run did not search stay.
//! 3. Every remaining test compiles and passes, or is ignored with a reason. Tests under the target
//!    directory alone are not compiled.
//! 4. The report lists every removed test, and counts the unwritten tests without a possible
//!    assertion.
//!
//! Stages: [`plan`] chooses the file ([`placement`], by [`exports`]), the calls before the tested
//! one ([`story`]) and the assertions ([`outline`], [`assertion`], [`claim`]). [`source`] and
//! [`files`] write the test; [`check`] compiles and runs it. Mutants rate the tests that pass
//! ([`rating`]). [`merging`] joins related tests, [`selection`] drops superfluous ones, and
//! [`choices`] applies reviews and limits. The rest is checked again. [`changes`] holds the files
//! as they were before.

mod helpers;
mod reach;
mod text;
mod header;
mod heading;
mod blocks;
mod test_module;
mod file;
mod doubles;
mod draft_target;
mod outline;
mod release;
pub mod crates;
pub mod front_door;
mod draft;
pub mod choices;
mod earlier;
pub mod findings;
mod plan;
mod check;
pub mod rating;
mod selection;
mod merging;
pub mod changes;
pub mod composition;
#[cfg(test)]
mod end_to_end;
#[cfg(test)]
pub mod fixtures;

pub use blocks::Block;
pub use check::Reason;
pub use check::written::{self, WrittenRun};
pub use text::story::as_read;

use crate::cargo::arguments::CargoArguments;
use crate::sandbox::Sandbox;
use crate::search::target_report::TargetReport;
use crate::ui::quantity::count;
use crate::worker::other_conditions::OtherConditions;
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use changes::{Before, Changes};
use choices::{Choices, LeftOut, Why};
use crates::Crates;
use file::files::{self, FileWriter};
use file::source;

use file::{declare, placement};
use outline::Unchecked;
use plan::Plan;
use rating::{ByMutants, Rated};
use sbst_model::TargetId;
use sbst_model::messages::GoalsOf;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
pub use test_module::Cause;
use test_module::{Executable, TestModule};

#[derive(Clone, Copy, Debug)]
pub struct SuiteOptions<'a> {
    /// Base of the targets' relative paths.
    pub workspace_root: &'a Utf8Path,
    /// The user's target directory.
    pub target_directory: &'a Utf8Path,
    /// The user's options for cargo.
    pub cargo: &'a CargoArguments,
    /// True if tests of private functions and binaries go beside the source.
    pub write_private: bool,
    pub seed: u64,
    pub choices: &'a Choices,
    /// True if each found test is written, without selection and merging.
    pub as_found: bool,
    /// The mutants that select tests, if requested.
    pub by_mutants: Option<ByMutants<'a>>,
    pub quiet: bool,
    /// The sandbox of the checks, if any.
    pub sandbox: Option<&'a Sandbox>,
    /// Conditions of the second run of the tests.
    pub conditions: &'a OtherConditions,
}

#[derive(Debug)]
pub struct WrittenSuite {
    pub files: Vec<WrittenFile>,
    /// The number of tests in the files, including tests of earlier runs.
    pub tests: usize,
    /// The number of ignored tests, which show findings.
    pub ignored: usize,
    pub removed: Vec<RemovedTest>,
    /// Unwritten tests that did not fail.
    pub not_checked: Vec<NotChecked>,
    /// The files that the run changed, or would change.
    pub changes: Changes,
    /// The tests of this run, as they are in the files.
    pub written: Vec<WrittenTest>,
    /// The goals that tests cover, without those of ignored tests.
    pub covers: BTreeMap<TargetId, BTreeSet<u32>>,
    /// The goals of comparisons with a boundary that these tests evaluate.
    pub known_boundaries: BTreeMap<TargetId, BTreeSet<u32>>,
    /// The boundaries that these tests meet.
    pub met_boundaries: BTreeMap<TargetId, BTreeSet<u32>>,
    /// Paths of functions with a test that fails only under other conditions.
    pub flaky: BTreeSet<String>,
    /// The names of the mutants that selected tests.
    pub mutants: Vec<String>,
    /// The number of these that the tests of this run notice.
    pub noticed_mutants: usize,
    /// The number of these that tests execute, always with the same value at their place.
    pub same_mutants: usize,
    /// Remarks for the user.
    pub notes: Vec<String>,
}

impl WrittenSuite {
    /// Returns the remarks, then those on unwritten tests, which are fields in JSON.
    pub fn all_notes(&self) -> impl Iterator<Item = String> {
        self.notes.iter().cloned().chain(notes_not_checked(&self.not_checked))
    }
}

#[derive(Debug)]
pub struct WrittenFile {
    pub path: Utf8PathBuf,
    pub tests: usize,
    /// True if the user still has to move the file because it tests private functions or a binary.
    pub private: bool,
}

/// A test in a file.
#[derive(Clone, Debug)]
pub struct WrittenTest {
    pub name: String,
    /// The path of the tested function.
    pub function: String,
    pub file: Utf8PathBuf,
    /// Its first line in the file, from 1.
    pub line: usize,
    /// The lines of the test, with its comment.
    pub source: String,
    pub is_ignored: bool,
    /// The goals that it covers, by function.
    pub covers: Vec<GoalsOf>,
    /// The names of the mutants that it notices, if mutants selected it.
    pub notices: Vec<String>,
    /// The cause of the panic that ends it, if any.
    pub cause: Option<Cause>,
}

impl WrittenTest {
    /// Returns the number of its assertions, an expected panic included. One in a loop counts once.
    pub fn assertions(&self) -> usize {
        let begins = |line: &str| line.starts_with("assert") || line.starts_with("#[should_panic");
        self.source.lines().filter(|line| begins(line.trim_start())).count()
    }
}

/// Tests of a function that did not fail and were not written.
#[derive(Debug)]
pub struct NotChecked {
    pub why: Why,
    pub function: TargetId,
    pub tests: usize,
    /// Goals of the function that they reach and no written test covers.
    pub goals: Vec<u32>,
}

#[derive(Debug)]
pub struct RemovedTest {
    /// The name that the test harness shows.
    pub test: String,
    pub reason: Reason,
}

/// Writes the tests of a package, checks them and removes failing ones.
pub fn write(
    package: &Package,
    crates: &Crates,
    reports: &[&TargetReport],
    options: &SuiteOptions<'_>,
) -> anyhow::Result<WrittenSuite> {
    let Plan { mut modules, declarations, mut notes, unchecked } =
        plan::make(package, crates, reports, options)?;
    choices::mark(&mut modules, options.choices);
    let before = Before::read(package, &modules, &declarations);
    let mut writer = FileWriter::new(package);
    let mut write = |modules: &[TestModule]| write_modules(package, options, &mut writer, modules);
    let failing = before.failing(package, options, &modules, &mut write, &mut notes)?;
    write(&modules)?;
    // Declare the module only once its file exists: otherwise the user's build would break.
    for (path, declaration) in &declarations {
        if modules.iter().any(|module| module.path == *path && !module.is_empty()) {
            declare::declare(&declaration.file, &declaration.inline, declaration.path.as_deref())?;
        }
    }
    let mut checked = check::check(package, options, &mut modules, &mut write)?;
    let mut rated = Rated::default();
    if !options.as_found {
        match options.by_mutants.map(|by| rating::rate(package, options, by, &mut modules)) {
            Some(Ok(mutants)) => rated = mutants,
            Some(Err(error)) => notes.push(format!("goals alone selected the tests: {error:#}")),
            None => {}
        }
        let variants = selection::take_variants(&mut modules);
        modules.iter_mut().zip(variants).for_each(|(module, variants)| merging::merge(module, variants));
        selection::select(&mut modules);
    }
    let left_out = choices::choose(&mut modules, options.choices);
    modules.iter_mut().for_each(merging::name);
    write(&modules)?;
    checked.add(check::check(package, options, &mut modules, &mut write)?);
    notes.extend(checked.notes);
    let not_compiled: Vec<&TestModule> =
        modules.iter().filter(|module| module.executable == Executable::None && !module.is_empty()).collect();
    if let Some(directory) = not_compiled.first().and_then(|module| module.path.parent()?.parent()) {
        let tests: usize = not_compiled.iter().map(|module| module.len()).sum();
        notes.push(format!(
            "{tests} tests of private functions and binaries are in {directory}, where they are not compiled; \
             `cargo sbst --write-private` puts them beside the source, and checks them"
        ));
    }
    let written = modules.iter().filter(|module| !module.is_empty());
    let covers = goals(&modules, |test| &test.covers);
    let not_checked = not_checked(unchecked, left_out, &covers);
    let written_tests = modules.iter().flat_map(|module| written_tests(module, &rated)).collect();
    Ok(WrittenSuite {
        files: written
            .map(|module| WrittenFile {
                path: module.path.clone(),
                tests: module.len(),
                private: module.private && module.executable == Executable::None,
            })
            .collect(),
        tests: modules.iter().map(TestModule::len).sum(),
        ignored: modules.iter().map(TestModule::ignored).sum(),
        removed: checked.removed,
        not_checked,
        // A run that only proposes restores the files here.
        changes: before.changes(&modules, failing, options.choices.only_proposes),
        written: written_tests,
        covers,
        known_boundaries: goals(&modules, |test| &test.boundaries.known),
        met_boundaries: goals(&modules, |test| &test.boundaries.met),
        mutants: rated.applied.iter().filter_map(|mutant| rated.name(*mutant).cloned()).collect(),
        noticed_mutants: noticed_mutants(&modules),
        same_mutants: rated.same,
        flaky: checked.flaky,
        notes,
    })
}

/// Returns the tests of this run as they are in the module's file.
fn written_tests(module: &TestModule, rated: &Rated) -> Vec<WrittenTest> {
    let text = fs::read_to_string(&module.path).unwrap_or_default();
    let mut blocks: BTreeMap<String, Block> =
        blocks::split(&text).tests.into_iter().map(|block| (block.name.clone(), block)).collect();
    let written = module.tests.iter().filter_map(|test| {
        let block = blocks.remove(&test.name)?;
        Some(WrittenTest {
            name: test.name.clone(),
            function: test.function.clone(),
            file: module.path.clone(),
            line: *block.lines.start(),
            source: block.text,
            is_ignored: test.ignored,
            covers: test.covers.clone(),
            notices: test.notices.iter().filter_map(|mutant| rated.name(*mutant).cloned()).collect(),
            cause: test.cause.clone(),
        })
    });
    written.collect()
}

fn noticed_mutants(modules: &[TestModule]) -> usize {
    let tests = modules.iter().flat_map(|module| &module.tests).filter(|test| !test.ignored);
    tests.flat_map(|test| &test.notices).collect::<BTreeSet<_>>().len()
}

/// Returns the union of the goals of tests that are not ignored.
fn goals(
    modules: &[TestModule],
    of_test: impl Fn(&test_module::Test) -> &[GoalsOf],
) -> BTreeMap<TargetId, BTreeSet<u32>> {
    let mut union: BTreeMap<TargetId, BTreeSet<u32>> = BTreeMap::new();
    let tests = modules.iter().flat_map(|module| &module.tests).filter(|test| !test.ignored);
    for GoalsOf { target, goals } in tests.flat_map(of_test) {
        union.entry(target.clone()).or_default().extend(goals);
    }
    union
}

/// Returns the unwritten tests, with the goals that no written test covers.
fn not_checked(
    unchecked: BTreeMap<TargetId, Unchecked>,
    left_out: Vec<LeftOut>,
    covers: &BTreeMap<TargetId, BTreeSet<u32>>,
) -> Vec<NotChecked> {
    let unchecked = unchecked.into_iter().map(|(function, tests)| ((Why::NothingToAssert, function), tests));
    let mut all: BTreeMap<(Why, TargetId), Unchecked> = unchecked.collect();
    for LeftOut { test, why } in left_out {
        let Some(function) = test.calls.into_iter().next() else { continue };
        let own = test.covers.into_iter().filter(|of| of.target == function && !test.ignored);
        let goals = own.flat_map(|of| of.goals.into_iter().collect::<Vec<_>>()).collect();
        all.entry((why, function)).or_default().add(&Unchecked { tests: 1, goals });
    }
    let all = all.into_iter().map(|((why, function), Unchecked { tests, mut goals })| {
        let covered = covers.get(&function);
        goals.retain(|goal| !covered.is_some_and(|covered| covered.contains(goal)));
        NotChecked { why, function, tests, goals: goals.into_iter().collect() }
    });
    all.collect()
}

fn notes_not_checked(not_checked: &[NotChecked]) -> impl Iterator<Item = String> {
    [Why::NothingToAssert, Why::Refused, Why::Limit]
        .into_iter()
        .filter_map(|why| note_not_checked(not_checked, why))
}

fn note_not_checked(not_checked: &[NotChecked], why: Why) -> Option<String> {
    let not_checked = || not_checked.iter().filter(|one| one.why == why);
    let names: Vec<String> = not_checked().map(|one| one.function.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tests = not_checked().map(|one| one.tests).sum();
    let goals = not_checked().map(|one| one.goals.len()).sum();
    let what = match goals {
        0 => String::from("other tests cover their goals"),
        1 => String::from("one goal is reached, not checked"),
        goals => format!("{goals} goals are reached, not checked"),
    };
    let (names, number) = (draft::first_two(&names), count(tests, "test"));
    (tests > 0).then(|| match why {
        Why::NothingToAssert => {
            format!("{names}: {number} not written, because nothing can be asserted; {what}")
        }
        Why::Refused => format!("{number} not written, refused by a review; {what}"),
        Why::Limit => format!("{number} not written, beyond the limit; {what}"),
    })
}

fn write_modules(
    package: &Package,
    options: &SuiteOptions<'_>,
    writer: &mut FileWriter,
    modules: &[TestModule],
) -> anyhow::Result<()> {
    let mut in_suite = Vec::new();
    for module in modules {
        let beside_source = module.private && module.executable != Executable::None;
        match module.is_empty() {
            // The file stays because the source still declares it.
            true if beside_source && module.path.exists() => {
                writer.write(&module.path, source::module(module))?
            }
            true => files::remove(&module.path)?,
            false => {
                writer.write(&module.path, source::module(module))?;
                in_suite.extend(
                    (!module.private).then(|| module.path.file_stem().unwrap_or_default().to_owned()),
                );
            }
        }
    }
    let directory = placement::suite_directory(package);
    let root = directory.join("main.rs");
    if !files::is_ours_or_missing(&root) {
        return Ok(());
    }
    in_suite.extend(earlier::adopted_modules(&directory));
    in_suite.sort();
    in_suite.dedup();
    if in_suite.is_empty() {
        files::remove(&root)?;
        // `remove_dir` succeeds only for an empty directory.
        _ = fs::remove_dir(&directory);
        return Ok(());
    }
    let extern_crate = crates::library(package).filter(|_| package.edition.as_str() == "2015");
    let extern_crate = extern_crate.map(|library| library.name.replace('-', "_"));
    writer.write(&root, source::root(options.seed, &in_suite, extern_crate.as_deref()))
}
