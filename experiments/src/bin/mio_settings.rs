//! MIO's settings: the paper's, its author's later ones, and each step between them, on every
//! subject. For each setting it prints the covered goals and their evaluations. Against the paper's
//! settings it prints the subjects won and lost (more goals, then fewer evaluations to the last of
//! them; Mann-Whitney U, two-sided, p < 0.05).
//!
//! `cargo run --profile experiment -p sbst-experiments --bin mio_settings [EVALUATIONS [SEEDS [PART
//! OF A NAME…]]]`

use anyhow::Context as _;
use sbst_experiments::sample::standing;
use sbst_experiments::subject::Subject;
use sbst_model::messages::Budget;
use sbst_search::mio::{self, Choice, Parameters, Resets, Schedule, Walk};
use sbst_search::{Algorithm, Evaluator, Operators, Options, Problem, Silent};
use std::cmp::Reverse;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, otherwise: u64| {
        arguments.get(index).map_or(Ok(otherwise), |text| text.parse().with_context(|| text.clone()))
    };
    let (evaluations, seeds) = (number(0, 20_000)?, number(1, 10)?);
    let subjects = Subject::chosen(arguments.get(2..).unwrap_or(&[]));
    let paper = Parameters::paper();
    let tuned = Parameters::default();
    let settings = [
        ("paper", paper),
        ("tuned", tuned),
        ("paper, P from 0.8", Parameters { p_sample: tuned.p_sample, ..paper }),
        ("paper, F 0.8", Parameters { focused: tuned.focused, ..paper }),
        (
            "paper, quickest",
            Parameters { choice: Choice::FocusedQuickest, resets: Resets::Improvement, ..paper },
        ),
        ("paper, resets on improvement", Parameters { resets: Resets::Improvement, ..paper }),
        ("paper, accepts equals", Parameters { accepts_equals: true, ..paper }),
        ("paper, walk not subsumed", Parameters { walk: Walk::NotSubsumed, ..paper }),
        ("tuned, P from 0.5", Parameters { p_sample: paper.p_sample, ..tuned }),
        ("tuned, P from 0.2", Parameters { p_sample: Schedule { first: 0.2, focused: 0.0 }, ..tuned }),
        ("tuned, F 0.5", Parameters { focused: paper.focused, ..tuned }),
        ("tuned, lowest counter", Parameters { choice: Choice::LowestCounter, ..tuned }),
        (
            "tuned, P from 0.2, F 0.5",
            Parameters { p_sample: Schedule { first: 0.2, focused: 0.0 }, focused: paper.focused, ..tuned },
        ),
        (
            "tuned, P from 0.2, F 0.5, lowest counter",
            Parameters {
                p_sample: Schedule { first: 0.2, focused: 0.0 },
                focused: paper.focused,
                choice: Choice::LowestCounter,
                ..tuned
            },
        ),
    ];
    println!("{} subjects, {seeds} seeds, {evaluations} evaluations", subjects.len());
    println!("{:44} {:>9} {:>12} {:>5} {:>5}", "", "goals", "evaluations", "won", "lost");
    let mut first: Vec<Vec<(usize, Reverse<u64>)>> = Vec::new();
    for (name, parameters) in settings {
        let (mut goals, mut spent, mut won, mut lost) = (0.0, 0.0, 0, 0);
        for (index, subject) in subjects.iter().enumerate() {
            let runs: anyhow::Result<Vec<(usize, Reverse<u64>)>> =
                (1..=seeds).map(|seed| run(subject, &parameters, evaluations, seed)).collect();
            let runs = runs?;
            goals += runs.iter().map(|run| run.0).sum::<usize>() as f64 / seeds as f64;
            spent += runs.iter().map(|run| run.1.0).sum::<u64>() as f64 / seeds as f64;
            match first.get(index) {
                Some(papers) => {
                    let (effect, p) = standing(&runs, papers);
                    won += usize::from(p < 0.05 && effect > 0.5);
                    lost += usize::from(p < 0.05 && effect < 0.5);
                }
                None => first.push(runs),
            }
        }
        println!("{name:44} {goals:9.1} {spent:12.0} {won:5} {lost:5}");
    }
    Ok(())
}

/// Goals covered, and evaluations to the last of them, the fewer the greater.
fn run(
    subject: &Subject,
    parameters: &Parameters,
    evaluations: u64,
    seed: u64,
) -> anyhow::Result<(usize, Reverse<u64>)> {
    let mut problem = subject.problem()?;
    let mut operators = Operators::new(problem.inputs().clone(), &[], seed);
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    let (options, mut silent) = (Options::new(Algorithm::Mio, seed, budget), Silent);
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
    let stopped = mio::search(&mut evaluator, &mut operators, &[], parameters);
    let outcome = evaluator.finish(stopped);
    Ok((outcome.archive.covered(), Reverse(outcome.evaluations_to_last_goal)))
}
