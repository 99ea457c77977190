//! Small suites of simple tests.

use crate::problems::*;
use proptest::prelude::*;
use sbst_model::messages::Budget;
use sbst_model::{NodeKind, Shape, TestCase};
use sbst_search::{
    conforms, minimise, search, Algorithm, Archive, Ending, Execution, Inputs, Literals, Options, Problem,
    Silent, SuiteTest,
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

/// Every goal is assigned once, and covered by the test it is assigned to.
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
        let suite = minimise(&mut problem, &archive, 10_000);
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
    let suite = minimise(&mut problem, &archive, 10_000);
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
    let suite = minimise(&mut problem, &archive, 10_000);
    assert_eq!(suite.len(), 1);
    suite[0].test.clone()
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
fn negative_numbers_become_positive_where_the_sign_does_not_matter() {
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
    let suite = minimise(&mut problem, &archive, 1_000);
    let test = &suite[0].test;
    let floats = [1, 2].map(|node| f64::from_bits(test.nodes()[node].payload));
    assert_eq!((floats, test.text(3), test.text(4)), ([1.0, 1.0], "x", "x"));
}

#[test]
fn sequences_lose_what_is_not_needed() {
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
fn a_test_that_returns_is_not_traded_for_one_that_panics() {
    let mut problem = Function::new(&[&I32], Literals::default(), 1, |test, probes| {
        let x = test.integer(1) as i32;
        probes.at_most(0, x.into(), 1_000_000);
        if x.abs() < 10 {
            Ending::Fault
        } else {
            Ending::Returned
        }
    });
    let archive = searched(&mut problem, 1, 10_000);
    let suite = minimise(&mut problem, &archive, 1_000);
    let values: BTreeSet<i32> = suite.iter().map(|test| test.test.integer(1) as i32).collect();
    assert_eq!(values, BTreeSet::from([10, 1_000_001]));
}

#[test]
fn without_evaluations_the_cover_is_still_complete() {
    let mut problem = triangle();
    let archive = searched(&mut problem, 1, 100_000);
    let suite = minimise(&mut problem, &archive, 0);
    check(&mut problem, &archive, &suite);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_goal_is_lost(
        shapes in prop::collection::vec(prop::sample::select(SHAPES.to_vec()), 1..4),
        seed: u64,
        budget in 0u64..400,
    ) {
        let mut problem = Digest(Inputs { parameters: shapes, literals: Literals::default() });
        let archive = searched(&mut problem, seed, 300);
        let suite = minimise(&mut problem, &archive, budget);
        check(&mut problem, &archive, &suite);
        prop_assert_eq!(&suite, &minimise(&mut problem, &archive, budget), "it is deterministic");
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
