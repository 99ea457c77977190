//! The selection of paths compared with its paper: "Combining Dynamic Symbolic Execution, Machine
//! Learning and Search-Based Testing to Automatically Generate Test Cases for Classes" (Tardis),
//! section 5.
//!
//! 1. The program is the paper's class, as far as described there. *Method* is the paper's setting:
//!    the constructor's checks are not in the path conditions, so lengths and negative numbers look
//!    possible. *Test* executes the constructor symbolically, too.
//! 2. Settings: *tardis* is [`Parameters::tardis`]; *search* solves by search alone, too, and has our
//!    examples, labels and threshold; *default* has the solver before the search.
//! 3. A run begins with fifteen zeros, whose path has the paper's eleven clauses, and makes a
//!    number of attempts to solve an alternative. An attempt is *feasible* if a test took the
//!    alternative. Paper: 10 of 15 with k-nearest neighbours, 5 of 15 with first in, first out, in
//!    30 minutes.
//! 4. In all, 31 alternatives are feasible.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin path_selection`

use clap::Parser;
use sbst_algorithms::symbolic::{self, BackEnd, Parameters};
use sbst_experiments::sample::{mean, standing};
use sbst_experiments::symbolic_programs::{Program, SAMPLE_METHOD, SAMPLE_TEST, Toy, call};
use sbst_model::PathSelection;
use sbst_model::messages::Budget;
use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem as _, Silent};

#[derive(Parser)]
struct Arguments {
    /// Seeds for each row.
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// Attempts to solve an alternative.
    #[arg(long, value_delimiter = ',', default_values_t = [10, 20, 40, 60, 80])]
    attempts: Vec<u64>,
    /// Evaluations of a search for one alternative.
    #[arg(long, default_value_t = 500)]
    evaluations: u64,
    /// Number of examples after which alternatives are reclassified [default: as in the parameters]
    #[arg(long)]
    threshold: Option<usize>,
}

fn main() {
    let arguments = Arguments::parse();
    println!("program  setting  attempts  knn    fifo   A12   p");
    for (program_name, program) in [("method", SAMPLE_METHOD), ("test", SAMPLE_TEST)] {
        let search = Parameters { back_ends: vec![BackEnd::Search], ..Parameters::default() };
        let settings =
            [("tardis", Parameters::tardis()), ("search", search), ("default", Parameters::default())];
        for (setting, parameters) in settings {
            for &attempts in &arguments.attempts {
                let feasible = |selection| {
                    let parameters = Parameters {
                        selection,
                        attempts: Some(attempts),
                        evaluations: arguments.evaluations,
                        threshold: arguments.threshold.unwrap_or(parameters.threshold),
                        ..parameters.clone()
                    };
                    (1..=arguments.seeds).map(|seed| run(program, seed, &parameters)).collect::<Vec<u64>>()
                };
                let (knn, fifo) = (feasible(PathSelection::Knn), feasible(PathSelection::Fifo));
                let (a12, p) = standing(&knn, &fifo);
                println!(
                    "{program_name:<7}  {setting:<7}  {attempts:>8}  {:>5.1}  {:>5.1}  {a12:.2}  {p:.4}",
                    average(&knn),
                    average(&fifo)
                );
            }
        }
    }
}

fn average(counts: &[u64]) -> f64 {
    mean(&counts.iter().map(|&count| count as f64).collect::<Vec<f64>>())
}

/// The feasible alternatives chosen by a run.
fn run(program: Program, seed: u64, parameters: &Parameters) -> u64 {
    let mut toy = Toy::new(program);
    let (mut symbolic, _) = toy.symbolic();
    let inputs = toy.inputs().clone();
    let budget = Budget::UNLIMITED;
    let first = vec![call(&[0; 15])];
    let options =
        Options { seeds: first.clone(), ..Options::new(Algorithm::DynamicSymbolicExecution, seed, budget) };
    let mut observer = Silent;
    let mut evaluator = Evaluator::new(&mut toy, &options, &mut observer);
    let mut operators = Operators::new(inputs, &[], seed);
    symbolic::search(&mut evaluator, &mut operators, &first, &mut symbolic, parameters);
    symbolic.paths().map_or(0, |counters| counters.solved())
}
