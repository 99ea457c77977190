//! Whole crates without an annotation: coverage of the same goals by a search alone and by the
//! crate's own tests.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin whole_crates -- run --list experiments/crates.txt
//! cargo run --profile experiment -p sbst-experiments --bin whole_crates -- table
//! ```
//!
//! For each crate, as by its user:
//! 1. `cargo test --no-fail-fast`, and `cargo sbst test --all --no-fail-fast`: each test must end
//!    the same, and the goals reached by the tests are the own tests' column. (Examples in
//!    documentation are run, but not observed.)
//! 2. `cargo sbst --all --total-budget 60s` on a copy whose tests were never run: the goals of its
//!    tests are the search's column.
//! 3. `cargo sbst test --all` on the written tests alone, inside and outside of the crate. Their
//!    coverage should equal that of the search.
//!
//! Functions that stay `const` for constants are not recorded when tests call them, so their goals
//! are in neither column.
//!
//! Everything is in `--directory`: copies, one target directory for all, and logs.

use clap::{Parser, Subcommand};
use sbst_experiments::checkout::{self, Checkout};
use sbst_experiments::whole_crate::Functions;
use sbst_fidelity::outcomes::Outcomes;
use sbst_fidelity::subject::Subject;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of the names of written tests inside of a crate.
const WRITTEN_INSIDE: &str = "sbst_tests::";

/// Searches whole crates.
#[derive(Debug, Parser)]
struct Arguments {
    /// Directory of copies, builds and results
    #[arg(long, global = true, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-whole-crates"))]
    directory: PathBuf,
    #[command(subcommand)]
    step: Step,
}

/// A step of the experiment.
#[derive(Debug, Subcommand)]
enum Step {
    /// Run the tests and the search
    Run(Plan),
    /// Combine the results
    Table {
        /// The seed of the searches
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

/// Options of a run.
#[derive(Debug, clap::Args)]
struct Plan {
    #[command(flatten)]
    common: checkout::Searches,
    /// Kinds of goals, as for `cargo sbst`
    #[arg(long)]
    goals: Option<String>,
    /// Leave out a source of values; repeatable
    #[arg(long, value_name = "SOURCE")]
    without: Vec<String>,
    /// Only search, after an earlier run of the tests
    #[arg(long)]
    only_search: bool,
    /// Only run the tests, which do not need an idle machine
    #[arg(long, conflicts_with = "only_search")]
    only_tests: bool,
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
    let subjects = plan.common.subjects()?;
    let command = plan.common.how.command(directory)?;
    for subject in &subjects {
        let Err(error) = measure_crate(subject, plan, &command, directory) else { continue };
        eprintln!("{subject}: {error:#}");
    }
    Ok(())
}

fn measure_crate(subject: &Subject, plan: &Plan, command: &Path, directory: &Path) -> anyhow::Result<()> {
    let checkout = Checkout::new(subject, directory)?;
    let root = &checkout.plain.root;
    if !plan.only_search {
        let mut plain = checkout.start(Path::new("cargo"), root, &["test", "--no-fail-fast"]);
        checkout.run("plain", &mut plain)?;
        let arguments = ["sbst", "test", "--all", "--no-fail-fast", "--message-format", "json"];
        checkout.run("own", &mut checkout.start(command, root, &arguments))?;
    }
    if plan.only_tests {
        return Ok(());
    }
    let searched = checkout.copy_for_tests("searched")?;
    let arguments = plan.common.how.arguments();
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.push("--write-private");
    if let Some(goals) = &plan.goals {
        arguments.extend(["--goals", goals]);
    }
    for source in &plan.without {
        arguments.extend(["--without", source]);
    }
    let mut search = checkout.start(command, &searched, &arguments);
    checkout.run(&format!("search-{}", plan.common.how.seed), &mut search)?;
    let test = |arguments: &[&str]| {
        let all = ["sbst", "test", "--all", "--no-fail-fast", "--message-format", "json"];
        checkout.start(command, &searched, &[&all[..], arguments].concat())
    };
    let mut inside = test(&["--lib"]);
    inside.args(["--", WRITTEN_INSIDE]);
    checkout.run(&format!("inside-{}", plan.common.how.seed), &mut inside)?;
    if searched.join("tests/sbst").exists() {
        checkout.run(&format!("outside-{}", plan.common.how.seed), &mut test(&["--test", "sbst"]))?;
    }
    Ok(())
}

fn table(directory: &Path, seed: u64) -> anyhow::Result<()> {
    println!(
        "| crate | tests that end otherwise | functions searched | goals, and those of constant functions | own tests | search | written tests | only own tests | only search | faults | evaluations |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut sums = [0; 3];
    for name in checkout::crates(directory)? {
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
        // A search has more goals than an observation of tests: only common goals are compared.
        let constant = own.constant();
        let apart = search.goals();
        let (own, search) = (own.but_for(&constant), search.but_for(&constant));
        let apart = apart - search.goals();
        let [inside, outside] = ["inside", "outside"].map(|place| {
            read(&format!("{place}-{seed}.log")).map(|log| Functions::in_log(&log)).unwrap_or_default()
        });
        let written = inside.or(&outside).but_for(&constant);
        let evaluations: u64 = search.0.iter().map(|function| function.evaluations).sum();
        let remark = if own.goals() == search.goals() { "" } else { " (not the same goals)" };
        println!(
            "| {name}{remark} | {differing} of {} | {} of {} | {}, {apart} | {} | {} | {} | {} | {} | {} | {evaluations} |",
            plain.0.len(),
            search.searched(),
            search.0.len(),
            search.goals(),
            own.covered(),
            search.covered(),
            written.covered(),
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
    println!("| all | | | {} | {} | {} | | | | | |", sums[0], sums[1], sums[2]);
    println!("\n| goals | why they are not covered by the search |\n|---|---|");
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (reason, goals) in reasons {
        println!("| {goals} | {reason} |");
    }
    Ok(())
}
