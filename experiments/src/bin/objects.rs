//! The programs of the crate `objects`, whose branches depend on the states of objects: the
//! evaluations until their target branches are covered, and the number of 30 seeds that cover them.
//! With `--without` it shows the share of a source of values in that.
//!
//! 1. A function's *target* branches are those of `wanted.ron` in the crate, or else all its goals.
//! 2. A search without them counts as worse than any that covers them.
//! 3. With `--without`, the same seeds are searched with and without these sources. A12 is the
//!    probability that a search with them needs fewer evaluations to the target branches. p is that
//!    of the Mann-Whitney U test, d Cohen's of the goals covered at the end.
//! 4. Coverage over budget is the mean share of covered goals after a number of evaluations; every
//!    function counts equally.
//! 5. Synthesis is the time for object construction graphs and their tests, as a share of the total
//!    time of all searches that requested graphs.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin objects -- --help`

use clap::Parser;
use sbst_experiments::contender::{Contender, contender};
use sbst_experiments::run::Run;
use sbst_experiments::sample::{cohen, mean, median, standing};
use sbst_experiments::subject::Subject;
use sbst_experiments::wanted::Wanted;
use sbst_lab::chart::{Line, LineChart};
use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;

/// Searches the crate `objects`.
#[derive(Debug, Parser)]
struct Arguments {
    /// Search algorithms
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "hybrid")]
    algorithms: Vec<String>,
    /// Compare with searches without this source of values; repeatable
    #[arg(long, value_name = "SOURCE")]
    without: Vec<String>,
    /// Only functions whose names contain this; repeatable
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Only functions named in `wanted.ron`
    #[arg(long)]
    wanted: bool,
    /// Searches per program, with seeds from 1
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// Evaluations per search
    #[arg(long, default_value_t = 20_000)]
    evaluations: u64,
    /// Write coverage over budget as a picture, too
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
}

/// A function, and its target goals.
struct Program {
    subject: Subject,
    wanted: Vec<usize>,
}

/// All searches with one setting: by program, the runs by seed.
struct Searches {
    contender: Contender,
    runs: Vec<Vec<Run>>,
}

/// Evaluations until all of `goals` were covered, more than any number if they were not (rule 2).
fn needed(run: &Run, goals: &[usize]) -> u64 {
    run.all_covered_at(goals).unwrap_or(u64::MAX)
}

impl Searches {
    fn run(programs: &[Program], contender: Contender, arguments: &Arguments) -> anyhow::Result<Searches> {
        let setting = contender.setting(arguments.evaluations);
        let of_program = |program: &Program| {
            (1..=arguments.seeds).map(|seed| Run::search(&program.subject, &setting, seed)).collect()
        };
        let runs = programs.iter().map(of_program).collect::<Result<_, _>>()?;
        Ok(Searches { contender, runs })
    }

    /// The evaluations needed by the programs.
    fn show(&self, programs: &[Program]) {
        println!("\n{}:\n", self.contender.name);
        println!(
            "| function | goals | wanted | seeds, median, most | all goals: seeds, median, most | ms a search | with graphs: seeds, synthesis, tests, failed, repaired |"
        );
        println!("|---|---|---|---|---|---|---|");
        for (program, runs) in programs.iter().zip(&self.runs) {
            let goals = program.subject.goals();
            let all: Vec<usize> = (0..goals).collect();
            let milliseconds: Vec<f64> = runs.iter().map(|run| 1e3 * run.seconds).collect();
            println!(
                "| `{}` | {goals} | {} | {} | {} | {:.1} | {} |",
                program.subject.name,
                program.wanted.len(),
                summary(runs, &program.wanted),
                summary(runs, &all),
                mean(&milliseconds),
                synthesis(runs)
            );
        }
    }

    /// Returns the effect size against others (rule 3).
    fn compare(&self, others: &Searches, programs: &[Program]) {
        for ((program, runs), others_runs) in programs.iter().zip(&self.runs).zip(&others.runs) {
            let ranks = |runs: &[Run]| -> Vec<Reverse<u64>> {
                runs.iter().map(|run| Reverse(needed(run, &program.wanted))).collect()
            };
            let covered =
                |runs: &[Run]| -> Vec<f64> { runs.iter().map(|run| run.covered() as f64).collect() };
            let (a12, p) = standing(&ranks(runs), &ranks(others_runs));
            let (with, without) = (covered(runs), covered(others_runs));
            println!(
                "| `{}` | {} | {} | {} | {a12:.2} | {p:.3} | {:.1} | {:.1} | {:.2} |",
                program.subject.name,
                self.contender.name,
                summary(runs, &program.wanted),
                summary(others_runs, &program.wanted),
                mean(&with),
                mean(&without),
                cohen(&with, &without)
            );
        }
    }

    /// The share of covered goals after this number of evaluations, in percent (rule 4).
    fn coverage(&self, evaluations: u64) -> f64 {
        let of_run = |run: &Run| {
            let covered = run.covered_at.iter().flatten().filter(|&&at| at <= evaluations).count();
            covered as f64 / run.covered_at.len() as f64
        };
        let of_program = |runs: &Vec<Run>| mean(&runs.iter().map(of_run).collect::<Vec<_>>());
        100.0 * mean(&self.runs.iter().map(of_program).collect::<Vec<_>>())
    }
}

/// Prints the cost of synthesis in the runs with graphs (rule 5), and the results of its tests.
fn synthesis(runs: &[Run]) -> String {
    let asked: Vec<&Run> = runs.iter().filter(|run| run.synthesis.graph_seconds > 0.0).collect();
    if asked.is_empty() {
        return "0".to_owned();
    }
    let seconds: f64 = asked.iter().map(|run| run.seconds).sum();
    let spent =
        asked.iter().map(|run| run.synthesis.graph_seconds + run.synthesis.template_seconds).sum::<f64>();
    let sum = |of: fn(&Run) -> u64| asked.iter().map(|run| of(run)).sum::<u64>();
    format!(
        "{}, {:.0} %, {}, {}, {}",
        asked.len(),
        100.0 * spent / seconds,
        sum(|run| run.synthesis.tests),
        sum(|run| run.synthesis.failed),
        sum(|run| run.synthesis.repaired)
    )
}

/// Returns the number of runs that covered all of `goals`, and the median and the maximum of the
/// evaluations until then.
fn summary(runs: &[Run], goals: &[usize]) -> String {
    let mut needed: Vec<f64> =
        runs.iter().map(|run| run.all_covered_at(goals).map_or(f64::INFINITY, |at| at as f64)).collect();
    let covered = needed.iter().filter(|needed| needed.is_finite()).count();
    let median = median(&mut needed);
    let most = needed.iter().copied().filter(|needed| needed.is_finite()).fold(0.0, f64::max);
    let median = if median.is_finite() { median.to_string() } else { "never".to_owned() };
    format!("{covered}/{}, {median}, {most}", runs.len())
}

/// Parts of the budget, in percent, after which coverage is printed.
const CHECKPOINTS: [u64; 7] = [1, 2, 5, 10, 25, 50, 100];

fn show_coverage(searches: &[Searches], arguments: &Arguments) -> anyhow::Result<()> {
    let names: Vec<&str> = searches.iter().map(|searches| &*searches.contender.name).collect();
    println!("\nMean share of goals covered, in percent:\n");
    println!("| budget | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for percent in CHECKPOINTS {
        let at = arguments.evaluations * percent / 100;
        let shares: Vec<String> =
            searches.iter().map(|searches| format!("{:.1}", searches.coverage(at))).collect();
        println!("| {percent} % | {} |", shares.join(" | "));
    }
    let Some(file) = &arguments.chart else { return Ok(()) };
    let step = (arguments.evaluations / 200).max(1) as usize;
    let lines = searches.iter().map(|searches| {
        let points =
            (0..=arguments.evaluations).step_by(step).map(|at| (at as f64, searches.coverage(at))).collect();
        Line { name: searches.contender.name.clone(), points, band: Vec::new() }
    });
    let names = ["evaluations", "mean share of goals (%)"];
    let chart = LineChart::fit(lines.collect(), names, false);
    Ok(fs::write(file, chart.into_file(&format!("Coverage over budget, {} seeds", arguments.seeds)))?)
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let wanted = Wanted::all()?;
    let is_named = |subject: &Subject| wanted.iter().any(|wanted| wanted.function == subject.name);
    let subjects = Subject::objects().into_iter().filter(|subject| {
        subject.goals() > 0 && subject.is_among(&arguments.only) && (!arguments.wanted || is_named(subject))
    });
    let mut programs = Vec::new();
    let mut refused = Vec::new();
    for subject in subjects {
        match subject.problem() {
            Ok(_) => programs.push(Program { wanted: Wanted::goals(&wanted, &subject), subject }),
            Err(reason) => refused.push((subject.name, reason)),
        }
    }
    println!("{} seeds, {} evaluations at most", arguments.seeds, arguments.evaluations);
    if !refused.is_empty() {
        println!("\n| not searched | why |\n|---|---|");
    }
    for (name, reason) in refused {
        println!("| `{name}` | {} |", reason.to_string().split(';').next().unwrap_or_default());
    }
    if programs.is_empty() {
        return Ok(());
    }
    let mut all = Vec::new();
    for algorithm in &arguments.algorithms {
        let mut names = vec![algorithm.clone()];
        if !arguments.without.is_empty() {
            names.push(format!("{algorithm}-without:{}", arguments.without.join("+")));
        }
        for name in names {
            let contender = contender(&name).map_err(anyhow::Error::msg)?;
            let searches = Searches::run(&programs, contender, &arguments)?;
            searches.show(&programs);
            all.push(searches);
        }
    }
    if !arguments.without.is_empty() {
        let left_out = arguments.without.join(", ");
        println!("\nWith and without {left_out}:\n");
        println!(
            "| function | algorithm | with: seeds, median, most | without | A12 | p | goals with | without | d |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        for pair in all.chunks_exact(2) {
            pair[0].compare(&pair[1], &programs);
        }
    }
    show_coverage(&all, &arguments)
}
