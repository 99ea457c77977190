//! Mutants that the tests of a package notice, in a build of their own.

use super::SuiteOptions;
use super::check::{compile, executables};
use super::placement::suite_target;
use super::test_module::{Executable, TestModule};
use crate::cargo::arguments::CargoArguments;
use crate::cargo::selection::SelectionOptions;
use crate::cargo::workspace::{self, Workspace};
use crate::mutants::{self, Rating};
use crate::ui::options::OutputOptions;
use anyhow::Context;
use cargo_metadata::Package;
use std::collections::BTreeSet;

/// The most mutants of a package: a thousand rate a suite as well as all do.
const MOST: usize = 1_000;

/// The rating of tests by mutants.
#[derive(Clone, Copy, Debug)]
pub struct ByMutants<'a> {
    pub workspace: &'a Workspace,
    pub output: &'a OutputOptions,
    /// The names of mutants to include in any case.
    pub wanted: &'a BTreeSet<String>,
}

/// The mutants that rated tests.
#[derive(Debug, Default)]
pub struct Rated {
    /// The names of mutants, by the numbers in tests.
    pub names: Vec<String>,
    /// The numbers of those that could be applied.
    pub applied: Vec<u32>,
    /// The number of these that tests execute, always with the same value at their place.
    pub same: usize,
}

impl Rated {
    /// The name of a mutant, by its number.
    pub fn name(&self, mutant: u32) -> Option<&String> {
        self.names.get(mutant as usize)
    }
}

/// Records the mutants that each test notices in its present form. Returns the mutants.
pub fn rate(
    package: &Package,
    options: &SuiteOptions<'_>,
    by: ByMutants<'_>,
    modules: &mut [TestModule],
) -> anyhow::Result<Rated> {
    let needed = executables(modules);
    if needed.is_empty() {
        return Ok(Rated::default());
    }
    let manifest = compile::own_manifest(package, options, &needed)?;
    let arguments = CargoArguments {
        manifest_path: Some(manifest.unwrap_or_else(|| package.manifest_path.clone())),
        target_dir: Some(options.target_directory.to_owned()),
        ..options.cargo.clone()
    };
    let selection = SelectionOptions { all: by.workspace.whole, ..SelectionOptions::default() };
    let workspace = Workspace {
        allow_effects: by.workspace.allow_effects,
        ..workspace::discover(&selection, &arguments)?
    };
    let targets = compile::targets(package, &needed);
    let built = mutants::build(&workspace, &arguments, by.output, &targets)?;
    let built = built.context("the tests do not compile with mutants")?;
    let crates = mutants::crates(&workspace);
    let rating = mutants::rate(&built, &crates, MOST, by.wanted, options.seed, options.sandbox)?;
    note(package, &rating, modules);
    Ok(Rated { names: rating.names, applied: rating.applied, same: rating.same.len() })
}

fn note(package: &Package, rating: &Rating, modules: &mut [TestModule]) {
    for module in modules {
        let target = match &module.executable {
            Executable::Integration => format!("{} test {}", package.name, suite_target(package)),
            Executable::Library => format!("{} lib", package.name),
            Executable::Binary(name) => format!("{} bin {name}", package.name),
            Executable::None => continue,
        };
        for test in &mut module.tests {
            let name = format!("{}{}", module.prefix, test.name);
            test.notices = rating.noticed.get(&(target.clone(), name)).cloned().unwrap_or_default();
        }
    }
}
