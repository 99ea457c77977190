//! Floats with a step: its multiples are numbered, and drawn and changed like integers.

use crate::operator::{pool::Pool, random::Random, sample::integer};
use sbst_model::shape::{Float, Integer};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    float: Float,
    /// The numbers of the multiples, as the values of an integer type.
    numbers: Integer,
}

impl Grid {
    /// Returns the allowed multiples, with a step.
    #[inline]
    pub(crate) fn from_float(float: Float) -> Option<Grid> {
        let (least, greatest) = float.multiples()?;
        let all = Integer::all("i64", 64, true);
        let ordinal = |number: i64| all.ordinal(number as u128);
        let numbers = Integer { lowest: ordinal(least), highest: ordinal(greatest), ..all };
        Some(Grid { float, numbers })
    }

    pub(super) fn sample(&self, random: &mut Random, pool: &Pool) -> f64 {
        self.multiple(integer::sample(&self.numbers, random, &pool.without_literals()))
    }

    /// Moves by this number of steps up or down, at most to the end.
    pub(super) fn step(&self, value: f64, steps: u64, up: bool) -> f64 {
        let number = self.number(value);
        let stepped =
            if up { number.saturating_add(steps.into()) } else { number.saturating_sub(steps.into()) };
        self.multiple(self.numbers.clamp(stepped))
    }

    pub(crate) fn numbers(&self) -> &Integer {
        &self.numbers
    }

    /// Returns the multiple with a number, which is given as an ordinal.
    pub(crate) fn multiple(&self, ordinal: u128) -> f64 {
        self.float.multiple(self.numbers.value(ordinal) as i64)
    }

    /// Returns the number of a multiple, as an ordinal.
    pub(crate) fn number(&self, value: f64) -> u128 {
        self.numbers.ordinal(self.float.steps(value) as u128)
    }
}
