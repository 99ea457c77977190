//! Changing floats: with a step by multiples of it, otherwise on all scales.

use super::integer;
use crate::operator::sample::float::{
    at_position, is_ranged, position, power_of_ten, power_of_two, sample, signed, special, step,
};
use crate::operator::{pool::Pool, random::Random, sample::float::grid::Grid};
use sbst_model::shape::{Float, Width};

/// Changes of a multiple of a step per fresh draw, for special values and literals.
const REDRAW: u64 = 8;

/// Returns another value, mostly.
pub(crate) fn change(float: Float, value: f64, random: &mut Random, pool: &Pool) -> f64 {
    if !value.is_finite() {
        return sample(float, random, pool);
    }
    if let Some(grid) = Grid::from_float(float) {
        let changed = match random.one_in(REDRAW) {
            true => sample(float, random, pool),
            false => {
                let number = grid.number(value);
                grid.multiple(integer::change(grid.numbers(), number, random, &pool.without_literals()))
            }
        };
        return match changed.to_bits() == value.to_bits() {
            // Far from zero a step may be less than the precision of the type.
            true => float.nearest(neighbour(float, value, random.coin())),
            false => changed,
        };
    }
    let changed = match random.below(16) {
        0 | 1 => value + signed(1.0 + random.below(8) as f64, random),
        2 | 3 => value + signed(power_of_two(random.below(64) as i32 - 31), random),
        4 => value + random.gaussian() * power_of_two(random.below(64) as i32 - 31),
        5 => value * (1.0 + random.gaussian() * power_of_two(-(random.below(21) as i32))),
        6..=8 => jump(float, value, random),
        9 | 10 => rounded(value, random),
        11 => -value,
        12 => scaled(value, random),
        13 if pool.special_values => special(float, random),
        14 if pool.has_floats() => {
            let literal = float.nearest(pool.float(random));
            if random.one_in(4) {
                step(float, literal, 1, random.coin())
            } else {
                literal
            }
        }
        _ => sample(float, random, pool),
    };
    match float.nearest(into_range(float, value, changed)) {
        changed if changed.to_bits() == value.to_bits() => step_within(float, value, random.coin()),
        changed => changed,
    }
}

/// Mirrors a step past an end of a range if possible, so that values do not gather at the ends.
fn into_range(float: Float, value: f64, changed: f64) -> f64 {
    let within = |changed: f64| float.lowest <= changed && changed <= float.highest;
    let mirrored = value - (changed - value);
    if within(changed) || !within(mirrored) {
        changed
    } else {
        mirrored
    }
}

/// Moves by a power of two of representable values; past the end of a range, the other way.
fn jump(float: Float, value: f64, random: &mut Random) -> f64 {
    if !is_ranged(&float) {
        let bits = match float.width {
            Width::Single => 31,
            Width::Double => 63,
        };
        return step(float, value, 1 << random.below(bits), random.coin());
    }
    let place = |value| position(float.width, value);
    let (first, last) = (place(float.lowest), place(float.highest));
    let bits = 128 - (last - first).leading_zeros();
    let distance = 1i128 << random.below(bits.into());
    let distance = if random.coin() { distance } else { -distance };
    let mut targets = [place(value) + distance, place(value) - distance].into_iter();
    targets
        .find(|target| (first..=last).contains(target))
        .map_or(value, |place| at_position(float.width, place))
}

fn neighbour(float: Float, value: f64, up: bool) -> f64 {
    at_position(float.width, position(float.width, value) + if up { 1 } else { -1 })
}

/// Moves by one; at an end, the other way.
fn step_within(float: Float, value: f64, up: bool) -> f64 {
    match step(float, value, 1, up) {
        stepped if stepped.to_bits() == value.to_bits() => step(float, value, 1, !up),
        stepped => stepped,
    }
}

/// Rounds to a whole number or to a few digits.
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
