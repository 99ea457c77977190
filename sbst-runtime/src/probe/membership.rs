//! Conditions that ask a collection or a text: `collection.contains(value)` is as far as the value is from the nearest member,
//! and so on for `starts_with`, `ends_with`, `eq_ignore_ascii_case`, `is_empty`, and `is_ascii_digit` and its kin.
//!
//! 1. Whether the value is a member is what the method says. What is known here only scales that.
//! 2. A member is as far from the value as `value == member` is; the nearest member counts. A text's members are its
//!    characters and all its parts; a range's are what is between its ends.
//! 3. [`MOST_MEMBERS`] members are looked at. Of a hash table that has more, none, because their order changes from run
//!    to run.
//! 4. The collection is told by its outer type alone, which the method call has fixed, and no bound is put on what is
//!    in it. Any other type has no distance.
//! 5. A text begins (ends) with another as far from it as its own beginning (end) of that length is. Without regard to
//!    case, it is as far from another as both are in lower case. Bytes are like texts, and so are
//!    other slices (`elements_at_ends.rs`).
//! 6. What is not empty is as far from being so as it has members, or bytes.
//! 7. What numbers are asked (`is_power_of_two`, `is_infinite`) is told in `number.rs`, whether elements are in order in `order.rs`.

mod class;
mod collection;
#[cfg(feature = "search")]
mod element;
#[cfg(feature = "search")]
mod elements_at_ends;
mod number;
#[cfg(feature = "search")]
mod order;
mod text;
mod text_ends;

pub use class::{class, digit, Class};
pub use number::{multiple, quality, Quality};
pub use text_ends::ignoring_case;

pub use collection::Collection;
#[cfg(feature = "search")]
pub(crate) use element::tell_index;
#[cfg(feature = "search")]
pub use element::{KnownCall, UnknownCall};

#[cfg(feature = "search")]
use crate::probe::branch_distance::Operand;
#[cfg(feature = "search")]
use crate::probe::distance_scope;
#[cfg(feature = "search")]
use crate::probe::notes::Asking;
use crate::probe::site::{self, Site};
use sbst_model::Distance;
#[cfg(feature = "search")]
use sbst_search::trace::Relation;
#[cfg(feature = "search")]
use text_ends::search::Question;

/// The most members that are looked at: enough for the tables that programs look up names and signs in, and under a
/// microsecond for numbers.
const MOST_MEMBERS: usize = 256;

/// The distances of a value from being a member, if it is none, and from being none, if it is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Membership {
    pub(crate) to_member: Distance,
    pub(crate) to_stranger: Distance,
}

impl Membership {
    /// Where nothing is known.
    pub const UNKNOWN: Membership = Membership { to_member: Distance::ONE, to_stranger: Distance::ONE };

    fn at(to_member: Distance) -> Membership {
        Membership { to_member, to_stranger: Distance::ONE }
    }
}

/// The probe: notes that the condition, which is the membership or (`negated`) its opposite, was evaluated to `holds`.
#[inline(always)]
pub fn evaluate_membership(site: &'static Site, membership: Membership, negated: bool, holds: bool) -> bool {
    let Membership { to_member, to_stranger } = membership;
    site.record(holds, site::away(|| if holds == negated { to_member } else { to_stranger }));
    holds
}

/// The probe of a membership that is no condition itself but what a closure says for one, that at `site`.
#[inline(always)]
pub fn heard_membership(site: &'static Site, membership: Membership, negated: bool, holds: bool) -> bool {
    #[cfg(feature = "search")]
    {
        let Membership { to_member, to_stranger } = membership;
        let away = if negated { [to_stranger, to_member] } else { [to_member, to_stranger] };
        distance_scope::hear_answer(site, away, holds);
    }
    let _ = (site, membership, negated);
    holds
}

/// The first half of the probe of a collection that the call may take: what is known of it, before it is called. Which of
/// the distances counts is known when it has been: the least one does, and that of the outcome is zero.
#[inline]
pub fn look_at_membership(site: &'static Site, membership: Membership, negated: bool) {
    let Membership { to_member, to_stranger } = membership;
    let distances = if negated { [to_stranger, to_member] } else { [to_member, to_stranger] };
    site.record_unevaluated(distances.map(|distance| site::away(|| distance)));
}

/// The second half: the condition was evaluated to `holds`.
#[inline]
pub fn evaluate_looked_at(site: &'static Site, holds: bool) -> bool {
    site.record(holds, site::Away::FARTHEST);
    holds
}

/// The distances of `text` from having `part` in it, a text or a character.
#[cfg(feature = "search")]
pub(crate) fn part_of_text<P: ?Sized>(text: &str, part: &P, asking: Asking) -> Membership {
    if asking.is_wanted() {
        text::write_down(text, part, asking);
    }
    text::membership(text, part)
}

/// The distances of a text or bytes from beginning with `part`.
#[cfg(feature = "search")]
pub(crate) fn beginning<T: ?Sized, P: ?Sized>(text: &T, part: &P, asking: Asking) -> Membership {
    text_ends::search::asked(Question::Beginning, text, part, asking)
}

/// The distances of a text or bytes from ending with `part`.
#[cfg(feature = "search")]
pub(crate) fn end<T: ?Sized, P: ?Sized>(text: &T, part: &P, asking: Asking) -> Membership {
    text_ends::search::asked(Question::End, text, part, asking)
}

/// The distances of a character from being a digit in a base.
#[cfg(feature = "search")]
pub(crate) fn digit_of<B: ?Sized>(character: &char, base: &B, asking: Asking) -> Membership {
    class::search::asked_for_digit(character, base, asking)
}

/// A collection and a value; its methods find what is known of the collection.
pub struct Membered<'a, C: ?Sized, V: ?Sized>(pub &'a C, pub &'a V);

/// Preferred by method look-up for collections whose members can be looked at.
pub trait KnownMembers {
    /// The distances of the value, whose membership, or (`negated`) its opposite, is the condition at `site`.
    fn membership(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from being empty.
    fn emptiness(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from beginning with the value.
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from ending with the value.
    fn end(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from being in order.
    fn sortedness(&self, site: &'static Site, negated: bool) -> Membership;
}

impl<C: Collection + ?Sized, V: ?Sized> KnownMembers for &Membered<'_, C, V> {
    #[inline(always)]
    #[cfg(feature = "search")]
    fn membership(&self, site: &'static Site, negated: bool) -> Membership {
        let asking = Asking::new(site, negated);
        if asking.is_wanted() {
            self.0.write_down(self.1, asking);
        }
        self.0.membership(self.1)
    }

    /// Nobody asks while a user's own tests run.
    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn membership(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    #[cfg(feature = "search")]
    fn emptiness(&self, site: &'static Site, negated: bool) -> Membership {
        match self.0.members() {
            Some(members) => empty(members, Asking::new(site, negated)),
            None => Membership::UNKNOWN,
        }
    }

    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn emptiness(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    #[cfg(feature = "search")]
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership {
        self.0.at_end(Question::Beginning, self.1, Asking::new(site, negated))
    }

    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn beginning(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    #[cfg(feature = "search")]
    fn end(&self, site: &'static Site, negated: bool) -> Membership {
        self.0.at_end(Question::End, self.1, Asking::new(site, negated))
    }

    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn end(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    #[cfg(feature = "search")]
    fn sortedness(&self, site: &'static Site, negated: bool) -> Membership {
        self.0.sortedness(Asking::new(site, negated))
    }

    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn sortedness(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }
}

/// The distances of what has so many members from being empty.
#[cfg(feature = "search")]
#[inline(always)]
fn empty(members: usize, asking: Asking) -> Membership {
    let members = members as u64;
    if asking.is_wanted() {
        asking.asked(Relation::Equal, Operand::Unsigned(members), Operand::Unsigned(0), members == 0);
    }
    Membership::at(Distance::from_steps_less_one(u128::from(members.saturating_sub(1))))
}

/// The fallback for everything else.
pub trait UnknownMembers {
    /// The distances of the value.
    fn membership(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from being empty.
    fn emptiness(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from beginning with the value.
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from ending with the value.
    fn end(&self, site: &'static Site, negated: bool) -> Membership;

    /// The distances of the collection from being in order.
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
    #[cfg(feature = "search")]
    fn beginning(&self, site: &'static Site, negated: bool) -> Membership {
        text_ends::search::asked(Question::Beginning, self.0, self.1, Asking::new(site, negated))
    }

    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn beginning(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    #[cfg(feature = "search")]
    fn end(&self, site: &'static Site, negated: bool) -> Membership {
        text_ends::search::asked(Question::End, self.0, self.1, Asking::new(site, negated))
    }

    #[inline(always)]
    #[cfg(not(feature = "search"))]
    fn end(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }

    #[inline(always)]
    fn sortedness(&self, _: &'static Site, _: bool) -> Membership {
        Membership::UNKNOWN
    }
}

#[cfg(all(test, feature = "search"))]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
    use std::rc::Rc;

    static SITE: Site = Site::new();

    /// What the attribute emits.
    macro_rules! to_member {
        ($collection:expr, $value:expr) => {
            (&&Membered(&$collection, &$value)).membership(&SITE, false).to_member
        };
    }

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[test]
    fn the_nearest_member_counts_whatever_holds_it() {
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
    fn what_has_no_members_or_none_that_can_be_compared_is_one_step_away() {
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
    fn a_hash_table_too_large_to_be_looked_at_whole_tells_nothing() {
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
