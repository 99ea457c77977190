//! The purpose of each written test: the goals covered and the mutants noticed by no other test of
//! the run.

use crate::report::goal::NamedGoal;
use crate::search::target_report::TargetReport;
use crate::suite::WrittenTest;
use crate::ui::console::HEADING;
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::quantity::count;
use sbst_model::{Goal, TargetDescription, TargetId};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A test, as it is in its file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestWritten<'a> {
    test: &'a str,
    /// The path of the tested function.
    function: &'a str,
    path: &'a str,
    /// Its first line in the file, from 1.
    line: usize,
    /// The goals that no other test of the run covers.
    goals: Vec<NamedGoal<'a>>,
    /// The names of the mutants that no other test of the run notices, if mutants selected the
    /// tests.
    mutants: Vec<&'a str>,
}

message!("test-written": TestWritten<'_>);

/// Returns a line for each test that is not ignored.
pub fn lines<'a>(tests: &[&'a WrittenTest], reports: &'a [TargetReport]) -> Vec<TestWritten<'a>> {
    let descriptions: BTreeMap<&TargetId, &TargetDescription> =
        reports.iter().map(|report| (&report.description.id, &report.description)).collect();
    let written = || tests.iter().copied().filter(|test| !test.is_ignored);
    let goals_of = |test: &'a WrittenTest| {
        test.covers.iter().flat_map(|of| of.goals.iter().map(|goal| (&of.target, *goal)))
    };
    let (mut covering, mut noticing): (BTreeMap<_, usize>, BTreeMap<&str, usize>) = Default::default();
    for test in written() {
        goals_of(test).for_each(|goal| *covering.entry(goal).or_default() += 1);
        test.notices.iter().for_each(|mutant| *noticing.entry(mutant).or_default() += 1);
    }
    let line = |test: &'a WrittenTest| {
        let goals = goals_of(test).filter(|goal| covering[goal] == 1);
        let goals = goals.filter_map(|(target, goal)| {
            NamedGoal::from_goal(descriptions.get(target)?, Goal::from_index(goal as usize))
        });
        let mutants = test.notices.iter().map(String::as_str).filter(|mutant| noticing[mutant] == 1);
        TestWritten {
            test: &test.name,
            function: &test.function,
            path: test.file.as_str(),
            line: test.line,
            goals: goals.collect(),
            mutants: mutants.collect(),
        }
    };
    written().map(line).collect()
}

pub fn emit(tests: &[TestWritten<'_>], lines: JsonLines) -> anyhow::Result<()> {
    tests.iter().try_for_each(|test| lines.emit(test))
}

/// Renders the purposes for a verbose report.
pub fn render(tests: &[TestWritten<'_>]) -> String {
    let mut text = String::new();
    if !tests.is_empty() {
        // writing to a string cannot fail
        _ = writeln!(text, "\n{HEADING}Goals and mutants of single tests{HEADING:#}");
    }
    for TestWritten { test, goals, mutants, .. } in tests {
        let (goals, mutants) = (count(goals.len(), "goal"), count(mutants.len(), "mutant"));
        _ = writeln!(text, "  {test}  {goals}, {mutants}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::messages::GoalsOf;

    #[test]
    fn a_goal_of_two_tests_is_the_purpose_of_neither() {
        let reports = [fixture::report("d::f")];
        let id = &reports[0].description.id;
        let test = |name: &str, goals: &[u32], notices: &[&str], is_ignored| WrittenTest {
            name: name.into(),
            function: "d::f".into(),
            file: "tests/sbst/f.rs".into(),
            line: 1,
            source: String::new(),
            is_ignored,
            covers: vec![GoalsOf { target: id.clone(), goals: goals.into() }],
            notices: notices.iter().map(|name| (*name).to_owned()).collect(),
            cause: None,
        };
        let tests = [
            test("one", &[0], &["a", "b"], false),
            test("two", &[0, 1], &["b"], false),
            test("ignored", &[1], &["a"], true),
        ];
        let lines = lines(&tests.iter().collect::<Vec<_>>(), &reports);
        let numbers: Vec<_> =
            lines.iter().map(|line| (line.test, line.goals.len(), line.mutants.clone())).collect();
        assert_eq!(numbers, [("one", 0, vec!["a"]), ("two", 1, Vec::new())]);
    }
}
