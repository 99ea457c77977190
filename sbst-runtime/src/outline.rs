//! From the tests of a finished search to what the command writes: each is executed again to see what to assert, and
//! each finding gets its own test with the simplest arguments that still provoke it.

use crate::collateral::{Met, Places};
use crate::entries::Entries;
use crate::frame::Observation;
use crate::function_problem::{FunctionProblem, Outcome};
use sbst_model::messages::{Budget, Changed, Finding, FindingKind, GoalsOf, Items, Observed, TestOutline};
use sbst_model::target::Place;
use sbst_model::{Distance, TestCase};
use sbst_search::{
    minimise, search, Algorithm, Ending, Execution, Inputs, Options, Problem, Silent, SuiteTest,
};
use std::cell::RefCell;
use std::time::Instant;

/// Executions that must agree for something to be asserted.
const REPETITIONS: usize = 3;
/// Executions that must agree for the order of a map's or a set's entries to be asserted: two entries of a hash map come
/// in the same order by chance once in 2^23.
const MOST_REPETITIONS: usize = 24;
/// Executions in which a fault may come back that depends on chance, as on the order of a `HashMap`: one that comes every third time is
/// missed in one of 25 cases.
const CHANCES: usize = 8;
/// Executions in which a simpler test has to show the fault, so that it is simpler in that, too: it shows it each time.
const SURE: usize = 3;
/// Evaluations spent on making the arguments of one finding simple; a hang may cost the full step limit each time.
const FINDING_BUDGET: u64 = 300;

/// The outline of a test; `None` if its arguments cannot be built.
pub(crate) fn of_test(
    problem: &mut FunctionProblem,
    places: &Places,
    test: &SuiteTest,
) -> Option<TestOutline> {
    let covers = covers(problem, places, &test.test);
    let observed = observe(problem, &test.test)?;
    let own = problem.own_goals() as u32;
    let (goals, adopted): (Vec<u32>, Vec<u32>) = test.goals.iter().partition(|goal| **goal < own);
    let adopted = problem.adopted(&adopted);
    let (before, arguments) = problem.written(&test.test);
    Some(TestOutline { before, arguments, goals, adopted, covers, observed })
}

/// The goals of all targets that a test covers in each of several executions. It is executed as a test that calls it and
/// looks at nothing: showing the result, or comparing it, may cover more.
fn covers(problem: &mut FunctionProblem, places: &Places, test: &TestCase) -> Vec<GoalsOf> {
    let mut always: Option<Met> = None;
    for _ in 0..REPETITIONS {
        problem.execute(test, None);
        let mut met = places.met();
        met.retain(|goal, distance| {
            distance.is_zero() && always.as_ref().is_none_or(|always| always.contains_key(goal))
        });
        always = Some(met);
    }
    places.covered(&always.unwrap_or_default())
}

/// Executes a test several times and keeps what was the same each time.
fn observe(problem: &mut FunctionProblem, test: &TestCase) -> Option<Observed> {
    let mut agreed: Option<Observed> = None;
    let mut repetitions = 0;
    while repetitions < REPETITIONS || repetitions < MOST_REPETITIONS && agreed.as_ref().is_some_and(is_open)
    {
        repetitions += 1;
        let observation = RefCell::default();
        let outcome = problem.execute(test, Some(&observation));
        let seen = match outcome {
            Outcome::Returned => {
                let Observation { result, changed, items } = observation.into_inner();
                let type_name = result.as_ref().map_or("()", |result| result.type_name).to_owned();
                let debug = result.and_then(|result| result.debug);
                Observed::Returned { type_name, debug, unordered: false, changed, items }
            }
            Outcome::Panicked(panic) => Observed::Panicked { message: panic.message, place: panic.place },
            Outcome::Fault { kind, message, place } => {
                let (before, arguments) = problem.written(test);
                Observed::Fault(Finding { kind, message, place, before, arguments, evaluations: 0 })
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

/// Whether something that was the same so far may be a hash map that happened to come in the same order.
fn is_open(observed: &Observed) -> bool {
    let may_differ = |debug: &Option<String>, unordered: bool| {
        !unordered && debug.as_ref().is_some_and(|debug| Entries::of(debug).several)
    };
    match observed {
        Observed::Returned { debug, unordered, changed, .. } => {
            may_differ(debug, *unordered)
                || changed.iter().any(|changed| may_differ(&changed.debug, changed.unordered))
        }
        _ => false,
    }
}

/// What two executions have in common. If both return, but not the same, there is less to assert, but the call is worth
/// making.
fn common(before: Observed, seen: Observed) -> Observed {
    match (before, seen) {
        (
            Observed::Returned { type_name, debug, unordered, changed, items },
            Observed::Returned { debug: other_debug, changed: others, items: other_items, .. },
        ) => {
            let (debug, unordered) = common_text((debug, unordered), other_debug);
            let changed = changed.into_iter().zip(others).map(|(one, other)| {
                let (debug, unordered) = common_text((one.debug, one.unordered), other.debug);
                Changed { debug, unordered, ..one }
            });
            let changed = changed.collect();
            let items = items.zip(other_items).map(|(items, other)| Items {
                count: items.count.filter(|count| Some(*count) == other.count),
                cut_after: items.cut_after.or(other.cut_after),
            });
            Observed::Returned { type_name, debug, unordered, changed, items }
        }
        (before, _) => before,
    }
}

/// What two texts have in common, and whether that is without an order.
fn common_text((before, unordered): (Option<String>, bool), seen: Option<String>) -> (Option<String>, bool) {
    match before.zip(seen) {
        Some((before, seen)) if before == seen => (Some(before), unordered),
        Some((before, seen)) => {
            let (before, seen) = (Entries::of(&before).sorted, Entries::of(&seen).sorted);
            ((before == seen).then_some(before), true)
        }
        None => (None, unordered),
    }
}

/// The outlines of all findings, in order of their places. Their arguments are made simple if that is wanted, as long as there is
/// time.
pub(crate) fn of_findings(
    problem: &mut FunctionProblem,
    simplify: bool,
    until: Option<Instant>,
) -> Vec<TestOutline> {
    let mut findings: Vec<_> =
        problem.findings().map(|((kind, place), test)| (place.clone(), *kind, test.clone())).collect();
    findings.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let outline = |(place, kind, test)| {
        let simplest = if simplify {
            SameFault { problem, kind, place, met_by: &test }.simplest(until)
        } else {
            test.clone()
        };
        let observed = observe(problem, &simplest)?;
        let (before, arguments) = problem.written(&simplest);
        Some(TestOutline {
            before,
            arguments,
            goals: Vec::new(),
            adopted: Vec::new(),
            covers: Vec::new(),
            observed,
        })
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
            Some(finding) => {
                finding.goals.extend(test.goals);
                finding.adopted.extend(test.adopted);
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
        // A search without budget evaluates the initial test and nothing else.
        let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
        let options = Options { initial: vec![test.clone()], ..Options::new(Algorithm::Random, 0, budget) };
        let archive = search(&mut self, &options, &mut Silent).archive;
        let suite = minimise(&mut self, &archive, FINDING_BUDGET, until);
        // A fault that does not come back stays as it was met.
        suite.into_iter().find(|test| !test.goals.is_empty()).map_or_else(|| test.clone(), |test| test.test)
    }
}

impl SameFault<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(debug: &str, changed: &str) -> Observed {
        let changed = Changed {
            parameter: 0,
            type_name: "a".into(),
            debug: Some(changed.to_owned()),
            unordered: false,
        };
        Observed::Returned {
            type_name: "r".into(),
            debug: Some(debug.to_owned()),
            unordered: false,
            changed: vec![changed],
            items: None,
        }
    }

    #[test]
    fn entries_in_another_order_are_the_same_and_anything_else_is_not() {
        let both = common(returned("{2, 1}", "[2, 1]"), returned("{1, 2}", "[1, 2]"));
        let Observed::Returned { debug, unordered, changed, .. } = &both else { unreachable!() };
        assert_eq!((debug.as_deref(), *unordered), (Some("{1, 2}"), true));
        assert_eq!(changed[0].debug, None);
        let Observed::Returned { debug, .. } = common(both, returned("{1, 3}", "")) else { unreachable!() };
        assert_eq!(debug, None);
    }

    #[test]
    fn the_order_of_entries_is_open_until_it_was_seen_to_differ() {
        assert!(is_open(&returned("{1, 2}", "")) && is_open(&returned("", "{1, 2}")));
        assert!(!is_open(&returned("[1, 2]", "{1}")));
        let differed = common(returned("{1, 2}", ""), returned("{2, 1}", ""));
        assert!(!is_open(&differed));
    }
}
