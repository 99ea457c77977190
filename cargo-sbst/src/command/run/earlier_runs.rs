//! The exchange of a run with earlier and later ones, through the state.
//!
//! A yardstick takes and leaves nothing: a classic algorithm, and test cases that are only drawn.

use super::RunOptions;
use crate::report::changes;
use crate::report::totals::Totals;
use crate::search::session::Session;
use crate::search::target_report::TargetReport;
use crate::state::{FunctionResult, Outcome, RunTotals, Since, State};
use crate::suite::findings::Findings;
use crate::ui::interrupt;
use sbst_model::messages::{FindingKind, Observed, TestOutline};
use sbst_model::{Algorithm, TargetId};
use std::cell::RefCell;

/// The state, with the run that goes on.
pub struct EarlierRuns {
    state: RefCell<State>,
    run: i64,
}

impl EarlierRuns {
    pub fn open(session: &Session, options: &RunOptions) -> anyhow::Result<EarlierRuns> {
        let path = session.state();
        let algorithm: Option<Algorithm> = options.algorithm.parse().ok();
        let is_yardstick = options.draw.is_some() || algorithm.is_some_and(Algorithm::is_classic);
        if options.fresh {
            State::forget(&path)?;
        }
        let mut state = if is_yardstick { State::without() } else { State::open(&path) };
        let run = state.begin_run(options.search.seed);
        Ok(EarlierRuns { state: RefCell::new(state), run })
    }

    pub fn state(&self) -> &RefCell<State> {
        &self.state
    }

    /// The tests of a function with which its search begins.
    pub fn tests(&self, id: &TargetId) -> Vec<String> {
        self.state.borrow().tests(id)
    }

    /// Stores the tests of a function whose search has ended.
    pub fn end_search(&self, report: &TargetReport) {
        let Some(summary) = &report.summary else { return };
        self.state.borrow_mut().end_search(&Outcome {
            id: &report.description.id,
            covering: report
                .covering_tests()
                .filter(|test| !is_fatal(test))
                .map(|test| &*test.test)
                .collect(),
            goals: report.goals(),
            covered: report.covered(),
            evaluations: summary.evaluations,
            search_seconds: summary.search_seconds,
        });
    }

    /// Stores which of the functions that were searched are flaky.
    pub fn note_flaky(&mut self, reports: &[TargetReport]) {
        let searched = reports.iter().filter(|report| report.summary.is_some());
        let found: Vec<_> =
            searched.map(|report| (&report.description.id, report.flaky.as_deref())).collect();
        self.state.get_mut().note_flaky(&found);
    }

    /// Stores what the searches reached, and returns what changed since the last run. Searches that
    /// were interrupted say nothing of what can be reached.
    pub fn end_searches(&mut self, reports: &[TargetReport], found: &[Findings]) -> Since {
        if interrupt::requested() {
            return Since::default();
        }
        let searched = reports.iter().filter(|report| report.summary.is_some() || !report.through.is_empty());
        let functions: Vec<FunctionResult<'_>> = searched
            .map(|report| FunctionResult { id: &report.description.id, goals: changes::goals(report) })
            .collect();
        let fingerprints: Vec<String> =
            found.iter().flat_map(|findings| findings.fingerprints.iter().cloned()).collect();
        self.state.get_mut().end_searches(self.run, &functions, &fingerprints)
    }

    /// Stores the results of the run.
    pub fn end_run(&mut self, totals: &Totals) {
        let totals = RunTotals {
            elapsed_seconds: totals.elapsed_seconds,
            functions: totals.targets,
            goals: totals.goals,
            covered: totals.covered,
            findings: totals.findings,
            tests: totals.tests,
            evaluations: totals.evaluations,
        };
        self.state.get_mut().end_run(self.run, &totals);
    }
}

/// True if a worker does not outlive the test, or if nobody knows its test case.
fn is_fatal(test: &TestOutline) -> bool {
    let kind = match &test.observed {
        Observed::Fault(finding) => Some(finding.kind),
        Observed::Returned { .. } | Observed::Panicked { .. } => None,
    };
    test.test.is_empty() || matches!(kind, Some(FindingKind::Death | FindingKind::Hang))
}
