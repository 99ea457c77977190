//! The numbers of a whole run.

use crate::search::schedule::Left;
use crate::search::target_report::TargetReport;
use crate::ui::json_lines::Message;
use serde::Serialize;

/// Sums over all functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    pub targets: usize,
    /// Goals of all functions, of those not searched too.
    pub goals: usize,
    pub covered: usize,
    /// Hidden checks, if panics are searched for.
    #[serde(skip_serializing_if = "is_zero")]
    pub hidden_checks: usize,
    /// Hidden checks that were made to fail.
    #[serde(skip_serializing_if = "is_zero")]
    pub failed_checks: usize,
    pub findings: usize,
    /// Tests: those in the files that are not ignored, or those to be written if no files are.
    pub tests: usize,
    /// Tests of findings, written as ignored ones.
    pub ignored_tests: usize,
    pub evaluations: u64,
    pub seed: u64,
    /// Seconds of search, summed over the functions.
    pub search_seconds: f64,
    /// Seconds that the command took, the build included.
    pub elapsed_seconds: f64,
    /// The rest of the total budget; null if there was none.
    pub total_budget_left: Left,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Totals {
    /// The sums, the tests counted as outlined.
    pub fn from_reports(reports: &[TargetReport], seed: u64) -> Totals {
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
