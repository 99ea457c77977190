//! Mutants of whole crates noticed by the crate's own tests, by the written tests alone, and by
//! both together, according to cargo-mutants and `cargo sbst test --mutants`.
//!
//! ```sh
//! cargo install cargo-mutants --version 27.1.0
//! cargo build --profile experiment -p cargo-sbst -p sbst-experiments
//! cd target/experiment
//! ./mutants run --command cargo-sbst --seed 1 --list ../../experiments/crates.txt
//! ./mutants table
//! ```
//!
//! For each crate:
//! 1. `cargo sbst --all --total-budget 60s --write-private` on a copy whose tests were never run.
//! 2. `cargo mutants --shard 0/12 --sharding=round-robin` on that copy, with own and written tests,
//!    each mutant with all of them. The log of a mutant contains the failing tests.
//! 3. `cargo sbst test --all --mutants=all --by-test` with the same tests. Neither step runs the
//!    examples of the documentation.
//!
//! The last table compares the verdicts on mutants with equal names. `differences` lists the
//! different ones.

use anyhow::ensure;
use clap::{Parser, Subcommand};
use sbst_experiments::checkout::{self, Checkout};
use sbst_experiments::graded::{Graded, Noticed, Verdict, Verdicts, from_cargo_mutants, from_messages};
use sbst_fidelity::subject::Subject;
use std::fs;
use std::path::{Path, PathBuf};

/// The genres of mutants missing in cargo-mutants.
const OWN_GENRES: [&str; 7] = ["Condition", "Statement", "Constant", "Range", "Loop", "Jump", "Return"];

/// Grades own and written tests of whole crates by mutants.
#[derive(Debug, Parser)]
struct Arguments {
    /// Directory of copies, builds and results
    #[arg(long, global = true, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-mutants"))]
    directory: PathBuf,
    #[command(subcommand)]
    step: Step,
}

/// A step of the experiment.
#[derive(Debug, Subcommand)]
enum Step {
    /// Write tests, and grade them
    Run(Plan),
    /// Combine the results
    Table,
    /// List the mutants with different verdicts
    Differences,
}

/// Options of a run.
#[derive(Debug, clap::Args)]
struct Plan {
    #[command(flatten)]
    common: checkout::Searches,
    /// The part of cargo-mutants' mutants
    #[arg(long, default_value = "0/12", value_name = "K/N")]
    shard: String,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    fs::create_dir_all(&arguments.directory)?;
    let directory = arguments.directory.canonicalize()?;
    match &arguments.step {
        Step::Run(plan) => run(plan, &directory),
        Step::Table => table(&directory),
        Step::Differences => differences(&directory),
    }
}

fn run(plan: &Plan, directory: &Path) -> anyhow::Result<()> {
    let command = plan.common.how.command(directory)?;
    for subject in &plan.common.subjects()? {
        let Err(error) = grade_crate(subject, plan, &command, directory) else { continue };
        eprintln!("{subject}: {error:#}");
    }
    Ok(())
}

fn grade_crate(subject: &Subject, plan: &Plan, command: &Path, directory: &Path) -> anyhow::Result<()> {
    let checkout = Checkout::new(subject, directory)?;
    let root = checkout.copy_for_tests("mutated")?;
    let arguments = plan.common.how.arguments();
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.push("--write-private");
    checkout.run("search", &mut checkout.start(command, &root, &arguments))?;
    // In place, for the common target directory.
    let out = checkout.place();
    let arguments = [
        "mutants",
        "--in-place",
        "--shard",
        &plan.shard,
        "--sharding=round-robin",
        "--no-shuffle",
        "--cap-lints=true",
        "--output",
        &out.to_string_lossy(),
        "--cargo-test-arg=--no-fail-fast",
        "--cargo-test-arg=--lib",
        "--cargo-test-arg=--bins",
        "--cargo-test-arg=--tests",
    ];
    checkout.run("cargo-mutants", &mut checkout.start(Path::new("cargo"), &root, &arguments))?;
    let arguments = ["sbst", "test", "--all", "--mutants=all", "--by-test", "--no-fail-fast"];
    let targets = ["--lib", "--bins", "--tests", "--message-format", "json"];
    let arguments = [&arguments[..], &targets].concat();
    checkout.run("graded", &mut checkout.start(command, &root, &arguments))?;
    Ok(())
}

/// The results of a crate.
struct Results {
    name: String,
    shard: Verdicts,
    ours: Verdicts,
}

fn results(directory: &Path) -> anyhow::Result<Vec<Results>> {
    let mut results = Vec::new();
    for name in checkout::crates(directory)? {
        let place = directory.join(&name);
        let Ok(log) = fs::read_to_string(place.join("logs/graded.log")) else { continue };
        match from_cargo_mutants(&place.join("mutants.out")) {
            Ok(shard) => results.push(Results { name, shard, ours: from_messages(&log) }),
            Err(error) => eprintln!("{name}: {error:#}"),
        }
    }
    ensure!(!results.is_empty(), "no results in {}: begin with `run`", directory.display());
    Ok(results)
}

fn table(directory: &Path) -> anyhow::Result<()> {
    let results = results(directory)?;
    println!("cargo-mutants:\n");
    print_table(results.iter().map(|result| (result.name.as_str(), result.shard.values().collect())));
    println!("\n`cargo sbst test --mutants=all`:\n");
    print_table(results.iter().map(|result| (result.name.as_str(), result.ours.values().collect())));
    println!("\n… of operators that cargo-mutants does not have:\n");
    print_table(results.iter().map(|result| {
        let own = |graded: &&Graded| OWN_GENRES.contains(&graded.genre.as_str());
        (result.name.as_str(), result.ours.values().filter(own).collect())
    }));
    println!("\nVerdicts on mutants that both have:\n");
    println!("| crate | mutants | the same | differing | not ours |\n|---|---|---|---|---|");
    let mut sums = [0; 4];
    for Results { name, shard, ours } in &results {
        let both = shard.iter().filter_map(|(name, theirs)| Some((theirs, ours.get(name)?)));
        let comparable: Vec<bool> =
            both.filter_map(|(theirs, ours)| compare(theirs.verdict, ours.verdict)).collect();
        let same = comparable.iter().filter(|same| **same).count();
        let absent = shard.keys().filter(|name| !ours.contains_key(*name)).count();
        let row = [comparable.len(), same, comparable.len() - same, absent];
        print_row(name, &row);
        sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
    }
    print_row("all", &sums);
    Ok(())
}

/// Compares the verdicts on a mutant judged by both tools; `None` for others.
fn compare(theirs: Verdict, ours: Verdict) -> Option<bool> {
    let is_judged = |verdict| matches!(verdict, Verdict::Judged(_) | Verdict::Crashed);
    (is_judged(theirs) && is_judged(ours)).then(|| theirs.is_noticed() == ours.is_noticed())
}

fn differences(directory: &Path) -> anyhow::Result<()> {
    for Results { name, shard, ours } in results(directory)? {
        for (mutant, theirs) in &shard {
            match ours.get(mutant) {
                None => println!("{name}: {mutant}: {:?}, not ours", theirs.verdict),
                Some(ours) if compare(theirs.verdict, ours.verdict) == Some(true) => {}
                Some(ours) => println!("{name}: {mutant}: {:?}, ours {:?}", theirs.verdict, ours.verdict),
            }
        }
    }
    Ok(())
}

fn print_table<'a>(crates: impl Iterator<Item = (&'a str, Vec<&'a Graded>)>) {
    println!(
        "| crate | mutants | not viable | no verdict | own tests | written tests | both | alive with own tests | of these noticed |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut sums = [0; 8];
    for (name, graded) in crates {
        let count =
            |wanted: &dyn Fn(Verdict) -> bool| graded.iter().filter(|graded| wanted(graded.verdict)).count();
        let by = |wanted: fn(Noticed) -> bool| {
            count(&|verdict| match verdict {
                Verdict::Judged(noticed) => wanted(noticed),
                verdict => verdict == Verdict::Crashed,
            })
        };
        let row = [
            graded.len(),
            count(&|verdict| verdict == Verdict::Unviable),
            count(&|verdict| verdict == Verdict::NoVerdict),
            by(|noticed| noticed.own),
            by(|noticed| noticed.written),
            by(|noticed| noticed.own || noticed.written),
            count(&|verdict| matches!(verdict, Verdict::Judged(Noticed { own: false, .. }))),
            count(&|verdict| matches!(verdict, Verdict::Judged(Noticed { own: false, written: true }))),
        ];
        print_row(name, &row);
        sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
    }
    print_row("all", &sums);
}

fn print_row(name: &str, row: &[usize]) {
    let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
    println!("| {name} | {} |", cells.join(" | "));
}
