//! Types of real crates whose methods depend on earlier calls: their methods' goals reached by a
//! search with and without construction graphs.
//!
//! ```sh
//! for seed in 0 1 2; do
//!     cargo run --profile experiment -p sbst-experiments --bin whole_crates -- run --list experiments/stateful.txt --only-search --budget 300000evals --seed $seed --directory ON --with graph
//!     cargo run --profile experiment -p sbst-experiments --bin whole_crates -- run --list experiments/stateful.txt --only-search --budget 300000evals --seed $seed --directory OFF
//! done
//! cargo run --profile experiment -p sbst-experiments --bin stateful -- ON OFF --seeds 0,1,2
//! ```
//!
//! 1. The types are those in `stateful.txt`.
//! 2. A type's goals are those of all functions of its `impl` blocks, including private ones and
//!    those of traits. Goals of unsearched functions count as uncovered.
//! 3. For several seeds, covered goals are the mean, followed by the values of the seeds.
//! 4. Synthesis is the part of object construction graphs and templates in the search time of all
//!    functions of the crate.

use anyhow::{Context as _, ensure};
use clap::Parser;
use sbst_experiments::sample::mean;
use sbst_experiments::whole_crate::{Function, Functions};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates and their types.
const TYPES: &str = include_str!("../../stateful.txt");

/// Prints reports side by side.
#[derive(Debug, Parser)]
struct Arguments {
    /// Directories of `whole_crates` with the searched crates
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// The seeds of the searches
    #[arg(long, value_name = "SEED", value_delimiter = ',', default_value = "0")]
    seeds: Vec<u64>,
}

/// Reads the results of a search in `folder`, as written by `whole_crates`.
fn report(folder: &Path, name: &str, seed: u64) -> anyhow::Result<Functions> {
    let file = folder.join(name).join("logs").join(format!("search-{seed}.log"));
    let log = fs::read_to_string(&file).with_context(|| format!("no report {}", file.display()))?;
    Ok(Functions::in_log(&log))
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let columns = arguments.folders.iter();
    let columns = columns.map(|folder| format!(" {}: searched, covered (by seed) |", folder.display()));
    println!("| type | functions | goals |{}", columns.collect::<String>());
    println!("|---|---|---|{}", "---|".repeat(arguments.folders.len()));
    let mut sums = vec![0.0; arguments.folders.len()];
    let mut goals = 0;
    let mut synthesis = Vec::new();
    for line in TYPES.lines().filter(|line| !line.starts_with('#')) {
        let (crate_, types) = line.split_once('#').context("a crate without types")?;
        let name = crate_.trim().replace('@', "-");
        let of_folder = |folder: &PathBuf| {
            arguments
                .seeds
                .iter()
                .map(|seed| report(folder, &name, *seed))
                .collect::<anyhow::Result<Vec<_>>>()
        };
        let reports = arguments.folders.iter().map(of_folder).collect::<anyhow::Result<Vec<_>>>()?;
        for type_ in types.split_whitespace() {
            let first = reports[0][0].filter_type(type_);
            ensure!(first.goals() > 0, "{name} has no goals of {type_}");
            goals += first.goals();
            print!("| `{type_}` of {name} | {} | {} |", first.0.len(), first.goals());
            for (reports, sum) in reports.iter().zip(&mut sums) {
                let of_type: Vec<Functions> =
                    reports.iter().map(|report| report.filter_type(type_)).collect();
                let covered: Vec<f64> = of_type.iter().map(|of_type| of_type.covered() as f64).collect();
                print!(" {}, {:.1} {covered:?} |", of_type[0].searched(), mean(&covered));
                *sum += mean(&covered);
            }
            println!();
        }
        let shares = reports.iter().map(|reports| {
            let all = || reports.iter().flat_map(|report| &report.0);
            let spent: f64 = all().map(Function::synthesis_seconds).sum();
            format!("{:.1} %", 100.0 * spent / all().map(|function| function.search_seconds).sum::<f64>())
        });
        synthesis.push(format!("{name}: {}", shares.collect::<Vec<_>>().join(", ")));
    }
    let cells = sums.iter().map(|covered| format!(" {covered:.1} |"));
    println!("| all | | {goals} |{}", cells.collect::<String>());
    println!("\nSynthesis, of the time of search: {}.", synthesis.join("; "));
    Ok(())
}
