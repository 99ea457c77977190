//! Variants as rows beside a test with a single case.
//!
//! 1. A single case shows little of a function: a set without elements. A variant is added if it
//!    differs from such a test only in values, and notices a mutant. Its result has another kind,
//!    such as empty, or differs in [`DIFFERENT`] characters: `[0, 2]` beside `[1, 2]` shows no
//!    more. A second value that is returned unchanged shows no more either. `None` beside `Some`,
//!    and another `Ordering`, need no mutant: readers expect them.
//! 2. There are at most [`ROWS`] cases, and exactly [`ROWS`] if only a table can join them.
//! 3. New outcomes come first, then variants that notice more mutants, then shorter ones.

use super::{Block, ROWS, Test, belongs_to, called, can_be_row, stand_together, table};
use std::cmp::Reverse;

/// The fewest characters in which the results of two rows differ.
const DIFFERENT: usize = 4;

/// Returns the tests, and the variants to join with them.
pub(super) fn with_variants(mut tests: Vec<Test>, variants: Vec<Test>) -> Vec<Test> {
    let as_row = |test: &Test| if can_be_row(test) { Block::from_lines(&test.forms[0].lines) } else { None };
    let mut variants: Vec<(Block, Test)> = variants
        .into_iter()
        .filter_map(|test| Some((as_row(&test)?, test)))
        .filter(|(row, test)| !test.notices.is_empty() || alternative(row).is_some())
        .collect();
    let mut added = Vec::new();
    let rows: Vec<Option<Block>> = tests.iter().map(as_row).collect();
    for (index, test) in tests.iter().enumerate() {
        let Some(row) = &rows[index] else { continue };
        let is_beside = |other: &Block, of: &Test| other.shape() == row.shape() && stand_together(test, of);
        let alike =
            |(other, of): &(&Option<Block>, &Test)| other.as_ref().is_some_and(|other| is_beside(other, of));
        let mut group: Vec<(&Block, &Test)> = rows
            .iter()
            .zip(&tests)
            .filter(alike)
            .filter_map(|(row, test)| Some((row.as_ref()?, test)))
            .collect();
        if group.len() >= ROWS || !std::ptr::eq(group[0].1, test) {
            continue;
        }
        let before = group.len();
        let mut offered: Vec<&(Block, Test)> =
            variants.iter().filter(|(other, of)| is_beside(other, of)).collect();
        while let Some(at) = best(&group, &offered).filter(|_| group.len() < ROWS) {
            let (block, variant) = offered.remove(at);
            group.push((block, variant));
        }
        let is_table = || {
            let blocks: Vec<Block> = group.iter().map(|(block, _)| (*block).clone()).collect();
            group.len() == ROWS && table::write(&blocks, &called(test, test.forms[0].setup)).is_some()
        };
        if group.iter().all(|(_, other)| belongs_to(other, test)) || is_table() {
            added.extend(group[before..].iter().map(|(_, variant)| (*variant).clone()));
            variants.retain(|(_, variant)| !added.iter().any(|added| added.name == variant.name));
        }
    }
    tests.extend(added);
    tests
}

/// Returns the index of the best variant for a group (rule 3).
fn best(group: &[(&Block, &Test)], offered: &[&(Block, Test)]) -> Option<usize> {
    let is_other = |test: &Test| group.iter().all(|(_, other)| other.facts.outcome != test.facts.outcome);
    let is_looked_for = |block: &Block| {
        let own = alternative(block);
        own.is_some() && group.iter().all(|(other, _)| alternative(other) != own)
    };
    let is_new = |(block, test): &(Block, Test)| {
        let least = if is_other(test) { 1 } else { DIFFERENT };
        (!test.notices.is_empty() || is_looked_for(block))
            && (is_other(test) || !block.is_echo())
            && !block.is_echo_of_one()
            && group.iter().all(|(other, _)| difference(other.expected(), block.expected()) >= least)
    };
    let rank = |(_, test): &(Block, Test)| {
        let length: usize = test.forms[0].lines.iter().map(String::len).sum();
        (Reverse(is_other(test)), Reverse(test.notices.len()), length)
    };
    let all = offered.iter().enumerate().filter(|(_, variant)| is_new(variant));
    all.min_by_key(|(_, variant)| rank(variant)).map(|(index, _)| index)
}

/// Returns the alternative of an `Option` or an `Ordering` that a row expects.
fn alternative(row: &Block) -> Option<&str> {
    let expected = row.expected()?;
    let name = expected.split('(').next().unwrap_or_default();
    let ordering =
        expected.strip_prefix("Some(").and_then(|inner| inner.strip_suffix(')')).unwrap_or(expected);
    match name {
        _ if ordering.starts_with("Ordering::") => Some(ordering),
        "None" | "Some" => Some(name),
        _ => None,
    }
}

/// Returns the number of characters in which two results differ.
fn difference(one: Option<&str>, other: Option<&str>) -> usize {
    let [one, other] = [one, other].map(Option::unwrap_or_default);
    let pairs = one.chars().zip(other.chars()).filter(|(one, other)| one != other).count();
    pairs + one.chars().count().abs_diff(other.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::test;
    use crate::suite::text::assertion::Form;
    use crate::suite::text::facts::Outcome;

    fn of(name: &str, lines: &[&str], notices: &[u32]) -> Test {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let form = Form { lines, asserts: true, ..Form::default() };
        Test { forms: vec![form], notices: notices.to_vec(), ..test(name) }
    }

    fn names(tests: &[Test]) -> Vec<&str> {
        tests.iter().map(|test| test.name.as_str()).collect()
    }

    #[test]
    fn variants_with_other_results_extend_a_case_to_a_table() {
        let word = |name, text: &str, notices: &[u32]| {
            let set_up = format!("let list = List::from({text:?});");
            of(name, &[&set_up, &format!("assert_eq!(list.shout(), {:?});", text.to_uppercase())], notices)
        };
        let variants = || {
            vec![
                word("near", "onf", &[1]),
                word("unnoticed", "eleven", &[]),
                word("long", "hundred", &[1]),
                word("telling", "thousand", &[1, 2]),
                word("short", "fifty", &[1]),
            ]
        };
        let with = |variants| names(&with_variants(vec![word("one", "one", &[1])], variants)).join(" ");
        assert_eq!(with(variants()), "one telling short");
        assert_eq!(with(variants().split_off(4)), "one", "two cases with statements make no table");
    }

    #[test]
    fn variant_with_another_outcome_follows_the_first_test() {
        let of = |name, line: &str, outcome: &str| {
            let mut test = Test { is_mergeable: true, ..of(name, &[line], &[1]) };
            test.facts.outcome = Outcome::Value(outcome.to_owned());
            test
        };
        let tests = vec![of("one", "assert_eq!(sum(1, 2), 3);", "")];
        let others = vec![
            of("alike", "assert_eq!(sum(4, 5), 9);", ""),
            of("zero", "assert_eq!(sum(0, 0), 0);", "zero"),
            of("other", "assert_eq!(f(\"\"), 0);", "zero"),
        ];
        assert_eq!(names(&with_variants(tests, others)), ["one", "zero"]);
    }

    #[test]
    fn arguments_returned_unchanged_are_no_second_case() {
        let pairs = |name, key: &str, value: &str| {
            let line = format!(
                "assert_eq!(Pairs::of({key}, {value}).iter().collect::<Vec<_>>(), [(&{key}, &{value})]);"
            );
            Test { is_mergeable: true, ..of(name, &[&line], &[1]) }
        };
        let tests = vec![pairs("one", "1", "2")];
        assert_eq!(names(&with_variants(tests, vec![pairs("two", "-345", "-678")])), ["one"]);
    }

    #[test]
    fn none_beside_some_needs_no_mutant() {
        let get = |name, key: &str, expected: &str| {
            let lines =
                ["let map = Map::from([(1, 2)]);", &format!("assert_eq!(map.get(&{key}), {expected});")];
            let mut test = Test { is_mergeable: true, ..of(name, &lines, &[]) };
            test.forms[0].setup = 1;
            test.facts.outcome = Outcome::Value(if expected == "None" { "none" } else { "" }.to_owned());
            test
        };
        let others = || vec![get("same", "3", "Some(&456789)"), get("none", "5", "None")];
        assert_eq!(names(&with_variants(vec![get("some", "1", "Some(&2)")], others())), ["some", "none"]);
    }
}
