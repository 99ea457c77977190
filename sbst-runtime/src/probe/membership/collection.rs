//! The collections of the standard library whose members can be looked at.

#[cfg(feature = "search")]
use super::{element, element::Answer, elements_at_ends, order, text_ends, text_ends::search::Question};
use super::{text, Membership, MOST_MEMBERS};
use crate::probe::branch_distance::{range, to_other_outcome};
use crate::probe::comparison::Operator;
#[cfg(feature = "search")]
use crate::probe::{branch_distance::Operand, call::Call, notes::Asking};
use sbst_model::Distance;
use std::borrow::Cow;
use std::cell::{Ref, RefMut};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::{Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::{Arc, MutexGuard, RwLockReadGuard, RwLockWriteGuard};

/// A collection with a method `contains` or `contains_key`.
pub trait Collection {
    /// The distances of `value` from being a member, and from being none.
    fn membership<V: ?Sized>(&self, value: &V) -> Membership;

    /// How many members it has, if that can be asked.
    #[inline(always)]
    fn members(&self) -> Option<usize> {
        None
    }

    /// Writes down whether `value` is a member, for a traced execution.
    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking);

    /// The distances of beginning or ending with `part`. Text and bytes are told by their types.
    #[cfg(feature = "search")]
    #[inline(always)]
    fn at_end<V: ?Sized>(&self, question: Question, part: &V, asking: Asking) -> Membership {
        text_ends::search::asked(question, self, part, asking)
    }

    /// The distances of being in order.
    #[cfg(feature = "search")]
    #[inline(always)]
    fn sortedness(&self, asking: Asking) -> Membership {
        let _ = asking;
        Membership::UNKNOWN
    }

    /// Whether there is something at this index, or for this key, and how far it is from the other; `None` if that is not
    /// known.
    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        let _ = (key, call);
        None
    }

    /// Whether it is asked by index, and not by key.
    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        false
    }
}

/// Writes down whether `value` is one of the members that are looked at.
#[cfg(feature = "search")]
#[cold]
#[inline(never)]
fn write_members<'a, V: ?Sized, M: 'a>(value: &V, members: impl Iterator<Item = &'a M>, asking: Asking) {
    asking.one_of(Operand::of(value), members.take(MOST_MEMBERS).map(|member| Operand::of(member)));
}

/// The same for members whose order is another one in each run: in one that is always the same.
#[cfg(feature = "search")]
#[cold]
#[inline(never)]
fn write_unordered_members<'a, V: ?Sized, M: 'a>(
    value: &V,
    members: impl Iterator<Item = &'a M>,
    asking: Asking,
) {
    let mut members: Vec<Operand> = members.map(|member| Operand::of(member)).collect();
    members.sort_by(Operand::order);
    asking.one_of(Operand::of(value), members.into_iter());
}

/// The distance to the nearest of the members, as far as they are looked at.
fn nearest<'a, V: ?Sized, M: 'a>(value: &V, members: impl Iterator<Item = &'a M>) -> Membership {
    let distances = members.take(MOST_MEMBERS).map(|member| equality(value, member));
    Membership::at(distances.min().unwrap_or(Distance::ONE))
}

/// The distance from `value == member` where that does not hold.
pub(super) fn equality<V: ?Sized, M: ?Sized>(value: &V, member: &M) -> Distance {
    to_other_outcome(Operator::Equal, value, member, false)
}

impl<M> Collection for [M] {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        nearest(value, self.iter())
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        write_members(value, self.iter(), asking);
    }

    #[cfg(feature = "search")]
    fn at_end<V: ?Sized>(&self, question: Question, part: &V, asking: Asking) -> Membership {
        elements_at_ends::asked(question, self, part, asking)
    }

    #[cfg(feature = "search")]
    fn sortedness(&self, asking: Asking) -> Membership {
        order::sortedness(self, asking)
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_index(self.len(), None, key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

impl<M, const N: usize> Collection for [M; N] {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        self.as_slice().membership(value)
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        self.as_slice().write_down(value, asking);
    }

    #[cfg(feature = "search")]
    fn at_end<V: ?Sized>(&self, question: Question, part: &V, asking: Asking) -> Membership {
        self.as_slice().at_end(question, part, asking)
    }

    #[cfg(feature = "search")]
    fn sortedness(&self, asking: Asking) -> Membership {
        self.as_slice().sortedness(asking)
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_index(self.len(), None, key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

impl<M> Collection for Vec<M> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        self.as_slice().membership(value)
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        self.as_slice().write_down(value, asking);
    }

    #[cfg(feature = "search")]
    fn at_end<V: ?Sized>(&self, question: Question, part: &V, asking: Asking) -> Membership {
        self.as_slice().at_end(question, part, asking)
    }

    #[cfg(feature = "search")]
    fn sortedness(&self, asking: Asking) -> Membership {
        self.as_slice().sortedness(asking)
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_index(self.len(), None, key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

impl<M> Collection for VecDeque<M> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        nearest(value, self.iter())
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        write_members(value, self.iter(), asking);
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_index(self.len(), None, key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

impl<M> Collection for BTreeSet<M> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        nearest(value, self.iter())
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        write_members(value, self.iter(), asking);
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_key(self, self.iter(), key, call)
    }
}

impl<K, M> Collection for BTreeMap<K, M> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        nearest(value, self.keys())
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        write_members(value, self.keys(), asking);
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_key(self, self.keys(), key, call)
    }
}

impl<M, S> Collection for HashSet<M, S> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        match self.len() {
            0..=MOST_MEMBERS => nearest(value, self.iter()),
            _ => Membership::UNKNOWN,
        }
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        if self.len() <= MOST_MEMBERS {
            write_unordered_members(value, self.iter(), asking);
        }
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        match self.len() {
            0..=MOST_MEMBERS => element::by_key(self, self.iter(), key, call),
            _ => None,
        }
    }
}

impl<K, M, S> Collection for HashMap<K, M, S> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        match self.len() {
            0..=MOST_MEMBERS => nearest(value, self.keys()),
            _ => Membership::UNKNOWN,
        }
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        if self.len() <= MOST_MEMBERS {
            write_unordered_members(value, self.keys(), asking);
        }
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        match self.len() {
            0..=MOST_MEMBERS => element::by_key(self, self.keys(), key, call),
            _ => None,
        }
    }
}

impl Collection for str {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        text::membership(self, value)
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        text::write_down(self, value, asking);
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_index(self.len(), Some(self), key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

impl Collection for String {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        text::membership(self, value)
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        text::write_down(self, value, asking);
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        element::by_index(self.len(), Some(self), key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

macro_rules! ranges {
    ($($range:ident)*) => { $(
        impl<M> Collection for $range<M> {
            #[inline]
            fn membership<V: ?Sized>(&self, value: &V) -> Membership {
                let [to_member, to_stranger] = [false, true].map(|holds| {
                    range::to_other_outcome(value, self.start_bound(), self.end_bound(), holds)
                });
                Membership { to_member, to_stranger }
            }

            #[cfg(feature = "search")]
            #[inline(always)]
            fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
                asking.between(value, self.start_bound(), self.end_bound());
            }
        }
    )* };
}
ranges!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive);

macro_rules! pointers {
    ($($pointer:ty)*) => { $(
        impl<C: Collection + ?Sized> Collection for $pointer {
            #[inline]
            fn membership<V: ?Sized>(&self, value: &V) -> Membership {
                (**self).membership(value)
            }

            #[inline(always)]
            fn members(&self) -> Option<usize> {
                (**self).members()
            }

            #[cfg(feature = "search")]
            fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
                (**self).write_down(value, asking);
            }

            #[cfg(feature = "search")]
            #[inline(always)]
            fn at_end<V: ?Sized>(&self, question: Question, part: &V, asking: Asking) -> Membership {
                (**self).at_end(question, part, asking)
            }

            #[cfg(feature = "search")]
            #[inline(always)]
            fn sortedness(&self, asking: Asking) -> Membership {
                (**self).sortedness(asking)
            }

            #[cfg(feature = "search")]
            fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
                (**self).element(key, call)
            }

            #[cfg(feature = "search")]
            #[inline(always)]
            fn is_indexed(&self) -> bool {
                (**self).is_indexed()
            }
        }
    )* };
}
pointers!(&C &mut C Box<C> Rc<C> Arc<C> Ref<'_, C> RefMut<'_, C> MutexGuard<'_, C>);
pointers!(RwLockReadGuard<'_, C> RwLockWriteGuard<'_, C>);

impl<C: Collection + ToOwned + ?Sized> Collection for Cow<'_, C> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        (**self).membership(value)
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        (**self).members()
    }

    #[cfg(feature = "search")]
    fn write_down<V: ?Sized>(&self, value: &V, asking: Asking) {
        (**self).write_down(value, asking);
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn at_end<V: ?Sized>(&self, question: Question, part: &V, asking: Asking) -> Membership {
        (**self).at_end(question, part, asking)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn sortedness(&self, asking: Asking) -> Membership {
        (**self).sortedness(asking)
    }

    #[cfg(feature = "search")]
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Answer {
        (**self).element(key, call)
    }

    #[cfg(feature = "search")]
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        (**self).is_indexed()
    }
}
