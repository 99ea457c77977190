//! Indices and ranges: the distance to a position outside of a collection, or within a character of
//! a text.
//!
//! 1. `a[i]` is len − i from failing. `a[i..j]` fails if its end is behind the length, or its
//!    beginning behind its end.
//! 2. A text also refuses positions within a character. The distance is that to the nearest such
//!    position. In a text without such positions, it is farther than any position, and less near
//!    characters that are almost beyond ASCII. Both ways to fail count together, since progress on
//!    the first may have stopped.

use super::{either, left_operand, CheckSite};
use crate::probe::index::Index;
use crate::probe::role;
#[cfg(feature = "symbolic")]
use crate::probe::symbolic;
use crate::probe::typed::Typed;
use sbst_model::Distance;
use std::borrow::Cow;
use std::cell::{Ref, RefMut};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, MutexGuard, RwLockReadGuard, RwLockWriteGuard};

/// A collection or a text with numbered elements or bytes.
pub trait Bounds {
    fn length(&self) -> usize;

    /// Returns the text, if it is one.
    #[inline(always)]
    fn as_text(&self) -> Option<&str> {
        None
    }
}

macro_rules! sequences {
    ($([$($generics:tt)*] $type:ty;)*) => { $(
        impl<$($generics)*> Bounds for $type {
            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
        }
    )* };
}
sequences! {
    [T] [T];
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T, const N: usize] [T; N];
}

macro_rules! texts {
    ($($type:ty)*) => { $(
        impl Bounds for $type {
            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn as_text(&self) -> Option<&str> {
                Some(self)
            }
        }
    )* };
}
texts!(str String);

macro_rules! pointers {
    ($($type:ty)*) => { $(
        impl<B: Bounds + ?Sized> Bounds for $type {
            #[inline(always)]
            fn length(&self) -> usize {
                (**self).length()
            }
            #[inline(always)]
            fn as_text(&self) -> Option<&str> {
                (**self).as_text()
            }
        }
    )* };
}
pointers! {
    &B &mut B Box<B> Rc<B> Arc<B> Ref<'_, B> RefMut<'_, B> MutexGuard<'_, B> RwLockReadGuard<'_, B>
    RwLockWriteGuard<'_, B>
}

impl<B: Bounds + ToOwned + ?Sized> Bounds for Cow<'_, B> {
    fn length(&self) -> usize {
        (**self).length()
    }
    fn as_text(&self) -> Option<&str> {
        (**self).as_text()
    }
}

/// An indexed value.
pub struct Bounded<'a, B: ?Sized>(pub &'a B);

/// Preferred by method look-up for values with bounds.
pub trait KnownBounds {
    /// Holds the bounds until the index is evaluated.
    fn hold(&self, check: &'static CheckSite);
    /// True if there certainly is an element with this number.
    fn has<I>(&self, index: &I) -> bool;
    /// Records the index, and returns it.
    fn index<I>(&self, check: &'static CheckSite, index: (I,)) -> I;
}

impl<B: Bounds + ?Sized> KnownBounds for &Bounded<'_, B> {
    #[inline]
    fn hold(&self, check: &'static CheckSite) {
        if role::is_owner() {
            check.hold(self.0.length(), self.0.as_text());
        }
    }

    #[inline]
    fn has<I>(&self, index: &I) -> bool {
        let number = Typed::new(index).get::<usize>();
        role::is_owner() && number.is_some_and(|number| *number < self.0.length())
    }

    #[inline]
    fn index<I>(&self, check: &'static CheckSite, (index,): (I,)) -> I {
        #[cfg(feature = "symbolic")]
        symbolic::probes::index(&index);
        if role::is_owner() {
            if let Some(outside) = Outside::from_index(&index, self.0.length()) {
                check.record(match self.0.as_text() {
                    Some(text) => either(outside.distance, outside.distance_into_character(text)),
                    None => outside.distance,
                });
            }
        }
        index
    }
}

/// The fallback for all other values.
pub trait UnknownBounds {
    fn hold(&self, check: &'static CheckSite);
    fn has<I>(&self, _: &I) -> bool {
        false
    }
    fn index<I>(&self, check: &'static CheckSite, index: (I,)) -> I;
}

impl<B: ?Sized> UnknownBounds for Bounded<'_, B> {
    /// Keeps a number until the operation, for the demands of its methods.
    #[inline]
    fn hold(&self, check: &'static CheckSite) {
        check.hold_nothing();
        left_operand(check, (self.0,));
    }

    #[inline]
    fn index<I>(&self, check: &'static CheckSite, (index,): (I,)) -> I {
        if role::is_owner() {
            check.record(Distance::ONE);
        }
        index
    }
}

/// Records an index into a value whose bounds are held, and returns the index.
#[inline]
pub fn held_index<I>(check: &'static CheckSite, (index,): (I,)) -> I {
    #[cfg(feature = "symbolic")]
    symbolic::probes::index(&index);
    if role::is_owner() {
        check.record_held(&index);
    }
    index
}

impl CheckSite {
    pub(super) fn record_held<I>(&'static self, index: &I) {
        let Some((length, is_text)) = self.held() else { return self.record(Distance::ONE) };
        let Some(outside) = Outside::from_index(index, length) else { return };
        self.record(match is_text {
            true => {
                let bounds = outside.bounds.into_iter().flatten();
                let inside = bounds.map(|bound| self.held_boundary(bound, length)).min();
                either(outside.distance, inside.unwrap_or(Distance::FARTHEST))
            }
            false => outside.distance,
        });
    }
}

/// An index or a range beside a length.
pub(super) struct Outside {
    /// The distance to failing.
    pub(super) distance: Distance,
    /// The positions where a text would be cut.
    pub(super) bounds: [Option<usize>; 2],
}

impl Outside {
    /// Returns the distances of an index or a range; `None` for other types.
    #[inline(always)]
    pub(super) fn from_index<I>(index: &I, length: usize) -> Option<Outside> {
        match Index::from_value(index)? {
            Index::One(index) => {
                let distance = Distance::from_steps(length.saturating_sub(index) as u128);
                Some(Outside { distance, bounds: [None; 2] })
            }
            // All elements always exist.
            Index::Range(None, None) => None,
            Index::Range(start, end) => Some(Outside::range(start, end, length)),
        }
    }

    /// Compares a range with a length (rule 1).
    fn range(start: Option<usize>, end: Option<usize>, length: usize) -> Outside {
        let behind = |position: usize, limit: usize| match position > limit {
            true => Distance::ZERO,
            false => Distance::from_steps_less_one((limit - position) as u128),
        };
        let (last, first) = (end.unwrap_or(length), start.unwrap_or(0));
        let turned = if start.is_some() { behind(first, last) } else { Distance::FARTHEST };
        let distance = match end {
            Some(end) => turned.min(behind(end, length)),
            None => turned,
        };
        Outside { distance, bounds: [start, end] }
    }

    /// Compares a position with a length: there must be elements up to it, or a text must have a
    /// boundary there.
    pub(super) fn position(position: usize, length: usize) -> Outside {
        Outside::range(Some(position), None, length)
    }

    /// Returns the distance to a position within a character (rule 2).
    pub(super) fn distance_into_character(&self, text: &str) -> Distance {
        let bounds = self.bounds.into_iter().flatten();
        bounds.map(|bound| distance_into_character(text, bound)).min().unwrap_or(Distance::FARTHEST)
    }
}

/// The most bytes searched on each side of a position.
const SEEN: usize = 64;

fn distance_into_character(text: &str, position: usize) -> Distance {
    let seen = position.saturating_sub(SEEN)..position.saturating_add(SEEN).min(text.len());
    let inside = seen.filter(|&inside| !text.is_char_boundary(inside));
    if let Some(steps) = inside.map(|inside| inside.abs_diff(position)).min() {
        return Distance::from_steps(steps as u128);
    }
    // The character in front of the position would reach beyond it if it were longer.
    let before = position.checked_sub(1).and_then(|before| text.as_bytes().get(before));
    let gap = before
        .map_or(Distance::FARTHEST, |byte| Distance::from_steps(0x80_u128.saturating_sub((*byte).into())));
    Distance::from_steps(text.len() as u128 + 1).and_then(gap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn distance<I>(index: &I, text: &str) -> Distance {
        let outside = Outside::from_index(index, text.len()).unwrap();
        either(outside.distance, outside.distance_into_character(text))
    }

    proptest! {
        #[test]
        fn the_distance_is_zero_exactly_where_there_is_no_such_part(text in "[aß😀]{0,6}", start in 0..30_usize, end in 0..30_usize) {
            let bytes = text.as_bytes();
            prop_assert_eq!(distance(&(start..end), &text).is_zero(), text.get(start..end).is_none());
            prop_assert_eq!(distance(&(start..), &text).is_zero(), text.get(start..).is_none());
            prop_assert_eq!(distance(&(..=end), &text).is_zero(), text.get(..=end).is_none());
            let length = bytes.len();
            prop_assert_eq!(Outside::from_index(&start, length).unwrap().distance.is_zero(), bytes.get(start).is_none());
            prop_assert_eq!(Outside::from_index(&(start..end), length).unwrap().distance.is_zero(), bytes.get(start..end).is_none());
            prop_assert_eq!(Outside::from_index(&(start..=end), length).unwrap().distance.is_zero(), bytes.get(start..=end).is_none());
        }
    }

    #[test]
    fn a_text_is_nearer_to_failing_where_a_long_character_is_near() {
        assert!(distance(&(0..3_usize), "#ab😀") < distance(&(0..3_usize), "#abc"));
        assert!(distance(&(0..3_usize), "#a😀") < distance(&(0..3_usize), "#ab😀"));
        assert!(distance(&(0..3_usize), "#a~c") < distance(&(0..3_usize), "#a c"));
    }
}
