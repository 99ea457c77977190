//! The chaining approach beside its paper: McMinn and Holcombe, "Hybridizing Evolutionary Testing
//! with the Chaining Approach", GECCO 2004, table 1, and what its section 6 says of each program.
//!
//! 1. The programs are those of `subjects::chaining`, with the paper's ranges; with `--unlikely`
//!    those of `chaining_programs.rs`, in which 0 has another number.
//! 2. The only goal is the true outcome of the last condition. Searches have no literals, special
//!    values or copies, and no operands are offered back. They end after 50 generations without an
//!    improvement, or 200. A run has 1,000,000 evaluations at most.
//! 3. *Sequences* are those whose search began. The paper's number for Flag Avoid Loop Assignment
//!    is not in its text.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin chaining -- --seeds 50`; `--without`
//! leaves the events out, which is evolutionary testing.

use anyhow::{Context as _, anyhow};
use cargo_sbst::search::construction::recipes::Recipes;
use clap::Parser;
use sbst::__private::bench::FunctionProblem;
use sbst_analysis::construction::{Program, Source};
use sbst_experiments::sample::{mean, median};
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::{TargetDescription, TestCase};
use sbst_search::{
    Algorithm, Evaluator, Observer, Operators, Options, Problem as _, Progress, chaining,
    evolutionary_testing,
};
use subjects as _;

const EVALUATIONS: u64 = 1_000_000;

/// The name in the paper, that of the function, and the paper's mean evaluations, sequences, and
/// share of runs that succeed.
const PROGRAMS: [(&str, &str, f64, &str, f64); 7] = [
    ("Counter", "counter", 213_546.0, "11", 1.0),
    ("Deceptive", "deceptive", 23_907.0, "2", 1.0),
    ("Enumeration", "enumeration", 105_523.0, "7", 1.0),
    ("Flag assignment", "flag_assignment", 56_687.0, "3", 1.0),
    ("Flag loop assignment", "flag_loop_assignment", 49_147.0, "3", 1.0),
    ("Flag avoid loop assignment", "flag_avoid_loop_assignment", 45_562.0, "-", 0.94),
    ("Multiple flag", "multiple_flag", 83_867.0, "5", 1.0),
];

#[derive(Parser)]
struct Arguments {
    /// Seeds for each program.
    #[arg(long, default_value_t = 50)]
    seeds: u64,
    /// Has other numbers in the place of 0.
    #[arg(long)]
    unlikely: bool,
    /// Searches without events.
    #[arg(long)]
    without: bool,
}

#[derive(Default)]
struct Sequences(usize);

impl Observer for Sequences {
    fn kept(&mut self, _: &TestCase, _: &[u32], _: &Progress) {}

    fn sequence(&mut self, _: u32, _: usize, _: u64) {
        self.0 += 1;
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let (module, text) = match arguments.unlikely {
        true => ("sbst_experiments::chaining_programs", include_str!("../chaining_programs.rs")),
        false => ("subjects::chaining", include_str!("../../../tests/fixtures/subjects/src/chaining.rs")),
    };
    let (program, _) = Program::parse([Source { module, file: "chaining.rs", text }]);
    let all: Vec<TargetDescription> = FunctionProblem::registered();
    let all: Vec<&TargetDescription> = all.iter().collect();
    let recipes = Recipes::new(&program, &all);
    println!("{} seeds; program: covered, mean and median evaluations, median sequences", arguments.seeds);
    println!("program,covered,mean,median,sequences,paper's share,paper's mean,paper's sequences");
    for (name, function, paper_mean, paper_sequences, paper_share) in PROGRAMS {
        let path = format!("{module}::{function}");
        let target = all.iter().find(|target| target.id.path == path);
        let target = target.with_context(|| format!("{path} is not registered"))?;
        let mut problem = FunctionProblem::by_name(&path).map_err(|error| anyhow!(error))?;
        problem.give_events(recipes.events(target).context("there are no events")?);
        let goal = 2 * (target.conditions.len() as u32 - 1);
        let (mut covered, mut evaluations, mut sequences) = (0, Vec::new(), Vec::new());
        for seed in 1..=arguments.seeds {
            let run = run(&mut problem, goal, seed, arguments.without);
            covered += usize::from(run.0);
            evaluations.push(run.1 as f64);
            sequences.push(run.2 as f64);
        }
        println!(
            "{name},{covered}/{},{:.0},{:.0},{},{paper_share},{paper_mean},{paper_sequences}",
            arguments.seeds,
            mean(&evaluations),
            median(&mut evaluations),
            median(&mut sequences)
        );
    }
    Ok(())
}

/// Searches for a goal, and returns if it was covered, with the evaluations and the sequences.
fn run(problem: &mut FunctionProblem, goal: u32, seed: u64, without: bool) -> (bool, u64, usize) {
    let sources =
        [ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals, ValueSource::Operands];
    let budget = Budget { evaluations: Some(EVALUATIONS), seconds: None, stall: None };
    let mut operators = Operators::new(problem.inputs().clone(), &sources, seed);
    let options = Options { without: sources.to_vec(), ..Options::new(Algorithm::Chaining, seed, budget) };
    let mut observer = Sequences::default();
    let mut evaluator = Evaluator::new(problem, &options, &mut observer);
    let parameters = evolutionary_testing::Parameters::default();
    match without {
        true => evolutionary_testing::search_goal(&mut evaluator, &mut operators, goal, &parameters),
        false => chaining::search_goal(&mut evaluator, &mut operators, goal, &parameters),
    };
    let (covered, evaluations) = (evaluator.archive().is_covered(goal), evaluator.evaluations());
    drop(evaluator);
    (covered, evaluations, observer.0)
}
