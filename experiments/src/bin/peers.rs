//! The default compared with other tools, on the same programs with the same ranges: executions and
//! processor time until every goal is covered.
//!
//! 1. The programs are those of `subjects`; the peers run copies of them with the same conditions.
//!    Exceptions are the matching in `cgi_decode` (where `?` counts here, and the searched text is
//!    any text), and `stack` (whose methods are in one function here).
//! 2. Inputs: here a parameter's bounds are its range, and numbers are drawn and changed as
//!    numbers. libFuzzer's bytes are decoded by `arbitrary`'s `int_in_range`; the others draw from
//!    the range.
//! 3. Seconds are processor time of the process, from before the problem is made to the last goal.
//!    A peer's figures are read from the lines of JSON written by its runs, if given; it must have
//!    run on the same machine on the same day.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin peers -- RESULTS.jsonl …`

use anyhow::Context as _;
use clap::Parser;
use rustix::time::{ClockId, clock_gettime};
use sbst_experiments::run::{Run, Setting};
use sbst_experiments::sample::median;
use sbst_experiments::subject::Subject;
use sbst_search::Algorithm;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The programs by the peers' names.
const PROGRAMS: [(&str, &str); 17] = [
    ("triangle_1e3", "peers::triangle_1e3"),
    ("triangle_1e4", "peers::triangle_1e4"),
    ("triangle_1e6", "peers::triangle_1e6"),
    ("triangle_i32", "classics::triangle"),
    ("cgi_decode", "classics::cgi_decode"),
    ("test_me", "classics::test_me"),
    ("test_me2", "classics::test_me2"),
    ("counter", "chaining::counter"),
    ("deceptive", "chaining::deceptive"),
    ("enumeration", "chaining::enumeration"),
    ("flag_assignment", "chaining::flag_assignment"),
    ("flag_loop", "chaining::flag_loop_assignment"),
    ("flag_avoid_loop", "chaining::flag_avoid_loop_assignment"),
    ("multiple_flag", "chaining::multiple_flag"),
    ("stack", "peers::stack"),
    ("rules_100", "peers::rules_100"),
    ("rules_i32", "peers::rules_i32"),
];

/// Measures the programs of the peers.
#[derive(Debug, Parser)]
struct Arguments {
    /// Results of the peers: one JSON value per line
    results: Vec<PathBuf>,
    /// Search algorithm
    #[arg(long, default_value_t)]
    algorithm: Algorithm,
    /// Searches per program, with seeds from 1
    #[arg(long, default_value_t = 10)]
    seeds: u64,
}

/// A peer's run.
#[derive(Clone, Debug, Deserialize)]
struct PeerRun {
    peer: String,
    prog: String,
    #[serde(default)]
    done: bool,
    #[serde(default)]
    execs: f64,
    #[serde(default)]
    secs: f64,
}

/// Runs of one tool on one program.
#[derive(Clone, Debug, Default)]
struct Cell {
    runs: usize,
    /// Executions and seconds of the runs with full coverage.
    complete: Vec<(f64, f64)>,
}

impl Cell {
    fn medians(&self) -> (f64, f64) {
        let mut executions: Vec<f64> = self.complete.iter().map(|run| run.0).collect();
        let mut seconds: Vec<f64> = self.complete.iter().map(|run| run.1).collect();
        (median(&mut executions), median(&mut seconds))
    }

    /// True if more than half of the runs covered everything.
    fn is_mostly_complete(&self) -> bool {
        2 * self.complete.len() > self.runs
    }

    fn show(&self) -> String {
        match self.complete.is_empty() {
            true => format!("0/{}", self.runs),
            false => {
                let (executions, seconds) = self.medians();
                format!("{}/{} {executions:.0} {}", self.complete.len(), self.runs, duration(seconds))
            }
        }
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1e-3 => format!("{:.0} us", 1e6 * seconds),
        seconds if seconds < 1.0 => format!("{:.1} ms", 1e3 * seconds),
        seconds => format!("{seconds:.1} s"),
    }
}

/// Processor time of this process in seconds.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let mut peers: BTreeMap<(String, String), Cell> = BTreeMap::new();
    let mut names = Vec::new();
    for file in &arguments.results {
        let text = fs::read_to_string(file).with_context(|| format!("failed to read {}", file.display()))?;
        for line in text.lines() {
            let run: PeerRun = serde_json::from_str(line).with_context(|| format!("not a run: {line}"))?;
            if !names.contains(&run.peer) {
                names.push(run.peer.clone());
            }
            let cell = peers.entry((run.prog, run.peer)).or_default();
            cell.runs += 1;
            if run.done {
                cell.complete.push((run.execs, run.secs));
            }
        }
    }
    let setting =
        Setting { algorithm: arguments.algorithm, evaluations: 1_000_000, stall: None, without: Vec::new() };
    println!("# runs that covered every goal; median executions; median processor time");
    println!("| program | {} | {} |", setting.algorithm, names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len() + 1));
    let subjects = Subject::all();
    let (mut behind, mut slower) = (Vec::new(), Vec::new());
    for (program, path) in PROGRAMS {
        let subject =
            subjects.iter().find(|subject| subject.name == path).with_context(|| format!("no {path}"))?;
        let ours = searches(subject, &setting, arguments.seeds)?;
        let (executions, seconds) = ours.medians();
        let mut row = format!("| {program} | {} |", ours.show());
        for name in &names {
            let Some(cell) = peers.get(&(program.to_owned(), name.clone())) else {
                row += " |";
                continue;
            };
            row += &format!(" {} |", cell.show());
            let (their_executions, their_seconds) = cell.medians();
            if cell.is_mostly_complete() {
                if executions.is_nan() || executions >= their_executions {
                    behind.push(format!("{program}: {name}"));
                }
                if name == "random" && their_executions > 100_000.0 && seconds >= their_seconds {
                    slower.push(program);
                }
            }
        }
        println!("{row}");
    }
    println!("# not fewer executions than: {}", list(&behind));
    println!(
        "# slower than the random loop where that needs more than 100,000 executions: {}",
        list(&slower)
    );
    Ok(())
}

fn list(names: &[impl AsRef<str>]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", "),
    }
}

fn searches(subject: &Subject, setting: &Setting, seeds: u64) -> anyhow::Result<Cell> {
    let mut cell = Cell { runs: seeds as usize, complete: Vec::new() };
    // The first problem of a process also includes shared initialisation.
    Run::search(subject, &Setting { evaluations: 1, ..setting.clone() }, 0)?;
    for seed in 1..=seeds {
        let start = processor_seconds();
        let run = Run::search(subject, setting, seed)?;
        let seconds = processor_seconds() - start;
        let all: Vec<usize> = (0..subject.goals()).collect();
        if let Some(at) = run.all_covered_at(&all) {
            cell.complete.push((at as f64, seconds));
        }
    }
    Ok(cell)
}
