//! Tests of one function, appended to one another: rules 4 and 5 of [`merging`](super).

use super::{is_plain, stand_together, whole};
use crate::suite::test_module::Test;
use crate::suite::text::facts::Outcome;
use crate::suite::text::test_names;
use sbst_model::OutputClass;

/// The most lines of a test with several calls (rules 4 and 5), as in tests written by hand.
const MOST_LINES: usize = 14;

/// Rule 5.
pub(super) fn on_one_object(tests: Vec<Test>) -> Vec<Test> {
    let mut groups: Vec<Vec<Test>> = Vec::new();
    for test in tests {
        let fits = |group: &&mut Vec<Test>| {
            let lines: usize = group.iter().chain([&test]).map(|test| test.forms[0].lines.len()).sum();
            lines <= MOST_LINES
                && group.iter().all(|other| begin_alike(other, &test))
                && group.iter().chain([&test]).filter(|test| !is_blank(test)).count() <= 1
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(test),
            None => groups.push(vec![test]),
        }
    }
    groups.into_iter().map(in_sequence).collect()
}

/// True if two tests have equal statements before their first assertions.
fn begin_alike(one: &Test, other: &Test) -> bool {
    [one, other].into_iter().all(|test| is_plain(test) && test.parts.is_empty())
        && stand_together(one, other)
        && !beginning(one).is_empty()
        && beginning(one) == beginning(other)
}

/// Returns the lines of a test before its first assertion.
fn beginning(test: &Test) -> &[String] {
    let lines = &test.forms[0].lines;
    let end = lines.iter().position(|line| line.starts_with("assert")).unwrap_or_default();
    &lines[..end]
}

fn is_blank(test: &Test) -> bool {
    matches!(&test.facts.outcome, Outcome::Value(words) if test_names::is_blank(words))
}

/// Joins tests with equal beginnings, blank ones first.
fn in_sequence(mut group: Vec<Test>) -> Test {
    if group.len() < 2 {
        return group.remove(0);
    }
    group.sort_by_key(|test| !is_blank(test));
    let mut lines = group[0].forms[0].lines.clone();
    for test in &group[1..] {
        let own = &test.forms[0].lines;
        let common = own.iter().zip(&group[0].forms[0].lines).take_while(|(own, first)| own == first).count();
        lines.extend_from_slice(&own[common..]);
    }
    whole(group, vec![lines])
}

/// Rule 4.
pub(super) fn in_paragraphs(tests: Vec<Test>) -> Vec<Test> {
    let mut groups: Vec<Vec<Test>> = Vec::new();
    for test in tests {
        let lines = |group: &[Test]| group.iter().map(|test| test.forms[0].lines.len() + 1).sum::<usize>();
        let fits = |group: &&mut Vec<Test>| {
            group.iter().all(|other| is_alike(other, &test))
                && lines(group) + lines(std::slice::from_ref(&test)) <= MOST_LINES + 1
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(test),
            None => groups.push(vec![test]),
        }
    }
    groups.into_iter().map(append).collect()
}

/// True if two tests belong in one (rule 4).
fn is_alike(one: &Test, other: &Test) -> bool {
    let is_boolean = |test: &Test| {
        !test.outputs.is_empty()
            && test.outputs.iter().all(|class| matches!(class, OutputClass::True | OutputClass::False))
    };
    [one, other].into_iter().all(is_plain)
        && stand_together(one, other)
        && (is_boolean(one) && is_boolean(other) || one.facts == other.facts)
}

/// Appends tests to one another.
fn append(group: Vec<Test>) -> Test {
    if group.len() < 2 {
        return group.into_iter().next().expect("a group has a test");
    }
    let paragraphs: Vec<Vec<String>> = group.iter().map(|test| test.forms[0].lines.clone()).collect();
    whole(group, vec![paragraphs.join(&String::new())])
}
