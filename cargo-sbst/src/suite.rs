//! Search results as a small set of `#[test]`s that people read, in the user's package.
//!
//! 1. What a person wrote is never overwritten; our files are known by their first line.
//! 2. Tests of functions that this run did not search stay.
//! 3. Every test that is left compiles and passes, or is ignored and says why. What is written under the target directory
//!    only is not compiled.
//! 4. Nothing that was taken out goes untold.
//!
//! The way of a test: [`plan`] says where it goes ([`placement`], by [`exports`]), what is called first ([`story`]) and what it
//! asserts ([`outline`], [`assertion`], [`claim`]); [`source`] and [`files`] write it; [`check`] compiles and runs it.

mod helpers;
mod reach;
mod text;
mod test_module;
mod file;
mod outline;
mod crates;
mod draft;
mod earlier;
mod plan;
mod check;
#[cfg(test)]
mod end_to_end;
#[cfg(test)]
pub mod fixtures;

pub use earlier::{FaultTest, fault_tests};
pub use text::story::as_read;

use crate::cargo::arguments::CargoArguments;
use crate::sandbox::Sandbox;
use crate::search::target_report::TargetReport;
use crate::worker::other_conditions::OtherConditions;
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use crates::Crates;
use file::files::{self, FileWriter};
use file::source;

use file::{declare, placement};
use plan::Plan;
use std::collections::BTreeSet;
use std::fs;
use test_module::{Executable, TestModule};

/// How to write tests.
#[derive(Clone, Copy, Debug)]
pub struct SuiteOptions<'a> {
    /// All packages of the workspace and what they depend on.
    pub packages: &'a [Package],
    /// The workspace's root, to which the places of targets are relative.
    pub workspace_root: &'a Utf8Path,
    /// The user's target directory.
    pub target_directory: &'a Utf8Path,
    /// The user's options for cargo.
    pub cargo: &'a CargoArguments,
    /// Whether tests of private functions and binaries are put beside the source.
    pub write_private: bool,
    /// The run's seed, which the files name.
    pub seed: u64,
    /// Whether cargo is to keep quiet.
    pub quiet: bool,
    /// The sandbox in which tests are checked, if there is one.
    pub sandbox: Option<&'a Sandbox>,
    /// The conditions of the second run of the tests.
    pub conditions: &'a OtherConditions,
}

/// What was written.
#[derive(Debug)]
pub struct WrittenSuite {
    /// The files with tests.
    pub files: Vec<WrittenFile>,
    /// The number of tests in them, those of earlier runs among them.
    pub tests: usize,
    /// How many of them are not run by default, because they show a finding.
    pub ignored: usize,
    /// Tests that were taken out.
    pub removed: Vec<RemovedTest>,
    /// Paths of functions of which a test fails under other conditions alone.
    pub flaky: BTreeSet<String>,
    /// What the user should know or do.
    pub notes: Vec<String>,
}

/// A file with tests.
#[derive(Debug)]
pub struct WrittenFile {
    /// Where it is.
    pub path: Utf8PathBuf,
    /// The number of tests in it.
    pub tests: usize,
    /// Whether it is not in its place yet, because it tests private functions or a binary.
    pub private: bool,
}

/// A test that was taken out.
#[derive(Debug)]
pub struct RemovedTest {
    /// Its name, as the test harness shows it.
    pub test: String,
    /// Why.
    pub reason: String,
}

/// Writes the tests of a package, checks them and takes out what fails.
pub fn write(
    package: &Package,
    reports: &[&TargetReport],
    options: &SuiteOptions<'_>,
) -> anyhow::Result<WrittenSuite> {
    let crates = Crates::load(package, options.packages, reports);
    let Plan { mut modules, declarations, mut notes } = plan::make(package, &crates, reports, options)?;
    let mut writer = FileWriter::new(package);
    let mut write = |modules: &[TestModule]| write_modules(package, options, &mut writer, modules);
    write(&modules)?;
    // Declared only once the file is there: a declaration without a file would break the user's build.
    for (path, declaration) in declarations {
        if modules.iter().any(|module| module.path == path && !module.is_empty()) {
            declare::declare(&declaration.file, &declaration.inline, declaration.path.as_deref())?;
        }
    }
    let checked = check::check(package, options, &mut modules, write)?;
    notes.extend(checked.notes);
    let unchecked: Vec<&TestModule> =
        modules.iter().filter(|module| module.executable == Executable::None && !module.is_empty()).collect();
    if let Some(directory) = unchecked.first().and_then(|module| module.path.parent()?.parent()) {
        let tests: usize = unchecked.iter().map(|module| module.len()).sum();
        notes.push(format!(
            "{tests} tests of private functions and binaries are in {directory}, where they are not compiled; \
             `cargo sbst --write-private` puts them beside the source, and checks them"
        ));
    }
    let written = modules.iter().filter(|module| !module.is_empty());
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
        flaky: checked.flaky,
        notes,
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
            // Its declaration stays in the source, so the file does.
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
        // Only if nothing else is in it.
        _ = fs::remove_dir(&directory);
        return Ok(());
    }
    let extern_crate = crates::library(package).filter(|_| package.edition.as_str() == "2015");
    let extern_crate = extern_crate.map(|library| library.name.replace('-', "_"));
    writer.write(&root, source::root(options.seed, &in_suite, extern_crate.as_deref()))
}
