//! Changing integers, as ordinals of their type.

use crate::operator::sample::integer::{any_scale, literal, moved, sample, special, width};
use crate::operator::{pool::Pool, random::Random};
use sbst_model::shape::Integer;

/// The greatest small step.
const SMALL: u64 = 16;

pub(crate) fn change(integer: &Integer, ordinal: u128, random: &mut Random, pool: &Pool) -> u128 {
    let width = width(integer);
    if width == 0 {
        return ordinal;
    }
    let changed = match random.below(16) {
        0 | 1 => step(integer, ordinal, 1, random),
        2 => step(integer, ordinal, u128::from(2 + random.below(SMALL - 1)), random),
        3..=8 => step(integer, ordinal, 1 << random.below(u64::from(width)), random),
        9 => step(integer, ordinal, any_scale(width, random), random),
        10 => step(integer, ordinal, gaussian(width, random), random),
        11 => negated(integer, ordinal),
        12 => integer.clamp(ordinal ^ 1 << random.below(u64::from(integer.bits))),
        13 => scaled(integer, ordinal, random),
        14 if pool.special_values => special(integer, random),
        15 => literal(integer, random, pool).unwrap_or_else(|| step(integer, ordinal, 1, random)),
        _ => sample(integer, random, pool),
    };
    if changed == ordinal {
        step(integer, ordinal, 1, random)
    } else {
        changed
    }
}

/// Moves up or down; past an end, the other way; past both, to an end.
fn step(integer: &Integer, ordinal: u128, distance: u128, random: &mut Random) -> u128 {
    let up = random.coin();
    moved(integer, ordinal, distance, up)
        .or_else(|| moved(integer, ordinal, distance, !up))
        .unwrap_or(if up { integer.highest } else { integer.lowest })
}

/// Draws a normally distributed distance, with a deviation on a random scale.
fn gaussian(width: u32, random: &mut Random) -> u128 {
    let deviation = (1u128 << random.below(u64::from(width))) as f64;
    (random.gaussian() * deviation).abs() as u128
}

/// Returns the value with the other sign; for unsigned types its mirror image in the range.
fn negated(integer: &Integer, ordinal: u128) -> u128 {
    if integer.signed {
        let value = integer.value(ordinal);
        // The least value of 128 bits has no counterpart: it counts as positive, beyond all ranges.
        integer.nearest(value.wrapping_neg(), (value as i128) > 0)
    } else {
        integer.highest - (ordinal - integer.lowest)
    }
}

fn scaled(integer: &Integer, ordinal: u128, random: &mut Random) -> u128 {
    let value = integer.value(ordinal);
    if !integer.signed {
        let scaled = if random.coin() { value.saturating_mul(2) } else { value / 2 };
        return integer.nearest(scaled, false);
    }
    let value = value as i128;
    let scaled = if random.coin() { value.saturating_mul(2) } else { value / 2 };
    integer.nearest(scaled as u128, scaled < 0)
}
