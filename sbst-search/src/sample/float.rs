//! Drawing floats, as `f64`; those of `f32` are representable there.

use crate::pool::Pool;
use crate::Random;
use sbst_model::shape::{Float, Width};

/// Once in how many draws a special value is taken, and a literal if there are any.
const SPECIAL: u64 = 6;
const LITERAL: u64 = 6;

/// Values at which arithmetic and comparisons behave in their own way.
const SPECIALS: [f64; 9] = [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2.0];

/// Draws a value.
pub(crate) fn sample(float: Float, random: &mut Random, pool: &Pool) -> f64 {
    if pool.special_values && random.one_in(SPECIAL) {
        return special(float, random);
    }
    if random.one_in(LITERAL) && !pool.literals.floats.is_empty() {
        return fit(float, *random.pick(&pool.literals.floats));
    }
    let value = match random.below(6) {
        0 => any_bits(float, random),
        1 => signed(random.below(16) as f64, random),
        2 => whole(random),
        3 => whole(random) / power_of_ten(1 + random.below(3) as u32),
        4 => signed(random.unit(), random),
        _ => random.gaussian() * power_of_two(random.below(41) as i32 - 20),
    };
    fit(float, value)
}

/// Zeros, ones, infinities, NaN, and the extremes of the type.
pub(crate) fn special(float: Float, random: &mut Random) -> f64 {
    let (greatest, least, step) = match float.width {
        Width::Single => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE), f64::from(f32::EPSILON)),
        Width::Double => (f64::MAX, f64::MIN_POSITIVE, f64::EPSILON),
    };
    let extremes = [greatest, -greatest, least, step];
    let index = random.index(SPECIALS.len() + extremes.len());
    match SPECIALS.get(index) {
        Some(&value) => value,
        None => extremes[index - SPECIALS.len()],
    }
}

/// The nearest value that is allowed.
#[inline]
pub(crate) fn fit(float: Float, value: f64) -> f64 {
    float.nearest(value)
}

/// Each value of the type equally likely, NaN aside: mostly very large or very small.
fn any_bits(float: Float, random: &mut Random) -> f64 {
    match float.width {
        Width::Single => f64::from(f32::from_bits(random.bits() as u32)),
        Width::Double => f64::from_bits(random.bits()),
    }
}

/// A whole number of up to 53 bits, the most that are exact, each number of bits equally likely.
fn whole(random: &mut Random) -> f64 {
    let bits = random.below(54);
    signed(random.below(1 << bits) as f64, random)
}

/// Negative half of the time.
pub(crate) fn signed(value: f64, random: &mut Random) -> f64 {
    if random.coin() {
        -value
    } else {
        value
    }
}

/// 2 to the power of `exponent`, from -1022 to 1023, exactly.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// 10 to the power of `exponent`, up to 19, exactly.
pub(crate) fn power_of_ten(exponent: u32) -> f64 {
    10u64.pow(exponent) as f64
}
