//! All subjects with the default settings: the number of 30 seeds that cover each goal within
//! 100,000 evaluations.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin subjects -- --help`

use clap::Parser;
use sbst_experiments::exception::Exception;
use sbst_experiments::run::{Run, STALL, Setting};
use sbst_experiments::sample::median;
use sbst_experiments::subject::Subject;
use sbst_model::messages::ValueSource;
use sbst_search::Algorithm;

/// Searches every subject, and prints the goals not covered every time.
#[derive(Debug, Parser)]
struct Arguments {
    /// Search algorithm
    #[arg(long, default_value_t)]
    algorithm: Algorithm,
    /// Only subjects whose names contain this; repeatable
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Searches per subject, with seeds from 1
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// Evaluations per search
    #[arg(long, default_value_t = 100_000)]
    evaluations: u64,
    /// Continue without a stall limit; the command's is 25,000 evaluations
    #[arg(long)]
    no_stall: bool,
    /// Do not try event sequences
    #[arg(long)]
    without_sequences: bool,
    /// Show only functions that some search did not cover
    #[arg(long)]
    brief: bool,
    /// Share the subjects with other processes: I/N is the I-th of N
    #[arg(long, value_name = "I/N", value_parser = share, default_value = "1/1")]
    share: (usize, usize),
}

/// Reads `I/N`.
fn share(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n)| (1..=*n).contains(i)).ok_or_else(|| format!("`{text}` is no share like 1/2"))
}

/// Sums over all subjects.
#[derive(Debug, Default)]
struct Summary {
    functions: usize,
    goals: usize,
    excepted: usize,
    always: usize,
    unexplained: usize,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let exceptions = Exception::all()?;
    let setting = Setting {
        algorithm: arguments.algorithm,
        evaluations: arguments.evaluations,
        stall: (!arguments.no_stall).then_some(STALL),
        without: if arguments.without_sequences { vec![ValueSource::Sequences] } else { Vec::new() },
    };
    println!(
        "# subjects: {}, seeds 1 to {}, at most {} evaluations{}",
        setting.algorithm,
        arguments.seeds,
        setting.evaluations,
        if arguments.no_stall { "" } else { ", given up after 25,000 without progress" }
    );
    println!(
        "function, goals, covered in every search, median evaluations to the last goal (of what is feasible), ms a search"
    );
    let mut summary = Summary::default();
    let (part, parts) = arguments.share;
    let subjects = Subject::chosen(&arguments.only).into_iter().skip(part - 1).step_by(parts);
    for subject in subjects {
        let runs = (1..=arguments.seeds).map(|seed| Run::search(&subject, &setting, seed));
        let runs = runs.collect::<anyhow::Result<Vec<_>>>()?;
        report(&subject, &runs, &exceptions, arguments.brief, &mut summary);
    }
    println!(
        "# {} functions with {} goals: {} in every search, {} named as exceptions, {} UNEXPLAINED",
        summary.functions, summary.goals, summary.always, summary.excepted, summary.unexplained
    );
    Ok(())
}

/// Prints the results of one subject's searches, and adds them to the sums.
fn report(subject: &Subject, runs: &[Run], exceptions: &[Exception], brief: bool, summary: &mut Summary) {
    let exception = |index: usize| {
        let goal = subject.goal(index);
        exceptions.iter().find(|exception| exception.is_of(subject, &goal))
    };
    let covered = |index: usize| runs.iter().filter(|run| run.covered_at[index].is_some()).count();
    let always = (0..subject.goals()).filter(|&index| covered(index) == runs.len()).count();
    let wanted: Vec<usize> = (0..subject.goals()).filter(|&index| exception(index).is_none()).collect();
    // A run without full coverage counts as the whole budget, and more.
    let mut last: Vec<f64> =
        runs.iter().map(|run| run.all_covered_at(&wanted).map_or(f64::INFINITY, |at| at as f64)).collect();
    let milliseconds = 1e3 * runs.iter().map(|run| run.seconds).sum::<f64>() / runs.len() as f64;
    let is_complete = wanted.iter().all(|&index| covered(index) == runs.len());
    summary.functions += 1;
    summary.goals += subject.goals();
    summary.always += always;
    if !brief || !is_complete {
        let last = median(&mut last);
        println!("{:42} {:3} {always:3} {last:9.1} {milliseconds:8.2}", subject.name, subject.goals());
    }
    for index in (0..subject.goals()).filter(|&index| covered(index) < runs.len()) {
        let goal = subject.goal(index);
        let reason = match exception(index) {
            Some(exception) => format!("{}: {}", exception.reason, exception.because),
            None => "UNEXPLAINED".to_owned(),
        };
        match exception(index) {
            Some(_) => summary.excepted += 1,
            None => summary.unexplained += 1,
        }
        if exception(index).is_none() || !brief {
            let (condition, predicate) = (&goal.condition, goal.predicate);
            println!(
                "    {:2}/{} `{condition}` {predicate} (line {}): {reason}",
                covered(index),
                runs.len(),
                goal.line
            );
        }
    }
    // A reason disproved by a search is void.
    for index in (0..subject.goals()).filter(|&index| covered(index) > 0) {
        if let Some(exception) = exception(index).filter(|exception| exception.reason.is_final()) {
            println!("    DISPROVED: `{}` {:?}", exception.condition, exception.outcome);
        }
    }
}
