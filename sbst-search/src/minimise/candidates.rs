//! Simpler values to try instead of one, simplest first.

use super::simplicity::{character_complexity, float_complexity, integer_complexity};
use crate::operator::{enumeration::simplest_character, sample::float::power_of_ten};
use sbst_model::shape::{Alphabet, Float, Integer};

/// Small readable numbers, as magnitudes. All numbers of one digit are included: bisection misses
/// conditions on them (a year that is divisible by 4 and not by 100).
const PLAIN: [u128; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100];

/// Returns plain numbers of both signs, then the value without its sign, each simpler than `value`.
/// The numbers between are left to bisection.
pub(super) fn integers(integer: &Integer, value: u128) -> impl Iterator<Item = u128> + '_ {
    let own_magnitude = integer_complexity(integer, value).0;
    let signs = |magnitude| [(magnitude, false), (magnitude, true)];
    let plain = PLAIN.into_iter().flat_map(signs).chain([(own_magnitude, false)]);
    plain
        .map(|(magnitude, negative)| nearest(integer, magnitude, negative))
        .filter(move |&number| integer_complexity(integer, number) < integer_complexity(integer, value))
}

/// Returns the value of the type nearest to a number with this magnitude and sign.
pub(super) fn nearest(integer: &Integer, magnitude: u128, negative: bool) -> u128 {
    let negative = negative && magnitude > 0;
    let number = if negative { magnitude.wrapping_neg() } else { magnitude };
    integer.value(integer.nearest(number, negative))
}

/// Returns plain numbers, then the value cut to fewer digits, each simpler than `value`.
pub(super) fn floats(float: Float, value: f64) -> impl Iterator<Item = f64> {
    let plain = [0.0, 1.0, -1.0, 2.0, 0.5, 10.0, 100.0];
    let cut = (0..7).flat_map(move |digits| {
        let scale = power_of_ten(digits);
        [
            (value * scale).trunc() / scale,
            (value * scale).round() / scale,
            (value * scale).floor() / scale,
            (value * scale).ceil() / scale,
        ]
    });
    // Towards zero, by halves.
    let halves = [1024.0, 32.0, 4.0, 2.0, 1.25].map(|divisor| (value / divisor).trunc());
    let fitting = plain.into_iter().chain(halves).chain(cut);
    let fitting = fitting.map(move |number| float.nearest(number));
    fitting.filter(move |&number| float_complexity(number) < float_complexity(value))
}

/// Returns characters that read as "any character", in the alphabet and simpler than `character`.
pub(super) fn characters(alphabet: &Alphabet, character: char) -> impl Iterator<Item = char> + '_ {
    let lower = character.to_ascii_lowercase();
    ['a', '0', ' ', lower, 'b', '1', 'A', '-', '.']
        .into_iter()
        .chain((!alphabet.is_all()).then(|| simplest_character(alphabet)))
        .filter(move |&other| {
            alphabet.contains(other) && character_complexity(other) < character_complexity(character)
        })
}
