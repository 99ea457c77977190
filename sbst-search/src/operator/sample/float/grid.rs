//! Floats with a step: the multiples of the step are numbered, and drawn and changed like integers.

use crate::operator::pool::Pool;
use crate::operator::random::Random;
use crate::operator::sample::integer;
use sbst_model::shape::{Float, Integer};

/// The multiples of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    float: Float,
    /// Their numbers, as the values of an integer type.
    numbers: Integer,
}

impl Grid {
    /// The multiples that are allowed, if there is a step.
    #[inline]
    pub(crate) fn from_float(float: Float) -> Option<Grid> {
        let (least, greatest) = float.multiples()?;
        let all = Integer::all("i64", 64, true);
        let ordinal = |number: i64| all.ordinal(number as u128);
        let numbers = Integer { lowest: ordinal(least), highest: ordinal(greatest), ..all };
        Some(Grid { float, numbers })
    }

    /// Draws a multiple.
    pub(super) fn sample(&self, random: &mut Random, pool: &Pool) -> f64 {
        self.multiple(integer::sample(&self.numbers, random, &pool.without_literals()))
    }

    /// So many steps up or down, up to the end at the farthest.
    pub(super) fn step(&self, value: f64, steps: u64, up: bool) -> f64 {
        let number = self.number(value);
        let stepped =
            if up { number.saturating_add(steps.into()) } else { number.saturating_sub(steps.into()) };
        self.multiple(self.numbers.clamp(stepped))
    }

    /// The multiples by number.
    pub(crate) fn numbers(&self) -> &Integer {
        &self.numbers
    }

    /// The multiple with a number, which is given as an ordinal.
    pub(crate) fn multiple(&self, ordinal: u128) -> f64 {
        self.float.multiple(self.numbers.value(ordinal) as i64)
    }

    /// Returns the number of a multiple, as an ordinal.
    pub(crate) fn number(&self, value: f64) -> u128 {
        self.numbers.ordinal(self.float.steps(value) as u128)
    }
}
