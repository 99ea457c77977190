//! How far arithmetic is from leaving its type, or from staying in it: exactly, in integers of any size.
//!
//! 1. A result within the limits is as far from leaving as the nearer limit is, and a step; one beyond a limit is as far from
//!    staying as that limit is. So a sum comes nearer with each step of an operand.
//! 2. Products beyond 2^128, and powers, are rounded: their distance is one between floats.
//! 3. A division fails for zero (and for the least number by −1, which is found by chance or not at all); a shift for as many
//!    bits as the type has.

use crate::probe::branch_distance::{Operand, Typed};
use crate::probe::standard_call::Asked;
use sbst_model::Distance;
use sbst_search::trace::Relation;

/// An integer, with the limits of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    value: Number,
    /// The greatest of its type, and how far the least one is below zero.
    greatest: u128,
    least: u128,
    bits: u32,
}

/// A sign and a magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    negative: bool,
    magnitude: u128,
}

impl Number {
    fn negated(self) -> Number {
        Number { negative: !self.negative && self.magnitude != 0, ..self }
    }
}

type Answer = Option<(bool, Distance)>;

impl Integer {
    /// `value`, if it is one, behind references or not.
    #[inline]
    pub(crate) fn of<V: ?Sized>(value: &V) -> Option<Integer> {
        Integer::from_typed(Typed::new(value))
    }

    #[inline(always)]
    fn from_typed(value: Typed<'_>) -> Option<Integer> {
        macro_rules! ask {
            ($($type:ident)*) => { $(
                #[allow(unused_comparisons)]
                if let Some(&found) = value.find::<$type>() {
                    let value = Number { negative: found < 0, magnitude: found.abs_diff(0).into_wide() };
                    return Some(Integer {
                        value,
                        greatest: $type::MAX.abs_diff(0).into_wide(),
                        least: $type::MIN.abs_diff(0).into_wide(),
                        bits: $type::BITS,
                    });
                }
            )* };
        }
        ask!(i32 usize u8 u32 i64 u64 i8 i16 u16 isize u128 i128);
        None
    }

    /// Its value, if that is not below zero.
    pub(crate) fn magnitude(self) -> Option<u128> {
        (!self.value.negative).then_some(self.value.magnitude)
    }

    /// Whether what is asked succeeds, and how far it is from the other.
    pub(crate) fn asked(self, asked: Asked, other: Option<Integer>) -> Answer {
        let (a, b) = (self.value, other.map(|other| other.value));
        Some(match asked {
            Asked::Add => self.sum(a, b?),
            Asked::Subtract => self.sum(a, b?.negated()),
            Asked::Multiply => self.product(a, b?),
            Asked::Negate => self.result(a.negated()),
            Asked::Magnitude => self.result(Number { negative: false, ..a }),
            Asked::Divide => of_zero(b?.magnitude),
            Asked::NonZero => of_zero(a.magnitude),
            Asked::Shift => below(b.filter(|bits| !bits.negative)?.magnitude, self.bits.into()),
            Asked::Power => self.power(b.filter(|exponent| !exponent.negative)?.magnitude),
            Asked::OfDigit => below(self.magnitude()?, b?.magnitude),
            Asked::Scalar => of_scalar(self.magnitude()?),
            _ => return None,
        })
    }

    /// Whether it is one of the type that `other` has.
    pub(crate) fn into_type_of(self, other: Integer) -> Answer {
        let Number { negative, magnitude } = self.value;
        let fits = magnitude <= if negative { other.least } else { other.greatest };
        // What is always one cannot fail.
        match fits && self.greatest <= other.greatest && self.least <= other.least {
            true => None,
            false => Some(Integer { value: self.value, ..other }.result(self.value)),
        }
    }

    /// What a step past would be another outcome: relations of the receiver to limits, and whether they hold.
    pub(crate) fn limits_of(
        self,
        asked: Asked,
        other: Integer,
    ) -> impl Iterator<Item = (Relation, Operand<'static>, bool)> {
        let (a, b) = (self.value, other.value);
        let limit = |negative: bool| if negative { self.least } else { self.greatest };
        let limit = match asked {
            Asked::Add if !b.negative => self.greatest.checked_sub(b.magnitude).map(|limit| (false, limit)),
            Asked::Add => self.least.checked_sub(b.magnitude).map(|limit| (true, limit)),
            Asked::Subtract if b.negative => {
                self.greatest.checked_sub(b.magnitude).map(|limit| (false, limit))
            }
            Asked::Subtract if self.least == 0 => Some((false, b.magnitude)),
            Asked::Subtract => self.least.checked_sub(b.magnitude).map(|limit| (true, limit)),
            Asked::Multiply => {
                limit(a.negative != b.negative).checked_div(b.magnitude).map(|limit| (a.negative, limit))
            }
            _ => None,
        };
        let from_below = asked == Asked::Subtract && self.least == 0;
        limit.into_iter().filter_map(move |(negative, limit)| {
            let limit = i128::try_from(limit).ok().map(|limit| if negative { -limit } else { limit })?;
            let value =
                i128::try_from(a.magnitude).ok().map(|value| if a.negative { -value } else { value })?;
            Some(match from_below || negative {
                true => (Relation::GreaterOrEqual, Operand::WidestSigned(limit), value >= limit),
                false => (Relation::LessOrEqual, Operand::WidestSigned(limit), value <= limit),
            })
        })
    }

    /// Rule 1.
    fn result(self, Number { negative, magnitude }: Number) -> (bool, Distance) {
        let (limit, opposite) =
            if negative { (self.least, self.greatest) } else { (self.greatest, self.least) };
        match magnitude.checked_sub(limit) {
            Some(beyond @ 1..) => (false, Distance::from_steps(beyond)),
            _ => {
                let to_opposite = opposite.saturating_add(magnitude);
                (true, Distance::from_steps_less_one((limit - magnitude).min(to_opposite)))
            }
        }
    }

    fn sum(self, a: Number, b: Number) -> (bool, Distance) {
        if a.negative != b.negative {
            let magnitude = a.magnitude.abs_diff(b.magnitude);
            let negative = if a.magnitude > b.magnitude { a.negative } else { b.negative };
            return self.result(Number { negative: negative && magnitude != 0, magnitude });
        }
        match a.magnitude.checked_add(b.magnitude) {
            Some(magnitude) => self.result(Number { negative: a.negative, magnitude }),
            // 2^128 − 1 is a limit then, or is beyond one.
            None => {
                let limit = if a.negative { self.least } else { self.greatest };
                let beyond = (a.magnitude - (u128::MAX - b.magnitude)).saturating_add(u128::MAX - limit);
                (false, Distance::from_steps(beyond))
            }
        }
    }

    fn product(self, a: Number, b: Number) -> (bool, Distance) {
        match a.magnitude.checked_mul(b.magnitude) {
            Some(magnitude) => {
                self.result(Number { negative: magnitude != 0 && a.negative != b.negative, magnitude })
            }
            None => {
                let magnitude = a.magnitude as f64 * b.magnitude as f64;
                (false, Distance::from_magnitude(magnitude, a.magnitude.min(b.magnitude)))
            }
        }
    }

    /// In binary digits, of which powers have too many to be counted otherwise.
    fn power(self, exponent: u128) -> (bool, Distance) {
        let limit = if self.value.negative && exponent % 2 == 1 { self.least } else { self.greatest };
        let exact =
            u32::try_from(exponent).ok().and_then(|exponent| self.value.magnitude.checked_pow(exponent));
        let holds = self.value.magnitude < 2 || exact.is_some_and(|power| power <= limit);
        let digits = |magnitude: u128| (magnitude as f64 + 1.0).log2();
        let (found, most) = (exponent as f64 * digits(self.value.magnitude), digits(limit));
        let gap = if holds { most - found } else { found - most };
        // Rounding, and that a power is looked at as if it were one of the next greater number, must not make it nothing.
        (holds, Distance::from_magnitude(gap.max(f64::MIN_POSITIVE) + 1.0 / 1024.0, 0))
    }
}

/// It succeeds for all but zero.
fn of_zero(magnitude: u128) -> (bool, Distance) {
    (magnitude != 0, if magnitude == 0 { Distance::ONE } else { Distance::from_steps(magnitude) })
}

/// It succeeds for what is below a limit.
fn below(value: u128, limit: u128) -> (bool, Distance) {
    (
        value < limit,
        if value < limit {
            Distance::from_steps(limit - value)
        } else {
            Distance::from_steps_less_one(value - limit)
        },
    )
}

/// It succeeds for the scalar values of Unicode.
fn of_scalar(value: u128) -> (bool, Distance) {
    let (surrogates, greatest) = (0xD800..=0xDFFF_u128, u128::from(u32::from(char::MAX)));
    match value {
        _ if surrogates.contains(&value) => {
            (false, Distance::from_steps((value - surrogates.start() + 1).min(surrogates.end() + 1 - value)))
        }
        _ if value > greatest => (false, Distance::from_steps(value - greatest)),
        _ => {
            let to_surrogate = value.abs_diff(*surrogates.start()).min(value.abs_diff(*surrogates.end()));
            (true, Distance::from_steps(to_surrogate.min(greatest + 1 - value)))
        }
    }
}

/// Any unsigned integer as the widest one.
trait IntoWide {
    fn into_wide(self) -> u128;
}

macro_rules! into_wide {
    ($($type:ty)*) => { $(impl IntoWide for $type {
        #[inline(always)]
        fn into_wide(self) -> u128 { self as u128 }
    })* };
}
into_wide!(u8 u16 u32 u64 u128 usize);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn answer<T>(a: T, asked: Asked, b: T) -> (bool, Distance) {
        Integer::of(&a).unwrap().asked(asked, Integer::of(&b)).unwrap()
    }

    macro_rules! laws {
        ($($name:ident: $type:ident;)*) => { $(
            proptest! {
                #[test]
                fn $name(
                    a in prop_oneof![any::<$type>(), Just($type::MAX), Just($type::MIN), Just(0), Just(1)],
                    b in prop_oneof![any::<$type>(), Just($type::MAX), Just($type::MIN), Just(0), Just(1)],
                    bits in 0..200_u32, exponent in 0..70_u32,
                ) {
                    for (asked, succeeds) in [
                        (Asked::Add, a.checked_add(b).is_some()),
                        (Asked::Subtract, a.checked_sub(b).is_some()),
                        (Asked::Multiply, a.checked_mul(b).is_some()),
                        (Asked::Negate, a.checked_neg().is_some()),
                        (Asked::Divide, b != 0),
                    ] {
                        let (holds, away) = answer(a, asked, b);
                        prop_assert_eq!(holds, succeeds, "{:?}", asked);
                        prop_assert!(!away.is_zero() && away < Distance::FARTHEST, "{:?} {:?}", asked, away);
                    }
                    let shift = Integer::of(&a).unwrap().asked(Asked::Shift, Integer::of(&bits)).unwrap();
                    prop_assert_eq!(shift.0, a.checked_shl(bits).is_some());
                    let power = Integer::of(&a).unwrap().asked(Asked::Power, Integer::of(&exponent)).unwrap();
                    prop_assert_eq!(power.0, a.checked_pow(exponent).is_some());
                    prop_assert!(!shift.1.is_zero() && !power.1.is_zero());
                }
            }
        )* };
    }
    laws! {
        bytes_fail_where_they_do: u8;
        signed_bytes_fail_where_they_do: i8;
        integers_fail_where_they_do: i32;
        long_integers_fail_where_they_do: i64;
        lengths_fail_where_they_do: usize;
        the_widest_fail_where_they_do: u128;
        the_widest_signed_fail_where_they_do: i128;
    }

    #[test]
    fn results_are_as_far_as_the_limit() {
        let steps = Distance::from_steps;
        assert_eq!(answer(250_u8, Asked::Add, 9), (false, steps(4)));
        assert_eq!(answer(250_u8, Asked::Add, 1), (true, steps(5)));
        assert_eq!(answer(3_u8, Asked::Subtract, 9), (false, steps(6)));
        assert_eq!(answer(-100_i8, Asked::Subtract, 50), (false, steps(22)));
        assert_eq!(answer(20_u8, Asked::Multiply, 13), (false, steps(5)));
        assert_eq!(answer(7_i8, Asked::Negate, 0), (true, steps(122)));
        assert_eq!(answer(7_u8, Asked::Negate, 0), (false, steps(7)));
        assert_eq!(answer(u128::MAX, Asked::Add, u128::MAX), (false, steps(u128::MAX)));
    }

    #[test]
    fn a_conversion_is_as_far_as_the_limits_of_the_other_type() {
        let into = |value: i64| Integer::of(&value).unwrap().into_type_of(Integer::of(&0_u8).unwrap());
        assert_eq!(into(300), Some((false, Distance::from_steps(45))));
        assert_eq!(into(-3), Some((false, Distance::from_steps(3))));
        assert_eq!(into(250), Some((true, Distance::from_steps(6))));
        assert_eq!(Integer::of(&3_u8).unwrap().into_type_of(Integer::of(&0_i64).unwrap()), None);
    }

    proptest! {
        #[test]
        fn each_step_towards_a_limit_is_seen(a in 1..i64::MAX / 2, b in i64::MAX / 2..i64::MAX) {
            let (far, near) = (answer(a, Asked::Add, b), answer(a - 1, Asked::Add, b));
            prop_assume!(far.0 == near.0);
            let (less, more) = if far.0 { (far.1, near.1) } else { (near.1, far.1) };
            prop_assert!(less < more);
        }

        #[test]
        fn greater_powers_are_farther_from_fitting(base in 2..200_u64, exponent in 64..200_u32) {
            let power = |base: u64, exponent: u32| {
                Integer::of(&base).unwrap().asked(Asked::Power, Integer::of(&exponent)).unwrap()
            };
            prop_assert!(power(base, exponent).1 < power(base, exponent + 1).1);
            prop_assert!(power(base, exponent).1 < power(base + 1, exponent).1);
        }

        #[test]
        fn scalars_are_what_characters_are_made_of(value: u32) {
            let (holds, away) = Integer::of(&value).unwrap().asked(Asked::Scalar, None).unwrap();
            prop_assert_eq!(holds, char::from_u32(value).is_some());
            prop_assert!(!away.is_zero());
        }
    }
}
