//! Arithmetic of integers: how far the exact result is from the limits of its type, a divisor from zero, an amount from the width.
//!
//! 1. A result that is `room` steps from the nearest limit that the operation moves towards is `room + 1` steps from
//!    overflowing. Integers without a sign grow by `+` and `*`, and fall by `-`; the others may do both.
//! 2. `a / b` is abs(b) from failing, and where there is a sign also as far as a is from the minimum and b from −1 together.
//! 3. `a << b` is as far from failing as b is from the width, or from being negative.

use super::CheckSite;
use crate::probe::branch_distance::Typed;
use crate::probe::role;
use sbst_model::Distance;
use std::cell::RefCell;
use std::ptr;

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
}

/// An integer of some type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub(super) bits: u32,
    pub(super) signed: bool,
    /// In two's complement, with its sign extended.
    pub(super) value: u128,
}

impl Integer {
    /// `value` as an integer, if it is one, behind a reference or not.
    #[inline(always)]
    pub(super) fn of<V: ?Sized>(value: &V) -> Option<Integer> {
        Integer::from_typed(Typed::new(value))
    }

    #[inline(always)]
    fn from_typed(value: Typed<'_>) -> Option<Integer> {
        macro_rules! ask {
            ($($type:ty: $signed:literal as $wide:ty;)*) => { $(
                if let Some(found) = value.find::<$type>() {
                    return Some(Integer { bits: <$type>::BITS, signed: $signed, value: *found as $wide as u128 });
                }
            )* };
        }
        ask! {
            usize: false as u128; i32: true as i128; u32: false as u128; u8: false as u128; u64: false as u128;
            i64: true as i128; isize: true as i128; u16: false as u128; i8: true as i128; i16: true as i128;
            u128: false as u128; i128: true as i128;
        }
        None
    }

    /// A literal in the place of an integer of this type.
    fn of_literal(self, value: u128, negative: bool) -> Integer {
        Integer { value: if negative { value.wrapping_neg() } else { value }, ..self }
    }

    pub(super) fn is_negative(self) -> bool {
        self.signed && (self.value as i128) < 0
    }

    /// Its distance from zero.
    pub(super) fn magnitude(self) -> u128 {
        if self.signed {
            (self.value as i128).unsigned_abs()
        } else {
            self.value
        }
    }

    fn maximum(self) -> u128 {
        u128::MAX >> (128 - self.bits + u32::from(self.signed))
    }

    fn minimum(self) -> u128 {
        if self.signed {
            (i128::MIN >> (128 - self.bits)) as u128
        } else {
            0
        }
    }

    /// How far it is from being the minimum.
    pub(super) fn above_minimum(self) -> u128 {
        self.value.wrapping_sub(self.minimum())
    }
}

/// How far `left operator right` is from failing; zero if it fails.
pub(super) fn away(operator: Arithmetic, left: Integer, right: Integer) -> Distance {
    match operator {
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
            away_from_limits(operator, left, right)
        }
        Arithmetic::Divide | Arithmetic::Remainder => away_from_division(left, right),
        Arithmetic::ShiftLeft | Arithmetic::ShiftRight => {
            let width = u128::from(left.bits);
            match right.is_negative() || right.value >= width {
                true => Distance::ZERO,
                false => {
                    let over = width - right.value;
                    let under = right.value + 1;
                    Distance::from_steps(if right.signed { over.min(under) } else { over })
                }
            }
        }
    }
}

fn away_from_limits(operator: Arithmetic, left: Integer, right: Integer) -> Distance {
    let room = match left.signed {
        true => {
            let (a, b) = (left.value as i128, right.value as i128);
            let result = match operator {
                Arithmetic::Add => a.checked_add(b),
                Arithmetic::Subtract => a.checked_sub(b),
                _ => a.checked_mul(b),
            };
            let limits = [left.minimum() as i128, left.maximum() as i128];
            let within = result.filter(|result| (limits[0]..=limits[1]).contains(result));
            within.map(|result| limits[0].abs_diff(result).min(limits[1].abs_diff(result)))
        }
        false => {
            let (a, b) = (left.value, right.value);
            match operator {
                Arithmetic::Add => a.checked_add(b).and_then(|sum| left.maximum().checked_sub(sum)),
                Arithmetic::Subtract => a.checked_sub(b),
                _ => a.checked_mul(b).and_then(|product| left.maximum().checked_sub(product)),
            }
        }
    };
    room.map_or(Distance::ZERO, Distance::from_steps_less_one)
}

pub(super) fn away_from_division(left: Integer, right: Integer) -> Distance {
    let from_zero = Distance::from_steps(right.magnitude());
    if !left.signed {
        return from_zero;
    }
    let from_minus_one = Distance::from_steps((right.value as i128).abs_diff(-1));
    from_zero.min(Distance::from_steps(left.above_minimum()) + from_minus_one)
}

/// How far `base.pow(exponent)` is from failing. The exponent itself is as far as it is from one that fails.
pub(super) fn away_from_power(base: Integer, exponent: u128) -> Distance {
    let mut power = Integer { value: 1, ..base };
    let mut away = away_from_limits(Arithmetic::Multiply, power, power);
    // A base that does not grow never fails.
    for _ in 0..exponent.min(u128::from(base.bits)) {
        away = away_from_limits(Arithmetic::Multiply, power, base);
        if away.is_zero() {
            return away;
        }
        power.value = power.value.wrapping_mul(base.value);
    }
    away
}

/// How far `-operand` is from failing.
pub(super) fn away_from_minimum(operand: Integer) -> Distance {
    match operand.signed {
        true => Distance::from_steps(operand.above_minimum()),
        false => Distance::FARTHEST,
    }
}

/// A left operand that the literal on the right is known of.
#[inline(always)]
pub fn operand_and_literal<L>(
    check: &'static CheckSite,
    operator: Arithmetic,
    (left,): (L,),
    value: u128,
    negative: bool,
) -> L {
    if let Some(integer) = Integer::of(&left) {
        record(check, operator, integer, integer.of_literal(value, negative));
    }
    left
}

/// A left operand, and the right one, which is where it is.
#[inline(always)]
pub fn operand_and_place<L, R: ?Sized>(
    check: &'static CheckSite,
    operator: Arithmetic,
    (left,): (L,),
    right: &R,
) -> L {
    if let (Some(left), Some(right)) = (Integer::of(&left), Integer::of(right)) {
        record(check, operator, left, right);
    }
    left
}

#[inline(never)]
fn record(check: &'static CheckSite, operator: Arithmetic, left: Integer, right: Integer) {
    if role::is_owner() {
        check.record(away(operator, left, right));
    }
}

/// What is negated.
#[inline(always)]
pub fn negated_operand<T>(check: &'static CheckSite, (operand,): (T,)) -> T {
    if let Some(integer) = Integer::of(&operand) {
        if role::is_owner() {
            check.record(away_from_minimum(integer));
        }
    }
    operand
}

/// Left operands that wait: expressions are nested less deeply than this, unless functions call themselves in them.
const MOST_WAITING: usize = 4_096;
/// How far down the list the left operand is looked for.
const MOST_LEFT_BEHIND: usize = 64;

thread_local! {
    static WAITING: RefCell<Vec<(usize, Integer)>> = const { RefCell::new(Vec::new()) };
}

/// A left operand that waits for the right one.
#[inline(always)]
pub fn left_operand<L>(check: &'static CheckSite, (left,): (L,)) -> L {
    if let Some(integer) = Integer::of(&left) {
        wait(check, integer);
    }
    left
}

/// The right operand that it waits for.
#[inline(always)]
pub fn right_operand<R>(check: &'static CheckSite, operator: Arithmetic, (right,): (R,)) -> R {
    if let Some(right) = Integer::of(&right) {
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

/// Forgets what waits, with the execution.
pub(crate) fn forget() {
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
        }
    }

    const OPERATORS: [Arithmetic; 7] = [
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Multiply,
        Arithmetic::Divide,
        Arithmetic::Remainder,
        Arithmetic::ShiftLeft,
        Arithmetic::ShiftRight,
    ];

    fn numbers() -> impl Strategy<Value = i64> {
        prop_oneof![any::<i64>(), -70..70_i64, Just(i64::MIN), Just(i64::MAX), Just(i64::MAX - 1)]
    }

    fn of<V>(value: V) -> Integer {
        Integer::of(&value).unwrap()
    }

    proptest! {
        #[test]
        fn nothing_is_away_exactly_where_the_operation_fails(left in numbers(), right in numbers()) {
            for operator in OPERATORS {
                let away = away(operator, of(left), of(right));
                prop_assert_eq!(away.is_zero(), fails(operator, left, right), "{:?}", operator);
            }
            prop_assert_eq!(away_from_minimum(of(left)).is_zero(), left.checked_neg().is_none());
        }

        #[test]
        fn the_same_holds_of_integers_without_a_sign(left: u128, right: u128, small in 0..200_u8, other in 0..200_u8) {
            for (operator, wide, narrow) in [
                (Arithmetic::Add, left.checked_add(right).is_none(), small.checked_add(other).is_none()),
                (Arithmetic::Subtract, left.checked_sub(right).is_none(), small.checked_sub(other).is_none()),
                (Arithmetic::Multiply, left.checked_mul(right).is_none(), small.checked_mul(other).is_none()),
                (Arithmetic::Divide, right == 0, other == 0),
            ] {
                prop_assert_eq!(away(operator, of(left), of(right)).is_zero(), wide);
                prop_assert_eq!(away(operator, of(small), of(other)).is_zero(), narrow);
            }
        }

        #[test]
        fn a_step_towards_the_limit_is_a_step_nearer(left in 0..i64::MAX - 1, right in 0..1_000_i64) {
            let before = away(Arithmetic::Add, of(left), of(right));
            let after = away(Arithmetic::Add, of(left + 1), of(right));
            prop_assert!(after < before || before.is_zero());
        }
    }

    proptest! {
        #[test]
        fn a_power_is_nowhere_exactly_where_it_fails(base in -20..20_i32, exponent in 0..40_u32, large: i32) {
            let away = |base: i32| away_from_power(of(base), exponent.into());
            prop_assert_eq!(away(base).is_zero(), base.checked_pow(exponent).is_none());
            prop_assert_eq!(away(large).is_zero(), large.checked_pow(exponent).is_none());
        }
    }

    #[test]
    fn the_minimum_divided_by_minus_one_can_be_approached() {
        let at = |left: i32, right: i32| away(Arithmetic::Divide, of(left), of(right));
        assert!(at(i32::MIN + 3, -1) < at(i32::MIN + 9, -4));
        assert!(at(i32::MIN, -1).is_zero() && at(7, 0).is_zero());
    }
}
