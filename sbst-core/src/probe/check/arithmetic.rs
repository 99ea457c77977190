//! Arithmetic of integers: the distance of the exact result to the limits of its type, of a divisor
//! to zero, and of a shift to the width.
//!
//! 1. A result that is `room` steps from the nearest limit in the operation's direction is `room +
//!    1` steps from overflowing. Unsigned integers grow by `+` and `*`, and fall by `-`; signed
//!    ones may do both.
//! 2. `a / b` is abs(b) from failing; with signs, it may also fail by a reaching the minimum and b
//!    reaching −1 together.
//! 3. `a << b` is as far from failing as b is from the width, or from being negative.

use super::CheckSite;
use crate::probe::arithmetic::{Exact, Integer};
use crate::probe::role;
#[cfg(feature = "symbolic")]
use crate::probe::symbolic;
use sbst_model::{Arithmetic, Distance};
use std::cell::RefCell;
use std::ptr;

/// Returns the distance of `left operator right` to failing; zero if it fails.
pub(super) fn distance_to_failure(operator: Arithmetic, left: Integer, right: Integer) -> Distance {
    match operator {
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
            distance_to_limits(operator, left, right)
        }
        Arithmetic::Divide | Arithmetic::Remainder => distance_to_division_failure(left, right),
        Arithmetic::ShiftLeft | Arithmetic::ShiftRight => {
            let width = u128::from(left.bits);
            match right.unsigned().filter(|amount| *amount < width) {
                None => Distance::ZERO,
                Some(amount) if right.signed => Distance::from_steps((width - amount).min(amount + 1)),
                Some(amount) => Distance::from_steps(width - amount),
            }
        }
        Arithmetic::And | Arithmetic::Or | Arithmetic::ExclusiveOr => Distance::FARTHEST,
    }
}

fn distance_to_limits(operator: Arithmetic, left: Integer, right: Integer) -> Distance {
    let exact = match operator {
        Arithmetic::Add => left.plus(right),
        Arithmetic::Subtract => left.minus(right),
        _ => left.times(right),
    };
    let Exact::Within { to_least, to_greatest } = exact else { return Distance::ZERO };
    Distance::from_steps_less_one(match operator {
        _ if left.signed => to_least.min(to_greatest),
        Arithmetic::Subtract => to_least,
        _ => to_greatest,
    })
}

pub(super) fn distance_to_division_failure(left: Integer, right: Integer) -> Distance {
    let from_zero = Distance::from_steps(right.magnitude);
    if !left.signed {
        return from_zero;
    }
    let from_minus_one = match right.negative {
        true => right.magnitude - 1,
        false => right.magnitude + 1,
    };
    from_zero.min(Distance::from_steps(above_least(left)) + Distance::from_steps(from_minus_one))
}

/// Returns the distance of `base.pow(exponent)` to failing.
pub(super) fn distance_to_power_failure(base: Integer, exponent: u128) -> Distance {
    let mut power = base.with(false, 1);
    let mut distance = distance_to_limits(Arithmetic::Multiply, power, power);
    // A base that does not grow never fails.
    for _ in 0..exponent.min(u128::from(base.bits)) {
        distance = distance_to_limits(Arithmetic::Multiply, power, base);
        if distance.is_zero() {
            return distance;
        }
        power = power.with(power.negative != base.negative, power.magnitude * base.magnitude);
    }
    distance
}

/// Returns the distance of `-operand` to failing.
pub(super) fn distance_to_least(operand: Integer) -> Distance {
    match operand.signed {
        true => Distance::from_steps(above_least(operand)),
        false => Distance::FARTHEST,
    }
}

/// Returns the distance of an integer to the least of its type.
fn above_least(integer: Integer) -> u128 {
    match integer.negative {
        true => integer.least() - integer.magnitude,
        false => integer.least() + integer.magnitude,
    }
}

/// Records an operation with a literal on the right, and returns the left operand.
#[inline(always)]
pub fn operand_and_literal<L>(
    check: &'static CheckSite,
    operator: Arithmetic,
    (left,): (L,),
    value: u128,
    negative: bool,
) -> L {
    #[cfg(feature = "symbolic")]
    symbolic::probes::operate_with_literal(operator, &left, value, negative);
    if let Some(integer) = Integer::from_value(&left) {
        record(check, operator, integer, integer.with(negative, value));
    }
    left
}

/// Records an operation whose right operand is a place, and returns the left operand.
#[inline(always)]
pub fn operand_and_place<L, R: ?Sized>(
    check: &'static CheckSite,
    operator: Arithmetic,
    (left,): (L,),
    right: &R,
) -> L {
    #[cfg(feature = "symbolic")]
    symbolic::probes::operate_with_place(operator, &left, right);
    if let (Some(left), Some(right)) = (Integer::from_value(&left), Integer::from_value(right)) {
        record(check, operator, left, right);
    }
    left
}

#[inline(never)]
fn record(check: &'static CheckSite, operator: Arithmetic, left: Integer, right: Integer) {
    if role::is_owner() {
        check.record(distance_to_failure(operator, left, right));
    }
}

/// Records a negation, and returns the operand.
#[inline(always)]
pub fn negated_operand<T>(check: &'static CheckSite, (operand,): (T,)) -> (T,) {
    #[cfg(feature = "symbolic")]
    symbolic::probes::negate(&operand);
    if let Some(integer) = Integer::from_value(&operand) {
        if role::is_owner() {
            check.record(distance_to_least(integer));
        }
    }
    (operand,)
}

/// The most left operands that wait: expressions are nested less deeply, unless functions call
/// themselves in them.
const MOST_WAITING: usize = 4_096;
/// The most entries of the list that are searched for the left operand.
const MOST_LEFT_BEHIND: usize = 64;

thread_local! {
    static WAITING: RefCell<Vec<(usize, Integer)>> = const { RefCell::new(Vec::new()) };
}

/// Lets a left operand wait for the right one, and returns it.
#[inline(always)]
pub fn left_operand<L>(check: &'static CheckSite, (left,): (L,)) -> L {
    #[cfg(feature = "symbolic")]
    symbolic::probes::wait(ptr::from_ref(check).addr(), &left);
    if let Some(integer) = Integer::from_value(&left) {
        wait(check, integer);
    }
    left
}

/// Records the operation with the waiting left operand, and returns the right operand.
#[inline(always)]
pub fn right_operand<R>(check: &'static CheckSite, operator: Arithmetic, (right,): (R,)) -> R {
    #[cfg(feature = "symbolic")]
    symbolic::probes::operate_with_waiting(ptr::from_ref(check).addr(), operator, &right);
    if let Some(right) = Integer::from_value(&right) {
        if let Some(left) = waiting(check) {
            record(check, operator, left, right);
        }
    }
    right
}

#[inline(never)]
fn wait(check: &'static CheckSite, left: Integer) {
    if role::is_owner() {
        WAITING.with_borrow_mut(|waiting| {
            if waiting.len() == MOST_WAITING {
                waiting.clear();
            }
            waiting.push((ptr::from_ref(check).addr(), left));
        });
    }
}

#[inline(never)]
pub(super) fn waiting(check: &'static CheckSite) -> Option<Integer> {
    WAITING.with_borrow_mut(|waiting| {
        let address = ptr::from_ref(check).addr();
        let last = waiting.iter().rev().take(MOST_LEFT_BEHIND).position(|(of, _)| *of == address)?;
        waiting.truncate(waiting.len() - last);
        waiting.pop().map(|(_, left)| left)
    })
}

/// Forgets the operands that an execution left waiting.
pub fn forget() {
    WAITING.with_borrow_mut(Vec::clear);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fails(operator: Arithmetic, left: i64, right: i64) -> bool {
        match operator {
            Arithmetic::Add => left.checked_add(right).is_none(),
            Arithmetic::Subtract => left.checked_sub(right).is_none(),
            Arithmetic::Multiply => left.checked_mul(right).is_none(),
            Arithmetic::Divide => left.checked_div(right).is_none(),
            Arithmetic::Remainder => left.checked_rem(right).is_none(),
            Arithmetic::ShiftLeft | Arithmetic::ShiftRight => !(0..64).contains(&right),
            Arithmetic::And | Arithmetic::Or | Arithmetic::ExclusiveOr => false,
        }
    }

    fn numbers() -> impl Strategy<Value = i64> {
        prop_oneof![any::<i64>(), -70..70_i64, Just(i64::MIN), Just(i64::MAX), Just(i64::MAX - 1)]
    }

    fn integer<V>(value: V) -> Integer {
        Integer::from_value(&value).unwrap()
    }

    proptest! {
        #[test]
        fn the_distance_is_zero_exactly_where_the_operation_fails(left in numbers(), right in numbers()) {
            for operator in Arithmetic::ALL {
                let distance = distance_to_failure(operator, integer(left), integer(right));
                prop_assert_eq!(distance.is_zero(), fails(operator, left, right), "{:?}", operator);
            }
            prop_assert_eq!(distance_to_least(integer(left)).is_zero(), left.checked_neg().is_none());
        }

        #[test]
        fn the_same_holds_of_integers_without_a_sign(left: u128, right: u128, small in 0..200_u8, other in 0..200_u8) {
            for (operator, wide, narrow) in [
                (Arithmetic::Add, left.checked_add(right).is_none(), small.checked_add(other).is_none()),
                (Arithmetic::Subtract, left.checked_sub(right).is_none(), small.checked_sub(other).is_none()),
                (Arithmetic::Multiply, left.checked_mul(right).is_none(), small.checked_mul(other).is_none()),
                (Arithmetic::Divide, right == 0, other == 0),
            ] {
                prop_assert_eq!(distance_to_failure(operator, integer(left), integer(right)).is_zero(), wide);
                let distance = distance_to_failure(operator, integer(small), integer(other));
                prop_assert_eq!(distance.is_zero(), narrow);
            }
        }

        #[test]
        fn a_step_towards_the_limit_is_a_step_nearer(left in 0..i64::MAX - 1, right in 0..1_000_i64) {
            let before = distance_to_failure(Arithmetic::Add, integer(left), integer(right));
            let after = distance_to_failure(Arithmetic::Add, integer(left + 1), integer(right));
            prop_assert!(after < before || before.is_zero());
        }
    }

    proptest! {
        #[test]
        fn a_power_has_distance_zero_exactly_where_it_fails(base in -20..20_i32, exponent in 0..40_u32, large: i32) {
            let distance = |base: i32| distance_to_power_failure(integer(base), exponent.into());
            prop_assert_eq!(distance(base).is_zero(), base.checked_pow(exponent).is_none());
            prop_assert_eq!(distance(large).is_zero(), large.checked_pow(exponent).is_none());
        }
    }

    #[test]
    fn the_minimum_divided_by_minus_one_can_be_approached() {
        let at =
            |left: i32, right: i32| distance_to_failure(Arithmetic::Divide, integer(left), integer(right));
        assert!(at(i32::MIN + 3, -1) < at(i32::MIN + 9, -4));
        assert!(at(i32::MIN, -1).is_zero() && at(7, 0).is_zero());
    }
}
