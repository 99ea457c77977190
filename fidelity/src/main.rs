//! Compares third-party crates with themselves under `#[sbst::instrument]`.
//!
//! For each crate, a plain copy is built and tested twice. Then a copy with the attribute on every
//! function is built and tested, in a normal build and in the observe build. All must compile with
//! the same warnings, and every test must end the same. `docs/fidelity.md` explains its use and the
//! meaning of its numbers.

mod annotated;
mod build;
mod census;
mod check;
mod configuration;
mod cost;
mod recording;
mod registered;
mod remarks;
mod report;

use sbst_fidelity::{command, fetch, manifest, outcomes, process, subject};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Parser;

use check::Plan;
use sbst_analysis::annotate::Style;
use subject::Subject;

/// Compares crates with themselves under `#[sbst::instrument]`.
#[derive(Debug, Parser)]
#[command(name = "sbst-fidelity")]
struct Options {
    /// Crates of the registry: NAME, NAME@VERSION or NAME@VERSION/FEATURE,FEATURE
    #[arg(value_name = "CRATE")]
    crates: Vec<Subject>,
    /// A file with crates, one per line
    #[arg(long, value_name = "FILE")]
    list: Vec<PathBuf>,
    /// A folder with a package or a workspace, which is copied
    #[arg(long, value_name = "PATH")]
    folder: Vec<PathBuf>,
    /// Annotate whole impls, traits and modules instead of single functions
    #[arg(long)]
    whole: bool,
    /// Turn on all features of the crates
    #[arg(long)]
    all_features: bool,
    /// Leave out the tests in documentation
    #[arg(long)]
    no_doc: bool,
    /// Check libraries and binaries only, without tests and their dependencies: the fastest way to
    /// many crates
    #[arg(long)]
    check: bool,
    /// With --check, keep the tests' dependencies, for further use of the annotated copies
    #[arg(long, requires = "check")]
    keep_development: bool,
    /// Build, but run no tests
    #[arg(long)]
    no_run: bool,
    /// Count the instructions of the tests, plain and observed (slow; needs valgrind)
    #[arg(long)]
    cost: bool,
    /// Show the times of the builds and the tests
    #[arg(long)]
    times: bool,
    /// List every condition that does not record
    #[arg(long)]
    verbose: bool,
    /// Time limit of one run of cargo, in minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 20)]
    limit: u64,
    /// Directory for copies, builds and logs
    #[arg(long, value_name = "PATH")]
    directory: Option<PathBuf>,
    /// The repository of sbst [default: the one this program was built in]
    #[arg(long, value_name = "PATH")]
    repository: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Checks all subjects; returns true if no subject differs.
fn run(options: Options) -> anyhow::Result<bool> {
    let mut subjects = options.crates.clone();
    for list in &options.list {
        subjects.extend(subject::listed(list)?);
    }
    subjects.extend(options.folder.iter().cloned().map(Subject::Folder));
    anyhow::ensure!(!subjects.is_empty(), "nothing to check: name a crate, or see --help");
    let plan = plan(&options)?;
    let mut rows = Vec::new();
    let mut all_same = true;
    for subject in &subjects {
        match check::check(subject, &plan) {
            Ok(checked) => {
                eprintln!("{}", report::details(&checked, options.verbose, options.times));
                all_same &= report::differences(&checked, &checked.normal, false).is_empty();
                all_same &= report::differences(&checked, &checked.observe, true).is_empty();
                rows.push(report::row(&checked));
            }
            Err(error) => {
                eprintln!("{subject}\n  not checked: {error:#}\n");
                rows.push(format!("| {subject} | not checked: {error} |"));
                all_same = false;
            }
        }
    }
    let table = format!("{}\n{}\n", report::HEAD, rows.join("\n"));
    print!("{table}");
    let file = plan.directory.join("results.md");
    std::fs::write(&file, table).with_context(|| format!("failed to write {}", file.display()))?;
    Ok(all_same)
}

fn plan(options: &Options) -> anyhow::Result<Plan> {
    let directory = options.directory.clone().unwrap_or_else(|| std::env::temp_dir().join("sbst-fidelity"));
    std::fs::create_dir_all(&directory).with_context(|| format!("failed to make {}", directory.display()))?;
    let directory = directory.canonicalize()?;
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let repository = options.repository.clone().unwrap_or(ours);
    let repository =
        repository.canonicalize().with_context(|| format!("no folder {}", repository.display()))?;
    Ok(Plan {
        command: match options.check {
            true => PathBuf::new(),
            false => command::build(&repository, &directory.join("target").join("command"))?,
        },
        repository,
        directory,
        style: if options.whole { Style::Whole } else { Style::Functions },
        all_features: options.all_features,
        no_doc: options.no_doc,
        no_run: options.no_run,
        only_check: options.check,
        keep_development: options.keep_development,
        cost: options.cost,
        limit: Duration::from_secs(60 * options.limit),
    })
}
