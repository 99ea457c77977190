//! Tests of one function that begin in the same way, as one test.
//!
//! 1. Tests with equal set-ups, without changes and with one asserted result each are joined in
//!    their order. Errors stay separate from other results, and refused tests from others. A
//!    receiver that all calls borrow becomes a variable.
//! 2. At least [`ROWS`] assertions that differ only in values become a table, with few others
//!    beside it.
//! 3. A table that would be too long is split by outcomes, such as each error.
//! 4. Tests with statements of their own are appended in one test, up to a readable length. They
//!    are the results of a boolean function, or would have equal names.
//! 5. Tests with equal beginnings are joined if at most one has a result that is not blank. It
//!    comes last: `get_mut` of a missing key, then of a present one.
//! 6. A joined test that fails is split again.
//! 7. Variants that were not kept extend a single case to a [table](company).

mod company;
mod sequences;

use super::test_module::{self, Test, TestModule};
use crate::suite::text::assertion::Form;
use crate::suite::text::facts::Outcome;
use crate::suite::text::receiver;
use crate::suite::text::table::{self, Block, Called};
use sbst_model::messages::Boundaries;

/// The most assertions of one test without a table: more are hard to read at a glance.
const MOST_ASSERTIONS: usize = 8;
/// The fewest assertions of a table: two lines are as short as a table of two rows.
const ROWS: usize = 3;
/// The most rows of a table: one screen.
const MOST_ROWS: usize = 16;

/// Merges the tests of a file with some of its variants. Tests of earlier runs stay unchanged.
pub fn merge(module: &mut TestModule, variants: Vec<Test>) {
    let mut tests = company::with_variants(std::mem::take(&mut module.tests), variants);
    tests.sort_by(|a, b| (a.line, &a.function).cmp(&(b.line, &b.function)));
    module.tests = merged(tests);
}

/// Gives the tests of a file their names.
pub fn name(module: &mut TestModule) {
    let mut tests = std::mem::take(&mut module.tests);
    let mut taken = module.in_scope.clone();
    taken.extend(module.kept.iter().map(|kept| kept.block.name.clone()));
    test_module::rename(&mut tests, &mut taken);
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
    let joined = groups.into_iter().flat_map(split).map(join).collect();
    sequences::in_paragraphs(sequences::on_one_object(in_tables(joined)))
}

/// Rule 2, for tests with statements of their own.
fn in_tables(tests: Vec<Test>) -> Vec<Test> {
    let mut groups: Vec<(Option<Block>, Vec<Test>)> = Vec::new();
    for test in tests {
        let block = || Block::from_lines(&test.forms[0].lines);
        let block = if can_be_row(&test) { block() } else { None };
        let is_alike = |(other, group): &&mut (Option<Block>, Vec<Test>)| match (&block, other) {
            (Some(block), Some(other)) => {
                group.len() < MOST_ROWS && stand_together(&group[0], &test) && block.shape() == other.shape()
            }
            _ => false,
        };
        match groups.iter_mut().find(is_alike) {
            Some((_, group)) => group.push(test),
            None => groups.push((block, vec![test])),
        }
    }
    groups.into_iter().flat_map(|(_, group)| in_table(group)).collect()
}

/// True if the whole body of a test may be a row.
fn can_be_row(test: &Test) -> bool {
    test.parts.is_empty() && is_plain(test)
}

/// Returns a group as one table; unchanged if it is too small or gives none.
fn in_table(group: Vec<Test>) -> Vec<Test> {
    if group.len() < ROWS {
        return group;
    }
    let form = &group[0].forms[0];
    let rows: Option<Vec<Block>> = group.iter().map(|test| Block::from_lines(&test.forms[0].lines)).collect();
    let table = rows.and_then(|rows| table::write(&rows, &called(&group[0], form.setup)));
    match table {
        Some(table) => vec![whole(group, vec![table])],
        None => group,
    }
}

/// True if a test asserts results and does not panic.
fn is_plain(test: &Test) -> bool {
    !test.ignored && test.cause.is_none() && test.forms.first().is_some_and(|form| form.asserts)
}

/// True if two tests may be one, regardless of their bodies.
fn stand_together(one: &Test, other: &Test) -> bool {
    one.function == other.function
        && one.is_refused == other.is_refused
        && one.cfgs == other.cfgs
        && one.attributes == other.attributes
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

/// Splits a group into tests of a readable size (rules 2 and 3).
fn split(group: Vec<Test>) -> Vec<Vec<Test>> {
    let (tables, rest): (Vec<_>, Vec<_>) = by(group, |test| row(test).map(|row| row.shape()))
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

/// Groups tests by a key. Groups are in the order of their first tests.
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

/// Returns the assertion of a test as a row of a table, if possible.
fn row(test: &Test) -> Option<Block> {
    let form = test.forms.first()?;
    Block::from_lines(&form.lines[form.setup..])
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
    let setup = &first.forms[0].lines[..first.forms[0].setup];
    let mut bodies = Vec::new();
    let written = with_tables(&assertions, &first);
    if written != assertions {
        bodies.push([setup, &written].concat());
    } else if let Some(bound) = receiver::bound(&assertions).filter(|_| lends_receiver(&first)) {
        bodies.push([setup, &bound].concat());
    }
    if assertions.len() <= MOST_ASSERTIONS || bodies.is_empty() {
        bodies.push([setup, &assertions].concat());
    }
    whole(group, bodies)
}

/// True if the function takes its receiver as `&self`.
fn lends_receiver(test: &Test) -> bool {
    let receiver = test.parameters.first().filter(|_| test.has_receiver);
    receiver
        .is_some_and(|receiver| receiver.type_text.starts_with('&') && !receiver.type_text.contains("mut "))
}

/// Returns one test for a group, with these bodies, the best first.
fn whole(group: Vec<Test>, bodies: Vec<Vec<String>>) -> Test {
    let first = group[0].clone();
    let imports = group.iter().flat_map(|test| test.forms[0].imports.iter().cloned());
    let form = Form { imports: imports.collect(), asserts: true, ..first.forms[0].clone() };
    let parts = group.iter().flat_map(|test| match &test.parts[..] {
        [] => std::slice::from_ref(test),
        parts => parts,
    });
    Test {
        parts: parts.cloned().collect(),
        forms: bodies.into_iter().map(|lines| Form { lines, ..form.clone() }).collect(),
        helpers: union(&group, |test| &test.helpers),
        doubles: union(&group, |test| &test.doubles),
        touches: group.iter().any(|test| test.touches),
        covers: union(&group, |test| &test.covers),
        boundaries: Boundaries {
            known: union(&group, |test| &test.boundaries.known),
            met: union(&group, |test| &test.boundaries.met),
        },
        serves: union(&group, |test| &test.serves),
        outputs: union(&group, |test| &test.outputs),
        notices: union(&group, |test| &test.notices),
        calls: union(&group, |test| &test.calls),
        facts: first.facts.common(group.iter().map(|test| &test.facts)),
        ..first
    }
}

/// Writes a table for each shape with enough assertions (rule 2), and copies the other assertions.
fn with_tables(assertions: &[String], first: &Test) -> Vec<String> {
    let block = |line: &String| Block::from_lines(std::slice::from_ref(line));
    let rows: Vec<Option<Block>> = assertions.iter().map(block).collect();
    let mut lines = Vec::new();
    let mut done = Vec::new();
    for (line, row) in assertions.iter().zip(&rows) {
        let Some(shape) = row.as_ref().map(Block::shape) else {
            lines.push(line.clone());
            continue;
        };
        if done.contains(&shape) {
            continue;
        }
        let alike: Vec<Block> =
            rows.iter().flatten().filter(|other| other.shape() == shape).cloned().collect();
        let table = Some(&alike).filter(|rows| rows.len() >= ROWS);
        match table.and_then(|rows| table::write(rows, &called(first, 0))) {
            Some(table) => {
                done.push(shape);
                lines.extend(table);
            }
            None => lines.push(line.clone()),
        }
    }
    lines
}

fn called(test: &Test, line: usize) -> Called<'_> {
    Called { parameters: &test.parameters, has_receiver: test.has_receiver, line }
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
    use sbst_model::OutputClass;

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
    fn three_assertions_that_differ_in_values_become_a_table() {
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

    #[test]
    fn both_results_of_a_boolean_function_are_in_one_test() {
        let of = |line: &str, class| Test {
            is_mergeable: false,
            outputs: vec![class],
            ..asserting("a", line, Outcome::Value(String::new()))
        };
        let mut other = of("assert!(!g(2));", OutputClass::False);
        other.function = "demo::g".to_owned();
        let both = merged(vec![
            of("assert!(f(1));", OutputClass::True),
            of("assert!(!f(2));", OutputClass::False),
            other,
        ]);
        assert_eq!(lines(&both), ["assert!(f(1));  assert!(!f(2));", "assert!(!g(2));"]);
        assert_eq!(both[0].parts.len(), 2);
    }

    #[test]
    fn a_missing_key_comes_before_a_present_one_in_one_test() {
        let of = |line: &str, words: &str| {
            let lines = vec!["let mut map = Map::from([(1, 2)]);".to_owned(), line.to_owned()];
            let form = Form { lines, asserts: true, ..Form::default() };
            let mut test = Test { forms: vec![form], ..test("a") };
            test.facts.outcome = Outcome::Value(words.to_owned());
            test
        };
        let some = || of("assert_eq!(map.remove(1), Some(2));", "some");
        let none = || of("assert_eq!(map.remove(3), None);", "none");
        let together = "let mut map = Map::from([(1, 2)]); assert_eq!(map.remove(3), None); \
                        assert_eq!(map.remove(1), Some(2));";
        assert_eq!(lines(&merged(vec![some(), none()])), [together]);
        assert_eq!(merged(vec![some(), some()]).len(), 1, "paragraphs");
        let other = || of("assert_eq!(map.remove(0), Some(0));", "zero or one");
        assert_eq!(merged(vec![some(), other()]).len(), 2);
    }

    #[test]
    fn long_tests_and_tests_with_different_names_stay_apart() {
        let of = |lines: usize, words: &str| {
            let form = Form { lines: vec!["line".to_owned(); lines], asserts: true, ..Form::default() };
            let mut test = Test { forms: vec![form], ..test("a") };
            test.facts.outcome = Outcome::Value(words.to_owned());
            test
        };
        let lengths = |tests: Vec<Test>| -> Vec<usize> {
            merged(tests).iter().map(|test| test.forms[0].lines.len()).collect()
        };
        assert_eq!(lengths(vec![of(6, "some"), of(7, "some")]), [14]);
        assert_eq!(lengths(vec![of(7, "some"), of(7, "some")]), [7, 7]);
        assert_eq!(lengths(vec![of(1, "some"), of(1, "none")]), [1, 1]);
    }
}
