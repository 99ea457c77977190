//! The default against each other algorithm, on the sample of functions: `cargo sbst compare` on
//! each crate, and the combined results.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin against_each -- prepare      # fetches and annotates the crates
//! cargo run --profile experiment -p sbst-experiments --bin against_each -- compare      # searches
//! cargo run --profile experiment -p sbst-experiments --bin against_each -- summarise    # the table
//! ```
//!
//! `draw` made the sample. All files are in `--directory`, fetched by the registry's own client.

use anyhow::{Context as _, ensure};
use clap::{Parser, Subcommand};
use sbst_experiments::drawn;
use sbst_experiments::sample::median;
use sbst_lab::statistics::tally::{LEVEL, Score, Tally};
use sbst_search::Algorithm;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The seed of the sample.
const SAMPLE_SEED: u64 = 1;
/// Functions in it.
const SAMPLE_SIZE: usize = 100;

/// Compares the default algorithm with each other one on the sample.
#[derive(Debug, Parser)]
struct Arguments {
    /// Directory of crates, builds and results
    #[arg(long, global = true, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-sample"))]
    directory: PathBuf,
    /// The built command `cargo-sbst`; built if it is not given
    #[arg(long, global = true, value_name = "PATH")]
    command: Option<PathBuf>,
    #[command(subcommand)]
    step: Step,
}

/// A step of the experiment.
#[derive(Debug, Subcommand)]
enum Step {
    /// Fetch the crates and annotate their functions
    Prepare,
    /// Draw the sample, and write it to the repository
    Draw,
    /// Search the sample with all algorithms
    Compare(Comparison),
    /// Combine the results
    Summarise,
}

/// Options of the comparison.
#[derive(Clone, Debug, clap::Args)]
struct Comparison {
    /// Algorithms; the first is the reference
    #[arg(long, value_delimiter = ',', default_values_t = Algorithm::comparable())]
    algorithms: Vec<Algorithm>,
    /// Searches per function and algorithm
    #[arg(long, default_value_t = 10)]
    repetitions: u32,
    /// Evaluations per search
    #[arg(long, default_value_t = 20_000)]
    evaluations: u64,
    /// Concurrent searches
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// The first seed; a value other than 0 gives different searches
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Step limit of an execution: lower than the command's, because every endless execution uses
    /// it up, and functions that iterate to convergence have thousands of those
    #[arg(long, default_value_t = 20_000)]
    step_limit: u64,
    /// Only these crates
    #[arg(long)]
    only: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let place = Place::new(&arguments)?;
    match &arguments.step {
        Step::Prepare => place.prepare(),
        Step::Draw => place.draw(),
        Step::Compare(comparison) => place.compare(comparison),
        Step::Summarise => place.summarise(),
    }
}

/// The directories common to all steps.
struct Place {
    repository: PathBuf,
    directory: PathBuf,
    command: Option<PathBuf>,
}

impl Place {
    fn new(arguments: &Arguments) -> anyhow::Result<Place> {
        fs::create_dir_all(&arguments.directory)?;
        Ok(Place {
            repository: Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?,
            directory: arguments.directory.canonicalize()?,
            command: arguments.command.clone(),
        })
    }

    /// The check of third-party crates annotates them; its builds prove that they still compile.
    fn prepare(&self) -> anyhow::Result<()> {
        let mut fidelity = Command::new("cargo");
        fidelity.current_dir(&self.repository).args([
            "run",
            "-p",
            "sbst-fidelity",
            "--",
            "--no-run",
            "--no-doc",
        ]);
        fidelity.arg("--list").arg(self.repository.join("experiments/crates.txt"));
        fidelity.arg("--directory").arg(&self.directory);
        let status = fidelity.status().context("failed to start cargo")?;
        // 1 means a difference, which warnings of third-party crates may cause.
        ensure!(matches!(status.code(), Some(0 | 1)), "the crates cannot be annotated");
        Ok(())
    }

    /// The folders of the prepared crates and of the subjects.
    fn crates(&self) -> anyhow::Result<BTreeMap<String, PathBuf>> {
        let mut crates = BTreeMap::new();
        for entry in fs::read_dir(&self.directory)? {
            let entry = entry?;
            let annotated = entry.path().join("functions");
            if annotated.join("Cargo.toml").exists() {
                crates.insert(entry.file_name().to_string_lossy().into_owned(), annotated);
            }
        }
        ensure!(!crates.is_empty(), "no crates in {}; begin with `prepare`", self.directory.display());
        crates.insert("subjects".to_owned(), self.repository.join("tests/fixtures/subjects"));
        Ok(crates)
    }

    /// `cargo sbst` in a folder, with a common target directory.
    fn sbst(&self, folder: &Path) -> anyhow::Result<Command> {
        let executable = match &self.command {
            Some(command) => command.clone(),
            None => {
                let mut build = Command::new("cargo");
                build.current_dir(&self.repository).args([
                    "build",
                    "--quiet",
                    "-p",
                    "cargo-sbst",
                    "-p",
                    "sbst-lab",
                ]);
                ensure!(build.status()?.success(), "cargo-sbst does not compile");
                self.repository.join("target/debug/cargo-sbst")
            }
        };
        let mut sbst = Command::new(executable);
        sbst.args(["sbst", "--fresh"])
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", self.directory.join("target/search"));
        Ok(sbst)
    }

    fn draw(&self) -> anyhow::Result<()> {
        let mut candidates = BTreeMap::new();
        for (name, folder) in self.crates()? {
            let mut list = self.sbst(&folder)?;
            list.args(["list", "--message-format", "json", "--quiet"]).stderr(Stdio::inherit());
            let output = list.output()?;
            ensure!(output.status.success(), "{name} cannot be listed");
            let paths = drawn::candidates(&String::from_utf8(output.stdout)?)?;
            println!("{name}: {} candidates", paths.len());
            candidates.insert(name, paths);
        }
        let drawn = drawn::draw(candidates, SAMPLE_SEED, SAMPLE_SIZE);
        let file = self.repository.join("experiments/sample.txt");
        fs::write(&file, drawn::write(&drawn))?;
        println!("{} functions in {}", drawn.len(), file.display());
        Ok(())
    }

    fn results(&self, name: &str) -> PathBuf {
        self.directory.join("results").join(name)
    }

    fn compare(&self, comparison: &Comparison) -> anyhow::Result<()> {
        let crates = self.crates()?;
        let names: Vec<&str> = comparison.algorithms.iter().map(|algorithm| algorithm.name()).collect();
        for (name, paths) in drawn::sample()? {
            if !comparison.only.is_empty() && !comparison.only.contains(&name) {
                continue;
            }
            let folder = crates.get(&name).with_context(|| format!("{name} is not prepared"))?;
            let mut compare = self.sbst(folder)?;
            compare.args(["compare", "--quiet", "--algorithms", &names.join(",")]);
            compare.args(["--repetitions", &comparison.repetitions.to_string()]);
            compare.args(["--budget", &format!("{}evals", comparison.evaluations)]);
            compare.args(["--jobs", &comparison.jobs.to_string(), "--seed", &comparison.seed.to_string()]);
            compare.args(["--step-limit", &comparison.step_limit.to_string()]);
            compare.arg("--output").arg(self.results(&name));
            compare.args(paths.iter().flat_map(|path| ["--only", path]));
            ensure!(compare.stdout(Stdio::null()).status()?.success(), "the comparison of {name} failed");
            println!("{name}: {} functions", paths.len());
        }
        Ok(())
    }

    fn summarise(&self) -> anyhow::Result<()> {
        let mut functions: BTreeMap<(String, String), Runs> = BTreeMap::new();
        let mut order = Vec::new();
        for (name, paths) in drawn::sample()? {
            let file = self.results(&name).join("runs.csv");
            if !file.exists() {
                eprintln!("{name} is missing: no {}; `compare` first", file.display());
                continue;
            }
            let mut reader = csv::Reader::from_path(&file)?;
            for row in reader.deserialize() {
                let row: Row = row?;
                if !paths.contains(&row.target) {
                    continue;
                }
                if !order.contains(&row.algorithm) {
                    order.push(row.algorithm.clone());
                }
                let runs = functions.entry((name.clone(), row.target.clone())).or_default();
                runs.entry(row.algorithm.clone()).or_default().push(row);
            }
        }
        print(&functions, &order);
        Ok(())
    }
}

/// A row of `runs.csv`, without irrelevant columns.
#[derive(Clone, Debug, Deserialize)]
struct Row {
    target: String,
    algorithm: String,
    goals: usize,
    covered: usize,
    evaluations_to_last_goal: u64,
    seconds: f64,
}

impl Row {
    fn score(&self) -> Score {
        Score { covered: self.covered as u64, evaluations: self.evaluations_to_last_goal }
    }
}

/// The runs of a function by algorithm.
type Runs = BTreeMap<String, Vec<Row>>;

/// Decides one function, and returns true if the first algorithm was significantly worse.
fn add<T: Ord>(tally: &mut Tally, first: &[T], other: &[T]) -> bool {
    let decided = Tally::decide(first, other);
    tally.add(decided);
    decided.losses > 0
}

/// The table, and the functions with worse results of the first algorithm.
fn print(functions: &BTreeMap<(String, String), Runs>, order: &[String]) {
    let Some((first, others)) = order.split_first() else { return };
    let covered_alike = |runs: &Runs| {
        let mut covered = runs.values().flatten().map(|row| row.covered);
        covered.next().is_none_or(|first| covered.all(|other| other == first))
    };
    let differing = functions.iter().filter(|(_, runs)| !covered_alike(runs)).count();
    println!(
        "# {first} against each, {} functions, of which {differing} are not covered alike by all",
        functions.len()
    );
    println!(
        "# wins, ties and losses of {first} (U test, p < {LEVEL}): by goals covered, on those {differing}; by goals covered and then evaluations to the last, on all"
    );
    println!("{:32} {:>14} {:>14}", "algorithm", "goals", "+ evaluations");
    let mut worse = Vec::new();
    for other in others {
        let (mut by_goals, mut by_both) = (Tally::default(), Tally::default());
        for ((name, path), runs) in functions {
            let (Some(ours), Some(theirs)) = (runs.get(first), runs.get(other)) else { continue };
            let covered = |rows: &[Row]| rows.iter().map(|row| row.covered).collect::<Vec<_>>();
            let scores = |rows: &[Row]| rows.iter().map(Row::score).collect::<Vec<_>>();
            let is_worse_by_goals =
                !covered_alike(runs) && add(&mut by_goals, &covered(ours), &covered(theirs));
            let is_worse = add(&mut by_both, &scores(ours), &scores(theirs));
            if is_worse || is_worse_by_goals {
                let typical = |rows: &[Row]| {
                    let mut covered: Vec<f64> = rows.iter().map(|row| row.covered as f64).collect();
                    let mut last: Vec<f64> =
                        rows.iter().map(|row| row.evaluations_to_last_goal as f64).collect();
                    format!("{} of {} at {}", median(&mut covered), rows[0].goals, median(&mut last))
                };
                let which = if is_worse_by_goals { "GOALS" } else { "evaluations" };
                worse.push(format!(
                    "{which:12}{other:28} {name} {path}: {} against {}",
                    typical(ours),
                    typical(theirs)
                ));
            }
        }
        let show = |tally: &Tally| format!("{}/{}/{}", tally.wins, tally.ties, tally.losses);
        println!("{other:32} {:>14} {:>14}", show(&by_goals), show(&by_both));
    }
    let seconds: f64 = functions.values().flat_map(BTreeMap::values).flatten().map(|row| row.seconds).sum();
    println!("# goals covered, of all runs together:");
    for algorithm in order {
        let rows = || functions.values().filter_map(|runs| runs.get(algorithm)).flatten();
        let (covered, goals) =
            rows().fold((0, 0), |(covered, goals), row| (covered + row.covered, goals + row.goals));
        println!("{algorithm:32} {:.2} %", 100.0 * covered as f64 / goals as f64);
    }
    println!("# {seconds:.0} seconds of search in all");
    println!("# where {first} is significantly worse ({}):", worse.len());
    worse.sort();
    for line in worse {
        println!("{line}");
    }
}
