//! Readable numbers, which also fail no allocation.

use crate::operator::inputs::Inputs;
use crate::operator::places::{Place, Places};
use sbst_model::shape::Integer;
use sbst_model::{Shape, TestCase};

/// Numbers from here on keep the remainder: the next power of ten after the last readable digits.
const READABLE: u128 = 100;

/// Cuts the unreadable numbers of a test.
pub(super) fn with_readable_numbers(mut test: TestCase, inputs: &Inputs) -> TestCase {
    for (place, shape) in integers(&test, inputs) {
        let value = test.integer(place.node);
        let is_negative = shape.signed && (value as i128) < 0;
        let magnitude = if is_negative { value.wrapping_neg() } else { value };
        if magnitude >= READABLE {
            let cut = magnitude % READABLE;
            let cut = if is_negative { cut.wrapping_neg() } else { cut };
            if shape.allows(shape.ordinal(cut)) {
                test.set_integer(place.node, cut);
            }
        }
    }
    test
}

pub(super) fn integers(test: &TestCase, inputs: &Inputs) -> Vec<(Place, &'static Integer)> {
    let mut places = Places::default();
    places.find(&inputs.parameters, test);
    let integer = |place: Place| match place.shape {
        Shape::Integer(integer) => Some((place, integer)),
        _ => None,
    };
    places.leaves.into_iter().filter_map(integer).collect()
}
