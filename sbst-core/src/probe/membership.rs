//! Conditions on a collection or a text: `contains`, `starts_with`, `ends_with`,
//! `eq_ignore_ascii_case`, `is_empty`, `is_ascii_digit` and similar methods.
//!
//! 1. The method decides if the value is a member. A distance only scales its result.
//! 2. A member is as far from the value as `value == member` is; the nearest member counts. The
//!    members of a text are its characters and all its parts. The members of a range lie between
//!    its ends.
//! 3. [`MOST_MEMBERS`] members are compared. A larger hash table has no distance, because its order
//!    changes from run to run.
//! 4. Only the outer type of the collection is known, fixed by the method call; its contents have
//!    no bound. Other types have no distance.
//! 5. The distance of a text to beginning (ending) with another is the distance of its own
//!    beginning (end) of that length. Without regard to case, both are compared in lower case.
//!    Bytes are like texts, and so are other slices (`elements_at_ends.rs`).
//! 6. The distance of a collection to being empty is its number of members, or bytes.
//! 7. Predicates of numbers (`is_power_of_two`, `is_infinite`) are in `number.rs`, sortedness in
//!    `order.rs`.

mod class;
mod element;
mod text_ends;
mod elements_at_ends;
mod order;
mod text;
mod collection;
mod number;

pub use class::{class, digit, Class};
pub use number::{multiple, quality, Quality};
pub use text_ends::ignoring_case;

pub use collection::Collection;
pub(crate) use element::inspect_index;
pub use element::{KnownCall, UnknownCall};

use crate::probe::branch_distance::to_other_outcome;
use crate::probe::distance_scope;
use crate::probe::notes::Predicate;
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::Site;
use sbst_model::Distance;
use text_ends::TextPredicate;

/// The most members that are compared. Tables of names and signs in programs are smaller, and a
/// comparison takes under a microsecond for numbers.
const MOST_MEMBERS: usize = 256;

/// The distances of a value to being a member, and to not being one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Membership {
    pub(crate) to_member: Distance,
    pub(crate) to_stranger: Distance,
}

impl Membership {
    /// The distances for unknown members.
    pub const UNKNOWN: Membership = Membership { to_member: Distance::ONE, to_stranger: Distance::ONE };

    fn to_member_only(to_member: Distance) -> Membership {
        Membership { to_member, to_stranger: Distance::ONE }
    }
}

/// Records the condition, which is the membership or (`negated`) its opposite, as evaluated to
/// `holds`.
#[inline(always)]
pub fn evaluate_membership(site: &'static Site, membership: Membership, negated: bool, holds: bool) -> bool {
    let Membership { to_member, to_stranger } = membership;
    site.record(holds, if holds == negated { to_member } else { to_stranger });
    holds
}

/// Notes a membership that a closure decides for the condition at `site`.
#[inline(always)]
pub fn note_membership(site: &'static Site, membership: Membership, negated: bool, holds: bool) -> bool {
    let Membership { to_member, to_stranger } = membership;
    let distance = if negated { [to_stranger, to_member] } else { [to_member, to_stranger] };
    distance_scope::note_answer(site, distance, holds);
    holds
}

/// The first half of the probe if the call may consume the collection: records both distances
/// before the call. After the call the lesser one counts, and that of the outcome is zero.
#[inline]
pub fn look_at_membership(site: &'static Site, membership: Membership, negated: bool) {
    let Membership { to_member, to_stranger } = membership;
    let distances = if negated { [to_stranger, to_member] } else { [to_member, to_stranger] };
    site.record_unevaluated(distances);
}

/// The second half: records the outcome.
#[inline]
pub fn evaluate_looked_at(site: &'static Site, holds: bool) -> bool {
    site.record(holds, Distance::FARTHEST);
    holds
}

/// Returns the distances of `text` to containing `part`, a text or a character.
pub(crate) fn part_of_text<P: ?Sized>(text: &str, part: &P, predicate: Predicate) -> Membership {
    if predicate.is_wanted() {
        text::write_down(text, part, predicate);
    }
    text::membership(text, part)
}

/// Returns the distances of a text or bytes to beginning with `part`.
pub(crate) fn beginning<T: ?Sized, P: ?Sized>(text: &T, part: &P, predicate: Predicate) -> Membership {
    text_ends::membership(TextPredicate::Beginning, text, part, predicate)
}

/// Returns the distances of a text or bytes to ending with `part`.
pub(crate) fn end<T: ?Sized, P: ?Sized>(text: &T, part: &P, predicate: Predicate) -> Membership {
    text_ends::membership(TextPredicate::End, text, part, predicate)
}

/// Returns the distances of a character to being a digit in a base.
pub(crate) fn measure_digit<B: ?Sized>(character: &char, base: &B, predicate: Predicate) -> Membership {
    class::digit_membership(character, base, predicate)
}

/// A collection and a value.
pub struct Membered<'a, C: ?Sized, V: ?Sized>(pub &'a C, pub &'a V);

/// Preferred by method look-up for collections with known members.
pub trait KnownMembers {
    /// Returns the distances of the value, whose membership, or (`negated`) its opposite, is the
    /// condition at `site`.
    fn membership(&self, site: &'static Site, negated: bool) -> Membership;

    /// Returns the distances to being empty.
    fn emptiness(&self, site: &'static Site, negated: bool) -> Membership;

    /// Returns the distances to beginning with the value.
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership;

    /// Returns the distances to ending with the value.
    fn end(&self, site: &'static Site, negated: bool) -> Membership;

    /// Returns the distances to being sorted.
    fn sortedness(&self, site: &'static Site, negated: bool) -> Membership;
}

impl<C: Collection + ?Sized, V: ?Sized> KnownMembers for &Membered<'_, C, V> {
    #[inline(always)]
    fn membership(&self, site: &'static Site, negated: bool) -> Membership {
        let predicate = Predicate::new(site, negated);
        if predicate.is_wanted() {
            self.0.write_down(self.1, predicate);
        }
        self.0.membership(self.1)
    }

    #[inline(always)]
    fn emptiness(&self, site: &'static Site, negated: bool) -> Membership {
        #[cfg(feature = "symbolic")]
        crate::probe::symbolic::note_emptiness(site, self.0, self.0.members(), negated);
        match self.0.members() {
            Some(members) => empty(members, Predicate::new(site, negated)),
            None => Membership::UNKNOWN,
        }
    }

    #[inline(always)]
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership {
        self.0.at_end(TextPredicate::Beginning, self.1, Predicate::new(site, negated))
    }

    #[inline(always)]
    fn end(&self, site: &'static Site, negated: bool) -> Membership {
        self.0.at_end(TextPredicate::End, self.1, Predicate::new(site, negated))
    }

    #[inline(always)]
    fn sortedness(&self, site: &'static Site, negated: bool) -> Membership {
        self.0.sortedness(Predicate::new(site, negated))
    }
}

/// Returns the distances of a collection with this number of members to being empty.
#[inline(always)]
fn empty(members: usize, predicate: Predicate) -> Membership {
    let members = members as u64;
    if predicate.is_wanted() {
        predicate.note(
            Operator::Equal.into(),
            Operand::Unsigned(members),
            Operand::Unsigned(0),
            members == 0,
        );
    }
    Membership::to_member_only(Distance::from_steps_less_one(u128::from(members.saturating_sub(1))))
}

/// The fallback for all other types.
pub trait UnknownMembers {
    fn membership(&self, site: &'static Site, negated: bool) -> Membership;

    fn emptiness(&self, site: &'static Site, negated: bool) -> Membership;

    fn beginning(&self, site: &'static Site, negated: bool) -> Membership;

    fn end(&self, site: &'static Site, negated: bool) -> Membership;

    fn sortedness(&self, site: &'static Site, negated: bool) -> Membership;
}

impl<C: ?Sized, V: ?Sized> UnknownMembers for Membered<'_, C, V> {
    #[inline(always)]
    fn membership(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    fn emptiness(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership {
        text_ends::membership(TextPredicate::Beginning, self.0, self.1, Predicate::new(site, negated))
    }

    #[inline(always)]
    fn end(&self, site: &'static Site, negated: bool) -> Membership {
        text_ends::membership(TextPredicate::End, self.0, self.1, Predicate::new(site, negated))
    }

    #[inline(always)]
    fn sortedness(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }
}

/// Returns the distance of `value == member`, which does not hold.
fn equality<V: ?Sized, M: ?Sized>(value: &V, member: &M) -> Distance {
    to_other_outcome(Operator::Equal, value, member, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
    use std::rc::Rc;

    static SITE: Site = Site::new();

    /// The code that the attribute emits.
    macro_rules! to_member {
        ($collection:expr, $value:expr) => {
            (&&Membered(&$collection, &$value)).membership(&SITE, false).to_member
        };
    }

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[test]
    fn the_nearest_member_counts_in_every_collection() {
        let members = [10, 20, 35];
        assert_eq!(to_member!(members, &17), steps(3));
        assert_eq!(to_member!(members[..], &17), steps(3));
        assert_eq!(to_member!(&members.to_vec(), &&17), steps(3));
        assert_eq!(to_member!(VecDeque::from(members), &40), steps(5));
        assert_eq!(to_member!(Rc::new(BTreeSet::from(members)), &9), steps(1));
        assert_eq!(to_member!(&mut HashSet::from(members), &0), steps(10));
        assert_eq!(to_member!(HashMap::from(members.map(|member| (member, "x"))), &30), steps(5));
        assert_eq!(to_member!(BTreeMap::from([('a', 1), ('f', 2)]), &'c'), steps(2));
    }

    #[test]
    fn collections_without_comparable_members_are_one_step_away() {
        struct Own;
        assert_eq!(to_member!(Own, &3), Distance::ONE);
        assert_eq!(to_member!([Some(1)], &Some(4)), steps(3).beyond(0).beyond(0), "a variant of its own");
        assert_eq!(to_member!([Some(Own)], &Some(Own)), Distance::ONE);
        assert_eq!(to_member!(Vec::<i32>::new(), &3), Distance::ONE);
    }

    #[test]
    fn texts_are_members_too() {
        let names = ["red", "green"];
        assert!(to_member!(names, &"gree") < to_member!(names, &"gre"));
        assert!(to_member!(HashSet::from(names.map(String::from)), "ree") < to_member!(names, &"abc"));
    }

    #[test]
    fn a_too_large_hash_table_has_no_distance() {
        let numbers = 0..=MOST_MEMBERS as i32;
        assert_eq!(to_member!(numbers.clone().collect::<HashSet<_>>(), &-9), Distance::ONE);
        assert_eq!(to_member!(numbers.collect::<BTreeSet<_>>(), &-9), steps(9));
    }

    #[test]
    fn ranges_are_entered_and_left_at_the_nearer_end() {
        assert_eq!(to_member!(10..20, &25), steps(6));
        assert_eq!(to_member!(&(10..), &7), steps(3));
        let membership = (&&Membered(&(10..=20), &18)).membership(&SITE, false);
        assert_eq!(membership.to_stranger, steps(3));
    }
}
