//! The numbers of a whole run.

use crate::search::schedule::Left;
use crate::search::target_report::TargetReport;
use crate::ui::json_lines::Message;
use serde::Serialize;

/// Sums over all functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    /// Functions.
    pub targets: usize,
    /// Goals of all functions, of those not searched too.
    pub goals: usize,
    /// Goals covered.
    pub covered: usize,
    /// Hidden checks, if panics are searched for.
    #[serde(skip_serializing_if = "is_zero")]
    pub hidden_checks: usize,
    /// Those of them that were made to fail.
    #[serde(skip_serializing_if = "is_zero")]
    pub failed_checks: usize,
    /// Faults met.
    pub findings: usize,
    /// Tests: those in the files that are not ignored, or those to be written if no files are.
    pub tests: usize,
    /// Tests of findings, written as ignored ones.
    pub ignored_tests: usize,
    /// Evaluations made.
    pub evaluations: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Seconds of search, summed over the functions.
    pub search_seconds: f64,
    /// Seconds that the command took, the build included.
    pub elapsed_seconds: f64,
    /// What is left of the total budget; null if there was none.
    pub total_budget_left: Left,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Totals {
    /// The sums, the tests counted as outlined.
    pub fn of(reports: &[TargetReport], seed: u64) -> Totals {
        let mut totals = Totals { targets: reports.len(), seed, ..Totals::default() };
        for report in reports {
            totals.goals += report.description.goals();
            totals.covered += report.covered();
            totals.hidden_checks += report.description.checks.len();
            totals.failed_checks += report.failed_checks().count();
            totals.findings += report.findings.len();
            totals.tests += report.tests.len();
            if let Some(summary) = &report.summary {
                totals.evaluations += summary.evaluations;
                totals.search_seconds += summary.search_seconds;
            }
        }
        totals
    }
}

impl Message for Totals {
    const TYPE: &'static str = "summary";
}
