//! Methods of integers, with the distance to the other variant of their result.
//!
//! 1. Arithmetic has the distance of its exact result to the limits of the type (`arithmetic.rs`).
//! 2. Powers are compared by their binary digits, so their distance is one between floats.
//! 3. A division fails for zero (and for the least number by −1, found only by chance). A shift
//!    fails from as many bits as the type has, and a logarithm for a number below 1 or a base below
//!    2.

use crate::probe::arithmetic::Integer;
use crate::probe::operand::Operand;
use sbst_model::Arithmetic::{Add, Divide, Multiply, Remainder, ShiftLeft, ShiftRight, Subtract};
use sbst_model::StdCall::{self, Calculate};
use sbst_model::{Distance, Operator};

/// Returns true if a method of an integer succeeds, and the distance to the other outcome.
pub(super) fn outcome(std_call: StdCall, a: Integer, b: Option<Integer>) -> Option<(bool, Distance)> {
    Some(match std_call {
        Calculate(Add) => a.plus(b?).distance(),
        Calculate(Subtract) => a.minus(b?).distance(),
        Calculate(Multiply) => a.times(b?).distance(),
        StdCall::Negate => a.negated().as_result().distance(),
        StdCall::Magnitude => a.with(false, a.magnitude).as_result().distance(),
        Calculate(Divide | Remainder) => nonzero(b?.magnitude),
        StdCall::NonZero => nonzero(a.magnitude),
        Calculate(ShiftLeft | ShiftRight) => below(b?.unsigned()?, a.bits.into()),
        StdCall::Power => power(a, b?.unsigned()?),
        StdCall::Logarithm => logarithm(a, b?),
        StdCall::OfDigit => below(a.unsigned()?, b?.magnitude),
        StdCall::Scalar => scalar(a.unsigned()?),
        _ => return None,
    })
}

/// Returns true if an integer fits the type of another one, and the distance to the other outcome.
/// `None` if it always fits.
pub(super) fn conversion(from: Integer, into: Integer) -> Option<(bool, Distance)> {
    let (fits, distance) =
        Integer { magnitude: from.magnitude, negative: from.negative, ..into }.as_result().distance();
    let always_fits = from.greatest() <= into.greatest() && from.least() <= into.least();
    (!fits || !always_fits).then_some((fits, distance))
}

/// Returns relations of the receiver to limits, and if they hold. The other outcome lies one step
/// past the limit.
pub(super) fn find_limits(
    a: Integer,
    std_call: StdCall,
    b: Integer,
) -> impl Iterator<Item = (Operator, Operand<'static>, bool)> {
    let (least, greatest) = (a.least(), a.greatest());
    let limit = |negative: bool| if negative { least } else { greatest };
    let limit = match std_call {
        Calculate(Add) if !b.negative => greatest.checked_sub(b.magnitude).map(|limit| (false, limit)),
        Calculate(Add) => least.checked_sub(b.magnitude).map(|limit| (true, limit)),
        Calculate(Subtract) if b.negative => greatest.checked_sub(b.magnitude).map(|limit| (false, limit)),
        Calculate(Subtract) if least == 0 => Some((false, b.magnitude)),
        Calculate(Subtract) => least.checked_sub(b.magnitude).map(|limit| (true, limit)),
        Calculate(Multiply) => {
            limit(a.negative != b.negative).checked_div(b.magnitude).map(|limit| (a.negative, limit))
        }
        _ => None,
    };
    let from_below = std_call == Calculate(Subtract) && least == 0;
    limit.into_iter().filter_map(move |(negative, limit)| {
        let limit = i128::try_from(limit).ok().map(|limit| if negative { -limit } else { limit })?;
        let value = i128::try_from(a.magnitude).ok().map(|value| if a.negative { -value } else { value })?;
        Some(match from_below || negative {
            true => (Operator::GreaterOrEqual, Operand::WidestSigned(limit), value >= limit),
            false => (Operator::LessOrEqual, Operand::WidestSigned(limit), value <= limit),
        })
    })
}

/// Returns the distance in binary digits: powers are too large for another one.
fn power(integer: Integer, exponent: u128) -> (bool, Distance) {
    let limit = if integer.negative && exponent % 2 == 1 { integer.least() } else { integer.greatest() };
    let exact = u32::try_from(exponent).ok().and_then(|exponent| integer.magnitude.checked_pow(exponent));
    let holds = integer.magnitude < 2 || exact.is_some_and(|power| power <= limit);
    let digits = |magnitude: u128| (magnitude as f64 + 1.0).log2();
    let (found, most) = (exponent as f64 * digits(integer.magnitude), digits(limit));
    let gap = if holds { most - found } else { found - most };
    // Neither rounding nor the estimate by the next greater number may make it zero.
    (holds, Distance::from_magnitude(gap.max(f64::MIN_POSITIVE) + 1.0 / 1024.0, 0))
}

/// Returns the outcome of a logarithm, which exists for numbers from 1 and bases from 2.
fn logarithm(number: Integer, base: Integer) -> (bool, Distance) {
    match (from(1, number), from(2, base)) {
        ((true, number), (true, base)) => (true, number.min(base)),
        ((false, number), (false, base)) => (false, number + base),
        ((false, distance), _) | (_, (false, distance)) => (false, distance),
    }
}

/// Returns the outcome of a call that succeeds from a limit on.
fn from(limit: u128, integer: Integer) -> (bool, Distance) {
    match integer.magnitude.checked_sub(limit).filter(|_| !integer.negative) {
        Some(more) => (true, Distance::from_steps_less_one(more)),
        None if integer.negative => (false, Distance::from_steps(integer.magnitude + limit)),
        None => (false, Distance::from_steps(limit - integer.magnitude)),
    }
}

/// Returns the outcome of a call that succeeds for all numbers but zero.
fn nonzero(magnitude: u128) -> (bool, Distance) {
    (magnitude != 0, if magnitude == 0 { Distance::ONE } else { Distance::from_steps(magnitude) })
}

/// Returns the outcome of a call that succeeds below a limit.
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

/// Returns the outcome of a call that succeeds for the scalar values of Unicode.
fn scalar(value: u128) -> (bool, Distance) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn integer<T>(value: T) -> Integer {
        Integer::from_value(&value).unwrap()
    }

    fn answer<T>(a: T, std_call: StdCall, b: T) -> (bool, Distance) {
        outcome(std_call, integer(a), Some(integer(b))).unwrap()
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
                    for (std_call, succeeds) in [
                        (Calculate(Add), a.checked_add(b).is_some()),
                        (Calculate(Subtract), a.checked_sub(b).is_some()),
                        (Calculate(Multiply), a.checked_mul(b).is_some()),
                        (StdCall::Negate, a.checked_neg().is_some()),
                        (Calculate(Divide), b != 0),
                        (StdCall::Logarithm, a.checked_ilog(b).is_some()),
                    ] {
                        let (holds, distance) = answer(a, std_call, b);
                        prop_assert_eq!(holds, succeeds, "{:?}", std_call);
                        prop_assert!(!distance.is_zero() && distance < Distance::FARTHEST, "{:?} {:?}", std_call, distance);
                    }
                    let shift = outcome(Calculate(ShiftLeft), integer(a), Some(integer(bits))).unwrap();
                    prop_assert_eq!(shift.0, a.checked_shl(bits).is_some());
                    let power = outcome(StdCall::Power, integer(a), Some(integer(exponent))).unwrap();
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
    fn results_have_the_distance_to_the_limit() {
        let steps = Distance::from_steps;
        assert_eq!(answer(250_u8, Calculate(Add), 9), (false, steps(4)));
        assert_eq!(answer(250_u8, Calculate(Add), 1), (true, steps(5)));
        assert_eq!(answer(3_u8, Calculate(Subtract), 9), (false, steps(6)));
        assert_eq!(answer(-100_i8, Calculate(Subtract), 50), (false, steps(22)));
        assert_eq!(answer(20_u8, Calculate(Multiply), 13), (false, steps(5)));
        assert_eq!(answer(7_i8, StdCall::Negate, 0), (true, steps(122)));
        assert_eq!(answer(7_u8, StdCall::Negate, 0), (false, steps(7)));
        assert_eq!(answer(u128::MAX, Calculate(Add), u128::MAX), (false, steps(u128::MAX)));
    }

    #[test]
    fn a_logarithm_is_as_far_as_its_number_and_its_base_together() {
        let steps = Distance::from_steps;
        assert_eq!(answer(-3_i32, StdCall::Logarithm, 10), (false, steps(4)));
        assert_eq!(answer(8_i32, StdCall::Logarithm, -1), (false, steps(3)));
        assert_eq!(answer(0_i32, StdCall::Logarithm, 0), (false, steps(1) + steps(2)));
        assert_eq!(answer(8_i32, StdCall::Logarithm, 3), (true, steps(2)));
    }

    #[test]
    fn a_conversion_is_as_far_as_the_limits_of_the_other_type() {
        let into = |value: i64| conversion(integer(value), integer(0_u8));
        assert_eq!(into(300), Some((false, Distance::from_steps(45))));
        assert_eq!(into(-3), Some((false, Distance::from_steps(3))));
        assert_eq!(into(250), Some((true, Distance::from_steps(6))));
        assert_eq!(conversion(integer(3_u8), integer(0_i64)), None);
    }

    proptest! {
        #[test]
        fn each_step_towards_a_limit_is_nearer(a in 1..i64::MAX / 2, b in i64::MAX / 2..i64::MAX) {
            let (far, near) = (answer(a, Calculate(Add), b), answer(a - 1, Calculate(Add), b));
            prop_assume!(far.0 == near.0);
            let (less, more) = if far.0 { (far.1, near.1) } else { (near.1, far.1) };
            prop_assert!(less < more);
        }

        #[test]
        fn greater_powers_are_farther_from_fitting(base in 2..200_u64, exponent in 64..200_u32) {
            let power = |base: u64, exponent: u32| {
                outcome(StdCall::Power, integer(base), Some(integer(exponent))).unwrap()
            };
            prop_assert!(power(base, exponent).1 < power(base, exponent + 1).1);
            prop_assert!(power(base, exponent).1 < power(base + 1, exponent).1);
        }

        #[test]
        fn scalars_are_the_values_of_characters(value: u32) {
            let (holds, distance) = outcome(StdCall::Scalar, integer(value), None).unwrap();
            prop_assert_eq!(holds, char::from_u32(value).is_some());
            prop_assert!(!distance.is_zero());
        }
    }
}
