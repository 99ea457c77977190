//! Small suites of simple tests.

use crate::problems::*;
use crate::shapes::{bounded_sequence, bounded_text, float_range, types, CODE, LEAVES, MAP, SET, UNIT};
use crate::trees::{BINARY, EXPRESSION, LIST, ROSE};
use proptest::prelude::*;
use sbst_algorithms::search;
use sbst_model::shape::{Alphabet, Integer, Product, Sequence, ShapeRef, Sum};
use sbst_model::{conforms, Literals};
use sbst_model::{messages::Budget, NodeKind, Shape, TestCase};
use sbst_search::{
    minimise, minimise_as, Algorithm, Archive, Ending, Execution, Inputs, Minimised, Operators, Options,
    Problem, Silent, SuiteTest, Wishes,
};
use std::collections::BTreeSet;

fn searched(problem: &mut dyn Problem, seed: u64, evaluations: u64) -> Archive {
    let budget = Budget { evaluations: Some(evaluations), seconds: None, stall: None };
    search(problem, &Options::new(Algorithm::Mio, seed, budget), &mut Silent).archive
}

fn covered_by(problem: &mut dyn Problem, test: &TestCase) -> BTreeSet<u32> {
    let mut execution = Execution::default();
    problem.evaluate(test, &mut execution);
    let zero = execution.reached.iter().filter(|(_, distance)| distance.is_zero());
    zero.map(|&(goal, _)| goal).collect()
}

/// Every goal is assigned once, and covered by its test.
fn check(problem: &mut dyn Problem, archive: &Archive, suite: &[SuiteTest]) {
    let mut assigned: Vec<u32> = suite.iter().flat_map(|test| test.goals.iter().copied()).collect();
    assigned.sort_unstable();
    let covered: Vec<u32> = archive.iter().map(|(goal, _)| goal).collect();
    assert_eq!(assigned, covered);
    let parameters = problem.inputs().parameters.clone();
    for test in suite {
        let covers = covered_by(problem, &test.test);
        assert!(test.goals.iter().all(|goal| covers.contains(goal)), "{test:?}");
        for (shape, argument) in parameters.iter().zip(test.test.children(0)) {
            assert!(conforms(shape, &test.test, argument), "{test:?}");
        }
    }
}

fn sides(test: &TestCase) -> [i32; 3] {
    [1, 2, 3].map(|node| test.integer(node) as i32)
}

#[test]
fn triangle_needs_eleven_tests_with_small_sides() {
    for seed in 0..10 {
        let mut problem = triangle();
        let archive = searched(&mut problem, seed, 100_000);
        let suite = minimise(&mut problem, &archive, 10_000, None);
        check(&mut problem, &archive, &suite);
        let values: Vec<[i32; 3]> = suite.iter().map(|test| sides(&test.test)).collect();
        println!("{values:?}");
        // Three signs, three inequalities, equilateral, three kinds of isosceles, scalene.
        assert_eq!(suite.len(), 11, "{values:?}");
        let largest = values.iter().flatten().map(|side| side.unsigned_abs()).max();
        assert!(largest <= Some(4), "{values:?}");
        assert!(values.contains(&[1, 1, 1]), "{values:?}");
    }
}

#[test]
fn texts_become_short_and_plain() {
    let mut problem = cgi_decode();
    let archive = searched(&mut problem, 1, 100_000);
    let suite = minimise(&mut problem, &archive, 10_000, None);
    check(&mut problem, &archive, &suite);
    let texts: Vec<&str> = suite.iter().map(|test| test.test.text(1)).collect();
    println!("{texts:?}");
    assert!(texts.iter().all(|text| text.len() <= 6), "{texts:?}");
}

/// One parameter, one condition that holds for `wanted`; minimised from `start`.
fn simplest(
    shape: &'static Shape,
    start: impl Fn(&mut TestCase),
    wanted: impl Fn(&TestCase) -> bool + 'static,
) -> TestCase {
    let mut problem = Function::new(&[shape], Literals::default(), 1, move |test, probes| {
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
    let suite = minimise(&mut problem, &archive, 10_000, None);
    assert_eq!(suite.len(), 1);
    suite[0].test.clone()
}

#[test]
fn a_variant_is_simpler_than_steps_on_another() {
    const STEP: ShapeRef = || &I32;
    static STEPS: Shape = Shape::Sequence(Sequence::from_steps(STEP, 4));
    static ORIGIN: Shape = Shape::Sum(Sum {
        variants: &[Product::new(&[], "A"), Product::new(&[], "B"), Product::new(&[], "C")],
    });
    static OBJECT: Shape = Shape::Product(Product::new(&[|| &ORIGIN, || &STEPS], ""));
    let shown = |test: &TestCase| (test.nodes()[2].payload, test.nodes()[3].payload);
    let start = |test: &mut TestCase| {
        let object = test.open(NodeKind::Product, 0);
        let origin = test.open(NodeKind::Sum, 0);
        test.close(origin);
        let steps = test.open(NodeKind::Sequence, 1);
        test.leaf(NodeKind::Integer, 7);
        test.close(steps);
        test.close(object);
    };
    let wanted = move |test: &TestCase| shown(test).0 == 2 || shown(test).1 > 0;
    assert_eq!(shown(&simplest(&OBJECT, start, wanted)), (2, 0));
}

#[test]
fn integers_are_bisected_to_the_boundary() {
    let start = |test: &mut TestCase| _ = test.leaf(NodeKind::Integer, 1_834_567);
    let test = simplest(&I32, start, |test| test.integer(1) as i32 >= 12_345);
    assert_eq!(test.integer(1), 12_345);
    let start = |test: &mut TestCase| _ = test.leaf(NodeKind::Integer, -1_834_567i64 as u64);
    let test = simplest(&I32, start, |test| (test.integer(1) as i32) < -12_345);
    assert_eq!(test.integer(1) as i32, -12_346);
}

#[test]
fn negative_numbers_become_positive_if_sign_is_irrelevant() {
    let start = |test: &mut TestCase| _ = test.leaf(NodeKind::Integer, -77i64 as u64);
    let test = simplest(&I32, start, |test| (test.integer(1) as i32).abs() >= 50);
    assert!([50, 100].contains(&(test.integer(1) as i32)), "{}", test.integer(1) as i32);
}

#[test]
fn floats_become_short() {
    let start = |test: &mut TestCase| _ = test.leaf(NodeKind::Float, 17.318_462_9f64.to_bits());
    let float = |test: &TestCase| f64::from_bits(test.nodes()[1].payload);
    let test = simplest(&F64, start, move |test| float(test) > 17.0 && float(test) < 17.5);
    assert!((float(&test) * 10.0).fract() == 0.0, "{}", float(&test));
    let start = |test: &mut TestCase| _ = test.leaf(NodeKind::Float, 8.31e17f64.to_bits());
    let test = simplest(&F64, start, move |test| float(test) > 1.5);
    assert_eq!(float(&test), 2.0);
}

#[test]
fn equal_values_become_simpler_together() {
    let body = |test: &TestCase, probes: &mut Probes| {
        let same = test.nodes()[1].payload == test.nodes()[2].payload;
        probes.flag(0, same && f64::from_bits(test.nodes()[1].payload) > 0.3);
        probes.flag(1, test.text(3) == test.text(4) && test.text(3).contains('x'));
        Ending::Returned
    };
    let mut problem = Function::new(&[&F64, &F64, &STR, &STRING], Literals::default(), 2, body);
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    for _ in 0..2 {
        test.leaf(NodeKind::Float, 4.712_388_98f64.to_bits());
    }
    test.push_text("un#xpq");
    test.push_text("un#xpq");
    test.close(call);
    let budget = Budget { evaluations: Some(0), seconds: None, stall: None };
    let options = Options { initial: vec![test], ..Options::new(Algorithm::Mio, 1, budget) };
    let archive = search(&mut problem, &options, &mut Silent).archive;
    let suite = minimise(&mut problem, &archive, 1_000, None);
    let test = &suite[0].test;
    let floats = [1, 2].map(|node| f64::from_bits(test.nodes()[node].payload));
    assert_eq!((floats, test.text(3), test.text(4)), ([1.0, 1.0], "x", "x"));
}

#[test]
fn sequences_lose_unneeded_elements() {
    let start = |test: &mut TestCase| {
        let sequence = test.open(NodeKind::Sequence, 9);
        for element in [5, 900, 4, 3, 900, 2, 1, 0, 12] {
            test.leaf(NodeKind::Integer, element);
        }
        test.close(sequence);
    };
    let test = simplest(&INTEGERS, start, |test| {
        let elements: Vec<u128> = test.children(1).map(|node| test.integer(node)).collect();
        elements.iter().filter(|&&element| element as i32 >= 300).count() >= 2
    });
    let elements: Vec<u128> = test.children(1).map(|node| test.integer(node)).collect();
    assert_eq!(elements, [300, 300]);
}

#[test]
fn values_stay_within_bounds_while_they_become_simple() {
    static RANGE: Shape = float_range(2.5, 80.0);
    let float = |value: f64| move |test: &mut TestCase| _ = test.leaf(NodeKind::Float, value.to_bits());
    let shown = |test: &TestCase| f64::from_bits(test.nodes()[1].payload);
    assert_eq!(shown(&simplest(&RANGE, float(17.318_462_9), |_| true)), 3.0);
    assert_eq!(shown(&simplest(&RANGE, float(3.737_1), move |test| shown(test) < 4.0)), 3.0);
    assert_eq!(shown(&simplest(&UNIT, float(0.737), move |test| shown(test) > 0.25)), 1.0);
    let small = simplest(&UNIT, float(0.737), move |test| shown(test) > 0.25 && shown(test) < 0.9);
    assert_eq!(shown(&small), 0.5);

    static YEARS: Shape =
        Shape::Integer(Integer { lowest: 1_000, highest: 2_999, ..Integer::all("u16", 16, false) });
    let year = simplest(&YEARS, |test| _ = test.leaf(NodeKind::Integer, 2_387), |_| true);
    assert_eq!(year.integer(1), 1_000);

    let text = |text: &'static str| move |test: &mut TestCase| _ = test.push_text(text);
    assert_eq!(simplest(&CODE, text("fdbeca"), |_| true).text(1), "aaa");
    assert_eq!(simplest(&CODE, text("fdbeca"), |test| test.text(1).contains('e')).text(1), "eaa");
    static DIGITS: Shape = Shape::Text(bounded_text(5, 5, &[('0', '9')]));
    assert_eq!(simplest(&DIGITS, text("83711"), |test| test.text(1).contains('7')).text(1), "00700");
    static CAPITAL: Shape = Shape::Char(Alphabet::from_ranges(&[('C', 'Z')]));
    let character = simplest(&CAPITAL, |test| _ = test.leaf(NodeKind::Char, u64::from(b'X')), |_| true);
    assert_eq!(character.nodes()[1].payload, u64::from(b'C'));
}

#[test]
fn collections_keep_their_least_length_and_stay_distinct() {
    static ARRAY: Shape = Shape::Sequence(bounded_sequence(|| &I32, 3, 3));
    let elements = |values: &'static [u64]| {
        move |test: &mut TestCase| {
            let sequence = test.open(NodeKind::Sequence, values.len() as u64);
            values.iter().for_each(|&value| _ = test.leaf(NodeKind::Integer, value));
            test.close(sequence);
        }
    };
    let shown = |test: &TestCase| test.children(1).map(|node| test.integer(node)).collect::<Vec<_>>();
    let second = simplest(&ARRAY, elements(&[71, 2_000, 5]), |test| test.integer(3) as i32 >= 1_500);
    assert_eq!(shown(&second), [1, 1_500, 2]);
    let set = simplest(&SET, elements(&[17, 4, 20, 11, 9]), |test| test.children(1).count() >= 3);
    let mut values = shown(&set);
    values.sort_unstable();
    assert_eq!(values, [1, 2, 3]);
    assert_eq!(shown(&simplest(&SET, elements(&[17, 4, 20]), |_| true)), [1, 2]);
}

/// Appends a binary tree.
fn push_tree(tree: &Tree, test: &mut TestCase) {
    match tree {
        Tree::Leaf(value) => {
            let leaf = test.open(NodeKind::Sum, 1);
            test.leaf(NodeKind::Integer, *value);
            test.close(leaf);
        }
        Tree::Node(left, right) => {
            let node = test.open(NodeKind::Sum, 0);
            push_tree(left, test);
            push_tree(right, test);
            test.close(node);
        }
    }
}

enum Tree {
    Leaf(u64),
    Node(Box<Tree>, Box<Tree>),
}

fn node(left: Tree, right: Tree) -> Tree {
    Tree::Node(Box::new(left), Box::new(right))
}

/// Returns a full binary tree; the value of a leaf depends on its path.
fn grown(levels: u32, value: u64) -> Tree {
    if levels == 0 {
        return Tree::Leaf(value);
    }
    node(grown(levels - 1, value + 1), grown(levels - 1, 3 * value))
}

#[test]
fn trees_lose_unneeded_nodes() {
    let start = |test: &mut TestCase| push_tree(&node(grown(4, 7), node(grown(3, 1_000), grown(2, 9))), test);
    let leaf = simplest(&BINARY, start, |test| test.nodes().iter().any(|node| node.payload as i32 >= 500));
    assert_eq!(leaf.nodes().len(), 3, "one leaf: {leaf:?}");
    assert_eq!(leaf.integer(2), 500);
    // Two nodes, one in the other: the inner one was deep in the original tree.
    let nested = |test: &TestCase| {
        let inner = |node: usize| test.nodes()[node].payload == 0 && test.nodes()[node].kind == NodeKind::Sum;
        (1..test.nodes().len()).any(|node| inner(node) && test.children(node).any(inner))
    };
    let test = simplest(&BINARY, start, nested);
    assert_eq!(test.nodes().len(), 1 + 5 + 3, "two nodes and three leaves: {test:?}");
    let numbers = test.nodes().iter().filter(|node| node.kind == NodeKind::Integer);
    assert_eq!(numbers.map(|node| node.payload).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn the_simplest_variant_is_the_lowest_whatever_its_place() {
    let start = |test: &mut TestCase| push_tree(&grown(3, 5), test);
    let test = simplest(&BINARY, start, |_| true);
    assert_eq!(
        (test.nodes().len(), test.nodes()[1].payload, test.integer(2)),
        (3, 1, 1),
        "the second variant"
    );
    let cells = |count: usize| {
        move |test: &mut TestCase| {
            let mut open = Vec::new();
            for value in 0..count {
                open.push(test.open(NodeKind::Sum, 0));
                open.push(test.open(NodeKind::Product, 0));
                test.leaf(NodeKind::Integer, value as u64);
            }
            test.leaf(NodeKind::Sum, 1);
            open.into_iter().rev().for_each(|node| test.close(node));
        }
    };
    let list = simplest(&LIST, cells(20), |test| test.nodes().iter().any(|node| node.payload == 17));
    assert_eq!(list.nodes().len(), 1 + 3 + 1, "one cell: {list:?}");
    let long = simplest(&LIST, cells(20), |test| test.nodes().len() > 15);
    assert_eq!(long.nodes().len(), 1 + 5 * 3 + 1, "{long:?}");
}

#[test]
fn a_table_loses_unneeded_entries_at_any_position() {
    static NUMBER: Shape = Shape::Integer(Integer::all("u8", 8, false));
    const FIELD: ShapeRef = || &NUMBER;
    static TABLE: Shape = Shape::Sum(Sum {
        variants: &[
            Product::new(&[FIELD], "{0}"),
            Product::new(&[FIELD; 3], "{1} => {2}, _ => {0}"),
            Product::new(&[FIELD; 5], "{1} => {2}, {3} => {4}, _ => {0}"),
            Product::new(&[FIELD; 7], "{1} => {2}, {3} => {4}, {5} => {6}, _ => {0}"),
        ],
    });
    let start = |test: &mut TestCase| {
        let table = test.open(NodeKind::Sum, 3);
        [9, 11, 12, 21, 22, 31, 32].iter().for_each(|number| _ = test.leaf(NodeKind::Integer, *number));
        test.close(table);
    };
    let numbers =
        |test: &TestCase| (2..test.nodes().len()).map(|node| test.integer(node)).collect::<Vec<_>>();
    for (key, value) in [(11, 12), (21, 22), (31, 32)] {
        let has_entry =
            move |test: &TestCase| numbers(test)[1..].chunks(2).any(|entry| entry == [key, value]);
        assert_eq!(numbers(&simplest(&TABLE, start, has_entry)), [1, key, value]);
    }
}

#[test]
fn a_drawn_tree_of_many_types_becomes_small() {
    for shape in [&EXPRESSION, &ROSE, &TREE] {
        let inputs = Inputs { parameters: vec![shape], ..Inputs::default() };
        let mut operators = Operators::new(inputs, &[], 7);
        let mut drawn = TestCase::new();
        while !(100..200).contains(&drawn.nodes().len()) {
            operators.sample(&mut drawn);
        }
        let start = |test: &mut TestCase| {
            let mut value = TestCase::new();
            drawn.copy_subtree(1, &mut value);
            test.append(&value);
        };
        // An integer at any place in the lowest level.
        let wanted = |test: &TestCase| {
            let numbers = test.nodes().iter().filter(|node| node.kind == NodeKind::Integer);
            numbers.map(|node| node.payload as i64 as i32).any(|number| number != 0)
        };
        let test = simplest(shape, start, wanted);
        assert!(test.nodes().len() <= 4, "{test:?}");
    }
}

#[test]
fn returning_test_is_not_replaced_by_panicking_one() {
    let mut problem = Function::new(&[&I32], Literals::default(), 1, |test, probes| {
        let x = test.integer(1) as i32;
        probes.at_most(0, x.into(), 1_000_000);
        if x.abs() < 10 {
            Ending::Fault
        } else {
            Ending::Returned
        }
    });
    let archive = searched(&mut problem, 2, 10_000);
    let suite = minimise(&mut problem, &archive, 1_000, None);
    let values: BTreeSet<i32> = suite.iter().map(|test| test.test.integer(1) as i32).collect();
    assert_eq!(values, BTreeSet::from([10, 1_000_001]));
}

#[test]
fn without_evaluations_the_cover_is_still_complete() {
    let mut problem = triangle();
    let archive = searched(&mut problem, 1, 100_000);
    let suite = minimise(&mut problem, &archive, 0, None);
    check(&mut problem, &archive, &suite);
}

#[test]
fn tests_simplified_by_earlier_run_stay_unchanged() {
    let mut problem = triangle();
    let archive = searched(&mut problem, 1, 100_000);
    let all = |test: &TestCase| archive.iter().any(|(_, known)| known == test);
    let Minimised { suite, is_complete } =
        minimise_as(&mut problem, &archive, 1_000, None, &Wishes { is_simple: &all, ..Wishes::default() });
    check(&mut problem, &archive, &suite);
    assert!(is_complete && suite.iter().all(|test| all(&test.test)));
    let first = suite[0].test.clone();
    let minimised = minimise_as(
        &mut problem,
        &archive,
        10_000,
        None,
        &Wishes { is_simple: &|test| *test == first, ..Wishes::default() },
    );
    assert!(minimised.is_complete && minimised.suite.iter().any(|test| test.test == first));
    assert!(minimised.suite.iter().filter(|test| !all(&test.test)).count() > 5, "others became simpler");
    let minimised = minimise_as(&mut problem, &archive, 50, None, &Wishes::default());
    assert!(!minimised.is_complete, "evaluations ended it");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_goal_is_lost_with_random_types(types in types(), seed: u64, budget in 0u64..400) {
        let mut shapes = types.shapes();
        shapes.truncate(4);
        let mut problem = Digest(Inputs { parameters: shapes, ..Inputs::default() });
        let archive = searched(&mut problem, seed, 300);
        let suite = minimise(&mut problem, &archive, budget, None);
        check(&mut problem, &archive, &suite);
    }

    #[test]
    fn no_goal_is_lost(
        shapes in prop::collection::vec(prop::sample::select([&SHAPES[..], &LEAVES, &[&SET, &MAP]].concat()), 1..4),
        seed: u64,
        budget in 0u64..400,
    ) {
        let mut problem = Digest(Inputs { parameters: shapes, ..Inputs::default() });
        let archive = searched(&mut problem, seed, 300);
        let suite = minimise(&mut problem, &archive, budget, None);
        check(&mut problem, &archive, &suite);
        prop_assert_eq!(&suite, &minimise(&mut problem, &archive, budget, None), "it is deterministic");
    }
}

/// A problem for any inputs, whose goals are properties of the nodes without any order.
struct Digest(Inputs);

impl Problem for Digest {
    fn goals(&self) -> usize {
        16
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let digest = |sum: u64, node: &sbst_model::Node| sum.rotate_left(5) ^ node.payload;
        let sum = test.nodes().iter().fold(0, digest);
        for goal in 0..16 {
            let distance = sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (60 - goal) & 3;
            execution.reached.push((goal as u32, sbst_model::Distance::from_steps(distance.into())));
        }
        execution.ending = [Ending::Returned, Ending::Panicked, Ending::Fault][sum as usize % 3];
    }
}
