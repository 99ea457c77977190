//! The alternating variable method compared with AVMf, the framework by the authors of its
//! searches. Their three programs are searched branch by branch, with restarts, and at most 100,000
//! evaluations each.
//!
//! 1. AVMf's runs are in `data/avmf.csv`: AVMf itself (github.com/AVMf/avmf, commit 820f18f) with
//!    its own `RandomInitializer`, 30 seeds for each branch. A line is a program, a search, a
//!    branch, and for each seed the evaluations and how many of them were of new tests, with a
//!    minus sign if the branch was not covered. (Its Mersenne Twister was replaced by
//!    `java.util.Random`.)
//! 2. AVMf counts every request for a test's fitness, including those answered by its cache. We
//!    count executions. So both of its counts are shown, and ours is compared with each.
//! 3. *Significantly worse*: the Mann-Whitney U test of the evaluations, two-sided p < 0.05 and
//!    ours more. An uncovered branch has the evaluations of its run. That is one test for success
//!    and for evaluations together, and Fisher's exact test, one-sided, p < 0.05, is for success
//!    alone. The number of tests is not corrected for: of 100, five seem worse or better by chance.
//! 4. Branches map one to one: goal 2n − 2 is nT, goal 2n − 1 is nF. Loops are the exception
//!    (`avmf.rs` in the fixture crate). AVMf's nF is a loop that is never entered, which is harder
//!    than our goal; its nT is unreachable for it, and easy for us. They are marked with an
//!    asterisk.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin avmf`; `--plain` draws tests without
//! literals, special values and copies, as in AVMf, but still on all scales. `--brief` prints the
//! sums only.

use anyhow::Context as _;
use clap::Parser;
use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::avm;
use sbst_experiments::sample::{mean, median, standing};
use sbst_model::messages::{Budget, ValueSource};
use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem, Silent, VariableSearch};
use subjects as _;

/// Evaluations for a branch, as in AVMf.
const EVALUATIONS: u64 = 100_000;
/// The level of significance of p.
const SIGNIFICANT: f64 = 0.05;

const RUNS_OF_AVMF: &str = include_str!("../../data/avmf.csv");

/// The programs, and the conditions of loops or within them.
const PROGRAMS: [(&str, &str, &[u32]); 3] = [
    ("Triangle", "avmf::triangle::classify", &[]),
    ("Line", "avmf::line::intersect", &[]),
    ("Calendar", "avmf::calendar::days_between", &[19, 20, 21, 22, 23]),
];
const SEARCHES: [(&str, VariableSearch); 3] = [
    ("IteratedPattern", VariableSearch::IteratedPattern),
    ("Geometric", VariableSearch::Geometric),
    ("Lattice", VariableSearch::Lattice),
];

#[derive(Parser)]
struct Arguments {
    /// Seeds for each branch.
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// Draws tests without literals, special values and copies.
    #[arg(long)]
    plain: bool,
    /// Prints only the worse branches.
    #[arg(long)]
    brief: bool,
}

/// The results of the runs for a branch.
#[derive(Default)]
struct Runs {
    covered: usize,
    evaluations: Vec<u64>,
    /// Evaluations of new tests.
    unique: Vec<u64>,
}

impl Runs {
    fn read_avmf(program: &str, search: &str, branch: &str) -> anyhow::Result<Runs> {
        let beginning = format!("{program},{search},{branch},");
        let mut lines = RUNS_OF_AVMF.lines();
        let line = lines.find_map(|line| line.strip_prefix(&beginning));
        let mut runs = Runs::default();
        for run in line.with_context(|| format!("data/avmf.csv has no line {beginning}"))?.split(',') {
            let (evaluations, unique) = run.split_once('/').context("a run has two numbers")?;
            runs.covered += usize::from(!evaluations.starts_with('-'));
            runs.evaluations.push(evaluations.trim_start_matches('-').parse()?);
            runs.unique.push(unique.parse()?);
        }
        Ok(runs)
    }

    fn run_ours(
        problem: &mut FunctionProblem,
        goal: u32,
        search: VariableSearch,
        arguments: &Arguments,
    ) -> Runs {
        let without = match arguments.plain {
            true => vec![ValueSource::Copying, ValueSource::SpecialValues, ValueSource::Literals],
            false => Vec::new(),
        };
        let budget = Budget { evaluations: Some(EVALUATIONS), seconds: None, stall: None };
        let mut runs = Runs::default();
        for seed in 1..=arguments.seeds {
            let mut operators = Operators::new(problem.inputs().clone(), &without, seed);
            let (options, mut observer) = (Options::new(Algorithm::AvmGeometric, seed, budget), Silent);
            let mut evaluator = Evaluator::new(problem, &options, &mut observer);
            avm::search_goal(&mut evaluator, &mut operators, goal, search);
            runs.covered += usize::from(evaluator.archive().is_covered(goal));
            runs.evaluations.push(evaluator.evaluations());
        }
        runs
    }

    fn mean(&self) -> f64 {
        mean(&reals(&self.evaluations))
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    println!("{} seeds for each branch, at most {EVALUATIONS} evaluations", arguments.seeds);
    println!("branch: covered, mean and median of ours; of AVMf, with mean of unique; A12, p against each");
    let mut worse = [0; 2];
    let mut better = [0; 2];
    let mut less_often = 0;
    for (program, path, loops) in PROGRAMS {
        let path = format!("subjects::{path}");
        let mut problem =
            FunctionProblem::by_name(&path).with_context(|| format!("{path} cannot be searched"))?;
        for (name, search) in SEARCHES {
            println!("\n{program}, {name}");
            let (mut ours_covered, mut theirs_covered, mut ours_all, mut theirs_all) = (0, 0, vec![], vec![]);
            for goal in 0..problem.goals() as u32 {
                let condition = goal / 2 + 1;
                let branch = format!("{condition}{}", if goal % 2 == 0 { 'T' } else { 'F' });
                let theirs = Runs::read_avmf(program, name, &branch)?;
                let ours = Runs::run_ours(&mut problem, goal, search, &arguments);
                let stands =
                    [&theirs.evaluations, &theirs.unique].map(|theirs| standing(&ours.evaluations, theirs));
                // A branch covered by neither has no evaluations to compare.
                let counts = ours.covered + theirs.covered > 0;
                let is_worse = stands.map(|(a12, p)| counts && a12 > 0.5 && p < SIGNIFICANT);
                let is_better = stands.map(|(a12, p)| counts && a12 < 0.5 && p < SIGNIFICANT);
                for index in 0..2 {
                    worse[index] += usize::from(is_worse[index]);
                    better[index] += usize::from(is_better[index]);
                }
                let fewer = fisher(&ours, &theirs) < SIGNIFICANT;
                less_often += usize::from(fewer);
                if !arguments.brief || is_worse[0] || is_worse[1] || fewer {
                    println!(
                        "  {branch:>3}{} {:2}/{} {:9.1} {:8.1} | {:2}/30 {:9.1} {:8.1} {:9.1} | {:.2} {:.3}  {:.2} {:.3}{}{}{}",
                        if loops.contains(&condition) { '*' } else { ' ' },
                        ours.covered,
                        arguments.seeds,
                        ours.mean(),
                        median(&mut reals(&ours.evaluations)),
                        theirs.covered,
                        theirs.mean(),
                        median(&mut reals(&theirs.evaluations)),
                        mean(&reals(&theirs.unique)),
                        stands[0].0,
                        stands[0].1,
                        stands[1].0,
                        stands[1].1,
                        if is_worse[0] { "  WORSE" } else { "" },
                        if is_worse[1] { "  worse than unique" } else { "" },
                        if fewer { "  LESS OFTEN" } else { "" },
                    );
                }
                ours_covered += ours.covered;
                theirs_covered += theirs.covered;
                ours_all.extend(reals(&ours.evaluations));
                theirs_all.extend(reals(&theirs.evaluations));
            }
            println!(
                "  all: {ours_covered} runs covered, mean {:.0}, median {:.0}; AVMf {theirs_covered}, mean {:.0}, median {:.0}",
                mean(&ours_all),
                median(&mut ours_all),
                mean(&theirs_all),
                median(&mut theirs_all),
            );
        }
    }
    println!(
        "\nsignificantly worse: {} against its evaluations, {} against its unique ones",
        worse[0], worse[1]
    );
    println!("significantly better: {} and {}", better[0], better[1]);
    println!("significantly less often covered: {less_often}");
    Ok(())
}

fn reals(numbers: &[u64]) -> Vec<f64> {
    numbers.iter().map(|&number| number as f64).collect()
}

/// Fisher's exact test: the probability that ours has at most this many of the successes of both,
/// if both have the same chance.
fn fisher(ours: &Runs, theirs: &Runs) -> f64 {
    let (our_runs, their_runs) = (ours.evaluations.len(), theirs.evaluations.len());
    let successes = ours.covered + theirs.covered;
    let choose = |n: usize, k: usize| -> f64 {
        if k > n { 0.0 } else { (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product() }
    };
    let all = choose(our_runs + their_runs, successes);
    let at_most = successes.saturating_sub(their_runs)..=ours.covered;
    at_most.map(|k| choose(our_runs, k) * choose(their_runs, successes - k) / all).sum()
}
