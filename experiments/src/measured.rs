//! Lines of a whole crate executed by tests: the tests of a search, and the crate's own.
//! Measurements are kept in the crate's folder, as `lines-SEED.json`.

use crate::checkout::{Checkout, Search};
use crate::executed::{Executed, Measurement, Tools};
use crate::lines::Lines;
use crate::whole_crate::Functions;
use anyhow::{Context as _, ensure};
use cargo_metadata::MetadataCommand;
use sbst_fidelity::fetch::toolchain;
use sbst_fidelity::outcomes::Outcome;
use sbst_fidelity::process::End;
use sbst_fidelity::subject::Subject;
use sbst_model::messages::GENERATED_MODULE;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The kept results of a crate.
#[derive(Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The enabled features.
    pub features: Vec<String>,
    /// Goals of the search.
    pub goals: usize,
    /// Goals covered by it.
    pub covered: usize,
    /// All lines with code.
    pub lines: Lines,
    /// Tests written without further options.
    pub outside: Tests,
    /// All written tests; none if those of private functions do not compile.
    pub written: Option<Tests>,
    /// The crate's own tests; none if they do not build, or were not measured.
    pub own: Option<Tests>,
}

/// The result of a run of tests.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tests {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed, or did not end.
    pub failed: usize,
    /// The executed lines.
    pub lines: Lines,
}

impl Tests {
    fn new(executed: &Executed) -> Tests {
        let count = |outcome| executed.outcomes.count(outcome);
        let failed = count(Outcome::Failed) + count(Outcome::Lost);
        Tests { passed: count(Outcome::Passed), failed, lines: executed.lines.clone() }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, others: Tests) -> Tests {
        Tests {
            passed: self.passed + others.passed,
            failed: self.failed + others.failed,
            lines: self.lines.and(others.lines),
        }
    }

    /// Without the uncounted lines.
    fn among(mut self, lines: &Lines) -> Tests {
        self.lines = self.lines.among(lines);
        self
    }

    /// The number of tests: `62`, or `62, 1 failed`.
    pub fn number(&self) -> String {
        let failed = if self.failed == 0 { String::new() } else { format!(", {} failed", self.failed) };
        format!("{}{failed}", self.passed + self.failed)
    }
}

impl Measured {
    /// Reads the measurements of a crate, by its name in results, if any.
    ///
    /// # Errors
    /// If it was written by another version of the experiments.
    pub fn read(directory: &Path, name: &str, seed: u64) -> anyhow::Result<Option<Measured>> {
        let path = directory.join(name).join(format!("lines-{seed}.json"));
        let Ok(text) = fs::read(&path) else { return Ok(None) };
        serde_json::from_slice(&text).with_context(|| format!("{} is of another kind", path.display()))
    }
}

/// Searches crates, and measures tests.
#[derive(Debug)]
pub struct Measuring<'a> {
    /// The directory of all files.
    pub directory: &'a Path,
    /// The settings of searches.
    pub search: &'a Search,
    /// The command for the searches; none if the tests of an earlier search are there.
    pub command: Option<PathBuf>,
    /// True if the crates' own tests are measured, too.
    pub own: bool,
    tools: Tools,
}

impl Measuring<'_> {
    /// Finds the tools, and builds the command if necessary.
    pub fn new<'a>(
        directory: &'a Path,
        search: &'a Search,
        is_searched: bool,
        own: bool,
    ) -> anyhow::Result<Measuring<'a>> {
        let tools = Tools::find()?;
        let command = is_searched.then(|| search.command(directory)).transpose()?;
        Ok(Measuring { directory, search, command, own, tools })
    }

    /// Measures all, and prints failures without stopping.
    pub fn all<'s>(&self, subjects: impl IntoIterator<Item = &'s Subject>) {
        for subject in subjects {
            if let Err(error) = self.measure(subject) {
                eprintln!("{subject}: {error:#}");
            }
        }
    }

    fn measure(&self, subject: &Subject) -> anyhow::Result<()> {
        let checkout = Checkout::new(subject, self.directory)?;
        let plain = &checkout.plain.root;
        let seed = self.search.seed;
        let (searched, log) = self.searched(&checkout)?;
        let functions = Functions::in_log(&log);

        let builds = self.directory.join("measured");
        let measurement = Measurement { tools: &self.tools, checkout: &checkout, builds: &builds };
        let lines = measurement.all_lines()?;
        let written = |step: &str, selection: &[&str], only: Option<&str>| -> anyhow::Result<Tests> {
            let step = format!("{step}-{seed}");
            let mut executed = measurement.executed(&step, &searched, selection, only)?;
            executed.lines = executed.lines.before_insertions(plain, &searched)?;
            Ok(Tests::new(&executed).among(&lines))
        };
        let outside = match searched.join("tests/sbst/main.rs").exists() {
            true => written("outside", &["--test", "sbst"], None)?,
            false => Tests::default(),
        };
        let unit_tests = if has_library(plain)? { &["--lib", "--bins"][..] } else { &["--bins"] };
        let beside = written("beside", unit_tests, Some(&format!("{GENERATED_MODULE}::")));
        let own = self.own.then(|| {
            let executed = measurement.executed("own", plain, &["--tests"], None)?;
            Ok(Tests::new(&executed).among(&lines))
        });
        // A crate may have been published without its tests, or without files they need; the other
        // tests are measured nevertheless.
        let told =
            |tests: anyhow::Result<Tests>| tests.inspect_err(|error| eprintln!("{subject}: {error:#}")).ok();
        let result = Measured {
            features: checkout.plain.features.clone(),
            goals: functions.goals(),
            covered: functions.covered(),
            written: told(beside).map(|beside| outside.clone().and(beside)),
            outside,
            own: own.and_then(told),
            lines,
        };
        let file = fs::File::create(checkout.place().join(format!("lines-{seed}.json")))?;
        Ok(serde_json::to_writer(file, &result)?)
    }

    /// The copy with the tests, and the log of the search.
    fn searched(&self, checkout: &Checkout) -> anyhow::Result<(PathBuf, String)> {
        let name = format!("searched-{}", self.search.seed);
        let step = format!("search-{}", self.search.seed);
        let searched = match &self.command {
            None => checkout.place().join(name),
            Some(command) => {
                let searched = checkout.copy_for_tests(&name)?;
                let arguments = self.search.arguments();
                let arguments: Vec<&str> =
                    arguments.iter().map(String::as_str).chain(["--write-private"]).collect();
                let end = checkout.run(&step, &mut checkout.start(command, &searched, &arguments))?;
                ensure!(end == End::Success, "the search failed, see {}", checkout.logs().display());
                searched
            }
        };
        let log = checkout.logs().join(format!("{step}.log"));
        let log =
            fs::read_to_string(&log).with_context(|| format!("no search before: no {}", log.display()))?;
        Ok((searched, log))
    }
}

fn has_library(root: &Path) -> anyhow::Result<bool> {
    let mut metadata = MetadataCommand::new();
    metadata.manifest_path(root.join("Cargo.toml")).no_deps().env("RUSTUP_TOOLCHAIN", toolchain());
    let package = metadata.exec()?.packages.into_iter().next().context("no package")?;
    Ok(package.targets.iter().any(|target| target.is_lib() || target.is_proc_macro()))
}
