//! Which of two values is simpler. A value is only ever replaced by a simpler one, so minimising comes to an end.

use crate::sample::float::power_of_ten;
use sbst_model::shape::Integer;
use sbst_model::{NodeKind, Shape, TestCase};

/// How far from simple a float is: finite before infinite before NaN, few decimals, small, positive.
pub(super) fn of_float(value: f64) -> (u32, u32, u64, bool) {
    let class = if value.is_finite() { 0 } else { 1 + u32::from(value.is_nan()) };
    // Positive floats are ordered as their bits.
    (class, decimals(value), value.abs().to_bits(), value.is_sign_negative())
}

/// Digits after the point that the value needs, up to 7; 0 for whole numbers.
fn decimals(value: f64) -> u32 {
    let needs = |&digits: &u32| {
        let scale = power_of_ten(digits);
        value.is_finite() && (value * scale).round() / scale != value
    };
    (0..7).take_while(needs).count() as u32
}

/// How far from simple an integer is: small, then positive.
pub(super) fn of_integer(integer: &Integer, value: u128) -> (u128, bool) {
    let negative = integer.signed && (value as i128) < 0;
    (if negative { value.wrapping_neg() } else { value }, negative)
}

/// How far from simple a character is: those that read as "any character", then other printable ones, then the rest.
pub(super) fn of_character(character: char) -> (usize, char) {
    const CLASSES: [fn(char) -> bool; 8] = [
        |c| c == 'a',
        |c| c == '0',
        |c| c == ' ',
        |c| c.is_ascii_lowercase(),
        |c| c.is_ascii_digit(),
        |c| c.is_ascii_uppercase(),
        |c| c.is_ascii_graphic(),
        |c| c.is_alphanumeric(),
    ];
    let class = CLASSES.iter().position(|class| class(character));
    (class.unwrap_or(CLASSES.len()), character)
}

/// Appends the simplest value of a shape.
pub(super) fn push_simplest(shape: &'static Shape, test: &mut TestCase) {
    match shape {
        Shape::Bool => _ = test.leaf(NodeKind::Bool, 0),
        Shape::Char(alphabet) => _ = test.leaf(NodeKind::Char, u64::from(u32::from(alphabet.nearest('a')))),
        Shape::Integer(integer) => {
            crate::sample::push_integer(integer, integer.nearest(0, false), test);
        }
        Shape::Float(float) => _ = test.leaf(NodeKind::Float, float.nearest(0.0).to_bits()),
        Shape::Text(_) => _ = test.push_text(""),
        Shape::Sequence(_) => _ = test.leaf(NodeKind::Sequence, 0),
        Shape::Product(product) => {
            let node = test.open(NodeKind::Product, 0);
            product.fields.iter().for_each(|field| push_simplest(field(), test));
            test.close(node);
        }
        Shape::Sum(sum) => push_simplest_variant(sum.variants, 0, test),
        Shape::Wrapper(wrapper) => push_simplest((wrapper.inner)(), test),
    }
}

/// Appends a variant with the simplest fields.
pub(super) fn push_simplest_variant(
    variants: &'static [sbst_model::shape::Product],
    variant: usize,
    test: &mut TestCase,
) {
    let node = test.open(NodeKind::Sum, variant as u64);
    let fields = variants[variant].fields.iter();
    fields.for_each(|field| push_simplest(field(), test));
    test.close(node);
}
