//! Searches within bounds, in collections and in trees.

use crate::effectiveness::{summary, with_seeds};
use crate::problems::*;
use crate::shapes::{bounded_sequence, CODE, MAP, SET, UNIT};
use crate::trees::{BINARY, EXPRESSION, LIST};
use sbst_model::shape::{Distinct, Sequence, ShapeRef};
use sbst_model::Literals;
use sbst_model::{messages::ValueSource, Shape, TestCase};
use sbst_search::{Algorithm, Ending};

fn integer(test: &TestCase, node: usize) -> i64 {
    i64::from(test.integer(node) as i32)
}

fn float(test: &TestCase, node: usize) -> f64 {
    f64::from_bits(test.nodes()[node].payload)
}

fn child(test: &TestCase, node: usize, index: usize) -> usize {
    test.children(node).nth(index).expect("there is such a field")
}

/// Seeds per search. Each search has to find everything.
const SEEDS: u64 = 10;

/// The sources excluded from searches that have to climb: they may already contain the value.
const CLIMBING: [ValueSource; 3] = [ValueSource::Literals, ValueSource::SpecialValues, ValueSource::Copying];

#[test]
fn a_value_on_the_grid_of_a_step_is_climbed() {
    let problem = || {
        Function::new(&[&UNIT, &UNIT], Literals::default(), 2, |test, probes| {
            probes.equal_floats(0, float(test, 1), 0.125);
            probes.equal_floats(1, float(test, 1) - float(test, 2), 0.875);
            Ending::Returned
        })
    };
    for without in [&CLIMBING[..], &[]] {
        let (complete, median, _) = summary("grid", &with_seeds(SEEDS, Algorithm::Mio, without, problem));
        assert_eq!(complete as u64, SEEDS);
        assert!(median < 2_000, "{median}");
    }
}

#[test]
fn a_value_in_a_range_of_floats_is_climbed() {
    static RANGE: Shape = crate::shapes::float_range(-5.0, 20.0);
    let problem = || {
        Function::new(&[&RANGE], Literals::default(), 2, |test, probes| {
            probes.equal_floats(0, float(test, 1), 13.371);
            probes.equal_floats(1, float(test, 1), 19.999_999);
            Ending::Returned
        })
    };
    let (complete, ..) = summary("range", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}

/// Returns the distance of two texts: character by character, and their lengths.
fn apart(one: &str, other: &str) -> u64 {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let pairs = one.iter().zip(&other);
    let differences: u64 = pairs.map(|(&a, &b)| u64::from(u32::from(a).abs_diff(u32::from(b)))).sum();
    differences + 256 * one.len().abs_diff(other.len()) as u64
}

#[test]
fn a_text_of_a_small_alphabet_becomes_equal() {
    let problem = || {
        Function::new(&[&CODE, &CODE], Literals::default(), 2, |test, probes| {
            let texts = [test.text(1), test.text(2)];
            probes.steps(0, texts[0] == "facade", apart(texts[0], "facade"), 1);
            probes.steps(1, texts[0] != texts[1], 1, apart(texts[0], texts[1]));
            Ending::Returned
        })
    };
    let (complete, median, _) =
        summary("small alphabet", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
    assert!(median < 3_000, "{median}");
}

/// A tree in which the left child of the root is a node with the leaf 42 at its right.
fn left_node(test: &TestCase, probes: &mut Probes) -> Ending {
    let is_node = |node: usize| test.nodes()[node].payload == 0;
    let root = 1;
    if probes.flag(0, is_node(root)) {
        let left = child(test, root, 0);
        if probes.flag(1, is_node(left)) {
            let right = child(test, left, 1);
            if probes.flag(2, !is_node(right)) {
                probes.equal(3, integer(test, right + 1), 42);
            }
        }
    }
    Ending::Returned
}

#[test]
fn a_leaf_deep_in_a_tree_is_climbed() {
    let problem = || Function::new(&[&BINARY], Literals::default(), 4, left_node);
    for algorithm in [Algorithm::Mio, Algorithm::Mosa] {
        let (complete, median, _) = summary("binary tree", &with_seeds(SEEDS, algorithm, &CLIMBING, problem));
        assert_eq!(complete as u64, SEEDS);
        assert!(median < 3_000, "{median}");
    }
}

#[test]
fn a_certain_form_of_expression_is_found() {
    // If(Not(Name), Block of two, Number(n)) with n == 1234.
    let problem = || {
        Function::new(&[&EXPRESSION], Literals::default(), 6, |test, probes| {
            let variant = |node: usize| test.nodes()[node].payload;
            if !probes.flag(0, variant(1) == 2) {
                return Ending::Returned;
            }
            let [condition, then, otherwise] = [0, 1, 2].map(|field| child(test, 1, field));
            if probes.flag(1, variant(condition) == 5)
                && probes.flag(2, variant(condition + 1) == 8)
                && probes.flag(3, variant(then) == 3)
                && probes.equal(4, variant(then + 1) as i64, 2)
                && probes.flag(5, variant(otherwise) == 4)
            {
                return Ending::Panicked;
            }
            Ending::Returned
        })
    };
    let (complete, ..) = summary("expression", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}

#[test]
fn a_list_made_by_hand_gets_its_length_and_order() {
    let problem = || {
        Function::new(&[&LIST], Literals::default(), 3, |test, probes| {
            let (mut node, mut length, mut descents) = (1, 0, 0);
            let mut last = i64::from(i8::MIN);
            while test.nodes()[node].payload == 0 {
                let cell = node + 1;
                let value = i64::from(test.integer(cell + 1) as i8);
                length += 1;
                descents += u64::from(value < last);
                (last, node) = (value, cell + 2);
            }
            probes.equal(0, length, 30);
            if probes.at_most(1, 5, length) {
                probes.steps(2, descents == 0, descents, 1);
            }
            Ending::Returned
        })
    };
    let (complete, ..) = summary("list", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}

#[test]
fn members_of_sets_and_maps_are_found() {
    let problem = || {
        Function::new(&[&SET, &MAP, &CODE], Literals::default(), 4, |test, probes| {
            let [set, map, text] = [0, 1, 2].map(|argument| child(test, 0, argument));
            let nearest = |number: u64| {
                let distances =
                    test.children(set).map(|element| (test.integer(element) as u64).abs_diff(number));
                distances.min().unwrap_or(u64::MAX)
            };
            let both = nearest(3).saturating_add(nearest(17));
            probes.steps(0, both == 0, both, 1);
            probes.equal(1, test.nodes()[set].payload as i64, 9);
            let keys = test.children(map).map(|entry| (apart(test.text(entry + 1), test.text(text)), entry));
            let (distance, entry) = keys.min().unwrap_or((u64::MAX, 0));
            if probes.steps(2, distance == 0, distance, 1) {
                probes.equal(3, integer(test, entry + 2), 1_000_000);
            }
            Ending::Returned
        })
    };
    for without in [&CLIMBING[..], &[]] {
        let (complete, ..) = summary("members", &with_seeds(SEEDS, Algorithm::Mio, without, problem));
        assert_eq!(complete as u64, SEEDS);
    }
}

/// A structure with thirty fields.
static WIDE: Shape = Shape::Product(product("", &[INTEGER; 30]));
const INTEGER: ShapeRef = || &I32;

#[test]
fn single_fields_of_a_wide_structure_are_reached() {
    let problem = || {
        Function::new(&[&WIDE], Literals::default(), 3, |test, probes| {
            if probes.equal(0, integer(test, 5), 123_456) && probes.equal(1, integer(test, 29), -77) {
                probes.equal(2, integer(test, 12), integer(test, 13) + 1_000);
            }
            Ending::Returned
        })
    };
    let (complete, ..) = summary("wide", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}

static ORDERS: Shape = Shape::Sequence(bounded_sequence(|| &ORDER, 1, 20));
static ORDER: Shape = Shape::Product(product("", &[|| &CODE, || &PRICE, || &I32, || &MAYBE]));
static PRICE: Shape = crate::shapes::float_grid(0.0, 1_000.0, 0.01);

#[test]
fn an_element_of_a_list_of_structures_is_climbed() {
    let problem = || {
        Function::new(&[&ORDERS], Literals::default(), 3, |test, probes| {
            let mut total = 0.0;
            for order in test.children(1) {
                let [code, price, count, _] = [0, 1, 2, 3].map(|field| child(test, order, field));
                if probes.equal_floats(0, float(test, price), 19.99)
                    && probes.equal(1, integer(test, count), 12)
                {
                    let text = test.text(code);
                    probes.steps(2, text.starts_with("bad"), apart(text.get(..3).unwrap_or(text), "bad"), 1);
                }
                total += float(test, price);
            }
            if total > 1e6 {
                return Ending::Fault;
            }
            Ending::Returned
        })
    };
    let (complete, ..) = summary("orders", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}

/// The state of a machine; each variant has a number.
static STATE: Shape = Shape::Sum(sbst_model::shape::Sum {
    variants: &[
        product("Idle", &[]),
        product("Circle", &[|| &F64]),
        product("Square", &[|| &F64]),
        product("Box", &[|| &F64, || &F64]),
    ],
});

#[test]
fn a_number_survives_a_change_of_variant() {
    // All variants have the same goal, so the others keep the gains of one climb.
    let problem = || {
        Function::new(&[&STATE], Literals::default(), 3, |test, probes| {
            let variant = test.nodes()[1].payload as usize;
            if variant > 0 {
                probes.equal_floats(variant - 1, float(test, 2), 1234.567);
            }
            Ending::Returned
        })
    };
    let (complete, ..) = summary("variants", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}

/// Every bit is to be set, in an array that never changes its length.
#[test]
fn arrays_are_changed_in_place() {
    static ARRAY: Shape =
        Shape::Sequence(Sequence { distinct: Distinct::Nothing, ..bounded_sequence(|| &I32, 4, 4) });
    let problem = || {
        Function::new(&[&ARRAY], Literals::default(), 3, |test, probes| {
            let values: Vec<i64> = test.children(1).map(|node| integer(test, node)).collect();
            if probes.at_most(0, values[0], values[1]) && probes.at_most(1, values[1], values[2]) {
                probes.equal(2, values[3], values[0] + 1_000_000);
            }
            Ending::Returned
        })
    };
    let (complete, ..) = summary("array", &with_seeds(SEEDS, Algorithm::Mio, &CLIMBING, problem));
    assert_eq!(complete as u64, SEEDS);
}
