//! Comparisons of what a call gave with a value that stands for something: `find(x) == -1`, `parse(x) != None`,
//! `a.cmp(b) == Ordering::Less`.

use crate::probe::branch_distance::{Comparison, Seen, Typed};
use crate::probe::comparison::Operator;
use crate::probe::distance_scope::{order_to, said};
use crate::probe::site::Site;
use sbst_model::Distance;
use std::cmp::Ordering;

/// The probe of a comparison of what a call gave, after `heard`, with a value that stands for something.
#[inline(always)]
pub fn evaluate_heard_condition<L: ?Sized, R: ?Sized>(
    site: &'static Site,
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) -> bool {
    site.record_comparison(holds, Compared(Seen(operator, left, right)));
    holds
}

/// A comparison, with what was heard of its operands.
struct Compared<'a, L: ?Sized, R: ?Sized>(Seen<'a, L, R>);

impl<L: ?Sized, R: ?Sized> Compared<'_, L, R> {
    /// Of orderings, by the operands that were compared.
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
                order_to(if is_wanted { !(1 << index) } else { 1 << index })
            }
            _ => None,
        }
    }
}

impl<L: ?Sized, R: ?Sized> Comparison for Compared<'_, L, R> {
    #[inline]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        let away = self.0.to_other_outcome(holds);
        self.to_other_order(holds).unwrap_or_else(|| and_said(away))
    }

    #[cold]
    #[inline(never)]
    fn record_otherwise(&self, site: &'static Site, holds: bool) {
        self.0.note(site, holds);
        site.record_otherwise(holds, self.to_other_outcome(holds));
    }
}

/// A distance between values that stand for something, of which what was heard of the one that came back is the last step: rule 7.
/// If nobody was heard, it is what it is; and what is less than one step has told more already.
pub(crate) fn and_said(away: Distance) -> Distance {
    /// Above this a fraction is nothing beside the gap, so it keeps its own unit steps.
    const MOST: f64 = (1_u64 << 32) as f64;
    let whole = (1.0..MOST).contains(&away.magnitude()) && away.magnitude().fract() == 0.0;
    let said = said();
    if whole && said.magnitude() < 1.0 {
        Distance::from_parts(away.magnitude() - 1.0 + said.magnitude(), said.tie())
    } else {
        away
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_heard_never_outweighs_a_step(steps in 1..1_u128 << 31) {
            // Nobody has been listened to.
            let [near, far] = [steps, steps + 1].map(|steps| and_said(Distance::from_steps(steps)));
            prop_assert!(near < far && !near.is_zero());
        }

        #[test]
        fn gaps_of_parts_and_of_the_widest_integers_stay_as_they_are(steps in 1_u128 << 32..u128::MAX) {
            let wide = Distance::from_steps(steps);
            prop_assert_eq!(and_said(wide), wide);
            prop_assert_eq!(and_said(wide.beyond(0)), wide.beyond(0));
        }
    }
}
