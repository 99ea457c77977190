//! Distances between a value and a range: the way into the range, or out of it at its nearer end.

use super::to_other_outcome as to_other_outcome_of;
use crate::probe::operand::{compared, Operand, Operator};
use crate::probe::typed::{with_integer_types, Typed};
use sbst_model::Distance;
use std::ops::Bound;

/// Returns the distance of `value` to the other outcome of being within the range; `holds` is its
/// present outcome.
#[inline(always)]
pub(crate) fn to_other_outcome<V: ?Sized, B: ?Sized>(
    value: &V,
    start: Bound<&B>,
    end: Bound<&B>,
    holds: bool,
) -> Distance {
    let ends = [end_at(start, Operator::GreaterOrEqual, Operator::Greater), {
        end_at(end, Operator::LessOrEqual, Operator::Less)
    }];
    let mut nearest = None;
    for (bound, operator) in ends.into_iter().flatten() {
        // Inside, both comparisons hold, and either may fail. Outside, one fails, and must hold.
        let counts = if holds { !is_extreme(bound, operator) } else { !is_within(value, bound, operator) };
        if counts {
            let distance = to_other_outcome_of(operator, value, bound, holds);
            nearest = Some(nearest.map_or(distance, |other| distance.min(other)));
        }
    }
    // A range that covers the whole type cannot be left.
    nearest.unwrap_or(if holds { Distance::FARTHEST } else { Distance::ONE })
}

/// Returns the comparison for an end of a range, if any.
#[inline(always)]
pub(crate) fn end_at<B: ?Sized>(
    bound: Bound<&B>,
    including: Operator,
    excluding: Operator,
) -> Option<(&B, Operator)> {
    match bound {
        Bound::Included(bound) => Some((bound, including)),
        Bound::Excluded(bound) => Some((bound, excluding)),
        Bound::Unbounded => None,
    }
}

/// True if the comparison of `value` with `bound` holds; false if they cannot be compared.
#[inline(always)]
fn is_within<V: ?Sized, B: ?Sized>(value: &V, bound: &B, operator: Operator) -> bool {
    compared(operator, Operand::from_value(value), Operand::from_value(bound)).unwrap_or(false)
}

/// True if `bound` is the least or greatest value of its type and within the range, so that no
/// value lies beyond it.
#[inline(always)]
fn is_extreme<B: ?Sized>(bound: &B, operator: Operator) -> bool {
    let value = Typed::new(bound);
    macro_rules! ask {
        ($($type:ty)*) => { $(
            if let Some(bound) = value.get::<$type>() {
                return match operator {
                    Operator::GreaterOrEqual => *bound == <$type>::MIN,
                    Operator::LessOrEqual => *bound == <$type>::MAX,
                    _ => false,
                };
            }
        )* };
    }
    with_integer_types!(ask);
    ask!(char);
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::ops::RangeBounds;

    fn distance<T: PartialOrd + 'static>(value: T, range: impl RangeBounds<T>) -> Distance {
        to_other_outcome(&value, range.start_bound(), range.end_bound(), range.contains(&value))
    }

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[test]
    fn the_nearer_end_is_reached_from_outside_and_left_from_inside() {
        assert_eq!(
            [distance(3, 10..20), distance(25, 10..20), distance(20, 10..20)],
            [steps(7), steps(6), steps(1)]
        );
        assert_eq!(
            [distance(10, 10..20), distance(18, 10..20), distance(14, 10..=20)],
            [steps(1), steps(2), steps(5)]
        );
        assert_eq!(
            [distance('a', 'c'..), distance('e', 'c'..), distance('e', ..'c')],
            [steps(2), steps(3), steps(3)]
        );
    }

    #[test]
    fn no_value_can_leave_where_its_type_ends() {
        assert_eq!([distance(1_u8, 0..=9), distance(250_u8, 200..=255)], [steps(9), steps(51)]);
        assert_eq!([distance(7_u8, 0..=255), distance(250_u8, ..255)], [Distance::FARTHEST, steps(5)]);
    }

    #[test]
    fn an_empty_range_cannot_be_entered_but_is_reached() {
        let (start, end) = (9, 3);
        assert_eq!(distance(5, start..end), steps(3));
    }

    #[test]
    fn a_nan_is_farthest() {
        assert_eq!(distance(f64::NAN, 0.0..1.0), Distance::FARTHEST);
    }

    proptest! {
        #[test]
        fn a_step_towards_the_range_is_nearer(value: i64, start: i64, end: i64) {
            let range = start..=end;
            prop_assume!(start <= end && !range.contains(&value));
            let nearer = if value < start { value + 1 } else { value - 1 };
            prop_assume!(!range.contains(&nearer));
            prop_assert!(distance(nearer, range.clone()) < distance(value, range));
        }
    }
}
