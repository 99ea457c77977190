//! The chaining approach compared with its paper: McMinn and Holcombe, "Hybridizing Evolutionary
//! Testing with the Chaining Approach", GECCO 2004, table 1, and the remarks of its section 6 on
//! each program.
//!
//! 1. The programs are those of `subjects::chaining`, with the paper's ranges. With `--programs
//!    unlikely` they are those of `chaining_programs.rs`, where another number replaces 0; with
//!    `--programs harder`, those of `harder_programs.rs`, which are not in the paper.
//! 2. The only goal is the true outcome of the last condition. Searches have no literals, special
//!    values or copies, and no operands are offered back. They end after 50 generations without an
//!    improvement, or 200. A run has 1,000,000 evaluations at most.
//! 3. *Sequences* are counted once their search began. The paper's number for Flag Avoid Loop
//!    Assignment is not in its text.
//! 4. With `--default`, the default search is measured, for all goals of the function and with all
//!    sources of values, or with `--unseeded` without literals and operands. A run has 100,000
//!    evaluations at most, and counts until the goal of rule 2 is covered.
//!
//! 5. `--plots DIRECTORY` draws the paper's figures 6 and 7: the best fitness over generations,
//!    averaged over all seeds. The searches are that for the goal itself and that for the covering
//!    sequence. Both with the paper's normalisation; a generation is 270 evaluations.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin chaining -- --seeds 50`; `--without`
//! omits the events, which gives evolutionary testing, or the default search without them.

use anyhow::Context as _;
use cargo_sbst::search::construction::recipes::Recipes;
use clap::{Parser, ValueEnum};
use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::{chaining, evolutionary_testing, search};
use sbst_analysis::construction::{Program, Source};
use sbst_experiments::sample::{mean, median};
use sbst_lab::chart::{Line, LineChart, Scale};
use sbst_model::messages::{Budget, ValueSource};
use sbst_model::{TargetDescription, TestCase};
use sbst_search::{Algorithm, Evaluator, Fitness, Observer, Operators, Options, Problem as _, Progress};
use sbst_source::files::ParsedFile;
use std::fs;
use std::path::PathBuf;
use subjects as _;

const EVALUATIONS: u64 = 1_000_000;
/// The evaluations of a run of the default search: those of the command.
const EVALUATIONS_OF_DEFAULT: u64 = 100_000;

/// The first individuals, and the individuals replaced per generation.
const FIRST_GENERATION: u64 = 300;
const GENERATION: u64 = 270;
/// The most generations of a search.
const GENERATIONS: u64 = 200;
/// The base of the paper's normalisation.
const BASE: f64 = 1.001;
/// The programs of the paper's figures 6 and 7, and the names of our files.
const PLOTS: [(&str, &str); 2] =
    [("Deceptive", "chaining-deceptive.svg"), ("Flag avoid loop assignment", "chaining-flag-avoid-loop.svg")];

/// The name in the paper, the function's name, and the paper's mean evaluations, sequences, and
/// share of successful runs.
const PROGRAMS: [(&str, &str, f64, &str, f64); 7] = [
    ("Counter", "counter", 213_546.0, "11", 1.0),
    ("Deceptive", "deceptive", 23_907.0, "2", 1.0),
    ("Enumeration", "enumeration", 105_523.0, "7", 1.0),
    ("Flag assignment", "flag_assignment", 56_687.0, "3", 1.0),
    ("Flag loop assignment", "flag_loop_assignment", 49_147.0, "3", 1.0),
    ("Flag avoid loop assignment", "flag_avoid_loop_assignment", 45_562.0, "-", 0.94),
    ("Multiple flag", "multiple_flag", 83_867.0, "5", 1.0),
];

/// The names and functions of the harder programs.
const HARDER: [(&str, &str); 6] = [
    ("Three flags", "three_flags"),
    ("Counter of eight", "counter_of_eight"),
    ("Returned flag", "returned_flag"),
    ("Field", "Lock::enter"),
    ("State machine", "state_machine"),
    ("Error code", "error_code"),
];

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Programs {
    Paper,
    Unlikely,
    Harder,
}

impl Programs {
    /// The module, and its source.
    fn module(self) -> (&'static str, &'static str) {
        match self {
            Programs::Paper => {
                ("subjects::chaining", include_str!("../../../tests/fixtures/subjects/src/chaining.rs"))
            }
            Programs::Unlikely => {
                ("sbst_experiments::chaining_programs", include_str!("../chaining_programs.rs"))
            }
            Programs::Harder => ("sbst_experiments::harder_programs", include_str!("../harder_programs.rs")),
        }
    }
}

#[derive(Parser)]
struct Arguments {
    /// Seeds for each program.
    #[arg(long, default_value_t = 50)]
    seeds: u64,
    /// The programs.
    #[arg(long, default_value = "paper")]
    programs: Programs,
    /// Only programs whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// Measures the default search.
    #[arg(long)]
    default: bool,
    /// Disables literals and operands in the default search.
    #[arg(long, requires = "default")]
    unseeded: bool,
    /// Searches without events.
    #[arg(long)]
    without: bool,
    /// Writes plots of two programs to this directory.
    #[arg(long, conflicts_with = "default")]
    plots: Option<PathBuf>,
}

/// The sequences, and the evaluations up to a covered goal.
#[derive(Default)]
struct Notes {
    goal: u32,
    sequences: usize,
    covered: Option<u64>,
    /// The evaluations and the best fitness, since the search for the first sequence began, and
    /// since the last one did.
    first: Curve,
    last: Curve,
}

#[derive(Clone, Debug, Default)]
struct Curve {
    begun: u64,
    steps: Vec<(u64, f64)>,
}

impl Curve {
    fn note(&mut self, evaluations: u64, fitness: f64) {
        self.steps.push((evaluations - self.begun, fitness));
    }

    /// The best fitness at the end of a generation.
    fn fitness(&self, generation: u64) -> Option<f64> {
        let reached =
            self.steps.iter().take_while(|step| step.0 <= FIRST_GENERATION + generation * GENERATION);
        Some(reached.last().or(self.steps.first())?.1)
    }
}

impl Observer for Notes {
    fn kept(&mut self, _: &TestCase, covers: &[u32], progress: &Progress) {
        if covers.contains(&self.goal) {
            self.covered.get_or_insert(progress.evaluations);
        }
    }

    fn sequence(&mut self, goal: u32, _: usize, evaluations: u64) {
        self.sequences += usize::from(goal == self.goal);
        let curve = if self.sequences == 1 { &mut self.first } else { &mut self.last };
        *curve = Curve { begun: evaluations, steps: Vec::new() };
    }

    fn step(&mut self, _: u32, fitness: Fitness, evaluations: u64) {
        let sum = f64::from(fitness.level) + 1.0 - BASE.powf(-fitness.distance.magnitude());
        let curve = if self.sequences < 2 { &mut self.first } else { &mut self.last };
        curve.note(evaluations, sum);
    }

    fn sequence_step(&mut self, _: u32, fitness: f64, evaluations: u64) {
        self.last.note(evaluations, fitness);
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let (module, text) = arguments.programs.module();
    let parsed = &ParsedFile::from_text(text);
    let (program, _) = Program::read([Source { module, file: "chaining.rs", parsed }]);
    let all: Vec<TargetDescription> = FunctionProblem::registered();
    let all: Vec<&TargetDescription> = all.iter().collect();
    let mut recipes = Recipes::new(&program, &all);
    println!("{} seeds; program: covered, mean and median evaluations, median sequences", arguments.seeds);
    println!("program,covered,mean,median,sequences,paper's share,paper's mean,paper's sequences");
    let programs: Vec<(&str, &str, String)> = match arguments.programs {
        Programs::Harder => HARDER.map(|(name, function)| (name, function, ",,".to_owned())).to_vec(),
        _ => PROGRAMS
            .map(|(name, function, mean, sequences, share)| {
                (name, function, format!("{share},{mean},{sequences}"))
            })
            .to_vec(),
    };
    for (name, function, of_paper) in programs {
        if !name.contains(&arguments.only) {
            continue;
        }
        let path = format!("{module}::{function}");
        let target = all.iter().find(|target| target.id.path == path);
        let target = target.with_context(|| format!("{path} is not registered"))?;
        let recipe = recipes.recipe(target);
        let events = recipes.events(target).context("there are no events")?;
        let goal = 2 * (target.conditions.len() as u32 - 1);
        let (mut covered, mut evaluations, mut sequences) = (0, Vec::new(), Vec::new());
        let mut runs = Vec::new();
        for seed in 1..=arguments.seeds {
            let mut problem = FunctionProblem::by_name(&path)?;
            let recipe = recipe.clone();
            problem.follow(move || Some(recipe.clone()));
            problem.give_events(events.clone());
            let notes = match arguments.default {
                true => run_default(&mut problem, goal, seed, &arguments),
                false => run(&mut problem, goal, seed, arguments.without),
            };
            covered += usize::from(notes.covered.is_some());
            let most = if arguments.default { EVALUATIONS_OF_DEFAULT } else { EVALUATIONS };
            evaluations.push(notes.covered.unwrap_or(most) as f64);
            sequences.push(notes.sequences as f64);
            runs.push(notes);
        }
        let plot = PLOTS.iter().find(|(program, _)| *program == name);
        if let (Some(directory), Some((_, file))) = (&arguments.plots, plot) {
            let path = directory.join(file);
            let picture = plot_fitness(name, &runs);
            fs::write(&path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        }
        println!(
            "{name},{covered}/{},{:.0},{:.0},{},{of_paper}",
            arguments.seeds,
            mean(&evaluations),
            median(&mut evaluations),
            median(&mut sequences)
        );
    }
    Ok(())
}

/// Draws the mean best fitness over generations, of the first sequence and of the last.
fn plot_fitness(name: &str, runs: &[Notes]) -> String {
    let line = |name: &str, curve: fn(&Notes) -> &Curve| {
        let fitness = |generation| runs.iter().filter_map(move |run| curve(run).fitness(generation));
        let point = |generation| (generation as f64, mean(&fitness(generation).collect::<Vec<_>>()));
        Line { name: name.to_owned(), points: (0..=GENERATIONS).map(point).collect(), band: Vec::new() }
    };
    let lines = vec![line("the goal alone", |run| &run.first), line("the sequence", |run| &run.last)];
    let greatest = lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(0.0, f64::max);
    let x = Scale::from_numbers(0.0, GENERATIONS as f64, 10);
    let y = Scale::from_numbers(0.0, greatest, 10);
    let names = ["generation", "best fitness"].map(str::to_owned);
    let chart = LineChart { lines, x, y, names, limit: None };
    chart.into_file(&format!("{name}: mean best fitness, {} seeds", runs.len()))
}

/// Searches for a goal.
fn run(problem: &mut FunctionProblem, goal: u32, seed: u64, without: bool) -> Notes {
    let sources =
        [ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals, ValueSource::Operands];
    let budget = Budget { evaluations: Some(EVALUATIONS), seconds: None, stall: None };
    let mut operators = Operators::new(problem.inputs().clone(), &sources, seed);
    let options = Options { without: sources.to_vec(), ..Options::new(Algorithm::Chaining, seed, budget) };
    let mut notes = Notes { goal, ..Notes::default() };
    let mut evaluator = Evaluator::new(problem, &options, &mut notes);
    let parameters = evolutionary_testing::Parameters::default();
    match without {
        true => evolutionary_testing::search_goal(&mut evaluator, &mut operators, goal, &parameters),
        false => chaining::search_goal(&mut evaluator, &mut operators, goal, &parameters),
    };
    drop(evaluator);
    notes
}

/// Searches with the default algorithm, for all goals.
fn run_default(problem: &mut FunctionProblem, goal: u32, seed: u64, arguments: &Arguments) -> Notes {
    let mut without = Vec::new();
    if arguments.unseeded {
        without.extend([ValueSource::Literals, ValueSource::Operands]);
    }
    if arguments.without {
        without.push(ValueSource::Sequences);
    }
    let budget = Budget { evaluations: Some(EVALUATIONS_OF_DEFAULT), seconds: None, stall: None };
    let mut notes = Notes { goal, ..Notes::default() };
    let options = Options { without, ..Options::new(Algorithm::Hybrid, seed, budget) };
    search(problem, &options, &mut notes);
    notes
}
