//! Lines of whole crates: how many of them the tests that `cargo sbst` writes execute, beside the
//! crate's own tests, and beside what RustyUnit's authors report of the same crates.
//!
//! ```sh
//! rustup component add llvm-tools
//! cargo build --profile experiment -p cargo-sbst -p sbst-experiments --bin cargo-sbst --bin line_coverage
//! target/experiment/line_coverage run --command target/experiment/cargo-sbst --seed 1 humantime@2.1.0
//! target/experiment/line_coverage table --seed 1
//! ```
//!
//! For each crate:
//! 1. `cargo sbst --all --total-budget 60s --write-private`, on a copy. No test of the user's is
//!    looked at (`--seed-tests=off`).
//! 2. The written tests are built and run by themselves, without a probe of ours, with `-C
//!    instrument-coverage`: those of `tests/sbst`, which stand there without `--write-private` as
//!    well, and then those of private functions and binaries. Tests that show a finding are
//!    ignored, so they execute nothing.
//! 3. The same for the crate's own unit and integration tests (`cargo test --tests`) on a copy that
//!    was never searched.
//!
//! All columns are of the same lines: those with code in the library and binaries as cargo builds
//! them for everyone, so what is `cfg(test)`, and what was written, is in none. `executed.rs` says
//! how they are found.
//!
//! Everything is in `--directory`: copies, builds, what was printed, and for each crate
//! `lines-SEED.json` with the lines of each column.

use anyhow::{Context as _, ensure};
use cargo_metadata::MetadataCommand;
use clap::{Parser, Subcommand};
use sbst_experiments::checkout::{self, Checkout};
use sbst_experiments::executed::{Executed, Measurement, Tools};
use sbst_experiments::lines::Lines;
use sbst_experiments::whole_crate::Functions;
use sbst_fidelity::fetch::toolchain;
use sbst_fidelity::outcomes::Outcome;
use sbst_fidelity::process::End;
use sbst_fidelity::subject::Subject;
use sbst_model::messages::GENERATED_MODULE;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// Coverage of a crate by RustyUnit's best setting, on average over 30 runs of 5,000 tests each, in
/// percent of the basic blocks of its MIR that it has as targets (Tymofyeyev and Fraser,
/// *Search-Based Test Suite Generation for Rust*, SSBSE 2022; means of the last generation in
/// `experiments/data/*.csv` of their repository).
const RUSTY_UNIT: [(&str, f64, &str); 3] = [
    ("humantime-2.1.0", 22.8, "seeded DynaMOSA"),
    // This is version 0.23.0, which was withdrawn.
    ("quick-xml-0.23.1", 11.8, "seeded DynaMOSA, 0.23.0"),
    ("time-0.3.7", 57.8, "random"),
];

/// Measures the lines that tests of whole crates execute.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where copies, builds and results are
    #[arg(long, global = true, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-line-coverage"))]
    directory: PathBuf,
    #[command(subcommand)]
    step: Step,
}

/// A step of the experiment.
#[derive(Debug, Subcommand)]
enum Step {
    /// Search, and measure the tests
    Run {
        #[command(flatten)]
        plan: checkout::Searches,
        /// Only measure, where a search has written tests before
        #[arg(long)]
        only_measure: bool,
    },
    /// Put the results together
    Table {
        /// The seed of the searches
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

/// The results of a crate that are kept.
#[derive(Debug, Serialize, Deserialize)]
struct Result {
    features: Vec<String>,
    goals: usize,
    covered: usize,
    lines: Lines,
    /// Written tests that stand where they are used without being asked.
    outside: Tests,
    /// All written tests; none if those of private functions do not build where they are.
    written: Option<Tests>,
    /// The crate's own tests; none if they do not build.
    own: Option<Tests>,
}

/// The result of a run of tests.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Tests {
    passed: usize,
    failed: usize,
    lines: Lines,
}

impl Tests {
    fn new(executed: &Executed) -> Tests {
        let count = |outcome| executed.outcomes.count(outcome);
        let failed = count(Outcome::Failed) + count(Outcome::Lost);
        Tests { passed: count(Outcome::Passed), failed, lines: executed.lines.clone() }
    }

    fn and(self, others: Tests) -> Tests {
        Tests {
            passed: self.passed + others.passed,
            failed: self.failed + others.failed,
            lines: self.lines.and(others.lines),
        }
    }

    /// Without the lines that do not count.
    fn among(mut self, lines: &Lines) -> Tests {
        self.lines = self.lines.among(lines);
        self
    }

    /// `340 (81.5 %) by 62`
    fn cell(&self, of: &Lines) -> String {
        let failed = if self.failed == 0 { String::new() } else { format!(", {} failed", self.failed) };
        format!("{} by {}{failed}", share(self.lines.count(), of.count()), self.passed + self.failed)
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    fs::create_dir_all(&arguments.directory)?;
    let directory = arguments.directory.canonicalize()?;
    match &arguments.step {
        Step::Run { plan, only_measure } => run(plan, *only_measure, &directory),
        Step::Table { seed } => table(&directory, *seed),
    }
}

fn run(plan: &checkout::Searches, only_measure: bool, directory: &Path) -> anyhow::Result<()> {
    let subjects = plan.subjects()?;
    let tools = Tools::find()?;
    let command = if only_measure { None } else { Some(plan.command(directory)?) };
    for subject in &subjects {
        let Err(error) = measure_crate(subject, plan, &tools, command.as_deref(), directory) else {
            continue;
        };
        eprintln!("{subject}: {error:#}");
    }
    Ok(())
}

fn measure_crate(
    subject: &Subject,
    plan: &checkout::Searches,
    tools: &Tools,
    command: Option<&Path>,
    directory: &Path,
) -> anyhow::Result<()> {
    let checkout = Checkout::new(subject, directory)?;
    let plain = &checkout.plain.root;
    let name = format!("searched-{}", plan.seed);
    let step = format!("search-{}", plan.seed);
    let searched = match command {
        None => checkout.place().join(name),
        Some(command) => {
            let searched = checkout.copy_for_tests(&name)?;
            let arguments = plan.search();
            let arguments: Vec<&str> =
                arguments.iter().map(String::as_str).chain(["--write-private"]).collect();
            let end = checkout.run(&step, &mut checkout.start(command, &searched, &arguments))?;
            ensure!(end == End::Success, "the search failed, see {}", checkout.logs().display());
            searched
        }
    };
    let log = checkout.logs().join(format!("{step}.log"));
    let log = fs::read_to_string(&log).with_context(|| format!("no search before: no {}", log.display()))?;
    let functions = Functions::in_log(&log);

    let builds = directory.join("measured");
    let measurement = Measurement { tools, checkout: &checkout, builds: &builds };
    let lines = measurement.all_lines()?;
    let written = |step: &str, selection: &[&str], only: Option<&str>| -> anyhow::Result<Tests> {
        let step = format!("{step}-{}", plan.seed);
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
    let own = measurement.executed("own", plain, &["--tests"], None);
    let own = own.map(|executed| Tests::new(&executed).among(&lines));
    // A crate may have been published without its tests, or without what they need; the other tests
    // are measured all the same.
    let told =
        |tests: anyhow::Result<Tests>| tests.inspect_err(|error| eprintln!("{subject}: {error:#}")).ok();
    let result = Result {
        features: checkout.plain.features.clone(),
        goals: functions.goals(),
        covered: functions.covered(),
        written: told(beside).map(|beside| outside.clone().and(beside)),
        outside,
        own: told(own),
        lines,
    };
    let file = fs::File::create(checkout.place().join(format!("lines-{}.json", plan.seed)))?;
    Ok(serde_json::to_writer(file, &result)?)
}

fn has_library(root: &Path) -> anyhow::Result<bool> {
    let mut metadata = MetadataCommand::new();
    metadata.manifest_path(root.join("Cargo.toml")).no_deps().env("RUSTUP_TOOLCHAIN", toolchain());
    let package = metadata.exec()?.packages.into_iter().next().context("no package")?;
    Ok(package.targets.iter().any(|target| target.is_lib() || target.is_proc_macro()))
}

fn table(directory: &Path, seed: u64) -> anyhow::Result<()> {
    println!(
        "| crate | goals covered by the search | lines | executed by written tests | with those of private functions | by own tests | RustyUnit: MIR blocks |"
    );
    println!("|---|---|---|---|---|---|---|");
    for name in checkout::crates(directory)? {
        let path = directory.join(&name).join(format!("lines-{seed}.json"));
        let Ok(text) = fs::read(&path) else { continue };
        let result: Result = serde_json::from_slice(&text)
            .with_context(|| format!("{} is of another kind", path.display()))?;
        let features = result.features.join(", ");
        let features = if features.is_empty() { features } else { format!(" with {features}") };
        let cell = |tests: Option<Tests>| {
            tests.map_or_else(|| "do not build".to_owned(), |tests| tests.cell(&result.lines))
        };
        let reported = RUSTY_UNIT.iter().find(|(of, ..)| *of == name);
        println!(
            "| {name}{features} | {} | {} | {} | {} | {} | {} |",
            format_share(result.covered, result.goals),
            result.lines.count(),
            result.outside.cell(&result.lines),
            cell(result.written),
            cell(result.own),
            reported.map_or_else(String::new, |(_, share, setting)| format!("{share} % ({setting})")),
        );
    }
    Ok(())
}

/// `340 (81.5 %)`
fn share(part: usize, whole: usize) -> String {
    format!("{part} ({:.1} %)", 100.0 * part as f64 / whole.max(1) as f64)
}

/// `340 of 417 (81.5 %)`
fn format_share(part: usize, whole: usize) -> String {
    format!("{part} of {whole} ({:.1} %)", 100.0 * part as f64 / whole.max(1) as f64)
}
