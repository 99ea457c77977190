//! Sets and maps, and values that do not conform.

use crate::problems::*;
use crate::shapes::{bounded_sequence, CODE, LEAVES, MAP, SET, SMALL, UNIT};
use sbst_model::shape::{Distinct, Sequence};
use sbst_model::{conforms, Literals, NodeKind, Shape, TestCase};
use sbst_search::{Inputs, Operators};

const fn set(element: sbst_model::shape::ShapeRef, shortest: usize, longest: usize) -> Shape {
    Shape::Sequence(Sequence { distinct: Distinct::Elements, ..bounded_sequence(element, shortest, longest) })
}

/// Draws and changes values many times, and passes each on.
fn walk(shape: &'static Shape, mut each: impl FnMut(&TestCase)) {
    let inputs = Inputs { parameters: vec![shape], ..Inputs::default() };
    let mut operators = Operators::new(inputs, &[], 1);
    let (mut parent, mut child) = (TestCase::new(), TestCase::new());
    for _ in 0..100 {
        operators.sample(&mut parent);
        each(&parent);
        for _ in 0..20 {
            operators.mutate(&parent, &mut child);
            each(&child);
            std::mem::swap(&mut parent, &mut child);
        }
    }
}

#[test]
fn set_of_domain_size_contains_all_values() {
    static DIGITS: Shape = set(|| &DIGIT, 10, 10);
    static DIGIT: Shape = Shape::Integer(sbst_model::shape::Integer {
        highest: 9,
        ..sbst_model::shape::Integer::all("u8", 8, false)
    });
    walk(&DIGITS, |test| {
        assert!(conforms(&DIGITS, test, 1), "{test:?}");
        let mut digits: Vec<u128> = test.children(1).map(|node| test.integer(node)).collect();
        digits.sort_unstable();
        assert!(digits.into_iter().eq(0..10));
    });
}

#[test]
fn set_beyond_domain_size_contains_all_values() {
    static BOOLS: Shape = set(|| &BOOL, 3, 5);
    walk(&BOOLS, |test| {
        let values: Vec<u64> = test.children(1).map(|node| test.nodes()[node].payload).collect();
        assert!(values == [0, 1] || values == [1, 0], "{values:?}");
    });
}

#[test]
fn sets_of_sets_do_not_mind_the_order_of_elements() {
    static SETS: Shape = set(|| &INNER, 4, 4);
    static INNER: Shape = set(|| &BOOL, 0, 2);
    // The empty set, two sets of one element, and the set of both, in one of its orders.
    walk(&SETS, |test| assert!(conforms(&SETS, test, 1) && test.nodes().len() == 1 + 1 + 4 + 4, "{test:?}"));
}

#[test]
fn sets_of_trees_are_distinct() {
    static TREES: Shape = set(|| &TREE, 6, 9);
    walk(&TREES, |test| assert!(conforms(&TREES, test, 1), "{test:?}"));
}

#[test]
fn keys_are_distinct_but_values_repeat() {
    let mut equal_values = 0;
    walk(&MAP, |test| {
        assert!(conforms(&MAP, test, 1), "{test:?}");
        let mut values: Vec<u128> = test.children(1).map(|entry| test.integer(entry + 2)).collect();
        let length = values.len();
        values.sort_unstable();
        values.dedup();
        equal_values += usize::from(values.len() < length);
    });
    assert!(equal_values > 100, "{equal_values}");
}

/// True if a built value conforms.
fn built(shape: &'static Shape, build: impl FnOnce(&mut TestCase)) -> bool {
    let mut test = TestCase::new();
    build(&mut test);
    assert!(test.is_well_formed());
    conforms(shape, &test, 0)
}

fn numbers(values: &[u64], test: &mut TestCase) {
    let sequence = test.open(NodeKind::Sequence, values.len() as u64);
    values.iter().for_each(|&value| _ = test.leaf(NodeKind::Integer, value));
    test.close(sequence);
}

#[test]
fn values_out_of_bounds_do_not_conform() {
    for (text, allowed) in [("abc", true), ("ab", false), ("abcdefabc", false), ("abg", false), ("", false)] {
        assert_eq!(built(&CODE, |test| _ = test.push_text(text)), allowed, "{text}");
    }
    for (value, allowed) in [(0.5, true), (0.0005, false), (1.001, false), (-0.001, false), (f64::NAN, false)]
    {
        assert_eq!(built(&UNIT, |test| _ = test.leaf(NodeKind::Float, value.to_bits())), allowed, "{value}");
    }
    assert!(built(&SMALL, |test| _ = test.leaf(NodeKind::Integer, 20)));
    assert!(!built(&SMALL, |test| _ = test.leaf(NodeKind::Integer, 21)));
    let nonzero = LEAVES[15];
    assert!(built(nonzero, |test| _ = test.leaf(NodeKind::Integer, 2)));
    assert!(!built(nonzero, |test| _ = test.leaf(NodeKind::Integer, 0)));
    let letters = LEAVES[24];
    assert!(built(letters, |test| _ = test.leaf(NodeKind::Char, u64::from('x'))));
    assert!(!built(letters, |test| _ = test.leaf(NodeKind::Char, u64::from('w'))));
    assert!(built(&SET, |test| numbers(&[1, 2, 3], test)));
    assert!(!built(&SET, |test| numbers(&[], test)), "too short");
    assert!(!built(&SET, |test| numbers(&[1, 2, 1], test)), "twice");
    assert!(!built(&SET, |test| numbers(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], test)), "too long");
    let entries = |keys: [&'static str; 2]| {
        move |test: &mut TestCase| {
            let map = test.open(NodeKind::Sequence, 2);
            for key in keys {
                let entry = test.open(NodeKind::Product, 0);
                test.push_text(key);
                test.leaf(NodeKind::Integer, 7);
                test.close(entry);
            }
            test.close(map);
        }
    };
    assert!(built(&MAP, entries(["abc", "abd"])));
    assert!(!built(&MAP, entries(["abc", "abc"])), "the same key twice");
}

#[test]
fn literals_are_fitted_into_the_alphabet() {
    let literals =
        Literals { texts: vec!["GET /Face".to_owned()], characters: vec!['B', '/'], ..Literals::default() };
    let inputs = Inputs { parameters: vec![&CODE], literals, ..Inputs::default() };
    let mut operators = Operators::new(inputs, &[], 1);
    let mut test = TestCase::new();
    let mut found = 0;
    for _ in 0..1_000 {
        operators.sample(&mut test);
        found += usize::from(test.text(1).contains("eface"));
    }
    assert!(found > 100, "{found} of 1000");
}
