//! Evaluations until every goal of a triangle over all of `i32` is covered, for each algorithm: the
//! first check after a change of a search.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin triangle`

use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::search;
use sbst_experiments::sample::median;
use sbst_model::messages::Budget;
use sbst_search::{Algorithm, Options, Problem, Silent};
use subjects as _;

fn main() -> anyhow::Result<()> {
    let mut problem = FunctionProblem::by_name("classics::triangle")?;
    let budget = Budget { evaluations: Some(100_000), seconds: None, stall: None };
    println!("{} goals, 30 seeds, at most 100,000 evaluations", problem.goals());
    for algorithm in Algorithm::comparable() {
        let mut complete = 0;
        let mut evaluations = Vec::new();
        for seed in 1..=30 {
            let outcome = search(&mut problem, &Options::new(algorithm, seed, budget), &mut Silent);
            if outcome.archive.covered() == problem.goals() {
                complete += 1;
            }
            evaluations.push(outcome.evaluations as f64);
        }
        println!("{algorithm:24} {complete:2}/30 median {:8.1}", median(&mut evaluations));
    }
    Ok(())
}
