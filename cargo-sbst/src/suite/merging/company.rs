//! Variants as rows beside a test with a single case.
//!
//! 1. A case by itself shows little of a function: a length of one, a set without elements. A variant
//!    stays if it differs from such a test in values alone, expects something else, and notices a
//!    mutant.
//! 2. There are [`ROWS`] cases at most, and just as many where only a table makes one test of them.
//! 3. Outcomes that no other row has come first, then variants that notice more mutants, then shorter ones.

use super::{Block, ROWS, Test, belongs_to, called, can_be_row, stand_together, table};
use std::cmp::Reverse;

/// Returns tests with the variants that stand beside them in one test.
pub(super) fn with_variants(mut tests: Vec<Test>, variants: Vec<Test>) -> Vec<Test> {
    let as_row = |test: &Test| if can_be_row(test) { Block::from_lines(&test.forms[0].lines) } else { None };
    let mut variants: Vec<(Block, Test)> = variants
        .into_iter()
        .filter(|test| !test.notices.is_empty())
        .filter_map(|test| Some((as_row(&test)?, test)))
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

/// Returns the index of the variant that says most beside a group (rule 3).
fn best(group: &[(&Block, &Test)], offered: &[&(Block, Test)]) -> Option<usize> {
    let is_new =
        |(block, _): &(Block, Test)| group.iter().all(|(other, _)| other.expected() != block.expected());
    let rank = |(_, test): &(Block, Test)| {
        let is_other = group.iter().all(|(_, other)| other.facts.outcome != test.facts.outcome);
        let length: usize = test.forms[0].lines.iter().map(String::len).sum();
        (Reverse(is_other), Reverse(test.notices.len()), length)
    };
    let all = offered.iter().enumerate().filter(|(_, variant)| is_new(variant));
    all.min_by_key(|(_, variant)| rank(variant)).map(|(index, _)| index)
}
