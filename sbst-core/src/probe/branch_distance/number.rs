//! Distances between numbers, after Fraser, "Search-Based Test Generation", part 2,
//! `evaluate_condition`. With a gap of abs(a − b), strict comparisons are one step farther from the
//! excluded value.
//!
//! A search computes a distance for every comparison. A user's own tests compute few, so that code
//! stays out of line there.

use crate::probe::operand::Operator;
use sbst_model::Distance;

/// The distance to the other outcome, as a function of the gap between the operands.
enum Formula {
    /// One step, for any gap: equal operands become unequal by any change.
    OneStep,
    Gap,
    GapAndOne,
}

#[inline(always)]
fn formula(operator: Operator, holds: bool) -> Formula {
    match (operator, holds) {
        (Operator::Equal, true) | (Operator::NotEqual, false) => Formula::OneStep,
        (Operator::Equal, false) | (Operator::NotEqual, true) => Formula::Gap,
        (Operator::Less | Operator::Greater, true) => Formula::Gap,
        (Operator::Less | Operator::Greater, false) => Formula::GapAndOne,
        (Operator::LessOrEqual | Operator::GreaterOrEqual, true) => Formula::GapAndOne,
        (Operator::LessOrEqual | Operator::GreaterOrEqual, false) => Formula::Gap,
    }
}

/// Returns the distance for integers of up to 32 bits with this gap: below 2^53, so the magnitude
/// is exact.
#[cfg_attr(feature = "search", inline(always))]
#[cfg_attr(not(feature = "search"), inline(never))]
pub(super) fn narrow_integer(operator: Operator, gap: u64, holds: bool) -> Distance {
    // A gap of zero contradicts the operator; integers do not, but the distance must not be zero
    // anyway.
    let steps = match formula(operator, holds) {
        Formula::OneStep => return Distance::ONE,
        Formula::Gap => gap.max(1),
        Formula::GapAndOne => gap + 1,
    };
    // Signed, because that conversion is one instruction.
    Distance::from_parts(steps as i64 as f64, u128::from(steps - 1))
}

/// Returns the distance for integers with this gap.
#[cfg_attr(feature = "search", inline(always))]
#[cfg_attr(not(feature = "search"), inline(never))]
pub(super) fn integer(operator: Operator, gap: u128, holds: bool) -> Distance {
    match formula(operator, holds) {
        Formula::OneStep => Distance::ONE,
        Formula::Gap => Distance::from_steps_less_one(gap.saturating_sub(1)),
        Formula::GapAndOne => Distance::from_steps_less_one(gap),
    }
}

/// Returns the distance between floats. The number of values between the operands orders infinite
/// gaps, and gaps that rounding makes equal. NaN has the greatest distance to all values.
#[cfg_attr(feature = "search", inline(always))]
#[cfg_attr(not(feature = "search"), inline(never))]
pub(super) fn float(operator: Operator, a: f64, b: f64, holds: bool) -> Distance {
    if a.is_nan() || b.is_nan() {
        return Distance::FARTHEST;
    }
    // Equal infinities have no difference, but no gap either.
    let gap = if a == b { 0.0 } else { (a - b).abs() };
    let values_between = u128::from(ordinal(a).abs_diff(ordinal(b)));
    match formula(operator, holds) {
        Formula::OneStep => Distance::ONE,
        Formula::Gap if gap == 0.0 => Distance::ONE,
        Formula::Gap => Distance::from_magnitude(gap, values_between),
        Formula::GapAndOne => Distance::from_magnitude(gap + 1.0, values_between),
    }
}

/// Returns the index of a float among all values of `f64`; both zeros have the same one.
fn ordinal(x: f64) -> i64 {
    let magnitude = (x.abs()).to_bits() as i64;
    if x < 0.0 {
        -magnitude
    } else {
        magnitude
    }
}

#[cfg(test)]
mod tests {
    use super::super::to_other_outcome;
    use super::*;
    use proptest::prelude::*;

    const OPERATORS: [Operator; 6] = [
        Operator::Equal,
        Operator::NotEqual,
        Operator::Less,
        Operator::LessOrEqual,
        Operator::Greater,
        Operator::GreaterOrEqual,
    ];

    fn holds<T: PartialOrd>(operator: Operator, a: &T, b: &T) -> bool {
        match operator {
            Operator::Equal => a == b,
            Operator::NotEqual => a != b,
            Operator::Less => a < b,
            Operator::LessOrEqual => a <= b,
            Operator::Greater => a > b,
            Operator::GreaterOrEqual => a >= b,
        }
    }

    /// Returns the distance to the other outcome of `a operator b`.
    fn distance<T: PartialOrd>(operator: Operator, a: T, b: T) -> Distance {
        to_other_outcome(operator, &a, &b, holds(operator, &a, &b))
    }

    /// Checks the laws for `a` and its neighbour `closer`, one unit step nearer to `b` on the same
    /// side.
    fn laws<T: PartialOrd + Copy>(a: T, closer: T, b: T) {
        for operator in OPERATORS {
            let (far, near) = (distance(operator, a, b), distance(operator, closer, b));
            assert!(Distance::ZERO < near && far < Distance::UNREACHED);
            let outcome = holds(operator, &a, &b);
            if outcome != holds(operator, &closer, &b) {
                continue;
            }
            match formula(operator, outcome) {
                Formula::OneStep => assert_eq!((far, near), (Distance::ONE, Distance::ONE)),
                _ => assert!(near < far, "a unit step is seen: {operator:?} {far:?} {near:?}"),
            }
        }
    }

    macro_rules! integer_laws {
        ($($name:ident: $type:ty;)*) => { $(
            proptest! {
                #[test]
                fn $name(a in prop_oneof![any::<$type>(), Just(<$type>::MAX), Just(<$type>::MIN), Just(0)],
                    b in prop_oneof![any::<$type>(), Just(<$type>::MAX), Just(<$type>::MIN), Just(0)]) {
                    prop_assume!(a != b);
                    laws(a, if a < b { a + 1 } else { a - 1 }, b);
                }
            }
        )* };
    }
    integer_laws! {
        a_unit_step_is_seen_everywhere_in_i32: i32;
        a_unit_step_is_seen_everywhere_in_i64: i64;
        a_unit_step_is_seen_everywhere_in_u8: u8;
        a_unit_step_is_seen_everywhere_in_usize: usize;
        a_unit_step_is_seen_everywhere_in_u128: u128;
        a_unit_step_is_seen_everywhere_in_i128: i128;
    }

    fn floats() -> impl Strategy<Value = f64> {
        let extremes = [f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 5e-324, 1e16];
        prop_oneof![any::<u64>().prop_map(f64::from_bits), proptest::sample::select(extremes.to_vec())]
    }

    proptest! {
        #[test]
        fn the_next_float_is_seen_to_be_closer(a in floats(), b in floats()) {
            prop_assume!(!a.is_nan() && !b.is_nan() && a != b);
            laws(a, if a < b { a.next_up() } else { a.next_down() }, b);
        }

        #[test]
        fn a_nan_is_reached_and_farther_than_any_number(a in floats(), b in floats()) {
            for operator in OPERATORS {
                let nan = distance(operator, f64::NAN, b);
                prop_assert!(nan < Distance::UNREACHED);
                if !a.is_nan() && !b.is_nan() {
                    prop_assert!(distance(operator, a, b) < nan);
                }
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_source() {
        let to = |operator, a: i32, b: i32| distance(operator, a, b).magnitude();
        assert_eq!([to(Operator::Equal, 3, 10), to(Operator::Equal, 3, 3)], [7.0, 1.0]);
        assert_eq!([to(Operator::NotEqual, 3, 10), to(Operator::NotEqual, 3, 3)], [7.0, 1.0]);
        assert_eq!([to(Operator::Less, 10, 3), to(Operator::Less, 3, 10)], [8.0, 7.0]);
        assert_eq!([to(Operator::LessOrEqual, 10, 3), to(Operator::LessOrEqual, 3, 10)], [7.0, 8.0]);
        assert_eq!([to(Operator::Greater, 3, 10), to(Operator::Greater, 10, 3)], [8.0, 7.0]);
        assert_eq!([to(Operator::GreaterOrEqual, 3, 10), to(Operator::GreaterOrEqual, 10, 3)], [7.0, 8.0]);
    }

    #[test]
    fn the_whole_range_of_u128_does_not_overflow() {
        let farthest = distance(Operator::Less, u128::MAX, 0);
        assert!(distance(Operator::Less, u128::MAX - 1, 0) < farthest);
        assert!(farthest < Distance::FARTHEST);
        assert_eq!(farthest.magnitude(), 2f64.powi(128));
    }
}
