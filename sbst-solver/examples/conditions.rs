//! Solves the path conditions of `tests/conditions`, or the given files, and prints the times:
//! `cargo run --profile bench -p sbst-solver --example conditions [FILE.smt2...]`. They are
//! processor times on Linux, otherwise wall times.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{env, fs};

use sbst_solver::term::{Assignment, TermPool};
use sbst_solver::{Outcome, Size, Solver};

#[path = "../tests/solver/script.rs"]
mod script;

/// The least processor time of a condition's runs, whose mean is printed: Linux counts it in ticks
/// of a few milliseconds.
const ENOUGH: Duration = Duration::from_millis(200);

/// Runs of a condition faster than a tick.
const MANY: u32 = 2_000;

fn main() {
    let mut files: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conditions");
        files.extend(fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()));
        files.retain(|file| file.extension().is_some_and(|extension| extension == "smt2"));
        files.sort();
    }
    println!("| condition | outcome | ms | variables | clauses | conflicts | decisions |");
    println!("|---|---|---|---|---|---|---|");
    let mut times: Vec<Duration> = files.iter().map(|file| print_row(file)).collect();
    times.sort();
    println!("median {:.2} ms", milliseconds(times[times.len() / 2]));
}

fn print_row(file: &Path) -> Duration {
    let text = fs::read_to_string(file).expect("a readable file");
    let (mut runs, mut total) = (0, Duration::ZERO);
    let (outcome, size) = loop {
        let (time, outcome, size) = solve(&text);
        (runs, total) = (runs + 1, total + time);
        if total >= ENOUGH || runs == MANY {
            break (outcome, size);
        }
    };
    let mean = total / runs;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let Size { variables, clauses, conflicts, decisions } = size;
    let time = milliseconds(mean);
    println!("| {name} | {outcome} | {time:.2} | {variables} | {clauses} | {conflicts} | {decisions} |");
    mean
}

/// Reads and solves a script; only solving is timed.
fn solve(text: &str) -> (Duration, &'static str, Size) {
    let mut pool = TermPool::default();
    let conditions = script::read(&mut pool, text).expect("a script");
    let started = now();
    let mut solver = Solver::near(&Assignment::default());
    conditions.iter().for_each(|condition| solver.assert(&pool, *condition));
    let outcome = match solver.check(&pool, &[]) {
        Outcome::Satisfiable(_) => "satisfiable",
        Outcome::Infeasible => "infeasible",
        Outcome::NotSolved => "not solved",
    };
    (now() - started, outcome, solver.size())
}

/// The running time of this thread.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = statistics.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
