//! Shapes with bounds of every kind, and random ones made of them, recursive and mutually
//! recursive.

use crate::problems::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use sbst_model::shape::{
    Alphabet, Bounds, Distinct, Endpoint, Float, Heights, Integer, Product, Range, Sequence, ShapeRef, Sum,
    Text, Width, Wrapper,
};
use sbst_model::Shape;
use std::cell::RefCell;

/// Bounds with a range and a step.
pub const fn bounds(lowest: Option<f64>, highest: Option<f64>, step: Option<f64>) -> Bounds {
    const fn endpoint(value: Option<f64>) -> Option<Endpoint> {
        match value {
            None => None,
            Some(value) => Some(Endpoint::new(value as i128, value)),
        }
    }
    let range = Range { lowest: endpoint(lowest), highest: endpoint(highest), exclusive: false };
    Bounds { range: Some(range), step, ..Bounds::NONE }
}

const fn float(width: Width, lowest: Option<f64>, highest: Option<f64>, step: Option<f64>) -> Shape {
    Shape::Float(Float::all(width).within(&bounds(lowest, highest, step)))
}

/// Doubles of a range.
pub const fn float_range(lowest: f64, highest: f64) -> Shape {
    float(Width::Double, Some(lowest), Some(highest), None)
}

/// Doubles of a range with a step.
pub const fn float_grid(lowest: f64, highest: f64, step: f64) -> Shape {
    float(Width::Double, Some(lowest), Some(highest), Some(step))
}

const fn integer(all: Integer, lowest: f64, highest: f64) -> Integer {
    all.within(&bounds(Some(lowest), Some(highest), None))
}

pub const fn bounded_text(shortest: usize, longest: usize, alphabet: &'static [(char, char)]) -> Text {
    Text { shortest, alphabet: Alphabet::from_ranges(alphabet), ..text(longest) }
}

pub const fn bounded_sequence(element: ShapeRef, shortest: usize, longest: usize) -> Sequence {
    Sequence { shortest, ..sequence(element, longest) }
}

/// A set of 1 to 12 numbers from 0 to 20.
pub static SET: Shape =
    Shape::Sequence(Sequence { distinct: Distinct::Elements, ..bounded_sequence(|| &SMALL, 1, 12) });
pub static SMALL: Shape = Shape::Integer(integer(Integer::all("u8", 8, false), 0.0, 20.0));
/// A map from short texts to numbers.
pub static MAP: Shape =
    Shape::Sequence(Sequence { distinct: Distinct::Keys, ..bounded_sequence(|| &ENTRY, 0, 16) });
pub static ENTRY: Shape = Shape::Product(product("({*})", &[|| &CODE, || &I32]));
pub static CODE: Shape = Shape::Text(bounded_text(3, 8, &[('a', 'f')]));
pub static UNIT: Shape = float(Width::Double, Some(0.0), Some(1.0), Some(0.001));

/// Bounds of all kinds on values without nested values. Each shape but the last has at least two
/// values.
pub static LEAVES: [&Shape; 30] = [
    &BOOL,
    &CHAR,
    &I8,
    &I32,
    &U64,
    &I128,
    &U128,
    &YEAR,
    &F32,
    &F64,
    &STR,
    &STRING,
    &SMALL,
    &CODE,
    &UNIT,
    &Shape::Integer(integer(Integer::all("i8", 8, true), -2.0, 2.0).without_zero()),
    &Shape::Integer(integer(Integer::all("i8", 8, true), -1.0, 1.0).without_zero()),
    &Shape::Integer(Integer::all("u128", 128, false).without_zero()),
    &Shape::Integer(integer(Integer::all("i64", 64, true), -9e18, -8e18)),
    &float(Width::Single, None, None, Some(0.5)),
    &float(Width::Double, Some(-1e3), Some(1e3), None),
    &float(Width::Double, Some(0.0), None, None),
    &float(Width::Single, Some(1e-3), Some(1.0), None),
    &float(Width::Double, None, Some(-7.0), Some(0.3)),
    &Shape::Char(Alphabet::from_ranges(&[('a', 'c'), ('x', 'x')])),
    &Shape::Char(Alphabet::from_ranges(&[('!', '~'), ('Α', 'ω'), ('\u{1f600}', '\u{1f64f}')])),
    &Shape::Text(bounded_text(5, 5, &[('0', '9')])),
    &Shape::Text(bounded_text(2, 40, &[('!', '~'), ('Α', 'ω')])),
    &Shape::Text(Text { shortest: 2, ..text(4) }),
    &Shape::Integer(integer(Integer::all("u16", 16, false), 7.0, 7.0)),
];

/// The leaves with many values, as sets of a least size require.
static MANY: [usize; 6] = [2, 3, 11, 12, 13, 14];

/// Slots for shapes, so that shapes made at run time can refer to one another.
const SLOTS: usize = 10;
/// The slots from here on hold the entries of maps.
const ENTRIES: usize = 8;

thread_local! {
    static SHAPES: RefCell<Vec<&'static Shape>> = const { RefCell::new(Vec::new()) };
}

fn slot<const INDEX: usize>() -> &'static Shape {
    SHAPES.with(|shapes| shapes.borrow()[INDEX])
}

static REFERENCES: [ShapeRef; SLOTS] = [
    slot::<0>, slot::<1>, slot::<2>, slot::<3>, slot::<4>, slot::<5>, slot::<6>, slot::<7>, slot::<8>,
    slot::<9>,
];

fn leaf<const INDEX: usize>() -> &'static Shape {
    LEAVES[INDEX]
}

/// The content of a slot. Numbers refer to slots.
#[derive(Clone, Debug)]
enum Plan {
    Leaf(usize),
    Sequence {
        element: usize,
        shortest: usize,
        more: usize,
        distinct: bool,
    },
    /// One of the leaves with many values.
    Set {
        element: usize,
        shortest: usize,
    },
    Product(Vec<usize>),
    Sum(Vec<Vec<usize>>),
    Wrapper(usize),
}

fn plan() -> impl Strategy<Value = Plan> {
    let slot = || 0..SLOTS;
    let lengths =
        (prop_oneof![2 => Just(0usize), 1 => 1usize..4], prop_oneof![1 => Just(0usize), 2 => 1usize..6]);
    prop_oneof![
        4 => (0..LEAVES.len()).prop_map(Plan::Leaf),
        2 => (slot(), lengths, any::<bool>()).prop_map(|(element, (shortest, more), distinct)| Plan::Sequence {
            element,
            // Sets of a least size have a separate plan.
            shortest: if distinct { 0 } else { shortest },
            more,
            distinct,
        }),
        1 => (0..MANY.len(), 0usize..5).prop_map(|(element, shortest)| Plan::Set { element, shortest }),
        2 => prop::collection::vec(slot(), 0..5).prop_map(Plan::Product),
        4 => prop::collection::vec(prop::collection::vec(slot(), 0..4), 1..8).prop_map(Plan::Sum),
        1 => slot().prop_map(Plan::Wrapper),
    ]
}

fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn references(fields: &[usize]) -> &'static [ShapeRef] {
    Vec::leak(fields.iter().map(|&field| REFERENCES[field]).collect())
}

fn built(index: usize, plan: &Plan) -> &'static Shape {
    const REFERENCES_TO_MANY: [ShapeRef; 6] =
        [leaf::<2>, leaf::<3>, leaf::<11>, leaf::<12>, leaf::<13>, leaf::<14>];
    let product =
        |template, fields: &[usize]| Product { fields: references(fields), template, fallible: false };
    match plan {
        Plan::Leaf(leaf) => LEAVES[*leaf],
        &Plan::Sequence { element, shortest, more, distinct } => {
            let sequence = bounded_sequence(REFERENCES[element], shortest, shortest + more);
            let distinct = match element {
                _ if !distinct => Distinct::Nothing,
                ENTRIES.. => Distinct::Keys,
                _ => Distinct::Elements,
            };
            leaked(Shape::Sequence(Sequence { distinct, ..sequence }))
        }
        &Plan::Set { element, shortest } => {
            let sequence = bounded_sequence(REFERENCES_TO_MANY[element], shortest, 2 * shortest + 1);
            leaked(Shape::Sequence(Sequence { distinct: Distinct::Elements, ..sequence }))
        }
        Plan::Product(fields) => leaked(Shape::Product(product("({*})", fields))),
        Plan::Sum(variants) => {
            let templates = ["A", "B", "C", "D", "E", "F", "G", "H"];
            let variants = templates.iter().zip(variants);
            let variants = Vec::leak(variants.map(|(template, fields)| product(template, fields)).collect());
            leaked(Shape::Sum(Sum { variants }))
        }
        // No wrapper contains itself.
        Plan::Wrapper(inner) if *inner <= index => LEAVES[*inner],
        Plan::Wrapper(inner) => leaked(Shape::Wrapper(Wrapper::new(REFERENCES[*inner], "&{0}"))),
    }
}

/// Random types, each made of any others.
#[derive(Clone, Debug)]
pub struct Types(Vec<Plan>);

impl Types {
    /// The shapes of those types that have finite values. They hold until this is called again in
    /// the same thread.
    pub fn shapes(&self) -> Vec<&'static Shape> {
        let mut built: Vec<&'static Shape> =
            self.0.iter().enumerate().map(|(index, plan)| built(index, plan)).collect();
        let entries: [&'static [ShapeRef]; 2] =
            [&[leaf::<2>, slot::<0>], &[leaf::<13>, slot::<1>, slot::<2>]];
        for (entry, fields) in built[ENTRIES..].iter_mut().zip(entries) {
            *entry = leaked(Shape::Product(Product { fields, template: "({*})", fallible: false }));
        }
        SHAPES.with(|shapes| shapes.borrow_mut().clone_from(&built));
        let heights = Heights::from_shapes(&built);
        built.retain(|shape| heights.least(shape).is_some());
        built
    }
}

pub fn types() -> impl Strategy<Value = Types> {
    prop::collection::vec(plan(), SLOTS).prop_map(Types)
}

#[test]
fn random_types_are_of_every_kind() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut recursive, mut sets, mut maps, mut arrays) = (0, 0, 0, 0);
    for _ in 0..200 {
        let types = types().new_tree(&mut runner).expect("types are always made").current();
        for shape in types.shapes() {
            recursive += usize::from(!Heights::from_shapes(&[shape]).is_limited(shape));
            let Shape::Sequence(sequence) = shape else { continue };
            sets += usize::from(sequence.distinct == Distinct::Elements);
            maps += usize::from(sequence.distinct == Distinct::Keys);
            arrays += usize::from(sequence.shortest == sequence.longest && sequence.longest > 0);
        }
    }
    let counts = [recursive, sets, maps, arrays];
    assert!(recursive > 200 && sets > 50 && maps > 10 && arrays > 5, "{counts:?}");
}
