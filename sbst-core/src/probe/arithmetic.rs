//! Integers of any type, and the distance of an operation's exact result to the limits of its type.
//!
//! 1. A result within the limits is one step farther from leaving them than from the nearer limit.
//!    A result beyond a limit is as far from fitting as it is from that limit. So each step of an
//!    operand counts.
//! 2. Products beyond 2^128 are rounded: their distance is a distance between floats.

use crate::probe::typed::{with_integer_types, Typed};
use sbst_model::Distance;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) magnitude: u128,
    /// False for zero.
    pub(crate) negative: bool,
    pub(crate) signed: bool,
    pub(crate) bits: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Exact {
    /// A value of the type, with the steps to its least and to its greatest value.
    Within { to_least: u128, to_greatest: u128 },
    /// A value outside of the type, with the distance to the nearer limit.
    Beyond(Distance),
}

impl Exact {
    /// Returns true if the result fits the type, and the distance to the other outcome (rule 1).
    pub(crate) fn distance(self) -> (bool, Distance) {
        match self {
            Exact::Within { to_least, to_greatest } => {
                (true, Distance::from_steps_less_one(to_least.min(to_greatest)))
            }
            Exact::Beyond(distance) => (false, distance),
        }
    }
}

impl Integer {
    /// Returns `value` as an integer, if it is one, also behind references.
    #[inline]
    pub(crate) fn from_value<V: ?Sized>(value: &V) -> Option<Integer> {
        Integer::from_typed(Typed::new(value))
    }

    #[inline(always)]
    fn from_typed(value: Typed<'_>) -> Option<Integer> {
        macro_rules! find {
            ($($type:ident)*) => { $(
                #[allow(unused_comparisons)]
                if let Some(&found) = value.find::<$type>() {
                    return Some(Integer {
                        magnitude: found.abs_diff(0) as u128,
                        negative: found < 0,
                        signed: $type::MIN != 0,
                        bits: $type::BITS,
                    });
                }
            )* };
        }
        with_integer_types!(find);
        None
    }

    /// Returns an integer of this type with the given sign and magnitude, which may exceed the
    /// limits.
    pub(crate) fn with(self, negative: bool, magnitude: u128) -> Integer {
        Integer { magnitude, negative: negative && magnitude != 0, ..self }
    }

    pub(crate) fn negated(self) -> Integer {
        self.with(!self.negative, self.magnitude)
    }

    /// Returns the value, if it is not negative.
    pub(crate) fn unsigned(self) -> Option<u128> {
        (!self.negative).then_some(self.magnitude)
    }

    pub(crate) fn greatest(self) -> u128 {
        u128::MAX >> (128 - self.bits + u32::from(self.signed))
    }

    /// Returns the distance of the type's least integer below zero.
    pub(crate) fn least(self) -> u128 {
        u128::from(self.signed) << (self.bits - 1)
    }

    /// Returns the integer as a result of its type (rule 1).
    pub(crate) fn as_result(self) -> Exact {
        let limit = if self.negative { self.least() } else { self.greatest() };
        let opposite = if self.negative { self.greatest() } else { self.least() };
        let Some(to_limit) = limit.checked_sub(self.magnitude) else {
            return Exact::Beyond(Distance::from_steps(self.magnitude - limit));
        };
        let to_opposite = opposite.saturating_add(self.magnitude);
        match self.negative {
            true => Exact::Within { to_least: to_limit, to_greatest: to_opposite },
            false => Exact::Within { to_least: to_opposite, to_greatest: to_limit },
        }
    }

    pub(crate) fn plus(self, other: Integer) -> Exact {
        if self.negative != other.negative {
            let larger = if self.magnitude > other.magnitude { self } else { other };
            return self.with(larger.negative, self.magnitude.abs_diff(other.magnitude)).as_result();
        }
        match self.magnitude.checked_add(other.magnitude) {
            Some(magnitude) => self.with(self.negative, magnitude).as_result(),
            // The sum exceeds u128: 2^128 − 1 is a limit, or lies beyond one.
            None => {
                let limit = if self.negative { self.least() } else { self.greatest() };
                let rest = self.magnitude - (u128::MAX - other.magnitude);
                Exact::Beyond(Distance::from_steps(rest.saturating_add(u128::MAX - limit)))
            }
        }
    }

    pub(crate) fn minus(self, other: Integer) -> Exact {
        self.plus(other.negated())
    }

    pub(crate) fn times(self, other: Integer) -> Exact {
        match self.magnitude.checked_mul(other.magnitude) {
            Some(magnitude) => self.with(self.negative != other.negative, magnitude).as_result(),
            None => {
                let magnitude = self.magnitude as f64 * other.magnitude as f64;
                Exact::Beyond(Distance::from_magnitude(magnitude, self.magnitude.min(other.magnitude)))
            }
        }
    }
}
