//! Sortedness of elements: `list.is_sorted()`.
//!
//! 1. Each unsorted pair of neighbours is as far from sorted as `<=` is, normalised, plus one: so
//!    fewer such pairs are always nearer.
//! 2. Sorted elements are as far from unsorted as the nearest pair of neighbours is from `>`.

use super::{Membership, MOST_MEMBERS};
use crate::probe::branch_distance::between;
use crate::probe::notes::Predicate;
use crate::probe::operand::{compared, Operand, Operator};
use sbst_model::Distance;

#[inline(never)]
pub(super) fn sortedness<M>(elements: &[M], predicate: Predicate) -> Membership {
    let pairs = || {
        let neighbours = elements.windows(2).take(MOST_MEMBERS);
        neighbours.map(|pair| (Operand::from_value(&pair[0]), Operand::from_value(&pair[1])))
    };
    let is_ordered = |left, right| compared(Operator::LessOrEqual, left, right);
    if predicate.is_wanted() {
        let is_sorted = pairs().all(|(left, right)| is_ordered(left, right) != Some(false));
        for (left, right) in pairs() {
            let Some(holds) = is_ordered(left, right) else { break };
            predicate.note_part(Operator::LessOrEqual.into(), (left, right, holds), is_sorted);
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
    // There are too few elements to be unsorted, or elements beyond the compared ones decided.
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

    fn measure<M>(elements: &[M]) -> Membership {
        sortedness(elements, Predicate::new(&SITE, false))
    }

    #[test]
    fn each_sorted_pair_brings_a_list_nearer() {
        let lists = [vec![9, 5, 1], vec![9, 5, 6], vec![6, 5, 6]];
        let distances = lists.map(|list| measure(&list).to_member);
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(measure(&["b", "a"]).to_member > Distance::ONE);
        assert_eq!(measure(&[1, 4, 6]).to_stranger, Distance::from_steps(3));
        assert_eq!(measure(&[Some(2), Some(1)]), Membership::UNKNOWN);
        assert_eq!(measure::<u8>(&[]), Membership::UNKNOWN);
    }

    proptest! {
        #[test]
        fn one_step_of_the_larger_of_two_neighbours_is_seen(a: i64, b: i64) {
            prop_assume!(a > b && a - 1 > b);
            prop_assert!(measure(&[a, b]).to_member > measure(&[a - 1, b]).to_member);
        }
    }
}
