//! Searches of programs that compute, over many seeds: `dse`, the default with symbolic execution,
//! and the default alone.
//!
//! 1. A run ends when all goals are covered that can be, and at the latest after a number of
//!    evaluations or of seconds. The clock is that of the wall.
//! 2. The program of each row is in `tests/symbolic/arithmetic.rs`. For `Sample::check`, the goal is
//!    the answer "Yes"; for others, all.
//! 3. `of N` are the seeds that covered the goals. Evaluations are the median of all runs, seconds
//!    the median and the greatest.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-runtime --features symbolic --example arithmetic_goals -- [SEEDS]
//! ```

#![allow(missing_docs)]

#[path = "../tests/symbolic/arithmetic.rs"]
mod arithmetic;

use sbst::__private::bench::FunctionProblem;
use sbst_model::messages::{Budget, ValueSource};
use sbst_search::{search, Algorithm, Options, Problem as _, Silent};
use std::env;
use std::time::Instant;

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
/// The goal of `Sample::check` that is the answer "Yes".
const YES: u32 = 10;
const BUDGET: Budget = Budget { evaluations: Some(2_000_000), seconds: Some(10.0), stall: None };

struct Run {
    is_covered: bool,
    evaluations: u64,
    seconds: f64,
}

fn run(name: &str, algorithm: Algorithm, without: &[ValueSource], seed: u64) -> Run {
    let mut problem = FunctionProblem::by_name(name).expect("a program");
    let goals = problem.own_goals();
    let options = Options { without: without.to_vec(), ..Options::new(algorithm, seed, BUDGET) };
    let begin = Instant::now();
    let outcome = search(&mut problem, &options, &mut Silent);
    let is_covered = match name {
        "Sample::check" => outcome.archive.is_covered(YES),
        _ => (0..goals as u32).all(|goal| outcome.archive.is_covered(goal)),
    };
    let seconds = match is_covered {
        true => outcome.seconds_to_last_goal,
        false => begin.elapsed().as_secs_f64(),
    };
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
    for name in PROGRAMS.into_iter().filter(|name| only.as_ref().is_none_or(|only| name == only)) {
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
