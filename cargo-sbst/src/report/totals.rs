//! The numbers of a whole run.

use crate::search::schedule::Left;
use crate::search::target_report::TargetReport;
use crate::suite::findings::Findings;
use crate::suite::{WrittenSuite, WrittenTest};
use crate::ui::json_lines::message;
use sbst_model::TargetId;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Sums over all functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Totals {
    pub targets: usize,
    /// Goals of all functions, including those not searched.
    pub goals: usize,
    pub covered: usize,
    /// Goals beside these that are proved infeasible.
    #[serde(skip_serializing_if = "is_zero")]
    pub infeasible: usize,
    /// Goals reached only by executions that end in a fault, so that no test covers them.
    #[serde(skip_serializing_if = "is_zero")]
    pub before_faults: usize,
    /// Covered goals that no test in the files covers; only if tests were written.
    #[serde(skip_serializing_if = "is_zero")]
    pub without_test: usize,
    /// Hidden checks, if panics are searched for.
    #[serde(skip_serializing_if = "is_zero")]
    pub hidden_checks: usize,
    /// Hidden checks that failed.
    #[serde(skip_serializing_if = "is_zero")]
    pub failed_checks: usize,
    /// Causes of faults that are shown, or would be if there were fewer.
    pub findings: usize,
    /// Causes of faults that are only counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub folded_findings: usize,
    /// Tests: those in the files that are not ignored, or those to be written if no files are.
    pub tests: usize,
    /// Assertions in the tests of this run that are not ignored.
    #[serde(skip_serializing_if = "is_zero")]
    pub assertions: usize,
    /// Tests of findings, written as ignored ones.
    pub ignored_tests: usize,
    /// Mutants of a sample that rated the tests of this run; only if mutants selected them.
    #[serde(skip_serializing_if = "is_zero")]
    pub mutants: usize,
    /// Mutants of these that the written tests notice.
    #[serde(skip_serializing_if = "is_zero")]
    pub noticed_mutants: usize,
    /// Mutants of these that tests execute, always with the same value at their place.
    #[serde(skip_serializing_if = "is_zero")]
    pub same_mutants: usize,
    /// Boundaries of comparisons with both outcomes covered by the written tests.
    #[serde(skip_serializing_if = "is_zero")]
    pub boundaries: usize,
    /// Boundaries of these that a written test meets.
    #[serde(skip_serializing_if = "is_zero")]
    pub met_boundaries: usize,
    pub evaluations: u64,
    pub seed: u64,
    /// Seconds of search, summed over the functions.
    pub search_seconds: f64,
    /// Seconds that the command took, the build included.
    pub elapsed_seconds: f64,
    /// The rest of the total budget; null without one.
    pub total_budget_left: Left,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Totals {
    /// Returns the sums, with the tests counted as outlined.
    pub fn from_reports(reports: &[TargetReport], found: &[Findings], seed: u64) -> Totals {
        let mut totals = Totals { targets: reports.len(), seed, ..Totals::default() };
        for findings in found {
            let shown = findings.shown.iter().filter(|entry| entry.kind.is_some()).count();
            totals.findings += shown + findings.more;
            totals.folded_findings += findings.inside + findings.contracts;
        }
        for report in reports {
            totals.goals += report.goals();
            totals.infeasible += report.infeasible().len();
            totals.covered += report.covered();
            totals.before_faults += report.before_faults();
            totals.hidden_checks += report.description.hidden_checks();
            totals.failed_checks += report.failed_checks().count();
            totals.tests += report.tests.len();
            if let Some(summary) = &report.summary {
                totals.evaluations += summary.evaluations;
                totals.search_seconds += summary.search_seconds;
            }
        }
        totals
    }
}

impl Totals {
    /// Counts the written tests, with their assertions, mutants and boundaries.
    pub fn count_suites(&mut self, suites: &[WrittenSuite]) {
        let sum = |of: fn(&WrittenSuite) -> usize| suites.iter().map(of).sum();
        self.tests = sum(|suite| suite.tests.saturating_sub(suite.ignored));
        self.ignored_tests = sum(|suite| suite.ignored);
        self.mutants = sum(|suite| suite.mutants.len());
        self.noticed_mutants = sum(|suite| suite.noticed_mutants);
        self.same_mutants = sum(|suite| suite.same_mutants);
        let tests_of_run = suites.iter().flat_map(|suite| &suite.written).filter(|test| !test.is_ignored);
        self.assertions = tests_of_run.map(WrittenTest::assertions).sum();
        self.count_boundaries(suites);
    }

    /// Counts the boundaries of conditions with both outcomes covered, by the tests in the files.
    fn count_boundaries(&mut self, suites: &[WrittenSuite]) {
        let covers = union(suites, |suite| &suite.covers);
        let known = union(suites, |suite| &suite.known_boundaries);
        let met = union(suites, |suite| &suite.met_boundaries);
        [self.met_boundaries, self.boundaries] = boundaries(&covers, known, &met);
    }
}

/// Goals of functions.
type Goals<'s> = BTreeSet<(&'s TargetId, u32)>;

/// Returns the number of boundaries met, and of all whose conditions have both outcomes covered.
fn boundaries(covers: &Goals<'_>, mut known: Goals<'_>, met: &Goals<'_>) -> [usize; 2] {
    known.retain(|(target, goal)| [*goal, goal ^ 1].iter().all(|goal| covers.contains(&(*target, *goal))));
    [known.intersection(met).count(), known.len()]
}

fn union<'s>(
    suites: &'s [WrittenSuite],
    goals: impl Fn(&'s WrittenSuite) -> &'s BTreeMap<TargetId, BTreeSet<u32>>,
) -> Goals<'s> {
    let of_target =
        |(target, goals): (&'s TargetId, &'s BTreeSet<u32>)| goals.iter().map(move |goal| (target, *goal));
    suites.iter().flat_map(|suite| goals(suite).iter().flat_map(of_target)).collect()
}

message!("summary": Totals);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn boundaries_count_once_both_outcomes_are_covered() {
        let [one, other] = ["d::f", "d::g"].map(|path| fixture::description(path, 1).id);
        let of = |goals: &[u32]| goals.iter().map(|goal| (&one, *goal)).chain([(&other, 0)]).collect();
        let (covers, known): (Goals<'_>, Goals<'_>) = (of(&[0, 1, 2, 4, 5]), of(&[0, 1, 2, 3, 5]));
        // Of goals 2 and 3, and of the other function's, one outcome is not covered.
        assert_eq!(boundaries(&covers, known, &of(&[0, 2, 4])), [1, 3]);
    }
}
