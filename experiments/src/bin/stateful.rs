//! Types of real crates whose methods depend on what was called before: how many goals of their methods a search reaches, and how many it does
//! without one source of values.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin whole_crates -- run --list experiments/stateful.txt --only-search --directory ON
//! cargo run --profile experiment -p sbst-experiments --bin whole_crates -- run --list experiments/stateful.txt --only-search --directory OFF --without graph
//! cargo run --profile experiment -p sbst-experiments --bin stateful -- ON OFF
//! ```
//!
//! 1. The types are those that `stateful.txt` names.
//! 2. A type's goals are those of all functions of its `impl` blocks, private ones and those of traits too; what is not searched counts as uncovered.

use anyhow::{Context as _, ensure};
use clap::Parser;
use sbst_experiments::whole_crate::Functions;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates and their types.
const TYPES: &str = include_str!("../../stateful.txt");

/// Puts reports beside one another.
#[derive(Debug, Parser)]
struct Arguments {
    /// Folders in which `whole_crates` has searched the crates
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// The seed of the searches
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// What a search in `folder` told of a crate, as `whole_crates` keeps it.
fn report(folder: &Path, name: &str, seed: u64) -> anyhow::Result<Functions> {
    let file = folder.join(name).join("logs").join(format!("search-{seed}.log"));
    let log = fs::read_to_string(&file).with_context(|| format!("no report {}", file.display()))?;
    Ok(Functions::in_log(&log))
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let columns = arguments.folders.iter();
    let columns = columns.map(|folder| format!(" {}: searched, covered of goals |", folder.display()));
    println!("| type | functions |{}", columns.collect::<String>());
    println!("|---|---|{}", "---|".repeat(arguments.folders.len()));
    let mut sums = vec![(0, 0); arguments.folders.len()];
    for line in TYPES.lines().filter(|line| !line.starts_with('#')) {
        let (crate_, types) = line.split_once('#').context("a crate without types")?;
        let name = crate_.trim().replace('@', "-");
        let reports = arguments.folders.iter().map(|folder| report(folder, &name, arguments.seed));
        let reports = reports.collect::<anyhow::Result<Vec<_>>>()?;
        for type_ in types.split_whitespace() {
            print!("| `{type_}` of {name} | {} |", reports[0].of_type(type_).0.len());
            for (report, (covered, goals)) in reports.iter().zip(&mut sums) {
                let of_type = report.of_type(type_);
                ensure!(of_type.goals() > 0, "{name} has no goals of {type_}");
                print!(" {}, {} of {} |", of_type.searched(), of_type.covered(), of_type.goals());
                *covered += of_type.covered();
                *goals += of_type.goals();
            }
            println!();
        }
    }
    let cells = sums.iter().map(|(covered, goals)| format!(" {covered} of {goals} |"));
    println!("| all | |{}", cells.collect::<String>());
    Ok(())
}
