//! Lines of whole crates: the number executed by the tests of `cargo sbst`, compared with the
//! crate's own tests, and with the figures of RustyUnit's authors for the same crates.
//!
//! ```sh
//! rustup component add llvm-tools
//! cargo build --profile experiment -p cargo-sbst -p sbst-experiments --bin cargo-sbst --bin line_coverage
//! target/experiment/line_coverage run --command target/experiment/cargo-sbst --seed 1 humantime@2.1.0
//! target/experiment/line_coverage table --seed 1
//! ```
//!
//! For each crate:
//! 1. `cargo sbst --all --total-budget 60s --write-private`, on a copy.
//! 2. The written tests are built and run by themselves, without our probes, with `-C
//!    instrument-coverage`. First come those of `tests/sbst`, which are there without
//!    `--write-private` as well, then those of private functions and binaries. Tests of findings
//!    are ignored, so they execute no lines.
//! 3. The same for the crate's own unit and integration tests (`cargo test --tests`) on a copy
//!    without a search.
//!
//! All columns count the same lines: those with code in the library and binaries of an ordinary
//! build, without `cfg(test)` code and the written tests. `executed.rs` finds them.
//!
//! Everything is in `--directory`: copies, builds, logs, and per crate `lines-SEED.json` with the
//! lines of the columns.

use clap::{Parser, Subcommand};
use sbst_experiments::checkout::{self, Searches};
use sbst_experiments::measured::{Measured, Measuring, Tests};
use std::fs;
use std::path::{Path, PathBuf};

/// Coverage of a crate by RustyUnit's best setting, averaged over 30 runs of 5,000 tests each, in
/// percent of the targeted basic blocks of its MIR. (Tymofyeyev and Fraser, *Search-Based Test
/// Suite Generation for Rust*, SSBSE 2022; means of the last generation in `experiments/data/*.csv`
/// of their repository).
const RUSTY_UNIT: [(&str, f64, &str); 3] = [
    ("humantime-2.1.0", 22.8, "seeded DynaMOSA"),
    // This is version 0.23.0, which was withdrawn.
    ("quick-xml-0.23.1", 11.8, "seeded DynaMOSA, 0.23.0"),
    ("time-0.3.7", 57.8, "random"),
];

/// Measures the lines executed by tests of whole crates.
#[derive(Debug, Parser)]
struct Arguments {
    /// Directory of copies, builds and results
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
        plan: Searches,
        /// Only measure the tests of an earlier search
        #[arg(long)]
        only_measure: bool,
    },
    /// Combine the results
    Table {
        /// The seed of the searches
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    fs::create_dir_all(&arguments.directory)?;
    let directory = arguments.directory.canonicalize()?;
    match &arguments.step {
        Step::Run { plan, only_measure } => {
            let subjects = plan.subjects()?;
            Measuring::new(&directory, &plan.how, !only_measure, true)?.all(&subjects);
            Ok(())
        }
        Step::Table { seed } => table(&directory, *seed),
    }
}

fn table(directory: &Path, seed: u64) -> anyhow::Result<()> {
    println!(
        "| crate | goals covered by the search | lines | executed by written tests | with those of private functions | by own tests | RustyUnit: MIR blocks |"
    );
    println!("|---|---|---|---|---|---|---|");
    for name in checkout::crates(directory)? {
        let Some(result) = Measured::read(directory, &name, seed)? else { continue };
        let features = result.features.join(", ");
        let features = if features.is_empty() { features } else { format!(" with {features}") };
        let all = result.lines.count();
        let perhaps =
            |tests: Option<Tests>| tests.map_or_else(|| "do not build".to_owned(), |tests| cell(&tests, all));
        let reported = RUSTY_UNIT.iter().find(|(of, ..)| *of == name);
        println!(
            "| {name}{features} | {} | {} | {} | {} | {} | {} |",
            format_share(result.covered, result.goals),
            all,
            cell(&result.outside, all),
            perhaps(result.written),
            perhaps(result.own),
            reported.map_or_else(String::new, |(_, share, setting)| format!("{share} % ({setting})")),
        );
    }
    Ok(())
}

/// `340 (81.5 %) by 62`
fn cell(tests: &Tests, all: usize) -> String {
    let lines = tests.lines.count();
    format!("{lines} ({:.1} %) by {}", 100.0 * lines as f64 / all.max(1) as f64, tests.number())
}

/// `340 of 417 (81.5 %)`
fn format_share(part: usize, whole: usize) -> String {
    format!("{part} of {whole} ({:.1} %)", 100.0 * part as f64 / whole.max(1) as f64)
}
