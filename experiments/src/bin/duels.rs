//! The default against other algorithms and against itself without one ingredient, function by
//! function.
//!
//! The order of runs is [`Score`]'s. A12 is the probability that the first setting is better; p is
//! from the two-sided Mann-Whitney U test.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin duels -- --help`

use clap::Parser;
use sbst_experiments::contender::{Contender, contender};
use sbst_experiments::run::Run;
use sbst_experiments::sample::{mean, median, standing};
use sbst_experiments::subject::Subject;
use sbst_lab::statistics::tally::{Score, Tally};
use sbst_search::Algorithm;

/// Compares settings function by function.
#[derive(Debug, Parser)]
struct Arguments {
    /// The reference: an algorithm, and the disabled sources of values, as in
    /// `hybrid-without:local-search`
    #[arg(long, default_value = "hybrid", value_parser = contender)]
    first: Contender,
    /// The others [default: all algorithms except the classic ones]
    #[arg(long, value_parser = contender, value_delimiter = ',')]
    others: Vec<Contender>,
    /// Only subjects whose names contain this; repeatable
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Searches per function, with seeds from 1
    #[arg(long, default_value_t = 10)]
    seeds: u64,
    /// Evaluations per search
    #[arg(long, default_value_t = 20_000)]
    evaluations: u64,
    /// Show only functions with a significant difference
    #[arg(long)]
    brief: bool,
    /// Also show for each goal the number of covering searches, and their median evaluations
    #[arg(long)]
    goals: bool,
}

fn runs(subject: &Subject, contender: &Contender, arguments: &Arguments) -> anyhow::Result<Vec<Run>> {
    let setting = contender.setting(arguments.evaluations);
    (1..=arguments.seeds).map(|seed| Run::search(subject, &setting, seed)).collect()
}

fn scores(runs: &[Run]) -> Vec<Score> {
    let last = |run: &Run| run.covered_at.iter().flatten().copied().max().unwrap_or(0);
    runs.iter().map(|run| Score { covered: run.covered() as u64, evaluations: last(run) }).collect()
}

fn shown(scores: &[Score]) -> String {
    let covered: Vec<f64> = scores.iter().map(|score| score.covered as f64).collect();
    let mut last: Vec<f64> = scores.iter().map(|score| score.evaluations as f64).collect();
    format!("{:6.2} {:7.0}", mean(&covered), median(&mut last))
}

/// The goals with their covering searches, and the median of their evaluations: the contenders side
/// by side.
fn show_goals(subject: &Subject, contenders: &[Vec<Run>]) {
    for goal in 0..subject.goals() {
        let name = subject.goal(goal);
        let columns = contenders.iter().map(|runs| {
            let mut at: Vec<f64> =
                runs.iter().filter_map(|run| run.covered_at[goal]).map(|at| at as f64).collect();
            format!("{:2} {:6.0}", at.len(), median(&mut at))
        });
        let columns = columns.collect::<Vec<_>>().join(" | ");
        println!("    {columns}  {}: {} {}", name.line, name.condition, name.predicate);
    }
}

/// Sums over all functions against one contender.
#[derive(Clone, Debug, Default)]
struct Sum {
    tally: Tally,
    covered: u64,
    seconds: f64,
}

fn main() -> anyhow::Result<()> {
    let mut arguments = Arguments::parse();
    if arguments.others.is_empty() {
        let others = Algorithm::comparable().filter(|algorithm| !algorithm.is_classic());
        let named = others.filter(|algorithm| algorithm.name() != arguments.first.name);
        let others = named.map(|algorithm| contender(algorithm.name()));
        arguments.others = others.collect::<Result<_, _>>().map_err(anyhow::Error::msg)?;
    }
    let mut sums = vec![Sum::default(); arguments.others.len()];
    let mut own = Sum::default();
    let subjects = Subject::chosen(&arguments.only);
    for subject in &subjects {
        let first_runs = runs(subject, &arguments.first, &arguments)?;
        let first = scores(&first_runs);
        own.covered += first.iter().map(|score| score.covered).sum::<u64>();
        own.seconds += first_runs.iter().map(|run| run.seconds).sum::<f64>();
        if !arguments.brief {
            println!("{:44} {:24} {}", subject.name, arguments.first.name, shown(&first));
        }
        let mut contenders = vec![first_runs];
        for (other, sum) in arguments.others.iter().zip(&mut sums) {
            let other_runs = runs(subject, other, &arguments)?;
            let scores = scores(&other_runs);
            let (a12, p) = standing(&first, &scores);
            sum.covered += scores.iter().map(|score| score.covered).sum::<u64>();
            sum.seconds += other_runs.iter().map(|run| run.seconds).sum::<f64>();
            let tally = Tally::decide(&first, &scores);
            sum.tally.add(tally);
            let verdict = match tally {
                Tally { wins: 1, .. } => "better",
                Tally { losses: 1, .. } => "WORSE",
                _ => "",
            };
            if !arguments.brief {
                println!("{:44} {:24} {} A12 {a12:.2} p {p:.3} {verdict}", "", other.name, shown(&scores));
            } else if verdict == "WORSE" {
                println!(
                    "{:44} {} | {:24} {} A12 {a12:.2} p {p:.3}",
                    subject.name,
                    shown(&first),
                    other.name,
                    shown(&scores)
                );
            }
            contenders.push(other_runs);
        }
        if arguments.goals {
            show_goals(subject, &contenders);
        }
    }
    println!("\n{:32} goals covered {:7} in {:6.1} s", arguments.first.name, own.covered, own.seconds);
    for (other, sum) in arguments.others.iter().zip(&sums) {
        let Tally { wins, ties, losses } = sum.tally;
        println!(
            "{:32} goals covered {:7} in {:6.1} s: {wins:3} wins {ties:3} ties {losses:3} losses",
            other.name, sum.covered, sum.seconds
        );
    }
    Ok(())
}
