//! Searches many targets while a person watches: a bar of progress, a line for each search that ended, and warnings of
//! those that failed.

use crate::search::schedule::{self, Left, Turn};
use crate::search::supervisor::Assignment;
use crate::search::target_report::TargetReport;
use crate::ui::console;
use crate::ui::json_lines::{JsonLines, Warning};
use crate::ui::options::{MessageFormat, OutputOptions};
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, Stopped};

/// What is searched, and how many at a time.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The searches, in order.
    pub assignments: &'a [Assignment<'a>],
    /// Searches at the same time.
    pub jobs: usize,
    /// What all of them may use together, evaluations or time.
    pub total_budget: Option<Budget>,
    /// Whether functions take on goals of one another.
    pub adopts: bool,
    /// Whether people are told how many goals are covered in all.
    pub counts_goals: bool,
}

/// Searches what is planned, and hands each report to `receive` with its index, in order. The flag says whether the
/// search went its whole way: it was neither left out nor interrupted, and its workers did their work. Returns whether
/// none failed, but for those whose function ended worker after worker, and what is left of the total budget.
pub fn search_all(
    plan: Plan<'_>,
    output: &OutputOptions,
    lines: JsonLines,
    mut receive: impl FnMut(usize, TargetReport, bool) -> anyhow::Result<()>,
) -> anyhow::Result<(bool, Left)> {
    let Plan { assignments, jobs, total_budget, adopts, counts_goals } = plan;
    let visible = output.message_format == MessageFormat::Human && !output.quiet;
    let progress = Progress::new(assignments.len(), visible, counts_goals);
    let mut warnings = Vec::new();
    let mut failed = false;
    let searched = schedule::search_all(assignments, jobs, total_budget, adopts, &progress, |index, turn| {
        let Assignment { description, name, directory, .. } = &assignments[index];
        let (report, whole) = match turn {
            Turn::LeftOut(reason) => (TargetReport::not_searched(description, &reason), false),
            Turn::Searched(searched) => {
                let whole = searched.failure.is_none() && !searched.interrupted;
                failed |= searched.failure.is_some() && !searched.by_function;
                warnings.extend(searched.failure.map(|why| format!("`{name}`: {why} (see {directory})")));
                (searched.report, whole)
            }
        };
        progress.suspend(|| console::detail(output, ending(name, &report)));
        receive(index, report, whole)
    });
    progress.finish();
    assignments.iter().for_each(|assignment| assignment.host.dismiss_servers());
    let left = searched?;
    for warning in &warnings {
        console::warning(warning);
        lines.emit(&Warning { message: warning })?;
    }
    Ok((!failed, left))
}

/// How a search ended, in a line.
fn ending(name: &str, report: &TargetReport) -> String {
    let how = match report.summary.as_ref().map(|summary| summary.stopped) {
        None => "not searched",
        Some(Stopped::AllCovered) => "every goal is covered",
        Some(Stopped::Evaluations) => "the evaluations are spent",
        Some(Stopped::Time) => "the time is over",
        Some(Stopped::Stalled) => "nothing improved for too long",
        Some(Stopped::Deaths) => "its workers died too often",
    };
    format!("{name}: {how}")
}
