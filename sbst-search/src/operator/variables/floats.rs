//! Floats by precision: whole numbers first, then tenths, hundredths and so on, as far as the type
//! distinguishes them. At last come the representable values, with powers of two as near as whole
//! numbers.

use super::Positions;
use crate::operator::sample::float::{at_position, position, power_of_ten};
use sbst_model::shape::{Float, Width};

/// The size of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Ten to the power of minus this; without meaning for other values than floats.
    Decimals(u32),
    /// The next representable value.
    Representable,
}

/// Positions up and down without an end: far more than a float distinguishes.
const MANY: u128 = 1 << 100;

/// Decimals that an `f32` and an `f64` keep for numbers between 1 and 10.
const SINGLE: usize = 7;
const DOUBLE: usize = 15;

static SCALES: [Scale; DOUBLE + 1] = {
    let mut scales = [Scale::Representable; DOUBLE + 1];
    let mut decimals = 0;
    while decimals < DOUBLE {
        scales[decimals] = Scale::Decimals(decimals as u32);
        decimals += 1;
    }
    scales
};
static SINGLE_SCALES: [Scale; SINGLE + 1] = {
    let mut scales = [Scale::Representable; SINGLE + 1];
    let mut decimals = 0;
    while decimals < SINGLE {
        scales[decimals] = Scale::Decimals(decimals as u32);
        decimals += 1;
    }
    scales
};

impl Scale {
    /// The scale of other values.
    pub(crate) const ONE: &'static [Scale] = &[Scale::Decimals(0)];

    /// Returns the scales of a float. Multiples of a step have one.
    pub(super) fn for_float(float: &Float) -> &'static [Scale] {
        match (float.step, float.width) {
            (Some(_), _) => Scale::ONE,
            (None, Width::Single) => &SINGLE_SCALES,
            (None, Width::Double) => &SCALES,
        }
    }

    pub(super) fn positions(self, float: &Float, value: f64) -> Option<Positions> {
        if let Some((first, last)) = float.multiples() {
            let distance = |from: i64, to: i64| u128::from(to.abs_diff(from));
            return Some(Positions {
                at: distance(first, float.steps(value)),
                highest: distance(first, last),
            });
        }
        if value.is_nan() {
            return None;
        }
        match self {
            Scale::Decimals(decimals) => {
                let scale = power_of_ten(decimals);
                // Numbers from there on have no neighbours at a distance of one.
                let whole = match float.width {
                    Width::Single => (1u64 << 23) as f64,
                    Width::Double => (1u64 << 52) as f64,
                };
                if value.abs() * scale >= whole {
                    return None;
                }
                // One more, because an end need not be a multiple.
                let room = |distance: f64| ((distance * scale) as u128).saturating_add(1).min(MANY);
                let at = room(value - float.lowest);
                Some(Positions { at, highest: at + room(float.highest - value) })
            }
            Scale::Representable => {
                let from_lowest =
                    |value| (position(float.width, value) - position(float.width, float.lowest)) as u128;
                Some(Positions { at: from_lowest(value), highest: from_lowest(float.highest) })
            }
        }
    }

    /// Returns the value at position `to`, for a variable at `value`.
    pub(super) fn value(self, float: &Float, value: f64, to: u128) -> f64 {
        if let Some((first, _)) = float.multiples() {
            return float.multiple(first + to as i64);
        }
        let Some(Positions { at, .. }) = self.positions(float, value).filter(|positions| positions.at != to)
        else {
            return value;
        };
        match self {
            Scale::Decimals(decimals) => {
                let (scale, offset) = (power_of_ten(decimals), to as i128 - at as i128);
                // From the nearest multiple, so that a step is never less than half of one:
                // distances would lose a step from almost zero to zero.
                let from = (value * scale).round();
                // Minus zero is no separate value here.
                float.nearest((from + offset as f64) / scale + 0.0)
            }
            Scale::Representable => {
                let lowest = position(float.width, float.lowest);
                float.nearest(at_position(float.width, lowest + to as i128))
            }
        }
    }
}
