//! Whole crates without an annotation: what a search alone covers, beside what the crate's own tests do, of the same goals.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin whole_crates -- run --list experiments/crates.txt
//! cargo run --profile experiment -p sbst-experiments --bin whole_crates -- table
//! ```
//!
//! For each crate, as its user would:
//! 1. `cargo test --no-fail-fast`, and `cargo sbst test --all --no-fail-fast`: each test must end the same, and the goals that
//!    the tests reach are the own tests' column. (Examples in documentation are run; what they reach is not seen.)
//! 2. `cargo sbst --all --total-budget 60s` on a copy whose tests it has never run: what its tests cover is the search's column.
//!    No test of the user's is looked at (`--seed-tests` is off).
//!
//! Functions that stay `const` for constants record nothing when tests call them, so their goals are in neither column.
//!
//! Everything is in `--directory`: copies, one target directory for all, and what was printed.

use anyhow::{Context as _, ensure};
use clap::{Parser, Subcommand};
use sbst_experiments::whole_crate::Functions;
use sbst_fidelity::fetch::{self, toolchain};
use sbst_fidelity::outcomes::Outcomes;
use sbst_fidelity::process::{self, End, Output};
use sbst_fidelity::subject::{Subject, listed};
use sbst_fidelity::{command, manifest};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long one run of cargo may take beside the search.
const LIMIT: Duration = Duration::from_secs(20 * 60);

/// Searches whole crates.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where copies, builds and results are
    #[arg(long, global = true, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-whole-crates"))]
    directory: PathBuf,
    #[command(subcommand)]
    step: Step,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Step {
    /// Run the tests and the search
    Run(Plan),
    /// Put the results together
    Table {
        /// The seed of the searches
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

/// What to run.
#[derive(Debug, clap::Args)]
struct Plan {
    /// Crates of the registry: NAME, NAME@VERSION or NAME@VERSION/FEATURE,FEATURE
    #[arg(value_name = "CRATE")]
    crates: Vec<Subject>,
    /// A file with crates, one a line
    #[arg(long, value_name = "FILE")]
    list: Vec<PathBuf>,
    /// Total budget of each search
    #[arg(long, default_value = "60s")]
    budget: String,
    /// Seed of the searches
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// What is searched for, as for `cargo sbst`
    #[arg(long)]
    goals: Option<String>,
    /// Leave out a source of values; may be repeated
    #[arg(long, value_name = "SOURCE")]
    without: Vec<String>,
    /// Only search, where tests have run before
    #[arg(long)]
    only_search: bool,
    /// Only run the tests, which need no machine of their own
    #[arg(long, conflicts_with = "only_search")]
    only_tests: bool,
    /// The built command `cargo-sbst`; built if it is not given
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    fs::create_dir_all(&arguments.directory)?;
    let directory = arguments.directory.canonicalize()?;
    match &arguments.step {
        Step::Run(plan) => run(plan, &directory),
        Step::Table { seed } => table(&directory, *seed),
    }
}

fn run(plan: &Plan, directory: &Path) -> anyhow::Result<()> {
    let mut subjects = plan.crates.clone();
    for list in &plan.list {
        subjects.extend(listed(list)?);
    }
    ensure!(!subjects.is_empty(), "nothing to search: name a crate, or see --help");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let command = match &plan.command {
        Some(command) => command.canonicalize()?,
        None => command::build(&repository, &directory.join("command"))?,
    };
    for subject in &subjects {
        let Err(error) = of_crate(subject, plan, &command, directory) else { continue };
        eprintln!("{subject}: {error:#}");
    }
    Ok(())
}

fn of_crate(subject: &Subject, plan: &Plan, command: &Path, directory: &Path) -> anyhow::Result<()> {
    let copied = fetch::fetch(subject, directory)?;
    manifest::forget_toolchain(&copied.root);
    manifest::stand_alone(&copied.root)?;
    let place = directory.join(&copied.name);
    let logs = place.join("logs");
    let features = match &copied.features[..] {
        [] => Vec::new(),
        features => vec!["--features".to_owned(), features.join(",")],
    };
    let start = |program: &Path, root: &Path, arguments: &[&str]| -> Command {
        let mut started = process::command(&program.to_string_lossy(), root);
        started.args(arguments).args(&features);
        started.env("CARGO_TARGET_DIR", directory.join("target")).env("RUSTUP_TOOLCHAIN", toolchain());
        started
    };
    let told = |step: &str, end: End| eprintln!("{} {step}: {end:?}", copied.name);
    if !plan.only_search {
        let mut plain = start(Path::new("cargo"), &copied.root, &["test", "--no-fail-fast"]);
        told("plain tests", process::run(&mut plain, &logs.join("plain.log"), Output::Log, LIMIT)?.0);
        let arguments = ["sbst", "test", "--all", "--no-fail-fast", "--message-format", "json"];
        let mut observed = start(command, &copied.root, &arguments);
        told("observed tests", process::run(&mut observed, &logs.join("own.log"), Output::Log, LIMIT)?.0);
    }
    if plan.only_tests {
        return Ok(());
    }
    let searched = place.join("searched");
    fetch::replace(&copied.root, &searched)?;
    let seed = plan.seed.to_string();
    let mut arguments =
        vec!["sbst", "--all", "--total-budget", &plan.budget, "--seed", &seed, "--message-format", "json"];
    if let Some(goals) = &plan.goals {
        arguments.extend(["--goals", goals]);
    }
    for source in &plan.without {
        arguments.extend(["--without", source]);
    }
    let mut search = start(command, &searched, &arguments);
    let log = logs.join(format!("search-{}.log", plan.seed));
    told("search", process::run(&mut search, &log, Output::Log, LIMIT)?.0);
    Ok(())
}

fn table(directory: &Path, seed: u64) -> anyhow::Result<()> {
    println!(
        "| crate | tests that end otherwise | functions searched | goals, and those of constant functions | own tests | search | only own tests | only search | faults | evaluations |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut sums = [0; 3];
    for name in crates(directory)? {
        let logs = directory.join(&name).join("logs");
        let read = |file: &str| fs::read_to_string(logs.join(file));
        let (Ok(plain), Ok(own), Ok(search)) =
            (read("plain.log"), read("own.log"), read(&format!("search-{seed}.log")))
        else {
            continue;
        };
        let (plain, observed) = (Outcomes::parse(&plain), Outcomes::parse(&own));
        let differing = plain.differences(&observed).len();
        let (own, search) = (Functions::in_log(&own), Functions::in_log(&search));
        // A search sees what tests cannot: goals are compared where both can.
        let constant = own.constant();
        let apart = search.goals();
        let (own, search) = (own.but_for(&constant), search.but_for(&constant));
        let apart = apart - search.goals();
        let evaluations: u64 = search.0.iter().map(|function| function.evaluations).sum();
        let remark = if own.goals() == search.goals() { "" } else { " (not the same goals)" };
        println!(
            "| {name}{remark} | {differing} of {} | {} of {} | {}, {apart} | {} | {} | {} | {} | {} | {evaluations} |",
            plain.0.len(),
            search.searched(),
            search.0.len(),
            search.goals(),
            own.covered(),
            search.covered(),
            search.behind(&own),
            own.behind(&search),
            search.faults(),
        );
        for (sum, more) in sums.iter_mut().zip([search.goals(), own.covered(), search.covered()]) {
            *sum += more;
        }
        for (reason, goals) in search.reasons() {
            *reasons.entry(reason).or_default() += goals;
        }
    }
    println!("| all | | | {} | {} | {} | | | | |", sums[0], sums[1], sums[2]);
    println!("\n| goals | why they are not covered by the search |\n|---|---|");
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (reason, goals) in reasons {
        println!("| {goals} | {reason} |");
    }
    Ok(())
}

/// The names of the crates that have results.
fn crates(directory: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| format!("no folder {}", directory.display()))? {
        let entry = entry?;
        if entry.path().join("logs").is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}
