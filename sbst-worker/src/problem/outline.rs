//! Conversion of a finished search's tests to outlines for the command. Each test is executed again
//! to find assertions. Each finding gets its own test with the simplest arguments that provoke it.

mod agreement;
mod replay;

pub(crate) use replay::again;

use crate::problem::function_problem::{FunctionProblem, Outcome};
use agreement::{common, is_open};
use sbst_core::probe::notes;
use sbst_core::registry::collateral::{Met, Places};
use sbst_core::sorted::sort;
use sbst_core::value::frame::Observation;
use sbst_model::messages::{
    Boundaries, Budget, Differing, Finding, FindingKind, GoalsOf, Observed, TestOutline,
};
use sbst_model::target::Place;
use sbst_model::{Distance, TestCase};
use sbst_search::{
    minimise, search, Algorithm, Ending, Execution, Inputs, Options, Problem, Silent, SuiteTest,
};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Instant;

/// Executions that must agree on a value to assert it.
const REPETITIONS: usize = 3;
/// Executions that must agree on the order of a map's or a set's entries to assert it. Two entries
/// of a hash map have the same order by chance once in 2^23.
const MOST_REPETITIONS: usize = 24;
/// Executions to reproduce a fault that depends on chance, such as the order of a `HashMap`. A
/// fault in every third execution is missed in one of 25 cases.
const CHANCES: usize = 8;
/// Executions in which a simpler test must show the fault.
const SURE: usize = 3;
/// Evaluations for simplifying the arguments of one finding; a hang may cost the full step limit
/// each time.
const FINDING_BUDGET: u64 = 300;

/// Returns the outline of a test; `None` if its arguments cannot be built.
pub(crate) fn from_test(
    problem: &mut FunctionProblem,
    places: &Places,
    test: &SuiteTest,
) -> Option<TestOutline> {
    let covers = covers(problem, places, &test.test);
    let boundaries = boundaries(problem, places, &test.test);
    let (observed, differs) = observe(problem, &test.test)?;
    let own = problem.own_goals() as u32;
    let (goals, adopted): (Vec<u32>, Vec<u32>) = test.goals.iter().partition(|goal| **goal < own);
    let adopted = problem.adopted(&adopted);
    let spellings = match observed {
        Observed::Fault(_) => Vec::new(),
        _ => problem.spellings(&test.test),
    };
    let (mut before, arguments) = problem.written_with(&test.test, &spellings);
    problem.read_steps(&test.test, &mut before);
    let form = problem.form(&test.test);
    let test = test.test.to_hex();
    Some(TestOutline { test, form, before, arguments, goals, adopted, covers, boundaries, observed, differs })
}

/// Returns the goals of all targets that a test covers in each of several executions. The result is
/// not read: showing or comparing it may cover more. A test of a fault covers no goal: it is
/// ignored.
fn covers(problem: &mut FunctionProblem, places: &Places, test: &TestCase) -> Vec<GoalsOf> {
    let mut always: Option<Met> = None;
    for _ in 0..REPETITIONS {
        if matches!(problem.execute(test, None), Outcome::Fault { .. }) {
            return Vec::new();
        }
        always = Some(places.met().covered_as_in(always.as_ref()));
    }
    places.covered(&always.unwrap_or_default())
}

/// Returns the boundaries of the comparisons that a test evaluates. A test of a fault has none.
fn boundaries(problem: &mut FunctionProblem, places: &Places, test: &TestCase) -> Boundaries {
    notes::begin();
    let outcome = problem.execute(test, None);
    let noted = notes::end();
    match outcome {
        Outcome::Fault { .. } | Outcome::Rejected => Boundaries::default(),
        Outcome::Returned | Outcome::Panicked(_) => places.boundaries(&noted.boundaries),
    }
}

/// Executes a test several times, and returns the common observations, and the differing parts.
fn observe(problem: &mut FunctionProblem, test: &TestCase) -> Option<(Observed, BTreeSet<Differing>)> {
    let mut agreed: Option<Observed> = None;
    let mut differs = BTreeSet::new();
    let mut repetitions = 0;
    while repetitions < REPETITIONS || repetitions < MOST_REPETITIONS && agreed.as_ref().is_some_and(is_open)
    {
        repetitions += 1;
        let observation = RefCell::default();
        let outcome = problem.execute(test, Some(&observation));
        let seen = match outcome {
            Outcome::Returned => {
                let mut observation = observation.into_inner();
                problem.inspect(test, &mut observation);
                let Observation { result, changed, items, inspection, .. } = observation;
                let type_name = result.as_ref().map_or("()", |result| result.type_name).to_owned();
                let debug = result.and_then(|result| result.debug);
                Observed::Returned { type_name, debug, unordered: false, changed, items, inspection }
            }
            Outcome::Panicked(panic) => Observed::Panicked { message: panic.message, place: panic.place },
            Outcome::Fault { kind, message, place } => {
                let (before, arguments) = problem.written(test);
                let test = test.to_hex();
                Observed::Fault(Finding { kind, message, place, before, arguments, evaluations: 0, test })
            }
            Outcome::Rejected => return None,
        };
        agreed = match (agreed, seen) {
            (None, seen) => Some(seen),
            (Some(before), seen) if before == seen => Some(seen),
            (Some(before), seen) => Some(common(before, seen, &mut differs)),
        };
    }
    agreed.map(|agreed| (agreed, differs))
}

/// Returns the outlines of all findings, in order of their places. On request and within the time,
/// their arguments are simplified, except those of tests marked as simple.
pub(crate) fn from_findings(
    problem: &mut FunctionProblem,
    simplify: bool,
    until: Option<Instant>,
    is_simple: &dyn Fn(&TestCase) -> bool,
) -> Vec<TestOutline> {
    let mut findings: Vec<_> =
        problem.findings().map(|((kind, place), test)| (place.clone(), *kind, test.clone())).collect();
    sort(&mut findings, |a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let outline = |(place, kind, test)| {
        let simplest = if simplify && !is_simple(&test) {
            SameFault { problem, kind, place, met_by: &test }.simplest(until)
        } else {
            test.clone()
        };
        let (observed, differs) = observe(problem, &simplest)?;
        let (before, arguments) = problem.written(&simplest);
        Some(TestOutline {
            test: simplest.to_hex(),
            form: problem.form(&simplest),
            before,
            differs,
            ..TestOutline::new(arguments, observed)
        })
    };
    findings.into_iter().filter_map(outline).collect()
}

/// Returns the suite's tests followed by those of the findings. A suite's test whose only result is
/// a finding adds its goals to that finding's test.
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
            Some(finding) => {
                finding.goals.extend(test.goals);
                finding.adopted.extend(test.adopted);
                finding.differs.extend(test.differs);
            }
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
    met_by: &'p TestCase,
}

impl SameFault<'_> {
    fn simplest(mut self, until: Option<Instant>) -> TestCase {
        let test = self.met_by;
        // A search without budget evaluates only the initial test.
        let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
        let options = Options { initial: vec![test.clone()], ..Options::new(Algorithm::Random, 0, budget) };
        let archive = search(&mut self, &options, &mut Silent).archive;
        let suite = minimise(&mut self, &archive, FINDING_BUDGET, until);
        // A fault that does not recur keeps its first test.
        suite.into_iter().find(|test| !test.goals.is_empty()).map_or_else(|| test.clone(), |test| test.test)
    }
}

impl SameFault<'_> {
    /// True if one execution of a test shows it.
    fn comes_back(&mut self, test: &TestCase) -> bool {
        match self.problem.execute(test, None) {
            Outcome::Fault { kind, place, .. } => (kind, &place) == (self.kind, &self.place),
            _ => false,
        }
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
        let is_shown = match test == self.met_by {
            true => (0..CHANCES).any(|_| self.comes_back(test)),
            false => (0..SURE).all(|_| self.comes_back(test)),
        };
        if is_shown {
            execution.reached.push((0, Distance::ZERO));
        }
        execution.ending = Ending::Fault;
    }
}
