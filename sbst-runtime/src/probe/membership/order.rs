//! Whether elements are in order: `list.is_sorted()`.
//!
//! 1. Each pair of neighbours that is out of order is as far from it as `<=` is, normalised, and one more: so fewer such pairs are always nearer.
//! 2. What is in order is as far from being out of it as the nearest pair of neighbours is from `>`.

use super::{Membership, MOST_MEMBERS};
use crate::probe::branch_distance::{between, compared, Operand};
use crate::probe::comparison::Operator;
use crate::probe::notes::Asking;
use sbst_model::Distance;
use sbst_search::trace::Relation;

#[inline(never)]
pub(super) fn sortedness<M>(elements: &[M], asking: Asking) -> Membership {
    let pairs = || {
        let neighbours = elements.windows(2).take(MOST_MEMBERS);
        neighbours.map(|pair| (Operand::of(&pair[0]), Operand::of(&pair[1])))
    };
    let is_ordered = |left, right| compared(Operator::LessOrEqual, left, right);
    if asking.is_wanted() {
        let is_sorted = pairs().all(|(left, right)| is_ordered(left, right) != Some(false));
        for (left, right) in pairs() {
            let Some(holds) = is_ordered(left, right) else { break };
            asking.answered(Relation::LessOrEqual, (left, right, holds), is_sorted);
        }
    }
    let (mut missing, mut nearest) = (Distance::ZERO, Distance::FARTHEST);
    for (left, right) in pairs() {
        match is_ordered(left, right) {
            Some(false) => missing = missing + between(Operator::LessOrEqual, left, right, false).beyond(1),
            Some(true) => nearest = nearest.min(between(Operator::LessOrEqual, left, right, true)),
            None => return Membership::UNKNOWN,
        }
    }
    // Too few to be out of order; or what is behind the last that was looked at decided.
    let or_one_step = |distance: Distance| match distance.is_zero() || distance == Distance::FARTHEST {
        true => Distance::ONE,
        false => distance,
    };
    Membership { to_member: or_one_step(missing), to_stranger: or_one_step(nearest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::site::Site;
    use proptest::prelude::*;

    static SITE: Site = Site::new();

    fn of<M>(elements: &[M]) -> Membership {
        sortedness(elements, Asking::new(&SITE, false))
    }

    #[test]
    fn each_pair_that_comes_into_order_brings_a_list_nearer() {
        let lists = [vec![9, 5, 1], vec![9, 5, 6], vec![6, 5, 6]];
        let distances = lists.map(|list| of(&list).to_member);
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(of(&["b", "a"]).to_member > Distance::ONE);
        assert_eq!(of(&[1, 4, 6]).to_stranger, Distance::from_steps(3));
        assert_eq!(of(&[Some(2), Some(1)]), Membership::UNKNOWN);
        assert_eq!(of::<u8>(&[]), Membership::UNKNOWN);
    }

    proptest! {
        #[test]
        fn one_step_of_the_larger_of_two_neighbours_is_seen(a: i64, b: i64) {
            prop_assume!(a > b && a - 1 > b);
            prop_assert!(of(&[a, b]).to_member > of(&[a - 1, b]).to_member);
        }
    }
}
