//! Drawing integers, as ordinals of their type.

use crate::operator::{pool::Pool, random::Random};
use sbst_model::shape::Integer;

/// The bound of small numbers: loop rounds, lengths, months.
const SMALL: u64 = 16;

/// Draws an ordinal: a sixth each are special values, literals (if any), any values, and small
/// ones. The rest is on any scale. One random number decides, since the processor cannot predict
/// the branch anyway.
pub(crate) fn sample(integer: &Integer, random: &mut Random, pool: &Pool) -> u128 {
    let drawn = match random.below(24) {
        0..=3 if pool.special_values => Some(special(integer, random)),
        4..=7 if pool.has_integers() => literal(integer, random, pool),
        8..=11 => None,
        12..=15 => from_zero(integer, u128::from(random.below(SMALL)), random),
        _ => from_zero(integer, any_scale(width(integer), random), random),
    };
    // Any value, also if both ends were passed.
    drawn.unwrap_or_else(|| any(integer, random))
}

fn any(integer: &Integer, random: &mut Random) -> u128 {
    if !skips_zero(integer) {
        return integer.lowest + random.up_to(integer.highest - integer.lowest);
    }
    let ordinal = integer.lowest + random.up_to(integer.highest - integer.lowest - 1);
    if ordinal < integer.ordinal(0) {
        ordinal
    } else {
        ordinal + 1
    }
}

/// True if zero is excluded between the extremes.
#[inline]
pub fn skips_zero(integer: &Integer) -> bool {
    let zero = integer.ordinal(0);
    integer.nonzero && integer.lowest < zero && zero < integer.highest
}

/// Returns the bits of the number of allowed values.
pub(crate) fn width(integer: &Integer) -> u32 {
    128 - (integer.highest - integer.lowest).leading_zeros()
}

/// Draws a number of up to `bits` bits, each number of bits equally likely.
pub(crate) fn any_scale(bits: u32, random: &mut Random) -> u128 {
    match random.below(u64::from(bits) + 1) as u32 {
        0 => 0,
        bits => 1 << (bits - 1) | random.up_to((1 << (bits - 1)) - 1),
    }
}

/// Moves from zero up or down by `distance`; only upwards without negative numbers.
fn from_zero(integer: &Integer, distance: u128, random: &mut Random) -> Option<u128> {
    let (zero, up) = (integer.nearest(0, false), random.coin());
    moved(integer, zero, distance, up).or_else(|| moved(integer, zero, distance, !up))
}

/// Moves `ordinal` up or down by `distance`, if that is allowed.
pub(crate) fn moved(integer: &Integer, ordinal: u128, distance: u128, up: bool) -> Option<u128> {
    let moved = if up { ordinal.checked_add(distance) } else { ordinal.checked_sub(distance) };
    moved.filter(|&moved| integer.clamp(moved) == moved)
}

/// Draws zero, one, extremes and their neighbours, or powers of two and theirs.
pub(crate) fn special(integer: &Integer, random: &mut Random) -> u128 {
    let ordinal = match random.below(10) {
        0 | 1 => integer.nearest(0, false),
        2 => integer.nearest(1, false),
        3 => integer.nearest(u128::MAX, true),
        4 => integer.lowest,
        5 => integer.highest,
        6 => integer.lowest.saturating_add(1),
        7 => integer.highest.saturating_sub(1),
        _ => {
            let power = 1u128 << random.below(u64::from(integer.bits));
            let ordinal = if integer.signed && random.coin() {
                integer.nearest(power.wrapping_neg(), true)
            } else {
                integer.nearest(power, false)
            };
            near(ordinal, random)
        }
    };
    integer.clamp(ordinal)
}

/// Draws a literal of the source, or a neighbour of one: `x < 10` needs 9 and 10.
pub(crate) fn literal(integer: &Integer, random: &mut Random, pool: &Pool) -> Option<u128> {
    if !pool.has_integers() {
        return None;
    }
    let (value, negative) = pool.integer(random);
    Some(integer.clamp(near(integer.nearest(value, negative), random)))
}

/// Returns it unchanged half of the time, otherwise one more or less.
fn near(ordinal: u128, random: &mut Random) -> u128 {
    match random.below(4) {
        0 => ordinal.saturating_sub(1),
        1 => ordinal.saturating_add(1),
        _ => ordinal,
    }
}

/// Returns the ordinal of the value nearest to an integer of another type.
pub(crate) fn convert(from: &Integer, to: &Integer, value: u128) -> u128 {
    let value = from.value(from.ordinal(value));
    to.nearest(value, from.signed && (value as i128) < 0)
}
