//! The condition of a `for` loop: whether its body is entered at all.
//!
//! The probe is an iterator around the loop's own. So it affects neither labels and early exits nor
//! the order of drops, and calls its iterator exactly as the loop does. A range of numbers is as
//! far from being entered, or from being empty, as the comparison of its ends is from the other
//! outcome.

use crate::probe::branch_distance::to_other_outcome;
use crate::probe::notes;
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::{self, SearchDistance, Site};
#[cfg(feature = "symbolic")]
use crate::probe::symbolic::Rounds;
use crate::probe::typed::Typed;
use std::ops::{Range, RangeInclusive};

pub struct Iteration<I> {
    /// The site; `None` once it is recorded.
    site: Option<&'static Site>,
    /// The distances to the other outcome: if the loop is entered, and if it is not.
    distance: [SearchDistance; 2],
    #[cfg(feature = "symbolic")]
    rounds: Rounds,
    iterator: I,
}

/// Wraps the iterator of a `for` loop.
#[inline(always)]
pub fn evaluate_loop<I: IntoIterator>(site: &'static Site, iterable: I) -> Iteration<I::IntoIter> {
    let iterator = iterable.into_iter();
    Iteration {
        site: Some(site),
        distance: to_other_outcomes(site, &iterator),
        #[cfg(feature = "symbolic")]
        rounds: Rounds::begin(site, &iterator),
        iterator,
    }
}

impl<I: Iterator> Iterator for Iteration<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.iterator.next();
        #[cfg(feature = "symbolic")]
        self.rounds.next(item.is_some());
        if let Some(site) = self.site {
            self.site = None;
            record_first(site, item.is_some(), self.distance);
        }
        item
    }
}

/// Out of line, and without the iterator, which may thus stay in registers.
#[cold]
#[inline(never)]
fn record_first(site: &'static Site, is_entered: bool, distance: [SearchDistance; 2]) {
    site.record(is_entered, distance[usize::from(!is_entered)]);
}

/// Returns the distance of a new iterator to being empty, and to having an item.
#[inline(always)]
fn to_other_outcomes<I>(site: &'static Site, iterator: &I) -> [SearchDistance; 2] {
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
    [SearchDistance::ONE; 2]
}

#[inline(always)]
fn compared<T>(site: &'static Site, operator: Operator, start: &T, end: &T) -> [SearchDistance; 2] {
    notes::expected(site, operator, Operand::from_value(start), Operand::from_value(end));
    [true, false].map(|holds| site::search_distance(|| to_other_outcome(operator, start, end, holds)))
}
