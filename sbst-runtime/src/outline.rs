//! From the tests of a finished search to what the command writes: each is executed again to see what to assert, and
//! each finding gets its own test with the simplest arguments that still provoke it.

use crate::frame::Observation;
use crate::function_problem::{FunctionProblem, Outcome};
use sbst_model::messages::{Budget, Changed, Finding, FindingKind, Observed, TestOutline};
use sbst_model::target::Place;
use sbst_model::{Distance, TestCase};
use sbst_search::{
    minimise, search, Algorithm, Ending, Execution, Inputs, Options, Problem, Silent, SuiteTest,
};
use std::cell::RefCell;

/// Executions that must agree for something to be asserted.
const REPETITIONS: usize = 3;
/// Evaluations spent on making the arguments of one finding simple; a hang may cost the full step limit each time.
const FINDING_BUDGET: u64 = 300;

/// The outline of a test; `None` if its arguments cannot be built.
pub(crate) fn of_test(problem: &mut FunctionProblem, test: &SuiteTest) -> Option<TestOutline> {
    let observed = observe(problem, &test.test)?;
    Some(TestOutline { arguments: problem.arguments(&test.test), goals: test.goals.clone(), observed })
}

/// Executes a test several times and keeps what was the same each time.
fn observe(problem: &mut FunctionProblem, test: &TestCase) -> Option<Observed> {
    let mut agreed: Option<Observed> = None;
    for _ in 0..REPETITIONS {
        let observation = RefCell::default();
        let outcome = problem.execute(test, Some(&observation));
        let seen = match outcome {
            Outcome::Returned => {
                let Observation { result, changed } = observation.into_inner();
                let type_name = result.as_ref().map_or("()", |result| result.type_name).to_owned();
                Observed::Returned { type_name, debug: result.and_then(|result| result.debug), changed }
            }
            Outcome::Panicked(panic) => Observed::Panicked { message: panic.message, place: panic.place },
            Outcome::Fault { kind, message, place } => {
                let arguments = problem.arguments(test);
                Observed::Fault(Finding { kind, message, place, arguments, evaluations: 0 })
            }
            Outcome::Rejected => return None,
        };
        agreed = match (agreed, seen) {
            (None, seen) => Some(seen),
            (Some(before), seen) if before == seen => Some(seen),
            (Some(before), seen) => Some(common(before, seen)),
        };
    }
    agreed
}

/// What two executions have in common. If both return, but not the same, there is less to assert, but the call is worth
/// making.
fn common(before: Observed, seen: Observed) -> Observed {
    match (before, seen) {
        (
            Observed::Returned { type_name, debug, changed },
            Observed::Returned { debug: other_debug, changed: others, .. },
        ) => {
            let changed = changed.into_iter().zip(others).map(|(one, other)| Changed {
                debug: one.debug.filter(|debug| Some(debug) == other.debug.as_ref()),
                ..one
            });
            Observed::Returned {
                type_name,
                debug: debug.filter(|debug| Some(debug) == other_debug.as_ref()),
                changed: changed.collect(),
            }
        }
        (before, _) => before,
    }
}

/// The outlines of all findings, in order of their places. Their arguments are made simple if that is wanted.
pub(crate) fn of_findings(problem: &mut FunctionProblem, simplify: bool) -> Vec<TestOutline> {
    let mut findings: Vec<_> =
        problem.findings().map(|((kind, place), test)| (place.clone(), *kind, test.clone())).collect();
    findings.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let outline = |(place, kind, test)| {
        let simplest = if simplify { SameFault { problem, kind, place }.simplest(&test) } else { test };
        let observed = observe(problem, &simplest)?;
        Some(TestOutline { arguments: problem.arguments(&simplest), goals: Vec::new(), observed })
    };
    findings.into_iter().filter_map(outline).collect()
}

/// The suite's tests followed by those of the findings. A test of the suite that only runs into one of the findings adds
/// its goals to that finding's test instead of standing beside it.
pub(crate) fn without_repetition(
    tests: Vec<TestOutline>,
    findings: impl Iterator<Item = TestOutline>,
) -> Vec<TestOutline> {
    let fault = |test: &TestOutline| match &test.observed {
        Observed::Fault(finding) => Some((finding.kind, finding.place.clone())),
        _ => None,
    };
    let mut findings: Vec<TestOutline> = findings.collect();
    let mut kept = Vec::new();
    for test in tests {
        let same = fault(&test)
            .and_then(|this| findings.iter_mut().find(|other| fault(other).as_ref() == Some(&this)));
        match same {
            Some(finding) => finding.goals.extend(test.goals),
            None => kept.push(test),
        }
    }
    kept.extend(findings);
    kept
}

/// The problem of provoking one fault again: its only goal.
struct SameFault<'p> {
    problem: &'p mut FunctionProblem,
    kind: FindingKind,
    place: Option<Place>,
}

impl SameFault<'_> {
    fn simplest(mut self, test: &TestCase) -> TestCase {
        // A search without budget evaluates the initial test and nothing else.
        let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
        let options = Options { initial: vec![test.clone()], ..Options::new(Algorithm::Random, 0, budget) };
        let archive = search(&mut self, &options, &mut Silent).archive;
        let suite = minimise(&mut self, &archive, FINDING_BUDGET);
        // A fault that does not come back stays as it was met.
        suite.into_iter().find(|test| !test.goals.is_empty()).map_or_else(|| test.clone(), |test| test.test)
    }
}

impl Problem for SameFault<'_> {
    fn goals(&self) -> usize {
        1
    }

    fn inputs(&self) -> &Inputs {
        self.problem.inputs()
    }

    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        if self.problem.is_fatal(test) {
            return;
        }
        if let Outcome::Fault { kind, place, .. } = self.problem.execute(test, None) {
            if (kind, &place) == (self.kind, &self.place) {
                execution.reached.push((0, Distance::ZERO));
            }
        }
        execution.ending = Ending::Fault;
    }
}
