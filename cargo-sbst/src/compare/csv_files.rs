//! The numbers as CSV: a row for each run, for each goal that a run covered, for each change of its suite, for each
//! algorithm on each function, and for each pair of algorithms.

use super::comparison::Line;
use super::duels::Duels;
use super::output_directory::OutputFile;
use super::rows::{CurveRow, DuelRow, RunRow, SuiteRow, SummaryRow};
use super::run::{Repeated, Run};
use super::subject::Subject;
use anyhow::Context;
use sbst_model::TargetDescription;
use serde::Serialize;

/// The file with a row for each run.
const RUNS: &str = "runs.csv";
/// The file with a row for each goal that a run covered.
const CURVES: &str = "curves.csv";
/// The file with a row for each time that the suite of a run changed.
const SUITES: &str = "suites.csv";
/// The file with a row for each algorithm on each function.
const SUMMARY: &str = "summary.csv";

/// The file with a row for each pair of algorithms.
const DUELS: &str = "duels.csv";

/// The names of all of them.
pub const NAMES: [&str; 5] = [RUNS, CURVES, SUITES, SUMMARY, DUELS];

/// All of them.
pub fn of(
    repeated: &[Repeated<'_>],
    subjects: &[(Subject, Vec<Line>)],
    duels: &Duels,
    algorithms: &[String],
) -> anyhow::Result<Vec<OutputFile>> {
    let runs = || all_runs(repeated, algorithms);
    let run = |(target, algorithm, repetition, run)| RunRow::of(target, algorithm, repetition, run);
    let curve = |(target, algorithm, repetition, run)| CurveRow::of(target, algorithm, repetition, run);
    let suite = |(target, algorithm, repetition, run)| SuiteRow::of(target, algorithm, repetition, run);
    let summary = subjects.iter().flat_map(|(subject, lines)| {
        let row = |(index, line)| SummaryRow::of(subject, algorithms, index, line);
        lines.iter().enumerate().map(row)
    });
    Ok(vec![
        file(RUNS, runs().map(run))?,
        file(CURVES, runs().flat_map(curve))?,
        file(SUITES, runs().flat_map(suite))?,
        file(SUMMARY, summary)?,
        file(DUELS, DuelRow::of(duels, algorithms))?,
    ])
}

/// Every run with its target, its algorithm and the number of its repetition.
fn all_runs<'a>(
    repeated: &'a [Repeated<'_>],
    algorithms: &'a [String],
) -> impl Iterator<Item = (&'a TargetDescription, &'a str, u32, &'a Run)> {
    repeated.iter().flat_map(move |repeated| {
        repeated.repetitions.iter().flat_map(move |repetition| {
            let runs = algorithms.iter().zip(&repetition.runs);
            runs.map(move |(algorithm, run)| (repeated.target, algorithm.as_str(), repetition.number, run))
        })
    })
}

fn file(name: &str, rows: impl Iterator<Item = impl Serialize>) -> anyhow::Result<OutputFile> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).with_context(|| format!("failed to make a row of {name}"))?;
    }
    let content = writer.into_inner().with_context(|| format!("failed to make {name}"))?;
    Ok(OutputFile { path: name.into(), content })
}
