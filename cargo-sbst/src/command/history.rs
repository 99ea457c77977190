//! `cargo sbst history`: the runs in a target directory, as a table and a plot.

use crate::cargo::arguments::EarlierRunsOptions;
use crate::cargo::workspace;
use crate::state::{Run, RunTotals, State};
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::{MessageFormat, OutputOptions};
use crate::ui::quantity::{seconds, thousands};
use anstream::stdout;
use anyhow::Context;
use clap::Args;
use std::io::Write;

/// Options of `cargo sbst history`.
#[derive(Debug, Args)]
pub struct HistoryOptions {
    /// Show only the last N runs
    #[arg(long, value_name = "N")]
    pub last: Option<usize>,
    #[command(flatten)]
    pub earlier: EarlierRunsOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

message!("run": Run);

/// Runs the command.
pub fn history(options: &HistoryOptions) -> Result<ExitCode, Failure> {
    let workspace = workspace::members(options.earlier.manifest_path.as_ref())?;
    let target_directory = options.earlier.target_directory(&workspace);
    let all = State::open_if_there(&State::path(target_directory, &workspace.workspace_root)).runs();
    let from = options.last.map_or(0, |last| all.len().saturating_sub(last));
    let runs = &all[from..];
    match options.output.message_format {
        MessageFormat::Json => {
            let lines = JsonLines::new(&options.output);
            runs.iter().try_for_each(|run| lines.emit(run))?;
        }
        MessageFormat::Human => {
            write!(stdout(), "{}", text(runs)).context("failed to write to standard output")?;
        }
    }
    Ok(ExitCode::Success)
}

const HEADINGS: [&str; 9] =
    ["run", "began", "seed", "functions", "goals", "covered", "findings", "tests", "time"];

fn text(runs: &[Run]) -> String {
    if runs.is_empty() {
        return "no run is stored in this target directory; `cargo sbst` stores its results\n".to_owned();
    }
    let mut rows = vec![HEADINGS.map(str::to_owned)];
    rows.extend(runs.iter().map(row));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEADINGS.len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text.push_str(&plot(runs));
    text
}

fn row(run: &Run) -> [String; HEADINGS.len()] {
    let number = |number: usize| thousands(number as u64);
    let mut cells = [run.id.to_string(), run.began.clone(), run.seed.to_string()].into_iter();
    let results = match &run.totals {
        None => ["", "", "", "", "", "did not end"].map(str::to_owned),
        Some(totals) => [
            number(totals.functions),
            number(totals.goals),
            format!("{} {:>5.1} %", number(totals.covered), percentage(totals)),
            number(totals.findings),
            number(totals.tests),
            seconds(totals.elapsed_seconds),
        ],
    };
    let mut results = results.into_iter();
    std::array::from_fn(|_| cells.next().or_else(|| results.next()).unwrap_or_default())
}

fn percentage(totals: &RunTotals) -> f64 {
    match totals.goals {
        0 => 100.0,
        goals => 100.0 * totals.covered as f64 / goals as f64,
    }
}

/// Bars from an eighth of a line's height to all of it.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Returns a bar for each finished run, from the least coverage to the greatest; an empty text for
/// fewer than two runs.
fn plot(runs: &[Run]) -> String {
    let shares: Vec<f64> = runs.iter().filter_map(|run| run.totals.as_ref()).map(percentage).collect();
    let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = shares.iter().copied().fold(0.0, f64::max);
    if shares.len() < 2 {
        return String::new();
    }
    let range = greatest - least;
    let bar = |share: &f64| match range > 0.0 {
        true => BARS[((share - least) / range * (BARS.len() - 1) as f64).round() as usize],
        false => BARS[BARS.len() - 1],
    };
    let bars: String = shares.iter().map(bar).collect();
    format!("\ncovered, from {least:.1} % to {greatest:.1} %\n{bars}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(id: i64, covered: Option<usize>) -> Run {
        let totals = covered.map(|covered| RunTotals {
            goals: 200,
            covered,
            functions: 17,
            elapsed_seconds: 61.0,
            ..RunTotals::default()
        });
        Run { id, began: "2026-11-25 03:00".into(), seed: 7, totals }
    }

    #[test]
    fn runs_are_a_table_and_a_plot() {
        insta::assert_snapshot!(text(&[
            run(1, Some(150)),
            run(2, None),
            run(3, Some(180)),
            run(4, Some(190))
        ]));
    }

    #[test]
    fn constant_coverage_is_a_line_and_a_single_run_has_no_plot() {
        assert_eq!(plot(&[run(1, Some(10)), run(2, Some(10))]), "\ncovered, from 5.0 % to 5.0 %\n██\n");
        assert_eq!(plot(&[run(1, Some(10)), run(2, None)]), "");
        assert!(text(&[]).starts_with("no run is stored"));
    }
}
