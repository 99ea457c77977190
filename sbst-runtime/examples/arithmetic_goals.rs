//! Searches of programs that compute, over many seeds: `dse`, the default with symbolic execution,
//! and the default alone.
//!
//! 1. A run ends when all feasible goals are covered, and at the latest after 3,000 evaluations
//!    with `dse`, 100,000 with the others. Seconds are of processor time, as counted by Linux.
//! 2. The programs of the rows are in `tests/symbolic/arithmetic.rs`. For `Sample::check`, the goal
//!    is the answer "Yes"; for others, all.
//! 3. `of N` are the seeds with the goals covered. Evaluations are the median of all runs, seconds
//!    the median and the greatest.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-runtime --features symbolic --example arithmetic_goals -- [SEEDS]
//! ```

#![allow(missing_docs)]

#[path = "../tests/symbolic/arithmetic.rs"]
mod arithmetic;

use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::search_symbolically;
use sbst_model::messages::{Budget, ValueSource};
use sbst_search::{Algorithm, Options, Problem as _, Silent};
use std::{env, fs};

const PROGRAMS: [&str; 10] = [
    "product",
    "crc_32",
    "is_luhn",
    "is_isbn",
    "day_number",
    "packed_fields",
    "from_bytes",
    "fnv",
    "ten_equations",
    "Sample::check",
];
/// The goal of `Sample::check` for the answer "Yes".
const YES: u32 = 10;
/// Ticks of processor time in a second.
const TICKS: f64 = 100.0;

/// Returns the seconds of processor time of this process.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may contain spaces.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}

struct Run {
    is_covered: bool,
    evaluations: u64,
    seconds: f64,
}

fn run(name: &str, algorithm: Algorithm, without: &[ValueSource], seed: u64) -> Run {
    let mut problem = FunctionProblem::by_name(name).expect("a program");
    let is_class = name == "Sample::check";
    let evaluations = if algorithm == Algorithm::DynamicSymbolicExecution { 3_000 } else { 100_000 };
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let infeasible = problem.infeasible_goals();
    let wanted: Vec<u32> = match is_class {
        true => vec![YES],
        false => (0..problem.own_goals() as u32).filter(|goal| !infeasible.contains(goal)).collect(),
    };
    let options = Options { without: without.to_vec(), ..Options::new(algorithm, seed, budget) };
    let begin = processor_seconds();
    let mut symbolic = problem.symbolic();
    let outcome = search_symbolically(&mut problem, &mut symbolic, &options, &mut Silent);
    let is_covered = wanted.iter().all(|goal| outcome.archive.is_covered(*goal));
    let seconds = processor_seconds() - begin;
    let evaluations = if is_covered { outcome.evaluations_to_last_goal } else { outcome.evaluations };
    Run { is_covered, evaluations, seconds }
}

fn main() {
    let seeds: u64 = env::args().nth(1).map_or(30, |seeds| seeds.parse().expect("a number of seeds"));
    let only = env::args().nth(2);
    let contenders = [
        ("dse", Algorithm::DynamicSymbolicExecution, &[][..]),
        ("hybrid --symbolic", Algorithm::Hybrid, &[]),
        ("hybrid", Algorithm::Hybrid, &[ValueSource::Paths]),
    ];
    println!("program,search,of {seeds},evaluations,seconds,greatest");
    for name in PROGRAMS.into_iter().filter(|name| only.as_deref().unwrap_or(name) == *name) {
        for (search, algorithm, without) in contenders {
            let runs: Vec<Run> = (1..=seeds).map(|seed| run(name, algorithm, without, seed)).collect();
            let covered = runs.iter().filter(|run| run.is_covered).count();
            let mut evaluations: Vec<u64> = runs.iter().map(|run| run.evaluations).collect();
            let mut seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
            evaluations.sort_unstable();
            seconds.sort_by(f64::total_cmp);
            let (median, last) = (runs.len() / 2, runs.len() - 1);
            println!(
                "{name},{search},{covered},{},{:.3},{:.3}",
                evaluations[median], seconds[median], seconds[last]
            );
        }
    }
}
