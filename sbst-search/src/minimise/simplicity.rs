//! The order of simplicity. A value is only replaced by a simpler one, so minimising terminates.
//! This file orders numbers and characters. Variants have the order of
//! [`Choice`](crate::operator::recursion::Choice), and any other value becomes one with fewer
//! nodes.

use crate::operator::sample::float::power_of_ten;
use sbst_model::shape::Integer;

/// Returns the complexity of a float: finite, infinite, NaN; few decimals, small, positive.
pub(super) fn float_complexity(value: f64) -> (u32, u32, u64, bool) {
    let class = if value.is_finite() { 0 } else { 1 + u32::from(value.is_nan()) };
    // Positive floats are ordered as their bits.
    (class, decimals(value), value.abs().to_bits(), value.is_sign_negative())
}

/// Returns the digits after the point that the value needs, up to 7; 0 for whole numbers.
fn decimals(value: f64) -> u32 {
    let needs = |&digits: &u32| {
        let scale = power_of_ten(digits);
        value.is_finite() && (value * scale).round() / scale != value
    };
    (0..7).take_while(needs).count() as u32
}

/// Returns the complexity of an integer: small, then positive.
pub(super) fn integer_complexity(integer: &Integer, value: u128) -> (u128, bool) {
    let negative = integer.signed && (value as i128) < 0;
    (if negative { value.wrapping_neg() } else { value }, negative)
}

/// Returns the complexity of a character: usual placeholders, other printable ones, the rest.
pub(super) fn character_complexity(character: char) -> (usize, char) {
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
