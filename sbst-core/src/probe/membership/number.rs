//! Predicates of numbers: `n.is_power_of_two()`, `x.is_infinite()`, `n.is_positive()` and similar
//! methods.
//!
//! 1. The distance of a number to being a power of two is that to the nearest power. A power of two
//!    is a step from the other outcome.
//! 2. Signs have the distances of `<` and `>` to zero.
//! 3. The distance to a class of floats is the number of values between: near a limit of 1e308, the
//!    gap itself would not distinguish 1 from 1e200. Normal numbers leave their class towards zero,
//!    as differences do, and not at infinity.
//! 4. There is no way to NaN, which mostly comes from an operand on the wrong side of zero (`sqrt`,
//!    `0/0`). So the number nearest to zero is the nearest. NaN has the greatest distance to all
//!    other classes.
//! 5. The distance to a multiple is that to the nearest multiple.

use super::Membership;
use crate::probe::branch_distance::between;
pub use crate::probe::classes::Quality;
use crate::probe::notes::Predicate;
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::Site;
use crate::probe::typed::Typed;
use sbst_model::Distance;

/// Returns the distances of `value.is_…()`.
#[inline(always)]
pub fn quality<V: ?Sized>(value: &V, quality: Quality, site: &'static Site, negated: bool) -> Membership {
    quality_membership(value, quality, Predicate::new(site, negated))
}

/// Returns the distances of `value.is_multiple_of(divisor)`.
#[inline(always)]
pub fn multiple<V: ?Sized, D: ?Sized>(
    value: &V,
    divisor: &D,
    site: &'static Site,
    negated: bool,
) -> Membership {
    multiple_membership(value, divisor, Predicate::new(site, negated))
}

#[inline(always)]
fn quality_membership<V: ?Sized>(value: &V, quality: Quality, predicate: Predicate) -> Membership {
    let operand = Operand::from_value(value);
    match (quality, operand) {
        (Quality::PowerOfTwo, _) => power_of_two(operand, predicate),
        (Quality::Positive, _) => sign(Operator::Greater, operand, predicate),
        (Quality::Negative, _) => sign(Operator::Less, operand, predicate),
        (Quality::SignPositive, Operand::Float(x)) => {
            sign_of_float(Operator::GreaterOrEqual, x, x.is_sign_positive(), predicate)
        }
        (Quality::SignNegative, Operand::Float(x)) => {
            sign_of_float(Operator::Less, x, x.is_sign_negative(), predicate)
        }
        (_, Operand::Float(_)) => {
            Float::from_value(value).map_or(Membership::UNKNOWN, |x| x.class(quality, predicate))
        }
        _ => Membership::UNKNOWN,
    }
}

fn unsigned(operand: Operand) -> Option<u128> {
    match operand {
        Operand::Narrow(n) => u128::try_from(n).ok(),
        Operand::Unsigned(n) => Some(n.into()),
        Operand::WidestUnsigned(n) => Some(n),
        _ => None,
    }
}

#[inline(never)]
fn power_of_two(operand: Operand, predicate: Predicate) -> Membership {
    let Some(n) = unsigned(operand) else { return Membership::UNKNOWN };
    let below = 1_u128 << n.max(1).ilog2();
    let above = below.checked_mul(2).unwrap_or(below);
    if predicate.is_wanted() {
        predicate.one_of(Operand::WidestUnsigned(n), [below, above].map(Operand::WidestUnsigned).into_iter());
    }
    Membership::to_member_only(Distance::from_steps(below.abs_diff(n).min(above.abs_diff(n)).max(1)))
}

#[inline(never)]
fn multiple_membership<V: ?Sized, D: ?Sized>(value: &V, divisor: &D, predicate: Predicate) -> Membership {
    let (Some(n), Some(divisor)) =
        (unsigned(Operand::from_value(value)), unsigned(Operand::from_value(divisor)))
    else {
        return Membership::UNKNOWN;
    };
    let rest = n.checked_rem(divisor).unwrap_or(n);
    let to_next = divisor.saturating_sub(rest);
    let distance = if to_next == 0 { rest } else { rest.min(to_next) };
    if predicate.is_wanted() {
        let nearest = if distance == rest { n - rest } else { n.saturating_add(to_next) };
        let [n, nearest] = [n, nearest].map(Operand::WidestUnsigned);
        predicate.note(Operator::Equal.into(), n, nearest, rest == 0);
    }
    Membership::to_member_only(Distance::from_steps(distance.max(1)))
}

#[inline(never)]
fn sign(operator: Operator, operand: Operand, predicate: Predicate) -> Membership {
    let (zero, holds) = match operand {
        Operand::Narrow(n) => (Operand::Narrow(0), if operator == Operator::Less { n < 0 } else { n > 0 }),
        Operand::Signed(n) => (Operand::Signed(0), if operator == Operator::Less { n < 0 } else { n > 0 }),
        Operand::WidestSigned(n) => {
            (Operand::WidestSigned(0), if operator == Operator::Less { n < 0 } else { n > 0 })
        }
        _ => return Membership::UNKNOWN,
    };
    compared(operator, operand, zero, holds, predicate)
}

#[inline(never)]
fn sign_of_float(operator: Operator, x: f64, holds: bool, predicate: Predicate) -> Membership {
    match x == 0.0 || x.is_nan() {
        // Either zero may have either sign.
        true => Membership::UNKNOWN,
        false => compared(operator, Operand::Float(x), Operand::Float(0.0), holds, predicate),
    }
}

/// Returns the distances of `left operator right`, true or false.
fn compared(
    operator: Operator,
    left: Operand,
    right: Operand,
    holds: bool,
    predicate: Predicate,
) -> Membership {
    if predicate.is_wanted() {
        predicate.note(operator.into(), left, right, holds);
    }
    let distance = between(operator, left, right, holds);
    Membership { to_member: distance, to_stranger: distance }
}

/// A float without its sign, by its index among the values of its type.
#[derive(Clone, Copy)]
struct Float {
    value: f64,
    magnitude: u64,
    least_normal: u64,
    infinity: u64,
}

impl Float {
    fn from_value<V: ?Sized>(value: &V) -> Option<Float> {
        if let Some(&x) = Typed::new(value).find::<f32>() {
            return Some(Float {
                value: x.into(),
                magnitude: x.abs().to_bits().into(),
                least_normal: f32::MIN_POSITIVE.to_bits().into(),
                infinity: f32::INFINITY.to_bits().into(),
            });
        }
        let Operand::Float(x) = Operand::from_value(value) else { return None };
        Some(Float {
            value: x,
            magnitude: x.abs().to_bits(),
            least_normal: f64::MIN_POSITIVE.to_bits(),
            infinity: f64::INFINITY.to_bits(),
        })
    }

    #[inline(never)]
    fn class(self, quality: Quality, predicate: Predicate) -> Membership {
        let Float { value, magnitude, least_normal, infinity } = self;
        if magnitude > infinity {
            return Membership { to_member: Distance::FARTHEST, to_stranger: Distance::ONE };
        }
        let steps = |steps: u64| Distance::from_steps(steps.max(1).into());
        let (first, last) = match quality {
            Quality::Infinite => (infinity, infinity),
            Quality::Finite => (0, infinity - 1),
            Quality::Normal => (least_normal, infinity - 1),
            Quality::Subnormal => (1, least_normal - 1),
            _ => return Membership::to_member_only(steps(magnitude.saturating_add(1))),
        };
        let holds = (first..=last).contains(&magnitude);
        if predicate.is_wanted() {
            let number = Operand::Float(value);
            match quality {
                Quality::Infinite => {
                    predicate.note(Operator::Equal.into(), number, Operand::Float(f64::INFINITY), holds);
                }
                Quality::Finite => {
                    predicate.note(Operator::NotEqual.into(), number, Operand::Float(f64::INFINITY), holds);
                }
                _ => predicate.note(Operator::NotEqual.into(), number, Operand::Float(0.0), holds),
            }
        }
        let (below, above) = (magnitude.saturating_sub(first) + 1, last.saturating_sub(magnitude) + 1);
        Membership {
            to_member: steps(first.saturating_sub(magnitude).max(magnitude.saturating_sub(last))),
            to_stranger: steps(match quality {
                Quality::Finite => above,
                Quality::Subnormal => below.min(above),
                _ => below,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sbst_model::Distance;

    static SITE: Site = Site::new();

    fn to<V: ?Sized>(value: &V, wanted: Quality) -> Distance {
        quality(value, wanted, &SITE, false).to_member
    }

    fn from<V: ?Sized>(value: &V, unwanted: Quality) -> Distance {
        quality(value, unwanted, &SITE, false).to_stranger
    }

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
    }

    #[test]
    fn a_number_is_as_far_from_a_power_of_two_as_the_nearest_one() {
        assert_eq!(to(&1_000_u32, Quality::PowerOfTwo), steps(24));
        assert_eq!(to(&&600_u64, Quality::PowerOfTwo), steps(88));
        assert_eq!(to(&0_u8, Quality::PowerOfTwo), steps(1));
        assert_eq!(to(&u128::MAX, Quality::PowerOfTwo), steps(u128::MAX / 2));
    }

    #[test]
    fn signs_have_the_distance_of_zero() {
        assert_eq!(to(&-7_i64, Quality::Positive), steps(8));
        assert_eq!(from(&7_i8, Quality::Positive), steps(7));
        assert_eq!(to(&7_i128, Quality::Negative), steps(8));
        come_nearer(&[-9.0, -2.5, -0.1].map(|x: f64| to(&x, Quality::SignPositive)));
        come_nearer(&[9.0, 2.5, 0.1].map(|x: f32| to(&x, Quality::SignNegative)));
    }

    #[test]
    fn classes_of_floating_point_numbers_are_entered_value_by_value() {
        come_nearer(&[0.0, 1.0, 1e10, 1e200, f64::MAX].map(|x| to(&x, Quality::Infinite)));
        come_nearer(&[-1.0, 1e10, f32::MAX].map(|x| from(&x, Quality::Finite)));
        come_nearer(&[1e9, -3.0, 1e-300].map(|x| from(&x, Quality::Normal)));
        come_nearer(&[1e9, 1.0, f32::MIN_POSITIVE].map(|x| to(&x, Quality::Subnormal)));
        come_nearer(&[1e9, 1.0, 0.0].map(|x| to(&x, Quality::Nan)));
        assert_eq!(to(&f64::MAX, Quality::Infinite), steps(1));
        assert_eq!(from(&f32::MIN_POSITIVE, Quality::Normal), steps(1), "by the limits of its own type");
        assert_eq!(to(&f64::NAN, Quality::Finite), Distance::FARTHEST);
    }

    #[test]
    fn other_numbers_have_no_distance() {
        assert_eq!(quality(&"x", Quality::PowerOfTwo, &SITE, false), Membership::UNKNOWN);
        assert_eq!(quality(&Some(1.0), Quality::Infinite, &SITE, false), Membership::UNKNOWN);
        assert_eq!(multiple(&-4_i32, &2, &SITE, false), Membership::UNKNOWN);
    }

    proptest! {
        #[test]
        fn a_unit_step_towards_a_power_of_two_is_seen(n in 3..u64::MAX) {
            let distance = to(&n, Quality::PowerOfTwo);
            prop_assume!(!n.is_power_of_two() && !(n + 1).is_power_of_two() && !(n - 1).is_power_of_two());
            prop_assert!(distance > to(&(n - 1), Quality::PowerOfTwo).min(to(&(n + 1), Quality::PowerOfTwo)));
        }

        #[test]
        fn the_distance_to_a_multiple_is_the_gap_to_the_nearest_one(n: u32, divisor in 0..1_000_u32) {
            prop_assume!(divisor > 0 || n < 1_000);
            let distance = multiple(&n, &divisor, &SITE, false).to_member;
            let is = |n: u64| n.is_multiple_of(u64::from(divisor));
            prop_assume!(!is(n.into()));
            let at = (0..).find(|&gap| is(u64::from(n) + gap) || u64::from(n).checked_sub(gap).is_some_and(is)).unwrap();
            prop_assert_eq!(distance, steps(at.into()));
        }
    }
}
