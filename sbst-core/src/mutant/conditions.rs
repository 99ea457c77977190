//! Points in conditions, and at removable code.

use super::number::gap;
use super::point::{Point, State};
use sbst_model::{Change, Operator};
use std::cmp::Ordering;

/// Returns the outcome of a comparison by order, or of its alternative.
#[inline(always)]
pub fn compared<L, R>(
    point: &'static Point,
    holds: bool,
    left: &L,
    right: &R,
    order: impl FnOnce() -> Option<Ordering>,
) -> bool {
    if point.is_quiet() {
        return holds;
    }
    point.note_gap(|| gap(left, right));
    let order = order();
    choose(point, holds, |change| relation(change, order).or_else(|| constant(change)))
}

/// Returns the outcome of a comparison for equality, or of its alternative.
#[inline(always)]
pub fn equated<L, R>(point: &'static Point, holds: bool, left: &L, right: &R) -> bool {
    if point.is_quiet() {
        return holds;
    }
    point.note_gap(|| gap(left, right));
    choose(point, holds, |change| match change {
        Change::Compare(Operator::Equal | Operator::NotEqual) => Some(!holds),
        _ => constant(change),
    })
}

/// Returns the outcome of a condition, perhaps forced or negated.
#[inline(always)]
pub fn forced(point: &'static Point, holds: bool) -> bool {
    if point.is_quiet() {
        return holds;
    }
    choose(point, holds, |change| match change {
        Change::Negated => Some(!holds),
        _ => constant(change),
    })
}

/// Returns an operand or the result of `&&` or `||`, perhaps negated: if all three are negated, it
/// is the other operator.
#[inline(always)]
pub fn swapped(point: &'static Point, holds: bool) -> bool {
    if point.is_quiet() {
        return holds;
    }
    // Whether the result differs depends on operands that are not evaluated.
    choose(point, holds, |_| Some(!holds))
}

/// True if `?` is to return, although its operand `has_value`.
#[inline(always)]
pub fn returns_early(point: &'static Point, has_value: bool) -> bool {
    !point.is_quiet() && choose(point, false, |_| Some(has_value))
}

/// True if the code here is to be executed.
#[inline(always)]
pub fn keeps(point: &'static Point) -> bool {
    point.is_quiet() || choose(point, true, |_| Some(false))
}

#[cold]
fn choose(point: &'static Point, original: bool, value: impl Fn(Change) -> Option<bool>) -> bool {
    match point.state() {
        State::Quiet => original,
        State::Recording => {
            point.record(|change| value(change).map(|value| value != original));
            original
        }
        State::Active(change) => value(change).unwrap_or(original),
    }
}

fn constant(change: Change) -> Option<bool> {
    match change {
        Change::True => Some(true),
        Change::False => Some(false),
        _ => None,
    }
}

fn relation(change: Change, order: Option<Ordering>) -> Option<bool> {
    let Change::Compare(operator) = change else { return None };
    Some(order.map_or(operator == Operator::NotEqual, |order| operator.holds(order)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    static LESS: Point = Point::new(&[
        Change::Compare(Operator::LessOrEqual),
        Change::Compare(Operator::NotEqual),
        Change::True,
    ]);
    static BOTH: Point = Point::new(&[Change::Swapped]);

    proptest! {
        #[test]
        fn relations_are_those_of_the_operators(left in prop::num::f64::ANY, right in prop::num::f64::ANY) {
            let is = |change| relation(change, left.partial_cmp(&right));
            prop_assert_eq!(is(Change::Compare(Operator::Equal)), Some(left == right));
            prop_assert_eq!(is(Change::Compare(Operator::NotEqual)), Some(left != right));
            prop_assert_eq!(is(Change::Compare(Operator::Less)), Some(left < right));
            prop_assert_eq!(is(Change::Compare(Operator::LessOrEqual)), Some(left <= right));
            prop_assert_eq!(is(Change::Compare(Operator::Greater)), Some(left > right));
            prop_assert_eq!(is(Change::Compare(Operator::GreaterOrEqual)), Some(left >= right));
        }
    }

    #[test]
    fn quiet_points_keep_the_original_active_ones_the_alternative() {
        let less =
            |left: i32, right: i32| compared(&LESS, left < right, &left, &right, || left.partial_cmp(&right));
        assert!(less(1, 2) && !less(2, 2) && !less(3, 2));
        LESS.activate(1);
        assert!(less(1, 2) && less(2, 2) && !less(3, 2));
        LESS.activate(2);
        assert!(less(1, 2) && !less(2, 2) && less(3, 2));
        LESS.activate(3);
        assert!(less(3, 2));
        LESS.activate(0);
    }

    #[test]
    fn three_negations_swap_a_connective() {
        let and = |left, right| swapped(&BOTH, swapped(&BOTH, left) && swapped(&BOTH, right));
        let table = || [(false, false), (false, true), (true, false), (true, true)].map(|(l, r)| and(l, r));
        assert_eq!(table(), [false, false, false, true]);
        BOTH.activate(1);
        assert_eq!(table(), [false, true, true, true]);
        BOTH.activate(0);
    }
}
