//! Drawing floats, as `f64`, in which those of `f32` are representable. All drawn numbers pass
//! through [`Float::nearest`], which returns the nearest allowed value.

pub(crate) mod grid;
mod range;

use crate::operator::{pool::Pool, random::Random};
use grid::Grid;
use sbst_model::shape::{Float, Width};

/// Draws per special value, and per literal, if any.
const SPECIAL: u64 = 6;
const LITERAL: u64 = 6;

/// Values with special arithmetic and comparisons.
const SPECIALS: [f64; 9] = [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2.0];

pub(crate) fn sample(float: Float, random: &mut Random, pool: &Pool) -> f64 {
    if pool.special_values && random.one_in(SPECIAL) {
        return special(float, random);
    }
    if random.one_in(LITERAL) && pool.has_floats() {
        return float.nearest(pool.float(random));
    }
    if let Some(grid) = Grid::from_float(float) {
        return grid.sample(random, pool);
    }
    let value = if is_ranged(&float) { range::any_scale(float, random) } else { any_scale(float, random) };
    float.nearest(value)
}

/// True if bounds exclude representable numbers without a step.
#[inline]
pub fn is_ranged(float: &Float) -> bool {
    float.lowest > f64::NEG_INFINITY || float.highest < f64::INFINITY
}

/// Draws a number on every scale, without regard to bounds.
fn any_scale(float: Float, random: &mut Random) -> f64 {
    match random.below(6) {
        0 => any_bits(float, random),
        1 => signed(random.below(16) as f64, random),
        2 => whole(random),
        3 => whole(random) / power_of_ten(1 + random.below(3) as u32),
        4 => signed(random.unit(), random),
        _ => random.gaussian() * power_of_two(random.below(41) as i32 - 20),
    }
}

/// Draws zeros, ones, infinities, NaN, the type's extremes; half of the time the ends of any range.
pub(crate) fn special(float: Float, random: &mut Random) -> f64 {
    if is_ranged(&float) && random.coin() {
        return float.nearest(range::end(float, random));
    }
    let (greatest, least, step) = match float.width {
        Width::Single => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE), f64::from(f32::EPSILON)),
        Width::Double => (f64::MAX, f64::MIN_POSITIVE, f64::EPSILON),
    };
    let extremes = [greatest, -greatest, least, step];
    let index = random.index(SPECIALS.len() + extremes.len());
    float.nearest(match SPECIALS.get(index) {
        Some(&value) => value,
        None => extremes[index - SPECIALS.len()],
    })
}

/// Moves by `steps` representable values (or multiples of the step) up or down, as far as allowed.
pub(crate) fn step(float: Float, value: f64, steps: u64, up: bool) -> f64 {
    if value.is_nan() {
        return value;
    }
    if let Some(grid) = Grid::from_float(float) {
        return grid.step(value, steps, up);
    }
    let steps = if up { i128::from(steps) } else { -i128::from(steps) };
    float.nearest(at_position(float.width, position(float.width, value) + steps))
}

/// Returns the position of a value among the representable ones: both zeros at 0, infinity at the
/// end.
pub(crate) fn position(width: Width, value: f64) -> i128 {
    // Floats are stored as sign and magnitude.
    let (bits, sign) = match width {
        Width::Single => (i128::from((value as f32).to_bits()), 1 << 31),
        Width::Double => (i128::from(value.to_bits()), 1 << 63),
    };
    if bits & sign == 0 {
        bits
    } else {
        -(bits & (sign - 1))
    }
}

/// Returns the value at a position; infinity beyond the ends.
pub(crate) fn at_position(width: Width, position: i128) -> f64 {
    let magnitude = position.unsigned_abs();
    let value = match width {
        Width::Single => f64::from(f32::from_bits(magnitude.min(u128::from(f32::INFINITY.to_bits())) as u32)),
        Width::Double => f64::from_bits(magnitude.min(u128::from(f64::INFINITY.to_bits())) as u64),
    };
    if position < 0 {
        -value
    } else {
        value
    }
}

/// Draws each value of the type equally likely, except NaN: mostly very large or very small.
fn any_bits(float: Float, random: &mut Random) -> f64 {
    match float.width {
        Width::Single => f64::from(f32::from_bits(random.bits() as u32)),
        Width::Double => f64::from_bits(random.bits()),
    }
}

/// Draws a whole number of up to 53 bits, the most that are exact, each number of bits equally
/// likely.
fn whole(random: &mut Random) -> f64 {
    let bits = random.below(54);
    signed(random.below(1 << bits) as f64, random)
}

/// Negates half of the time.
pub(crate) fn signed(value: f64, random: &mut Random) -> f64 {
    if random.coin() {
        -value
    } else {
        value
    }
}

/// Returns 2 to the power of `exponent`, from -1022 to 1023, exactly.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Returns 10 to the power of `exponent`, up to 19, exactly.
pub(crate) fn power_of_ten(exponent: u32) -> f64 {
    10u64.pow(exponent) as f64
}
