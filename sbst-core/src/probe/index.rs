//! Indices and ranges of indices, the arguments of `get` and `[…]`.

use crate::probe::typed::Typed;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    One(usize),
    /// From the first end, or the beginning, to the second one, or the end.
    Range(Option<usize>, Option<usize>),
}

impl Index {
    /// Returns the elements selected by a `usize` or a range of these.
    #[inline(always)]
    pub(crate) fn from_value<V: ?Sized>(value: &V) -> Option<Index> {
        let value = Typed::new(value);
        if let Some(&index) = value.get::<usize>() {
            return Some(Index::One(index));
        }
        let (start, end) = if let Some(range) = value.get::<Range<usize>>() {
            (Some(range.start), Some(range.end))
        } else if let Some(range) = value.get::<RangeFrom<usize>>() {
            (Some(range.start), None)
        } else if let Some(range) = value.get::<RangeTo<usize>>() {
            (None, Some(range.end))
        } else if let Some(range) = value.get::<RangeInclusive<usize>>() {
            (Some(*range.start()), Some(range.end().saturating_add(1)))
        } else if let Some(range) = value.get::<RangeToInclusive<usize>>() {
            (None, Some(range.end.saturating_add(1)))
        } else {
            value.get::<RangeFull>().map(|_| (None, None))?
        };
        Some(Index::Range(start, end))
    }
}
