//! Superfluous tests: without them, the suite executes as much and notices as many mutants.
//!
//! All tests of the result can be removed together: each mutant that one of them noticed makes a
//! remaining test fail. The command removes none of them.

use super::judge::{Judged, Verdict, judge};
use super::suite::{Suite, Test};
use crate::ui::interrupt;
use std::collections::HashMap;

/// Returns tests that can be removed together.
pub fn superfluous(suite: &mut Suite, judged: &[Judged]) -> anyhow::Result<Vec<usize>> {
    let alone = alone(&suite.tests);
    let mut noticed: Vec<[Option<usize>; 2]> = Vec::new();
    for Judged { mutant, verdict, .. } in judged {
        if interrupt::requested() {
            return Ok(Vec::new());
        }
        let Verdict::Noticed(first) = *verdict else { continue };
        // Another test matters only if the first can be removed.
        let second = match alone[first] {
            true => None,
            false => match judge(suite, mutant, Some(first))? {
                Verdict::Noticed(second) => Some(second),
                _ => None,
            },
        };
        noticed.push([Some(first), second]);
    }
    Ok(choose(&suite.tests, noticed))
}

/// True for each test that alone executes some point.
fn alone(tests: &[Test]) -> Vec<bool> {
    let mut counts: HashMap<_, usize> = HashMap::new();
    tests.iter().flat_map(Test::points).for_each(|point| *counts.entry(point).or_default() += 1);
    tests.iter().map(|test| test.points().any(|point| counts[&point] == 1)).collect()
}

/// Chooses from the last test to the first: the earlier of two stays.
fn choose(tests: &[Test], noticed: Vec<[Option<usize>; 2]>) -> Vec<usize> {
    let mut counts: HashMap<_, usize> = HashMap::new();
    tests.iter().flat_map(Test::points).for_each(|point| *counts.entry(point).or_default() += 1);
    let mut noticed = noticed;
    let mut chosen = Vec::new();
    for (index, test) in tests.iter().enumerate().rev() {
        let is_needed = noticed.iter().any(|tests| tests.iter().flatten().eq([&index]))
            || test.points().any(|point| counts[&point] == 1);
        if is_needed {
            continue;
        }
        test.points().for_each(|point| *counts.entry(point).or_default() -= 1);
        for noticing in noticed.iter_mut().flatten() {
            if *noticing == Some(index) {
                *noticing = None;
            }
        }
        chosen.push(index);
    }
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(points: &[&[u32]]) -> Vec<Test> {
        let new = |points: &&[u32]| {
            let words: Vec<(u32, u32)> = points.iter().map(|point| (*point, 1)).collect();
            Test::with_words(0, "t", &words)
        };
        points.iter().map(new).collect()
    }

    #[test]
    fn one_of_equivalent_tests_stays() {
        let tests = tests(&[&[1], &[1], &[1, 2], &[]]);
        assert_eq!(alone(&tests), [false, false, true, false]);
        assert_eq!(choose(&tests, Vec::new()), [0, 1, 3]);
        assert_eq!(choose(&tests, vec![[Some(0), Some(1)]]), [1, 3]);
        assert_eq!(choose(&tests, vec![[Some(0), None], [Some(1), None]]), [3]);
    }
}
