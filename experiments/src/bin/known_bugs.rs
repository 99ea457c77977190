//! Known bugs of third-party crates, in the affected versions: the bugs found by a search, without
//! any input given by hand.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin known_bugs -- run
//! cargo run --profile experiment -p sbst-experiments --bin known_bugs -- table
//! ```
//!
//! Each crate is searched as by its user: `cargo sbst --all --goals branch,panic --total-budget 60s
//! --seed N`, with seeds from 1. `experiments/data/known_bugs.ron` defines success.

use anyhow::{Context as _, ensure};
use clap::{Parser, Subcommand};
use sbst_experiments::whole_crate::{Finding, Functions, Shown};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The bugs, compiled in.
const BUGS: &str = include_str!("../../data/known_bugs.ron");

/// Searches for known bugs.
#[derive(Debug, Parser)]
struct Arguments {
    /// Directory of copies, builds and results
    #[arg(long, global = true, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-known-bugs"))]
    directory: PathBuf,
    /// Searches per crate
    #[arg(long, global = true, default_value_t = 5)]
    seeds: u64,
    #[command(subcommand)]
    step: Step,
}

/// A step of the experiment.
#[derive(Debug, Subcommand)]
enum Step {
    /// Search
    Run {
        /// Total budget per search
        #[arg(long, default_value = "60s")]
        budget: String,
        /// Kinds of goals
        #[arg(long, default_value = "branch,panic")]
        goals: String,
        /// Only crates whose names contain this
        #[arg(long, default_value = "")]
        only: String,
        /// The built command `cargo-sbst`; built if it is not given
        #[arg(long, value_name = "PATH")]
        command: Option<PathBuf>,
    },
    /// Combine the results
    Table,
}

/// Difficulty of finding a bug, as in the file.
#[derive(Clone, Copy, Debug, Deserialize)]
enum Difficulty {
    E,
    M,
    H,
}

/// A bug to be found.
#[derive(Debug, Deserialize)]
struct Bug {
    id: String,
    krate: String,
    difficulty: Difficulty,
    kinds: Vec<String>,
    file: String,
    lines: Vec<u32>,
    through: String,
    #[serde(default)]
    message: String,
}

impl Bug {
    fn is(&self, function: &str, finding: &Finding) -> bool {
        self.kinds.contains(&finding.kind)
            && function.contains(&self.through)
            && finding.message.contains(&self.message)
            && self.is_at(finding.file.as_deref(), finding.line)
    }

    /// True if an entry of the report shows it.
    fn is_shown_by(&self, entry: &Shown) -> bool {
        let mut functions = entry.others.iter().chain([&entry.function]);
        entry.kind.as_ref().is_some_and(|kind| self.kinds.contains(kind))
            && functions.any(|function| function.contains(&self.through))
            && entry.message.contains(&self.message)
            && self
                .is_at(entry.place.as_ref().map(|place| &*place.file), entry.place.as_ref().map(|p| p.line))
    }

    fn is_at(&self, file: Option<&str>, line: Option<u32>) -> bool {
        file == Some(&*self.file)
            && (self.lines.is_empty() || line.is_some_and(|line| self.lines.contains(&line)))
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    fs::create_dir_all(&arguments.directory)?;
    let directory = arguments.directory.canonicalize()?;
    let bugs: Vec<Bug> = ron::from_str(BUGS).context("experiments/data/known_bugs.ron")?;
    match &arguments.step {
        Step::Run { budget, goals, only, command } => {
            let crates: BTreeSet<&str> = bugs.iter().map(|bug| &*bug.krate).collect();
            for krate in crates.into_iter().filter(|krate| krate.contains(&**only)) {
                for seed in 1..=arguments.seeds {
                    search(krate, seed, budget, goals, command.as_deref(), &directory)?;
                }
            }
            Ok(())
        }
        Step::Table => {
            table(&bugs, arguments.seeds, &directory);
            Ok(())
        }
    }
}

/// One search by the other program of this kind.
fn search(
    krate: &str,
    seed: u64,
    budget: &str,
    goals: &str,
    command: Option<&Path>,
    directory: &Path,
) -> anyhow::Result<()> {
    let program = std::env::current_exe()?.with_file_name("whole_crates");
    ensure!(program.exists(), "build the program `whole_crates` first: it stands beside this one");
    let mut search = Command::new(program);
    search.arg("--directory").arg(directory).args(["run", krate, "--only-search", "--budget", budget]);
    search.args(["--goals", goals, "--seed", &seed.to_string()]);
    if let Some(command) = command {
        search.arg("--command").arg(command);
    }
    let status = search.status().context("failed to start `whole_crates`")?;
    ensure!(status.success(), "{krate} with seed {seed} was not searched");
    Ok(())
}

fn table(bugs: &[Bug], seeds: u64, directory: &Path) {
    println!(
        "| crate | bug | difficulty | found by seeds | entry of the report, by seed | an input that it found |"
    );
    println!("|---|---|---|---|---|---|");
    let mut logs: BTreeMap<(&str, u64), (Functions, Vec<Shown>)> = BTreeMap::new();
    let mut found_by_all = 0;
    for bug in bugs {
        let mut found: Vec<(u64, String)> = Vec::new();
        let mut ranks: Vec<String> = Vec::new();
        for seed in 1..=seeds {
            let (functions, shown) = logs.entry((&bug.krate, seed)).or_insert_with(|| {
                let logs = directory.join(bug.krate.replace('@', "-")).join("logs");
                let log = fs::read_to_string(logs.join(format!("search-{seed}.log"))).unwrap_or_default();
                (Functions::in_log(&log), Shown::in_log(&log))
            });
            let rank = shown.iter().position(|entry| bug.is_shown_by(entry));
            ranks.push(rank.map_or_else(|| String::from("–"), |rank| (rank + 1).to_string()));
            let findings = functions.0.iter().flat_map(|function| {
                let findings = function.findings.iter();
                findings.map(move |finding| (function.target.as_str(), finding))
            });
            if let Some((function, finding)) =
                findings.into_iter().find(|(function, finding)| bug.is(function, finding))
            {
                found.push((seed, format!("{function}({})", finding.arguments.join(", "))));
            }
        }
        found_by_all += usize::from(found.len() as u64 == seeds);
        let input = found.first().map_or("", |(_, input)| input);
        println!(
            "| {} | {} | {:?} | {} of {seeds} | {} | `{}` |",
            bug.krate,
            bug.id,
            bug.difficulty,
            found.len(),
            ranks.join(", "),
            input.replace('|', "\\|")
        );
    }
    println!("\n{found_by_all} of {} bugs are found by all seeds.", bugs.len());
}
