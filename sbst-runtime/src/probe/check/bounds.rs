//! Indices and ranges: how far they are from what is outside of a collection, or within a character of a text.
//!
//! 1. `a[i]` is len − i from failing. `a[i..j]` fails where its end is behind the length, or its beginning behind its end.
//! 2. A text refuses positions within a character, too. The distance is that to the nearest such position; where the text has
//!    none, it is farther than any position, and less where a character is nearly none of ASCII. Both ways to fail count together,
//!    since the first may have come to rest.

use super::{either, left_operand, CheckSite};
use crate::probe::branch_distance::Typed;
use crate::probe::role;
use sbst_model::Distance;
use std::borrow::Cow;
use std::cell::{Ref, RefMut};
use std::collections::VecDeque;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::{Arc, MutexGuard, RwLockReadGuard, RwLockWriteGuard};

/// What has elements or bytes with numbers.
pub trait Bounds {
    /// How many.
    fn length(&self) -> usize;

    /// The text, if it is one.
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

/// What is indexed.
pub struct Bounded<'a, B: ?Sized>(pub &'a B);

/// Preferred by method look-up for what has bounds.
pub trait KnownBounds {
    /// Holds them until the index is there.
    fn hold(&self, check: &'static CheckSite);
    /// Whether there certainly is an element with this number, which may be looked at.
    fn has<I>(&self, index: &I) -> bool;
    /// The index, which is looked at.
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
        if role::is_owner() {
            if let Some(outside) = Outside::of(&index, self.0.length()) {
                check.record(match self.0.as_text() {
                    Some(text) => either(outside.away, outside.away_from_inside(text)),
                    None => outside.away,
                });
            }
        }
        index
    }
}

/// The fallback for everything else.
pub trait UnknownBounds {
    /// Holds nothing.
    fn hold(&self, check: &'static CheckSite);
    /// Nothing is certain.
    fn has<I>(&self, _: &I) -> bool {
        false
    }
    /// The index.
    fn index<I>(&self, check: &'static CheckSite, index: (I,)) -> I;
}

impl<B: ?Sized> UnknownBounds for Bounded<'_, B> {
    /// A number, whose methods demand something of it as well, waits.
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

/// An index into something whose bounds are held.
#[inline]
pub fn held_index<I>(check: &'static CheckSite, (index,): (I,)) -> I {
    if role::is_owner() {
        check.record_held(&index);
    }
    index
}

impl CheckSite {
    pub(super) fn record_held<I>(&'static self, index: &I) {
        let Some((length, is_text)) = self.held() else { return self.record(Distance::ONE) };
        let Some(outside) = Outside::of(index, length) else { return };
        self.record(match is_text {
            true => {
                let bounds = outside.bounds.into_iter().flatten();
                let inside = bounds.map(|bound| self.held_boundary(bound, length)).min();
                either(outside.away, inside.unwrap_or(Distance::FARTHEST))
            }
            false => outside.away,
        });
    }
}

/// An index or a range, and a length.
pub(super) struct Outside {
    /// How far it is from failing.
    pub(super) away: Distance,
    /// The positions that a text would ask for.
    pub(super) bounds: [Option<usize>; 2],
}

impl Outside {
    /// Of an index of these types; nothing of any other.
    #[inline(always)]
    pub(super) fn of<I>(index: &I, length: usize) -> Option<Outside> {
        let index = Typed::new(index);
        if let Some(&index) = index.get::<usize>() {
            let away = Distance::from_steps(length.saturating_sub(index) as u128);
            return Some(Outside { away, bounds: [None; 2] });
        }
        let (start, end) = if let Some(range) = index.get::<Range<usize>>() {
            (Some(range.start), Some(range.end))
        } else if let Some(range) = index.get::<RangeFrom<usize>>() {
            (Some(range.start), None)
        } else if let Some(range) = index.get::<RangeTo<usize>>() {
            (None, Some(range.end))
        } else if let Some(range) = index.get::<RangeInclusive<usize>>() {
            (Some(*range.start()), Some(range.end().saturating_add(1)))
        } else if let Some(range) = index.get::<RangeToInclusive<usize>>() {
            (None, Some(range.end.saturating_add(1)))
        } else {
            return None;
        };
        Some(Outside::range(start, end, length))
    }

    /// Rule 1.
    fn range(start: Option<usize>, end: Option<usize>, length: usize) -> Outside {
        let behind = |position: usize, limit: usize| match position > limit {
            true => Distance::ZERO,
            false => Distance::from_steps_less_one((limit - position) as u128),
        };
        let (last, first) = (end.unwrap_or(length), start.unwrap_or(0));
        let turned = if start.is_some() { behind(first, last) } else { Distance::FARTHEST };
        let away = match end {
            Some(end) => turned.min(behind(end, length)),
            None => turned,
        };
        Outside { away, bounds: [start, end] }
    }

    /// A position up to which there must be elements, or a text must not be within a character.
    pub(super) fn position(position: usize, length: usize) -> Outside {
        Outside::range(Some(position), None, length)
    }

    /// Rule 2.
    pub(super) fn away_from_inside(&self, text: &str) -> Distance {
        let bounds = self.bounds.into_iter().flatten();
        bounds.map(|bound| away_from_inside(text, bound)).min().unwrap_or(Distance::FARTHEST)
    }
}

/// Bytes on both sides of a position that are looked at.
const SEEN: usize = 64;

fn away_from_inside(text: &str, position: usize) -> Distance {
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

    fn away<I>(index: &I, text: &str) -> Distance {
        let outside = Outside::of(index, text.len()).unwrap();
        either(outside.away, outside.away_from_inside(text))
    }

    proptest! {
        #[test]
        fn nothing_is_away_exactly_where_there_is_no_such_part(text in "[aß😀]{0,6}", start in 0..30_usize, end in 0..30_usize) {
            let bytes = text.as_bytes();
            prop_assert_eq!(away(&(start..end), &text).is_zero(), text.get(start..end).is_none());
            prop_assert_eq!(away(&(start..), &text).is_zero(), text.get(start..).is_none());
            prop_assert_eq!(away(&(..=end), &text).is_zero(), text.get(..=end).is_none());
            let length = bytes.len();
            prop_assert_eq!(Outside::of(&start, length).unwrap().away.is_zero(), bytes.get(start).is_none());
            prop_assert_eq!(Outside::of(&(start..end), length).unwrap().away.is_zero(), bytes.get(start..end).is_none());
            prop_assert_eq!(Outside::of(&(start..=end), length).unwrap().away.is_zero(), bytes.get(start..=end).is_none());
        }
    }

    #[test]
    fn a_text_is_nearer_to_failing_where_a_long_character_is_near() {
        assert!(away(&(0..3_usize), "#ab😀") < away(&(0..3_usize), "#abc"));
        assert!(away(&(0..3_usize), "#a😀") < away(&(0..3_usize), "#ab😀"));
        assert!(away(&(0..3_usize), "#a~c") < away(&(0..3_usize), "#a c"));
    }
}
