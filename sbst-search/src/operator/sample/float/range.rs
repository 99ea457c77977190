//! Drawing floats of a range. A value of the whole type is nearly always outside of it, so the
//! range itself is the scale too.

use super::{at_position, position, power_of_ten, power_of_two};
use crate::operator::random::Random;
use sbst_model::shape::{Float, Width};

/// Draws any number in the range, a short decimal, one near the ends on every scale, or one of the
/// whole type.
pub(super) fn any_scale(float: Float, random: &mut Random) -> f64 {
    match random.below(6) {
        0 => any_position(float, random),
        1 => uniform(float, random),
        2 => short(uniform(float, random), random),
        3 => {
            let (lowest, highest) = finite_ends(float);
            let distance = (highest - lowest) * random.unit() * power_of_two(-(random.below(31) as i32));
            if random.coin() {
                lowest + distance
            } else {
                highest - distance
            }
        }
        _ => {
            let value = super::any_scale(float, random);
            let within = |value: &f64| (float.lowest..=float.highest).contains(value);
            [value, -value].into_iter().find(within).unwrap_or_else(|| uniform(float, random))
        }
    }
}

/// Returns an end, or its neighbour.
pub(super) fn end(float: Float, random: &mut Random) -> f64 {
    let (end, up) = if random.coin() { (float.lowest, true) } else { (float.highest, false) };
    if random.coin() {
        end
    } else {
        super::step(float, end, 1, up)
    }
}

/// Draws each representable number equally likely.
fn any_position(float: Float, random: &mut Random) -> f64 {
    let (first, last) = (position(float.width, float.lowest), position(float.width, float.highest));
    at_position(float.width, first + random.up_to((last - first) as u128) as i128)
}

/// Draws each finite number equally likely.
fn uniform(float: Float, random: &mut Random) -> f64 {
    let (lowest, highest) = finite_ends(float);
    // The difference between the ends may exceed the type.
    let part = random.unit();
    lowest * (1.0 - part) + highest * part
}

fn finite_ends(float: Float) -> (f64, f64) {
    let greatest = match float.width {
        Width::Single => f64::from(f32::MAX),
        Width::Double => f64::MAX,
    };
    (float.lowest.max(-greatest), float.highest.min(greatest))
}

/// Rounds to at most three digits after the point.
fn short(value: f64, random: &mut Random) -> f64 {
    let scale = power_of_ten(random.below(4) as u32);
    (value * scale).round() / scale
}
