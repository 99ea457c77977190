//! The effects of the bloat controls: the experiment of Fraser, "Search-Based Test Generation",
//! part 2, whose notebook prints one run per control; here it is 30.
//!
//! Its triangle with sides from -1,000 to 1,000, its operators (small steps only), population 50,
//! tournaments of 4, an elite of 2, random suites of up to 30 tests, and α = 1/3. A run ends after
//! the generation in which 500,000 tests have been counted. Fitness and number of tests are those
//! of the best suite of a run; of equally fit ones, of the first.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin bloat [DIRECTORY]`
//!
//! The notebook's printed runs are followed by ten of its own code with other seeds
//! (`experiments/notebook/bloat.txt`, made by `benches/notebook/notebook.py`). Writes
//! `bloat-mean-length.svg` and `bloat-mean-length.csv` to the directory, or the current one: the
//! mean number of tests of a suite, over generations.

use sbst_algorithms::classic::ClassicOperators;
use sbst_algorithms::whole_suite::{self, Parameters};
use sbst_experiments::sample::{mean, median, standing};
use sbst_lab::chart::{Line, LineChart};
use sbst_model::messages::Budget;
use sbst_model::shape::Integer;
use sbst_model::{Algorithm, BloatControl, Distance, Shape, TestCase};
use sbst_search::{
    Detail, Evaluator, Execution, Inputs, Observer, Options, Problem, Progress, SuiteGeneration,
};
use std::fmt::Write as _;
use std::path::PathBuf;

const SEEDS: u64 = 30;
const MAX_EXECUTIONS: u64 = 500_000;
/// Runs of the notebook's code.
const NOTEBOOK: &str = include_str!("../../notebook/bloat.txt");

/// Controls, and fitness and size of the run printed by the notebook.
const SETTINGS: [(&str, &str, f64, usize); 6] = [
    ("variable crossover", "none", 1.485_294_117_647_058_9, 863),
    ("relative crossover", "relative-crossover", 0.0, 17),
    ("length in selection", "length-in-selection", 0.998_689_384_010_484_9, 26),
    ("length in elitism", "length-in-elitism", 3.5, 181),
    ("bounded insertion", "bounded-insertion", 3.666_666_666_666_666_5, 315),
    ("all controls", "all", 0.0, 14),
];

/// Ordinals of `i32` begin at its least value.
const ZERO: u128 = 1 << 31;
static SIDE: Shape =
    Shape::Integer(Integer { lowest: ZERO - 1_000, highest: ZERO + 1_000, ..Integer::all("i32", 32, true) });

struct Triangle(Inputs);

fn main() -> Result<(), String> {
    let directory = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    println!("{SEEDS} seeds, {MAX_EXECUTIONS} tests; the notebook: its printed run, and ten of its own code");
    println!(
        "{:20} {:>9} {:>6} {:>6} {:>6} {:>6}   {:>9} {:>5}   {:>9} {:>6} {:>6} {:>5}",
        "",
        "fitness",
        "median",
        "at 0",
        "tests",
        "mean n",
        "printed",
        "tests",
        "its median",
        "at 0",
        "tests",
        "A12"
    );
    let mut lines = Vec::new();
    let mut csv = String::from("controls,generation,mean_tests,runs\n");
    for (name, control, printed, printed_tests) in SETTINGS {
        let runs: Vec<Vec<SuiteGeneration>> = (1..=SEEDS).map(|seed| run(control, seed)).collect();
        let best: Vec<SuiteGeneration> = runs.iter().filter_map(|run| run.last().copied()).collect();
        let of = |number: fn(&SuiteGeneration) -> f64| best.iter().map(number).collect::<Vec<f64>>();
        let fitness = of(|run| run.best_fitness);
        let theirs = read_notebook(control);
        let their_fitness: Vec<f64> = theirs.iter().map(|run| run.0).collect();
        println!(
            "{name:20} {:9.3} {:6.3} {:3}/{SEEDS} {:6.0} {:6.0}   {printed:9.3} {printed_tests:5}   {:9.3} {:3}/{} {:6.0} {:5.2}",
            mean(&fitness),
            median(&mut fitness.clone()),
            fitness.iter().filter(|&&fitness| fitness == 0.0).count(),
            median(&mut of(|run| run.best_tests as f64)),
            median(&mut of(|run| run.mean_tests)),
            median(&mut their_fitness.clone()),
            their_fitness.iter().filter(|&&fitness| fitness == 0.0).count(),
            theirs.len(),
            median(&mut theirs.iter().map(|run| run.1).collect::<Vec<f64>>()),
            standing(&bits(&fitness), &bits(&their_fitness)).0,
        );
        let points = means(&runs);
        for &(generation, tests, runs) in &points {
            _ = writeln!(csv, "{control},{generation},{tests:.2},{runs}");
        }
        let points = points.iter().map(|&(generation, tests, _)| (f64::from(generation), tests)).collect();
        lines.push(Line { name: name.to_owned(), points, band: Vec::new() });
    }
    let write = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    write("bloat-mean-length.csv", &csv)?;
    let chart = LineChart::fit(lines, ["generation", "tests"], true);
    write("bloat-mean-length.svg", &chart.into_file("Mean number of tests of a suite, 30 seeds"))
}

/// The generations of a run.
fn run(control: &str, seed: u64) -> Vec<SuiteGeneration> {
    let control: BloatControl = control.parse().expect("the names are right");
    let inputs = Inputs { parameters: vec![&SIDE; 3], ..Inputs::default() };
    let mut operators = ClassicOperators::small_steps(inputs.clone(), seed);
    let (mut problem, mut generations) = (Triangle(inputs), Generations::default());
    let budget = Budget::UNLIMITED;
    let options = Options::new(Algorithm::WholeSuite, seed, budget);
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut generations);
    let parameters = Parameters::notebook(control, MAX_EXECUTIONS);
    whole_suite::search(&mut evaluator, &mut operators, &[], &parameters);
    drop(evaluator);
    generations.0
}

/// The mean number of tests of a suite, and the number of its runs, for each generation reached by
/// at least half of the runs.
fn means(runs: &[Vec<SuiteGeneration>]) -> Vec<(u32, f64, usize)> {
    let of_generation = |generation: u32| {
        let there: Vec<f64> =
            runs.iter().filter_map(|run| Some(run.get(generation as usize)?.mean_tests)).collect();
        (2 * there.len() >= runs.len()).then(|| (generation, mean(&there), there.len()))
    };
    (0..).map_while(of_generation).collect()
}

/// Fitness and tests of the notebook's own runs.
fn read_notebook(control: &str) -> Vec<(f64, f64)> {
    let lines = NOTEBOOK.lines().filter_map(|line| line.strip_prefix(control)?.strip_prefix(' '));
    let number = |word: &str| word.parse().expect("the notebook wrote numbers");
    lines
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            (number(words[1]), number(words[2]))
        })
        .collect()
}

/// Returns integers in the order of the numbers, which are not negative.
fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[derive(Default)]
struct Generations(Vec<SuiteGeneration>);

impl Observer for Generations {
    fn kept(&mut self, _: &TestCase, _: &[u32], _: &Progress) {}
    fn suites(&mut self, generation: &SuiteGeneration) {
        self.0.push(*generation);
    }
}

impl Problem for Triangle {
    fn goals(&self) -> usize {
        22
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let [a, b, c] = [1, 2, 3].map(|node| i64::from(test.integer(node) as i32));
        let mut conditions = Conditions(execution);
        let e = &mut conditions;
        if e.at_most(0, a, 0) || e.at_most(1, b, 0) || e.at_most(2, c, 0) {
            return;
        }
        if e.at_most(3, a + b, c) || e.at_most(4, a + c, b) || e.at_most(5, b + c, a) {
            return;
        }
        if e.equal(6, a, b) && e.equal(7, b, c) {
            return;
        }
        let _isosceles = e.equal(8, a, b) || e.equal(9, b, c) || e.equal(10, a, c);
    }
}

/// Records conditions, with the notebook's distances.
struct Conditions<'a>(&'a mut Execution);

impl Conditions<'_> {
    fn at_most(&mut self, number: u32, left: i64, right: i64) -> bool {
        self.note(number, left.saturating_sub(right).max(0), (right - left + 1).max(0))
    }

    fn equal(&mut self, number: u32, left: i64, right: i64) -> bool {
        self.note(number, (left - right).abs(), i64::from(left == right))
    }

    fn note(&mut self, number: u32, to_true: i64, to_false: i64) -> bool {
        for (goal, steps) in [(2 * number, to_true), (2 * number + 1, to_false)] {
            self.0.reached.push((goal, Distance::from_steps(steps as u128)));
            self.0.details.push(Detail { evaluations: 1, nearest: 1 });
        }
        to_true == 0
    }
}
