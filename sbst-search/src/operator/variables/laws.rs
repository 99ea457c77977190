//! Properties of every variable.

use super::*;
use crate::local::variable_search::moved;
use crate::operator::inputs::Inputs;
use crate::operator::places::Places;
use proptest::prelude::*;
use sbst_model::conforms;
use sbst_model::shape::{Alphabet, Bounds, Endpoint, Float, Product, Range, Sum, Width};

const TEXT: Text = Text {
    template: "{0}",
    empty: None,
    shortest: 2,
    longest: 12,
    alphabet: Alphabet::from_ranges(&[('a', 'f'), ('x', 'z')]),
};
const SEQUENCE: Sequence = Sequence {
    element: || &SHAPES[0],
    template: "",
    empty: None,
    shortest: 1,
    longest: 9,
    distinct: Distinct::Nothing,
};
const UNIT: Bounds = {
    let range = Range {
        lowest: Some(Endpoint::new(-1, -1.0)),
        highest: Some(Endpoint::new(2, 2.5)),
        exclusive: false,
    };
    Bounds { range: Some(range), ..Bounds::NONE }
};
static SHAPES: [Shape; 16] = [
    Shape::Integer(Integer::all("i8", 8, true)),
    Shape::Integer(Integer::all("i128", 128, true)),
    Shape::Integer(Integer::all("u128", 128, false)),
    Shape::Integer(Integer::all("u128", 128, false).without_zero()),
    Shape::Integer(Integer::all("i8", 8, true).without_zero()),
    Shape::Integer(Integer::all("i64", 64, true).within(&UNIT)),
    Shape::Bool,
    Shape::Char(Alphabet::ALL),
    Shape::Char(Alphabet::from_ranges(&[('0', '9'), ('ä', 'ö')])),
    Shape::Float(Float::all(Width::Double)),
    Shape::Float(Float::all(Width::Single)),
    Shape::Float(Float::all(Width::Single).within(&UNIT)),
    Shape::Float(Float::all(Width::Double).within(&Bounds { step: Some(0.1), ..UNIT })),
    Shape::Text(TEXT),
    Shape::Sequence(SEQUENCE),
    Shape::Sequence(Sequence { element: || &SHAPES[13], distinct: Distinct::Elements, ..SEQUENCE }),
];
static CHOICE: Shape = Shape::Sum(Sum {
    variants: &[
        Product { fields: &[|| &SHAPES[14]], template: "", fallible: false },
        Product { fields: &[], template: "", fallible: false },
    ],
});

/// Returns tests with values of all shapes, and their variables.
fn drawn(seed: u64) -> (Operators, TestCase, Vec<Variable>) {
    let parameters: Vec<&'static Shape> = SHAPES.iter().chain([&CHOICE]).collect();
    let mut operators = Operators::new(Inputs { parameters, ..Inputs::default() }, &[], seed);
    let (mut test, mut variables) = (TestCase::new(), Vec::new());
    operators.sample(&mut test);
    find(&operators, &test, &mut Places::default(), &mut variables);
    (operators, test, variables)
}

fn check(operators: &Operators, test: &TestCase) {
    assert!(test.is_well_formed());
    for (shape, node) in operators.parameters.iter().zip(test.children(0)) {
        assert!(conforms(shape, test, node), "{shape:?} is not the shape of {test:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_position_is_a_value_of_the_shape(seed: u64, far: u128) {
        let (mut operators, test, variables) = drawn(seed);
        let mut other = TestCase::new();
        for variable in variables {
            for &scale in variable.scales() {
                let Some(positions) = variable.positions(&operators, &test, scale) else { continue };
                prop_assert!(positions.at <= positions.highest, "{variable:?}: {positions:?}");
                let anywhere = if positions.highest == u128::MAX { far } else { far % (positions.highest + 1) };
                for to in [0, positions.highest, anywhere] {
                    variable.set(&mut operators, &test, scale, to, &mut other);
                    check(&operators, &other);
                }
                variable.set(&mut operators, &test, scale, positions.at, &mut other);
                let negative_zero = matches!(variable.place.shape, Shape::Float(_));
                prop_assert!(other == test || negative_zero);
            }
        }
    }

    #[test]
    fn a_move_and_the_move_back_restore_the_test(seed: u64, bits in 0u32..128, up: bool) {
        let (mut operators, test, variables) = drawn(seed);
        let (mut there, mut back) = (TestCase::new(), TestCase::new());
        for variable in variables.into_iter().filter(|variable| !matches!(variable.place.shape, Shape::Float(float) if float.step.is_none())) {
            let Some(positions) = variable.positions(&operators, &test, Scale::ONE[0]) else { continue };
            let to = moved(positions.at, 1 << bits, up, positions.highest);
            variable.set(&mut operators, &test, Scale::ONE[0], to, &mut there);
            // A set may have become shorter, because it already contained a drawn element.
            let distinct = matches!(variable.place.shape, Shape::Sequence(sequence) if sequence.distinct != Distinct::Nothing)
                || test.nodes().iter().any(|_| operators.recursion.has_distinct() && variable.place.depth > 0);
            let found = variable.positions(&operators, &there, Scale::ONE[0]);
            prop_assert!(distinct || found == Some(Positions { at: to, ..positions }), "{variable:?}: {found:?}");
            let loses = variable.part == Part::Length && to < positions.at;
            if !distinct && !loses {
                variable.set(&mut operators, &there, Scale::ONE[0], positions.at, &mut back);
                prop_assert_eq!(&back, &test, "{:?}", variable);
            }
        }
    }

    #[test]
    fn floats_ascend_with_their_positions(value: f64, single: bool, to in -1_000i64..1_000) {
        let float = Float::all(if single { Width::Single } else { Width::Double });
        let value = float.nearest(value);
        for &scale in Scale::for_float(&float) {
            let Some(Positions { at, highest }) = scale.positions(&float, value) else { continue };
            let position = if to < 0 { at.saturating_sub(to.unsigned_abs().into()) } else { (at + to as u128).min(highest) };
            let there = scale.value(&float, value, position);
            prop_assert!(if position < at { there < value } else if position > at { there > value } else { there == value },
                "{value} to {there} on {scale:?}");
        }
    }
}

#[test]
fn decimal_steps_have_no_rounding_errors() {
    let float = Float::all(Width::Double);
    let moved = |value: f64, decimals, by: i128| {
        let scale = Scale::Decimals(decimals);
        let at = scale.positions(&float, value).expect("the variable can be moved").at as i128;
        scale.value(&float, value, (at + by) as u128)
    };
    assert_eq!(moved(0.29, 2, 1), 0.3);
    assert_eq!(moved(0.3, 2, -1), 0.29);
    assert_eq!([moved(0.25, 0, 1), moved(0.25, 0, -1)], [1.0, -1.0]);
    assert_eq!([moved(-0.24, 1, 1), moved(-0.24, 1, -1)], [-0.1, -0.3]);
    assert_eq!(moved(1.0, 3, 141), 1.141);
    assert_eq!(Scale::Decimals(0).positions(&float, 1e16), None, "a step of one is below the precision");
    assert_eq!(Scale::Representable.positions(&float, f64::NAN), None);
}

#[test]
fn lengths_precede_their_elements() {
    let (.., variables) = drawn(3);
    let parts: Vec<Part> = variables
        .iter()
        .filter(|variable| variable.place.shape.is_text())
        .map(|variable| variable.part)
        .collect();
    assert_eq!(parts[..3], [Part::Length, Part::Character(0), Part::Character(1)]);
    assert!(variables.is_sorted_by_key(|variable| variable.place.node));
}

trait IsText {
    fn is_text(&self) -> bool;
}

impl IsText for Shape {
    fn is_text(&self) -> bool {
        matches!(self, Shape::Text(_))
    }
}
