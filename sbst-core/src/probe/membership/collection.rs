//! The collections of the standard library with visible members.

use super::{element, element::Outcome, elements_at_ends, order, text_ends, text_ends::TextPredicate};
use super::{equality, text, Membership, MOST_MEMBERS};
use crate::probe::branch_distance::range;
use crate::probe::operand::Operand;
use crate::probe::{call::Call, notes::Predicate};
use crate::sorted::sort;
use sbst_model::Distance;
use std::borrow::Cow;
use std::cell::{Ref, RefMut};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::{Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::{Arc, MutexGuard, RwLockReadGuard, RwLockWriteGuard};

/// A collection with a method `contains` or `contains_key`.
pub trait Collection {
    /// Returns the distances of `value` to being a member, and to not being one.
    fn membership<V: ?Sized>(&self, value: &V) -> Membership;

    /// Returns the number of members, if known.
    #[inline(always)]
    fn members(&self) -> Option<usize> {
        None
    }

    /// Traces the membership of `value`.
    fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate);

    /// Returns the distances to beginning or ending with `part`. Types distinguish texts and bytes.
    #[inline(always)]
    fn at_end<V: ?Sized>(&self, text_predicate: TextPredicate, part: &V, predicate: Predicate) -> Membership {
        text_ends::membership(text_predicate, self, part, predicate)
    }

    /// Returns the distances to being sorted.
    #[inline(always)]
    fn sortedness(&self, predicate: Predicate) -> Membership {
        let _ = predicate;
        Membership::UNKNOWN
    }

    /// Returns true if there is an element at the index, or for the key, and the distance to the
    /// other outcome; `None` if that is unknown.
    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Outcome {
        let _ = (key, call);
        None
    }

    /// True if elements are found by index, and not by key.
    #[inline(always)]
    fn is_indexed(&self) -> bool {
        false
    }
}

/// Traces the membership of `value` among the members that are compared.
#[cold]
#[inline(never)]
fn write_members<'a, V: ?Sized, M: 'a>(
    value: &V,
    members: impl Iterator<Item = &'a M>,
    predicate: Predicate,
) {
    predicate.one_of(
        Operand::from_value(value),
        members.take(MOST_MEMBERS).map(|member| Operand::from_value(member)),
    );
}

/// Like [`write_members`], for members whose order changes from run to run: sorts them.
#[cold]
#[inline(never)]
fn write_unordered_members<'a, V: ?Sized, M: 'a>(
    value: &V,
    members: impl Iterator<Item = &'a M>,
    predicate: Predicate,
) {
    let mut members: Vec<Operand> = members.map(|member| Operand::from_value(member)).collect();
    sort(&mut members, Operand::order);
    predicate.one_of(Operand::from_value(value), members.into_iter());
}

/// Returns the distance to the nearest of the members that are compared.
fn nearest<'a, V: ?Sized, M: 'a>(value: &V, members: impl Iterator<Item = &'a M>) -> Membership {
    let distances = members.take(MOST_MEMBERS).map(|member| equality(value, member));
    Membership::to_member_only(distances.min().unwrap_or(Distance::ONE))
}

macro_rules! slices {
    ($([$($generics:tt)*] $type:ty;)*) => { $(
        impl<$($generics)*> Collection for $type {
            fn membership<V: ?Sized>(&self, value: &V) -> Membership {
                nearest(value, self.iter())
            }

            #[inline(always)]
            fn members(&self) -> Option<usize> {
                Some(self.len())
            }

            fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate) {
                write_members(value, self.iter(), predicate);
            }

            fn at_end<V: ?Sized>(&self, text_predicate: TextPredicate, part: &V, predicate: Predicate) -> Membership {
                elements_at_ends::membership::<M, V>(text_predicate, self, part, predicate)
            }

            fn sortedness(&self, predicate: Predicate) -> Membership {
                order::sortedness::<M>(self, predicate)
            }

            fn element<V: ?Sized>(&self, key: &V, call: Call) -> Outcome {
                element::by_index(self.len(), None, key, call)
            }

            #[inline(always)]
            fn is_indexed(&self) -> bool {
                true
            }
        }
    )* };
}
slices! {
    [M] [M];
    [M, const N: usize] [M; N];
    [M] Vec<M>;
}

impl<M> Collection for VecDeque<M> {
    fn membership<V: ?Sized>(&self, value: &V) -> Membership {
        nearest(value, self.iter())
    }

    #[inline(always)]
    fn members(&self) -> Option<usize> {
        Some(self.len())
    }

    fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate) {
        write_members(value, self.iter(), predicate);
    }

    fn element<V: ?Sized>(&self, key: &V, call: Call) -> Outcome {
        element::by_index(self.len(), None, key, call)
    }

    #[inline(always)]
    fn is_indexed(&self) -> bool {
        true
    }
}

fn any_length(_: usize) -> bool {
    true
}

fn is_short(length: usize) -> bool {
    length <= MOST_MEMBERS
}

/// Sets, and maps by their keys: compared if `$fits` accepts their length, and traced by `$write`.
macro_rules! sets_and_maps {
    ($fits:ident, $write:ident: $([$($generics:tt)*] $type:ty, $members:ident;)*) => { $(
        impl<$($generics)*> Collection for $type {
            fn membership<V: ?Sized>(&self, value: &V) -> Membership {
                match $fits(self.len()) {
                    true => nearest(value, self.$members()),
                    false => Membership::UNKNOWN,
                }
            }

            #[inline(always)]
            fn members(&self) -> Option<usize> {
                Some(self.len())
            }

            fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate) {
                if $fits(self.len()) {
                    $write(value, self.$members(), predicate);
                }
            }

            fn element<V: ?Sized>(&self, key: &V, call: Call) -> Outcome {
                match $fits(self.len()) {
                    true => element::by_key(self, self.$members(), key, call),
                    false => None,
                }
            }
        }
    )* };
}
sets_and_maps! { any_length, write_members:
    [M] BTreeSet<M>, iter;
    [K, M] BTreeMap<K, M>, keys;
}
sets_and_maps! { is_short, write_unordered_members:
    [M, S] HashSet<M, S>, iter;
    [K, M, S] HashMap<K, M, S>, keys;
}

macro_rules! texts {
    ($($type:ty)*) => { $(
        impl Collection for $type {
            fn membership<V: ?Sized>(&self, value: &V) -> Membership {
                text::membership(self, value)
            }

            #[inline(always)]
            fn members(&self) -> Option<usize> {
                Some(self.len())
            }

            fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate) {
                text::write_down(self, value, predicate);
            }

            fn element<V: ?Sized>(&self, key: &V, call: Call) -> Outcome {
                element::by_index(self.len(), Some(self), key, call)
            }

            #[inline(always)]
            fn is_indexed(&self) -> bool {
                true
            }
        }
    )* };
}
texts!(str String);

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

            #[inline(always)]
            fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate) {
                predicate.between(value, self.start_bound(), self.end_bound());
            }
        }
    )* };
}
ranges!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive);

macro_rules! pointers {
    ($([$($bound:tt)*] $pointer:ty;)*) => { $(
        impl<C: Collection + $($bound)* ?Sized> Collection for $pointer {
            #[inline]
            fn membership<V: ?Sized>(&self, value: &V) -> Membership {
                (**self).membership(value)
            }

            #[inline(always)]
            fn members(&self) -> Option<usize> {
                (**self).members()
            }

            fn write_down<V: ?Sized>(&self, value: &V, predicate: Predicate) {
                (**self).write_down(value, predicate);
            }

            #[inline(always)]
            fn at_end<V: ?Sized>(&self, text_predicate: TextPredicate, part: &V, predicate: Predicate) -> Membership {
                (**self).at_end(text_predicate, part, predicate)
            }

            #[inline(always)]
            fn sortedness(&self, predicate: Predicate) -> Membership {
                (**self).sortedness(predicate)
            }

            fn element<V: ?Sized>(&self, key: &V, call: Call) -> Outcome {
                (**self).element(key, call)
            }

            #[inline(always)]
            fn is_indexed(&self) -> bool {
                (**self).is_indexed()
            }
        }
    )* };
}
pointers! {
    [] &C;
    [] &mut C;
    [] Box<C>;
    [] Rc<C>;
    [] Arc<C>;
    [] Ref<'_, C>;
    [] RefMut<'_, C>;
    [] MutexGuard<'_, C>;
    [] RwLockReadGuard<'_, C>;
    [] RwLockWriteGuard<'_, C>;
    [ToOwned +] Cow<'_, C>;
}
