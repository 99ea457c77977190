//! Tests of one function that begin in the same way, as one test.
//!
//! 1. Tests that set up the same, change nothing and assert one result each become one test, in their
//!    order. Errors stand apart from other results, and refused tests from others.
//! 2. Assertions that differ in values alone become a table from [`ROWS`] on, with few others beside
//!    it.
//! 3. A table that would be too long is parted by outcomes, as "fails with" each error.
//! 4. A test that does not hold as such is taken apart again.

use super::test_module::{Test, TestModule};
use crate::suite::text::assertion::Form;
use crate::suite::text::facts::Outcome;
use crate::suite::text::table::{self, Row};
use crate::suite::text::test_names::{self, Unnamed};

/// The most assertions of one test without a table: more are hard to read at a glance.
const MOST_ASSERTIONS: usize = 8;
/// The fewest assertions that become a table: two lines are as short as a table of two rows.
const ROWS: usize = 3;
/// The most rows of a table: one screen.
const MOST_ROWS: usize = 16;

/// Merges the tests of a file. Tests of earlier runs are left alone.
pub fn merge(module: &mut TestModule) {
    let mut tests = std::mem::take(&mut module.tests);
    tests.sort_by(|a, b| (a.line, &a.function).cmp(&(b.line, &b.function)));
    module.tests = merged(tests);
}

/// Gives the tests of a file their names.
pub fn name(module: &mut TestModule) {
    let mut tests = std::mem::take(&mut module.tests);
    let mut taken = module.in_scope.clone();
    taken.extend(module.kept.iter().map(|kept| kept.block.name.clone()));
    let unnamed = tests.iter().map(|test| Unnamed {
        function: &test.function,
        facts: &test.facts,
        is_merged: !test.parts.is_empty(),
    });
    let names = test_names::assign(&unnamed.collect::<Vec<_>>(), &mut taken);
    for (test, name) in tests.iter_mut().zip(names) {
        test.name = name;
    }
    module.tests = tests;
}

/// Merges tests that belong together, in order.
fn merged(tests: Vec<Test>) -> Vec<Test> {
    let mut groups: Vec<Vec<Test>> = Vec::new();
    for test in tests {
        let group = groups.iter_mut().find(|group| belongs_to(&test, &group[0]));
        match group {
            Some(group) => group.push(test),
            None => groups.push(vec![test]),
        }
    }
    groups.into_iter().flat_map(split).map(join).collect()
}

/// Rule 1.
fn belongs_to(test: &Test, first: &Test) -> bool {
    let is_error = |test: &Test| matches!(test.facts.outcome, Outcome::Error(_));
    test.can_be_merged()
        && first.can_be_merged()
        && first.function == test.function
        && first.is_refused == test.is_refused
        && first.cfgs == test.cfgs
        && is_error(first) == is_error(test)
        && setup(first) == setup(test)
}

fn setup(test: &Test) -> &[String] {
    test.forms.first().map_or(&[], |form| &form.lines[..form.setup])
}

/// Splits a group into tests that a reader takes in (rules 2 and 3).
fn split(group: Vec<Test>) -> Vec<Vec<Test>> {
    let (tables, rest): (Vec<_>, Vec<_>) = by(group, |test| row(test).map(|row| row.shape().to_vec()))
        .into_iter()
        .partition(|(shape, tests)| shape.is_some() && tests.len() >= ROWS);
    let mut parts: Vec<Vec<Test>> = Vec::new();
    for (_, tests) in tables {
        if tests.len() <= MOST_ROWS {
            parts.push(tests);
            continue;
        }
        let (own, others): (Vec<_>, Vec<_>) = by(tests, |test| test.facts.outcome.clone())
            .into_iter()
            .map(|(_, tests)| tests)
            .partition(|tests| tests.len() >= ROWS);
        let others: Vec<Test> = others.into_iter().flatten().collect();
        let chunks = own.iter().chain([&others]).flat_map(|tests| tests.chunks(MOST_ROWS));
        parts.extend(chunks.map(<[Test]>::to_vec));
    }
    let rest: Vec<Test> = rest.into_iter().flat_map(|(_, tests)| tests).collect();
    match parts.first_mut().filter(|_| rest.len() < ROWS) {
        Some(first) => first.extend(rest),
        None => parts.extend(rest.chunks(MOST_ASSERTIONS).map(<[Test]>::to_vec)),
    }
    parts
}

/// Groups tests by a key, both in the order of their first ones.
fn by<K: PartialEq>(tests: Vec<Test>, key: impl Fn(&Test) -> K) -> Vec<(K, Vec<Test>)> {
    let mut groups: Vec<(K, Vec<Test>)> = Vec::new();
    for test in tests {
        let key = key(&test);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(test),
            None => groups.push((key, vec![test])),
        }
    }
    groups
}

/// The assertion of a test as a row of a table, if it can be one.
fn row(test: &Test) -> Option<Row> {
    let form = test.forms.first()?;
    Row::from_assertion(form.lines.get(form.setup)?)
}

fn join(group: Vec<Test>) -> Test {
    if group.len() < 2 {
        return group.into_iter().next().expect("a group has a test");
    }
    let first = group[0].clone();
    let lines = |index: usize| group[index].forms[0].lines[first.forms[0].setup..].to_vec();
    let mut assertions: Vec<String> = Vec::new();
    for line in (0..group.len()).flat_map(lines) {
        if !assertions.contains(&line) {
            assertions.push(line);
        }
    }
    let imports = group.iter().flat_map(|test| test.forms[0].imports.iter().cloned());
    let mut form = Form { imports: imports.collect(), asserts: true, ..first.forms[0].clone() };
    form.lines.truncate(form.setup);
    let mut forms = Vec::new();
    let written = with_tables(&assertions, &first);
    if written != assertions {
        forms.push(Form { lines: [form.lines.clone(), written].concat(), ..form.clone() });
    }
    if assertions.len() <= MOST_ASSERTIONS || forms.is_empty() {
        forms.push(Form { lines: [form.lines.clone(), assertions].concat(), ..form });
    }
    Test {
        forms,
        helpers: union(&group, |test| &test.helpers),
        doubles: union(&group, |test| &test.doubles),
        touches: group.iter().any(|test| test.touches),
        covers: union(&group, |test| &test.covers),
        serves: union(&group, |test| &test.serves),
        calls: union(&group, |test| &test.calls),
        facts: first.facts.common(group.iter().map(|test| &test.facts)),
        parts: group,
        ..first
    }
}

/// Writes a table for each shape of assertions that has enough (rule 2), and the others as they are.
fn with_tables(assertions: &[String], first: &Test) -> Vec<String> {
    let rows: Vec<Option<Row>> = assertions.iter().map(|line| Row::from_assertion(line)).collect();
    let mut lines = Vec::new();
    let mut done: Vec<&[String]> = Vec::new();
    for (line, row) in assertions.iter().zip(&rows) {
        let Some(shape) = row.as_ref().map(Row::shape) else {
            lines.push(line.clone());
            continue;
        };
        if done.contains(&shape) {
            continue;
        }
        let alike: Vec<Row> = rows.iter().flatten().filter(|other| other.shape() == shape).cloned().collect();
        let table = Some(&alike).filter(|rows| rows.len() >= ROWS);
        match table.and_then(|rows| table::write(rows, &first.parameters, first.has_receiver)) {
            Some(table) => {
                done.push(shape);
                lines.extend(table);
            }
            None => lines.push(line.clone()),
        }
    }
    lines
}

fn union<T: Clone + PartialEq>(group: &[Test], of: impl Fn(&Test) -> &Vec<T>) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for one in group.iter().flat_map(of) {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::test;

    fn asserting(name: &str, line: &str, outcome: Outcome) -> Test {
        let form = Form { lines: vec![line.to_owned()], asserts: true, ..Form::default() };
        let mut test = Test { forms: vec![form], is_mergeable: true, ..test(name) };
        test.facts.outcome = outcome;
        test
    }

    fn lines(tests: &[Test]) -> Vec<String> {
        tests.iter().map(|test| test.forms[0].lines.join(" ")).collect()
    }

    #[test]
    fn results_and_errors_are_asserted_in_one_test_each() {
        let some = || Outcome::Value("some".to_owned());
        let merged = merged(vec![
            asserting("a", "assert!(f(1));", some()),
            asserting("b", "assert_eq!(g(0), Err(Zero));", Outcome::Error("zero".to_owned())),
            asserting("c", "assert!(!f(2));", some()),
        ]);
        assert_eq!(lines(&merged), ["assert!(f(1)); assert!(!f(2));", "assert_eq!(g(0), Err(Zero));"]);
        assert_eq!(merged[0].parts.len(), 2);
    }

    #[test]
    fn three_that_differ_in_values_are_a_table() {
        let some = || Outcome::Value("some".to_owned());
        let line = |text: &str, length: usize| format!("assert_eq!(length({text:?}), {length});");
        let merged = merged(vec![
            asserting("a", &line("", 0), some()),
            asserting("b", &line("a", 1), some()),
            asserting("c", &line("ab", 2), some()),
        ]);
        let table = "for (text, expected) in [(\"\", 0), (\"a\", 1), (\"ab\", 2)] {     \
                     assert_eq!(length(text), expected, \"{text:?}\"); }";
        assert_eq!(lines(&merged), [table]);
    }
}
