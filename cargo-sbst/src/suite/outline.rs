//! From what a worker reports of one target to tests.

use super::assertion;
use super::exports::Entity;
use super::names;
use super::scope::Scope;
use super::source;
use super::test_module::Test;
use crate::report::TargetReport;
use sbst_model::expression;
use sbst_model::messages::{Finding, Observed, TestOutline};
use sbst_model::{Goal, TargetDescription};
use std::collections::BTreeSet;

/// The most goals that a comment lists.
const MOST_GOALS: usize = 3;
/// The longest part of a panic's message that `#[should_panic]` expects, in characters.
const LONGEST_MESSAGE: usize = 120;

/// A target's tests, still without names that are unique in their module.
pub fn tests(
    scope: &mut Scope<'_>,
    report: &TargetReport,
    found: Option<Entity>,
    how_to_run: &str,
) -> Vec<Test> {
    let target = &report.description;
    let mut used = Vec::new();
    let called = scope.function(&target.id.path, found, &mut used);
    let outlines = outlines(report);
    let tests = outlines.iter().map(|outline| {
        let call = format!("{called}({})", expression::list(&outline.arguments));
        let mut test = Test {
            name: String::new(),
            function: target.id.path.clone(),
            line: target.place.line as usize,
            comment: goals(target, outline),
            attributes: Vec::new(),
            imports: used.clone(),
            forms: Vec::new(),
            ignored: false,
        };
        test.forms = match &outline.observed {
            Observed::Returned { type_name, debug, changed: _ } => {
                assertion::forms(scope, &call, type_name, debug.as_deref())
            }
            observed => {
                describe_end(&mut test, observed, how_to_run);
                vec![assertion::call_only(&call, &target.result_type)]
            }
        };
        test
    });
    tests.collect()
}

/// Names the tests of a target; they were made from the same report.
pub fn assign_names(report: &TargetReport, tests: &mut [Test], taken: &mut BTreeSet<String>) {
    let names = names::assign(&report.description, &outlines(report), taken);
    for (test, name) in tests.iter_mut().zip(names) {
        if let Some(line) = test.comment.last_mut().filter(|_| test.ignored) {
            // It tells how to run the test.
            *line = line.replace("{name}", &name);
        }
        test.name = name;
    }
}

/// The tests that a report asks for, and one for each finding that has none: a process that died cannot ask.
fn outlines(report: &TargetReport) -> Vec<TestOutline> {
    let mut outlines = report.tests.clone();
    let same = |a: &Finding, b: &Finding| a.kind == b.kind && a.place == b.place && a.message == b.message;
    for finding in &report.findings {
        let has_test = outlines.iter().any(|outline| match &outline.observed {
            Observed::Fault(other) => same(finding, other),
            _ => false,
        });
        if !has_test && finding.arguments.len() == report.description.parameters.len() {
            outlines.push(TestOutline {
                arguments: finding.arguments.clone(),
                goals: Vec::new(),
                observed: Observed::Fault(finding.clone()),
            });
        }
    }
    outlines
}

fn goals(target: &TargetDescription, outline: &TestOutline) -> Vec<String> {
    let goals = outline.goals.iter().map(|goal| Goal::from_index(*goal as usize));
    let described = goals.filter_map(|goal| {
        let condition = target.conditions.get(goal.condition as usize)?;
        let text = source::comment(&condition.text);
        let place = &condition.place;
        Some(format!("- `{text}` is {} ({}:{})", goal.outcome, place.file, place.line))
    });
    let mut lines: Vec<String> = described.collect();
    // A last line that says "and 1 more" takes the room of the one that it hides.
    if lines.len() > MOST_GOALS + 1 {
        let more = lines.len() - MOST_GOALS;
        lines.truncate(MOST_GOALS);
        lines.push(format!("- and {more} more"));
    }
    lines
}

fn describe_end(test: &mut Test, observed: &Observed, how_to_run: &str) {
    match observed {
        Observed::Panicked { message, .. } => {
            let line = message.lines().map(str::trim_end).find(|line| !line.is_empty()).unwrap_or_default();
            let expected: String = line.chars().take(LONGEST_MESSAGE).collect();
            test.attributes.push(match expected.is_empty() {
                true => String::from("#[should_panic]"),
                false => format!("#[should_panic(expected = {expected:?})]"),
            });
        }
        Observed::Fault(finding) => {
            let place = finding.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            let what = source::comment(&finding.message);
            test.comment.push(format!("Found: {what}{place}."));
            test.comment
                .push(format!("Ignored because it fails; `{how_to_run} --ignored {{name}}` shows it."));
            let reason = format!("finding: {what}{place}");
            test.attributes.push(format!("#[ignore = {reason:?}]"));
            test.ignored = true;
        }
        Observed::Returned { .. } => {}
    }
}

/// Whether what a report has replaces what an earlier run wrote: not if the search was broken off before it had tests.
pub fn is_conclusive(report: &TargetReport) -> bool {
    report.description.not_searched.is_some() || !outlines(report).is_empty()
}
