//! The condition of a `for` loop: its body is entered at least once, or not at all.
//!
//! The probe is an iterator around the loop's own, because so it neither gets in the way of labels and of what leaves the
//! loop, nor changes when anything is dropped. It asks its iterator exactly what the loop asks it. Between numbers a
//! range is as far from being entered, or from being empty, as the comparison of its ends is from the other outcome.

use crate::probe::branch_distance::{to_other_outcome, Operand, Typed};
use crate::probe::comparison::Operator;
use crate::probe::notes;
use crate::probe::site::{self, Away, Site};
use std::ops::{Range, RangeInclusive};

/// The iterator of a loop.
pub struct Iteration<I> {
    /// Where to record; `None` once that is done.
    site: Option<&'static Site>,
    /// From the other outcome: if the loop is entered, and if it is not.
    away: [Away; 2],
    iterator: I,
}

/// The probe around what a `for` loop iterates over.
#[inline(always)]
pub fn evaluate_loop<I: IntoIterator>(site: &'static Site, iterable: I) -> Iteration<I::IntoIter> {
    let iterator = iterable.into_iter();
    Iteration { site: Some(site), away: to_other_outcomes(site, &iterator), iterator }
}

impl<I: Iterator> Iterator for Iteration<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.iterator.next();
        if let Some(site) = self.site {
            self.site = None;
            record_first(site, item.is_some(), self.away);
        }
        item
    }
}

/// Apart, and not told of the iterator, which so may stay in registers.
#[cold]
#[inline(never)]
fn record_first(site: &'static Site, is_entered: bool, away: [Away; 2]) {
    site.record(is_entered, away[usize::from(!is_entered)]);
}

/// How far a fresh iterator is from being empty, if it is not, and from not being empty, if it is.
#[inline(always)]
fn to_other_outcomes<I>(site: &'static Site, iterator: &I) -> [Away; 2] {
    let value = Typed::new(iterator);
    macro_rules! ask {
        ($($type:ty)*) => { $(
            if let Some(range) = value.get::<Range<$type>>() {
                return compared(site, Operator::Less, &range.start, &range.end);
            }
            if let Some(range) = value.get::<RangeInclusive<$type>>() {
                return compared(site, Operator::LessOrEqual, range.start(), range.end());
            }
        )* };
    }
    ask!(i32 usize u8 u32 i64 u64 i8 i16 u16 isize u128 i128 char);
    [Away::ONE; 2]
}

#[inline(always)]
fn compared<T>(site: &'static Site, operator: Operator, start: &T, end: &T) -> [Away; 2] {
    notes::expected(site, operator, Operand::of(start), Operand::of(end));
    [true, false].map(|holds| site::away(|| to_other_outcome(operator, start, end, holds)))
}
