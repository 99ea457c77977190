//! Plain values in minimised tests.

use crate::problems::*;
use sbst_algorithms::search;
use sbst_model::messages::Budget;
use sbst_model::shape::{Distinct, Integer, Sequence};
use sbst_model::{Literals, NodeKind, Shape, TestCase};
use sbst_search::{minimise, Algorithm, Ending, Options, Silent};

static VECTOR: Shape = Shape::Sequence(vector(|| &I32, Distinct::Nothing));
static BYTES: Shape = Shape::Sequence(vector(|| &U64, Distinct::Elements));
static CALLS: Shape = Shape::Sequence(Sequence::from_steps(|| &I32, 4));

const fn vector(element: fn() -> &'static Shape, distinct: Distinct) -> Sequence {
    Sequence { element, template: "vec![{*}]", empty: None, shortest: 0, longest: 9, distinct }
}

/// Minimises a test of a function with one condition, `wanted`. The test begins with the values that
/// `start` appends.
fn plain(
    shapes: &[&'static Shape],
    start: impl Fn(&mut TestCase),
    wanted: impl Fn(&TestCase) -> bool + 'static,
) -> TestCase {
    plain_within(10_000, shapes, start, wanted)
}

fn plain_within(
    evaluations: u64,
    shapes: &[&'static Shape],
    start: impl Fn(&mut TestCase),
    wanted: impl Fn(&TestCase) -> bool + 'static,
) -> TestCase {
    let mut problem = Function::new(shapes, Literals::default(), 1, move |test, probes| {
        probes.flag(0, wanted(test));
        Ending::Returned
    });
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    start(&mut test);
    test.close(call);
    let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
    let options = Options { initial: vec![test], ..Options::new(Algorithm::Mio, 1, budget) };
    let archive = search(&mut problem, &options, &mut Silent).archive;
    let suite = minimise(&mut problem, &archive, evaluations, None);
    assert_eq!(suite.len(), 1);
    suite[0].test.clone()
}

fn numbers(start: &'static [i64]) -> impl Fn(&mut TestCase) {
    |test| start.iter().for_each(|&number| _ = test.leaf(NodeKind::Integer, number as u64))
}

fn integers(test: &TestCase) -> Vec<i32> {
    let integers = test.nodes().iter().filter(|node| node.kind == NodeKind::Integer);
    integers.map(|node| node.payload as i32).collect()
}

#[test]
fn numbers_count_from_one_where_a_goal_leaves_the_choice() {
    let three = [&I32, &I32, &I32];
    assert_eq!(integers(&plain(&three, numbers(&[70, 70, -4]), |_| true)), [1, 2, 3]);
    let test = plain(&three, numbers(&[70, 0, -4]), |test| integers(test)[1] == 0);
    assert_eq!(integers(&test), [1, 0, 2]);
    let test = plain(&three, numbers(&[70, 10, -4]), |test| integers(test)[2] < -1);
    assert_eq!(integers(&test), [1, 2, -2]);
    let test = plain(&three, numbers(&[70, 10, 0]), |test| integers(test)[0] > 5);
    assert_eq!(integers(&test), [6, 1, 2], "the least that a goal needs stays");
}

#[test]
fn values_required_to_be_equal_become_plain_together() {
    let test = plain(&[&I32; 4], numbers(&[8, 8, 8, 8]), |test| integers(test)[0] == integers(test)[2]);
    assert_eq!(integers(&test), [1, 2, 1, 3], "a key, a value, the key again, and another value");
}

#[test]
fn texts_and_characters_are_letters() {
    let start = |test: &mut TestCase| {
        test.push_text("\0");
        test.leaf(NodeKind::Char, 0);
        test.push_text("");
    };
    let words = |test: &TestCase| {
        let letter = char::from_u32(test.nodes()[2].payload as u32).unwrap();
        (test.text(1).to_owned(), letter, test.text(3).to_owned())
    };
    let shapes = [&STR, &CHAR, &STRING];
    assert_eq!(words(&plain(&shapes, start, |_| true)), ("a".into(), 'b', "c".into()));
    let test = plain(&shapes, start, |test| test.text(1).chars().all(char::is_control));
    assert_eq!(words(&test), (String::new(), 'a', "b".into()));
}

#[test]
fn collections_have_two_elements_unless_calls_make_them() {
    let empty = |test: &mut TestCase| _ = test.leaf(NodeKind::Sequence, 0);
    assert_eq!(integers(&plain(&[&VECTOR], empty, |_| true)), [1, 2]);
    assert_eq!(integers(&plain(&[&BYTES], empty, |_| true)), [1, 2]);
    assert!(integers(&plain(&[&VECTOR], empty, |test| test.nodes()[1].payload < 2)).is_empty());
    assert!(integers(&plain(&[&CALLS], empty, |_| true)).is_empty());
    let one = |test: &mut TestCase| {
        let sequence = test.open(NodeKind::Sequence, 1);
        test.leaf(NodeKind::Integer, 0);
        test.close(sequence);
    };
    assert_eq!(integers(&plain(&[&VECTOR], one, |test| test.nodes()[1].payload == 1)), [1]);
}

#[test]
fn a_collection_of_one_gets_a_second_element() {
    let one = |test: &mut TestCase| {
        let sequence = test.open(NodeKind::Sequence, 1);
        test.leaf(NodeKind::Integer, 70);
        test.close(sequence);
    };
    assert_eq!(integers(&plain(&[&VECTOR], one, |test| test.nodes()[1].payload > 0)), [1, 2]);
    assert_eq!(
        integers(&plain(&[&CALLS], one, |test| test.nodes()[1].payload > 0)),
        [1],
        "no output is known"
    );
}

#[test]
fn bytes_of_a_slice_are_letters() {
    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
    static TEXT: Shape =
        Shape::Sequence(Sequence { template: "&[{*}]", ..vector(|| &U8, Distinct::Nothing) });
    let quote = |test: &mut TestCase| {
        let sequence = test.open(NodeKind::Sequence, 2);
        test.leaf(NodeKind::Integer, 34);
        test.leaf(NodeKind::Integer, 200);
        test.close(sequence);
    };
    let starts_with_a_quote =
        |test: &TestCase| test.children(1).next().is_some_and(|byte| test.integer(byte) == 34);
    assert_eq!(
        integers(&plain(
            &[&TEXT, &U8],
            |test| {
                quote(test);
                test.leaf(NodeKind::Integer, 200);
            },
            starts_with_a_quote
        )),
        [34, 97, 1]
    );
}

#[test]
fn values_become_plain_also_if_they_took_long_to_become_small() {
    let two = [&I32, &I32];
    assert_eq!(integers(&plain_within(2, &two, numbers(&[0, 0]), |_| true)), [1, 2]);
    assert_eq!(integers(&plain_within(0, &two, numbers(&[0, 0]), |_| true)), [0, 0], "none are wanted");
}

#[test]
fn a_test_of_many_values_stays_small() {
    static TABLE: Shape =
        Shape::Sequence(Sequence { shortest: 100, longest: 100, ..vector(|| &I32, Distinct::Nothing) });
    let start = |test: &mut TestCase| {
        let table = test.open(NodeKind::Sequence, 100);
        (0..100).for_each(|_| _ = test.leaf(NodeKind::Integer, 0));
        test.close(table);
    };
    assert!(integers(&plain_within(8, &[&TABLE], start, |_| true)).iter().all(|number| *number == 0));
}

#[test]
fn floats_are_whole_numbers() {
    let start = |test: &mut TestCase| {
        test.leaf(NodeKind::Float, 0f64.to_bits());
        test.leaf(NodeKind::Integer, 0);
        test.leaf(NodeKind::Float, 0.5f64.to_bits());
    };
    let float = |test: &TestCase, node: usize| f64::from_bits(test.nodes()[node].payload);
    let test = plain(&[&F64, &I32, &F64], start, move |test| float(test, 3) == 0.5);
    assert_eq!((float(&test, 1), integers(&test), float(&test, 3)), (1.0, vec![2], 0.5));
}
