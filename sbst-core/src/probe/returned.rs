//! Conditions on the result of a call: a boolean, or a comparison with a value of special meaning:
//! `find(x) == -1`, `parse(x) != None`, `a.cmp(b) == Ordering::Less`.

use crate::probe::branch_distance::Comparison;
use crate::probe::comparison::Seen;
use crate::probe::distance_scope::{
    carried_distance, carried_distance_to_ordering, exit, exit_with_ordering, DistanceScope,
};
use crate::probe::evaluation::RecordedComparison;
use crate::probe::operand::Operator;
use crate::probe::site::Site;
use crate::probe::typed::Typed;
use sbst_model::Distance;
use std::cmp::Ordering;

/// Records a bare boolean with a call in it.
#[inline(always)]
pub fn evaluate_called(site: &'static Site, scope: DistanceScope, boolean: bool) -> bool {
    let distance = exit(scope);
    site.record(boolean, distance);
    boolean
}

/// Records a boolean that tests if an ordering is in a set.
#[inline(always)]
pub fn evaluate_ordered(site: &'static Site, scope: DistanceScope, set: u8, boolean: bool) -> bool {
    let (distance, order) = exit_with_ordering(scope);
    let distance =
        order.and_then(|order| order.to_one_of(if boolean { !set } else { set })).unwrap_or(distance);
    site.record(boolean, distance);
    boolean
}

/// Records a comparison of a call's result, whose scope has exited for a pattern.
#[inline(always)]
pub fn evaluate_returned<L: ?Sized, R: ?Sized>(
    site: &'static Site,
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) -> bool {
    site.record_comparison(holds, Compared(Seen(operator, left, right)));
    holds
}

/// A comparison, with the carried distance of its operands.
struct Compared<'a, L: ?Sized, R: ?Sized>(Seen<'a, L, R>);

impl<L: ?Sized, R: ?Sized> Compared<'_, L, R> {
    /// Returns the distance between orderings, by the compared operands.
    fn to_other_order(&self, holds: bool) -> Option<Distance> {
        let Seen(operator, left, right) = self.0;
        let (Some(_), Some(wanted)) =
            (Typed::new(left).get::<Ordering>(), Typed::new(right).get::<Ordering>())
        else {
            return None;
        };
        let index = *wanted as i8 + 1;
        match operator {
            Operator::Equal | Operator::NotEqual => {
                let is_wanted = holds == (operator == Operator::Equal);
                carried_distance_to_ordering(if is_wanted { !(1 << index) } else { 1 << index })
            }
            _ => None,
        }
    }
}

impl<L: ?Sized, R: ?Sized> Comparison for Compared<'_, L, R> {
    #[inline]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        let distance = self.0.to_other_outcome(holds);
        self.to_other_order(holds).unwrap_or_else(|| with_carried_distance(distance))
    }
}

impl<L: ?Sized, R: ?Sized> RecordedComparison for Compared<'_, L, R> {
    #[cold]
    #[inline(never)]
    fn record_slow(&self, site: &'static Site, holds: bool) {
        self.0.note(site, holds);
        site.record_slow(holds, self.to_other_outcome(holds));
    }
}

/// Returns a distance between values with special meanings; its last step is the carried distance
/// (rule 7 of `distance_scope.rs`). Without a carried distance it stays unchanged, and so does a
/// distance below one step.
pub(crate) fn with_carried_distance(distance: Distance) -> Distance {
    /// Above this, a fraction is negligible compared with the gap, which keeps its own unit steps.
    const MOST: f64 = (1_u64 << 32) as f64;
    let whole = (1.0..MOST).contains(&distance.magnitude()) && distance.magnitude().fract() == 0.0;
    let carried = carried_distance();
    if whole && carried.magnitude() < 1.0 {
        Distance::from_parts(distance.magnitude() - 1.0 + carried.magnitude(), carried.tie())
    } else {
        distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_carried_distance_never_outweighs_a_step(steps in 1..1_u128 << 31) {
            // No scope was entered.
            let [near, far] = [steps, steps + 1].map(|steps| with_carried_distance(Distance::from_steps(steps)));
            prop_assert!(near < far && !near.is_zero());
        }

        #[test]
        fn gaps_of_parts_and_of_the_widest_integers_stay_unchanged(steps in 1_u128 << 32..u128::MAX) {
            let wide = Distance::from_steps(steps);
            prop_assert_eq!(with_carried_distance(wide), wide);
            prop_assert_eq!(with_carried_distance(wide.beyond(0)), wide.beyond(0));
        }
    }
}
