//! Changing floats.

use crate::pool::Pool;
use crate::sample::float::{fit, power_of_ten, power_of_two, sample, signed, special};
use crate::Random;
use sbst_model::shape::{Float, Width};

/// Another value, mostly.
pub(crate) fn change(float: Float, value: f64, random: &mut Random, pool: &Pool) -> f64 {
    if !value.is_finite() {
        return sample(float, random, pool);
    }
    let changed = match random.below(16) {
        0 | 1 => value + signed(1.0 + random.below(8) as f64, random),
        2 | 3 => value + signed(power_of_two(random.below(64) as i32 - 31), random),
        4 => value + random.gaussian() * power_of_two(random.below(64) as i32 - 31),
        5 => value * (1.0 + random.gaussian() * power_of_two(-(random.below(21) as i32))),
        6..=8 => {
            let bits = match float.width {
                Width::Single => 31,
                Width::Double => 63,
            };
            step(float, value, 1 << random.below(bits), random.coin())
        }
        9 | 10 => rounded(value, random),
        11 => -value,
        12 => scaled(value, random),
        13 if pool.special_values => special(float, random),
        14 if !pool.literals.floats.is_empty() => {
            let literal = fit(float, *random.pick(&pool.literals.floats));
            if random.one_in(4) {
                step(float, literal, 1, random.coin())
            } else {
                literal
            }
        }
        _ => sample(float, random, pool),
    };
    match fit(float, changed) {
        changed if changed.to_bits() == value.to_bits() => step(float, value, 1, random.coin()),
        changed => changed,
    }
}

/// `steps` representable values up or down, infinity at the farthest.
pub(crate) fn step(float: Float, value: f64, steps: u64, up: bool) -> f64 {
    if value.is_nan() {
        return value;
    }
    let steps = if up { steps as i128 } else { -(steps as i128) };
    match float.width {
        Width::Single => {
            let infinity = i128::from(f32::INFINITY.to_bits());
            let bits = i128::from((value as f32).to_bits());
            let position = along(bits, 1 << 31, infinity, steps);
            f64::from(f32::from_bits(position as u32))
        }
        Width::Double => {
            let infinity = i128::from(f64::INFINITY.to_bits());
            let position = along(i128::from(value.to_bits()), 1 << 63, infinity, steps);
            f64::from_bits(position as u64)
        }
    }
}

/// The bits of floats are sign and magnitude: goes `steps` along the line of values and back to bits.
fn along(bits: i128, sign: i128, infinity: i128, steps: i128) -> i128 {
    let position = if bits & sign == 0 { bits } else { -(bits & (sign - 1)) };
    match (position + steps).clamp(-infinity, infinity) {
        position if position < 0 => sign | -position,
        position => position,
    }
}

/// Rounded to a whole number or to a few digits.
fn rounded(value: f64, random: &mut Random) -> f64 {
    match random.below(6) {
        0 => value.floor(),
        1 => value.ceil(),
        2 => value.trunc(),
        3 => value.round(),
        digits => {
            let scale = power_of_ten(digits as u32 - 3);
            (value * scale).round() / scale
        }
    }
}

fn scaled(value: f64, random: &mut Random) -> f64 {
    match random.below(5) {
        0 => value * 2.0,
        1 => value / 2.0,
        2 => value * 10.0,
        3 => value / 10.0,
        _ => 1.0 / value,
    }
}
