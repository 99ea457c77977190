//! The numbers as CSV: a row for each run, each covered goal of a run, each change of its suite,
//! each algorithm on a function, and each pair of algorithms.

use super::duels::Duels;
use super::output_directory::OutputFile;
use super::rows::{CurveRow, DuelRow, RunRow, SuiteRow, SummaryRow, all_runs};
use super::run::Repeated;
use super::subject::Subject;
use super::summary::Summary;
use anyhow::Context;
use serde::Serialize;

/// The names of all files.
pub const NAMES: [&str; 5] = ["runs.csv", "curves.csv", "suites.csv", "summary.csv", "duels.csv"];

/// Returns all files.
pub fn write(
    repeated: &[Repeated<'_>],
    subjects: &[(Subject, Vec<Summary>)],
    duels: &Duels,
    algorithms: &[String],
) -> anyhow::Result<Vec<OutputFile>> {
    let [runs, curves, suites, summary, duel_file] = NAMES;
    let all = || all_runs(repeated, algorithms);
    let summaries = subjects.iter().flat_map(|(subject, summaries)| {
        let row = |(index, summary)| SummaryRow::new(subject, algorithms, index, summary);
        summaries.iter().enumerate().map(row)
    });
    Ok(vec![
        file(runs, all().map(|(key, repeated, run)| (key, RunRow::new(repeated.target, run))))?,
        file(curves, all().flat_map(|(key, _, run)| CurveRow::from_run(run).map(move |row| (key, row))))?,
        file(suites, all().flat_map(|(key, _, run)| SuiteRow::from_run(run).map(move |row| (key, row))))?,
        file(summary, summaries)?,
        file(duel_file, DuelRow::from_duels(duels, algorithms).into_iter())?,
    ])
}

fn file(name: &str, rows: impl Iterator<Item = impl Serialize>) -> anyhow::Result<OutputFile> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).with_context(|| format!("failed to make a row of {name}"))?;
    }
    let content = writer.into_inner().with_context(|| format!("failed to make {name}"))?;
    Ok(OutputFile { path: name.into(), content })
}
