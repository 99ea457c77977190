//! The choice among the tests that hold: decisions of a review, and a limit.
//!
//! 1. A refused test is not written. It takes part in the [selection](super::selection), so that no
//!    other test replaces it.
//! 2. An earlier test that a review kept stays unchanged, regardless of the run's results. Its
//!    assertions are not written again.
//! 3. With a limit, each chosen test adds most goals to those before it. Ties go to the first in
//!    the source.

use super::blocks::Block;
use super::test_module::{Executable, Test, TestModule};
use super::text::table;
use sbst_model::TargetId;
use sbst_model::fingerprint::fnv1a;
use std::collections::BTreeSet;

/// Restrictions on the tests that a run writes.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Keys of tests that a review refused.
    pub refused: BTreeSet<String>,
    /// Keys of earlier tests that a review kept.
    pub kept: BTreeSet<String>,
    /// The most tests of a package.
    pub limit: Option<usize>,
    /// True if the run leaves the files unchanged.
    pub only_proposes: bool,
}

/// An unwritten test that did not fail.
pub struct LeftOut {
    pub test: Test,
    pub why: Why,
}

/// The reason why tests are not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    NothingToAssert,
    Refused,
    Limit,
}

/// Gives each test its key, before a check weakens it. Refuses tests that a kept one contains.
pub fn mark(modules: &mut [TestModule], choices: &Choices) {
    for module in modules {
        for test in &mut module.tests {
            let lines = test.forms.first().map_or(&[][..], |form| &form.lines);
            test.key = key(&test.function, test.attributes.iter().chain(lines));
            let is_kept = || module.kept.iter().any(|kept| contains(&kept.block, &test.function, lines));
            test.is_refused = choices.refused.contains(&test.key) || is_kept();
        }
    }
}

/// True if a test in a file contains these lines, or the single line as a row of its table.
fn contains(block: &Block, function: &str, lines: &[String]) -> bool {
    let packed = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let text = packed(&block.text);
    let has_lines = || lines.iter().all(|line| text.contains(&packed(line)));
    let row = || table::Block::from_lines(lines);
    block.function == function
        && (has_lines() || row().is_some_and(|row| text.contains(&packed(&row.cells()))))
}

/// Returns the key of a test in a file.
pub fn key_of_block(block: &Block) -> String {
    key(&block.function, [&block.text])
}

/// Returns eight hexadecimal digits for a function and lines.
fn key<'l>(function: &str, lines: impl IntoIterator<Item = &'l String>) -> String {
    let lines = lines.into_iter().flat_map(|line| [0].into_iter().chain(line.bytes()));
    format!("{:08x}", fnv1a(function.bytes().chain(lines)) as u32)
}

/// Removes the refused tests, and then the tests of suites beyond the limit.
pub fn choose(modules: &mut [TestModule], choices: &Choices) -> Vec<LeftOut> {
    let mut left_out = take_out(modules.iter_mut(), Why::Refused, |_, test| test.is_refused);
    if let Some(limit) = choices.limit {
        let is_in_suite = |module: &TestModule| module.executable != Executable::None;
        let all = modules.iter().filter(|module| is_in_suite(module)).flat_map(|module| &module.tests);
        let chosen = most_goals(&all.map(goals).collect::<Vec<_>>(), limit);
        let in_suite = modules.iter_mut().filter(|module| is_in_suite(module));
        left_out.extend(take_out(in_suite, Why::Limit, |index, _| !chosen.contains(&index)));
    }
    left_out
}

/// Removes tests by their place among all tests, or by their content.
fn take_out<'m>(
    modules: impl Iterator<Item = &'m mut TestModule>,
    why: Why,
    is_out: impl Fn(usize, &Test) -> bool,
) -> Vec<LeftOut> {
    let mut taken = Vec::new();
    let mut places = 0..;
    for module in modules {
        for test in std::mem::take(&mut module.tests) {
            match places.next().is_some_and(|place| is_out(place, &test)) {
                true => taken.push(LeftOut { test, why }),
                false => module.tests.push(test),
            }
        }
    }
    taken
}

/// Returns the goals that a test covers. A test of a finding covers none.
fn goals(test: &Test) -> BTreeSet<(&TargetId, u32)> {
    let covers = test.covers.iter().filter(|_| !test.ignored);
    covers.flat_map(|of| of.goals.iter().map(|goal| (&of.target, *goal))).collect()
}

/// Rule 3: returns the indices of the chosen sets, in the order of their choice.
fn most_goals<G: Ord + Copy>(sets: &[BTreeSet<G>], limit: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..sets.len()).collect();
    let mut covered: BTreeSet<G> = BTreeSet::new();
    let mut chosen = Vec::new();
    while chosen.len() < limit && !left.is_empty() {
        let gain = |index: &usize| sets[*index].difference(&covered).count();
        let most = left.iter().map(gain).max().unwrap_or_default();
        let at = left.iter().position(|index| gain(index) == most).unwrap_or_default();
        let index = left.remove(at);
        covered.extend(&sets[index]);
        chosen.push(index);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{module, test};
    use crate::suite::test_module::KeptTest;
    use crate::suite::text::assertion::Form;
    use proptest::prelude::*;

    fn names(modules: &[TestModule]) -> Vec<&str> {
        modules.iter().flat_map(|module| &module.tests).map(|test| test.name.as_str()).collect()
    }

    fn asserting(name: &str, line: &str) -> Test {
        Test { forms: vec![Form { lines: vec![line.to_owned()], ..Form::default() }], ..test(name) }
    }

    #[test]
    fn refused_tests_are_recognised_by_statements_not_by_name() {
        let mut earlier = [module(vec![asserting("first", "assert!(f(1));")])];
        mark(&mut earlier, &Choices::default());
        let refused = BTreeSet::from([earlier[0].tests[0].key.clone()]);
        let choices = Choices { refused, ..Choices::default() };
        let mut modules = [module(vec![
            asserting("again", "assert!(f(1));"),
            asserting("other", "assert!(f(2));"),
            Test { function: "demo::g".to_owned(), ..asserting("same_text", "assert!(f(1));") },
        ])];
        mark(&mut modules, &choices);
        let left_out = choose(&mut modules, &choices);
        assert_eq!(left_out[0].test.name, "again");
        assert_eq!(names(&modules), ["other", "same_text"]);
    }

    #[test]
    fn the_limit_counts_only_tests_of_suites() {
        let tests = || vec![test("first"), test("second")];
        let not_in_place = TestModule { executable: Executable::None, ..module(tests()) };
        let mut modules = [not_in_place, module(tests()), module(tests())];
        let choices = Choices { limit: Some(3), ..Choices::default() };
        assert_eq!(choose(&mut modules, &choices).len(), 1);
        assert_eq!(modules.map(|module| module.len()), [2, 2, 1]);
    }

    #[test]
    fn assertions_of_kept_tests_are_not_written_again() {
        let text = "// Generated by cargo sbst for `demo`\n\n// f\n#[test]\nfn f_cases() {\n    \
                    for (n, expected) in [(1, \"a b\"), (5, \"c\")] {\n        \
                    assert_eq!(f(n), expected, \"{n:?}\");\n    }\n    assert!(g(7));\n}\n";
        let blocks = crate::suite::blocks::split(text);
        let kept = vec![KeptTest::from_file(&blocks.tests[0], &blocks, 1)];
        let lines = ["assert_eq!(f(1), \"a b\");", "assert_eq!(f(5), \"d\");", "assert!(g(7));"];
        let tests = lines.map(|line| asserting(line, line)).into_iter().collect();
        let mut modules = [TestModule { kept, ..module(tests) }];
        mark(&mut modules, &Choices::default());
        let refused: Vec<bool> = modules[0].tests.iter().map(|test| test.is_refused).collect();
        assert_eq!(refused, [true, false, true]);
    }

    /// Returns the most elements that a union of `limit` sets can have.
    fn best(sets: &[BTreeSet<u8>], limit: usize) -> usize {
        let chosen = (0_u32..1 << sets.len()).filter(|bits| bits.count_ones() as usize <= limit);
        let union = |bits: u32| {
            let sets = sets.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            sets.flat_map(|(_, set)| set).collect::<BTreeSet<_>>().len()
        };
        chosen.map(union).max().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn limited_choice_is_a_greedy_cover_within_its_bound(
            sets in prop::collection::vec(prop::collection::btree_set(0_u8..12, 0..5), 0..8),
            limit in 0_usize..9,
        ) {
            let chosen = most_goals(&sets, limit);
            prop_assert_eq!(chosen.len(), limit.min(sets.len()));
            prop_assert_eq!(chosen.iter().collect::<BTreeSet<_>>().len(), chosen.len());
            let mut covered = BTreeSet::new();
            for (position, index) in chosen.iter().enumerate() {
                let gain = |index: usize| sets[index].difference(&covered).count();
                for other in (0..sets.len()).filter(|other| !chosen[..position].contains(other)) {
                    prop_assert!((gain(*index), other) >= (gain(other), *index), "{:?}", chosen);
                }
                covered.extend(&sets[*index]);
            }
            // The bound of a greedy cover: 1 - 1/e of the best.
            prop_assert!(covered.len() as f64 >= 0.632 * best(&sets, limit) as f64);
        }

        #[test]
        fn a_greater_limit_keeps_the_choice_of_a_smaller_one(
            sets in prop::collection::vec(prop::collection::btree_set(0_u8..12, 0..5), 1..8),
            limit in 0_usize..8,
        ) {
            let more = most_goals(&sets, limit + 1);
            prop_assert_eq!(&more[..limit.min(more.len())], &most_goals(&sets, limit)[..]);
        }
    }
}
