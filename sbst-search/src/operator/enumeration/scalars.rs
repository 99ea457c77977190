//! Enumerating numbers, characters and texts.

use super::{length, power};
use crate::operator::sample::float::{at_position, position};
use crate::operator::sample::{float::grid::Grid, integer::skips_zero};
use sbst_model::shape::{Alphabet, Float, Integer, Text};
use sbst_model::TestCase;

pub(super) fn count_integers(integer: &Integer) -> u128 {
    (integer.highest - integer.lowest - u128::from(skips_zero(integer))).saturating_add(1)
}

/// Rule 1: returns the direction (true if above the first value) and the distance of an index.
fn outwards(below: u128, above: u128, index: u128) -> (bool, u128) {
    let both = below.min(above);
    if index / 2 < both || index == 2 * both {
        (index % 2 == 1, index.div_ceil(2))
    } else {
        (above > below, index - both)
    }
}

pub(super) fn nth_integer(integer: &Integer, index: u128) -> u128 {
    let first = integer.nearest(0, false);
    let gap = u128::from(skips_zero(integer));
    match outwards(first - integer.lowest - gap, integer.highest - first, index) {
        (_, 0) => first,
        (true, distance) => first + distance,
        (false, distance) => first - gap - distance,
    }
}

pub(super) fn count_floats(float: &Float) -> u128 {
    match Grid::from_float(*float) {
        Some(grid) => grid.numbers().highest - grid.numbers().lowest + 1,
        None => {
            let place = |value| position(float.width, value);
            (place(float.highest) - place(float.lowest)) as u128 + 1
        }
    }
}

pub(super) fn nth_float(float: &Float, index: u128) -> f64 {
    if let Some(grid) = Grid::from_float(*float) {
        return grid.multiple(nth_integer(grid.numbers(), index));
    }
    let place = |value| position(float.width, value);
    let first = place(float.nearest(0.0));
    let (below, above) = ((first - place(float.lowest)) as u128, (place(float.highest) - first) as u128);
    let (up, distance) = outwards(below, above, index);
    let distance = distance as i128;
    float.nearest(at_position(float.width, if up { first + distance } else { first - distance }))
}

/// Returns the simplest character of an alphabet: one that reads as "any", or otherwise the first
/// plain one.
pub fn simplest_character(alphabet: &Alphabet) -> char {
    let plain = [('a', 'a'), ('0', '0'), (' ', ' '), ('a', 'z'), ('0', '9'), ('A', 'Z'), ('!', '~')];
    let first_in = |(lowest, highest): (char, char)| {
        let ranges = alphabet.ranges().iter().map(|&(first, last)| (first.max(lowest), last.min(highest)));
        ranges.filter(|(first, last)| first <= last).map(|(first, _)| first).next()
    };
    plain.into_iter().find_map(first_in).unwrap_or_else(|| alphabet.at(0))
}

pub(super) fn character(alphabet: &Alphabet, index: u128) -> char {
    let first = alphabet.index(simplest_character(alphabet)).unwrap_or(0);
    alphabet.at(((u128::from(first) + index) % u128::from(alphabet.len())) as u32)
}

pub(super) fn push_text(text: &Text, index: u128, test: &mut TestCase) {
    let base = u128::from(text.alphabet.len());
    let (length, mut index) = length(text.shortest, index, |length| power(base, length));
    let digits = (0..length).map(|_| {
        let digit = index % base;
        index /= base;
        character(&text.alphabet, digit)
    });
    test.push_characters(digits);
}
