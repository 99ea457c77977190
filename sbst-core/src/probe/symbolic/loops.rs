//! The rounds of `for` loops.
//!
//! 1. A loop over a range continues while start + round < end. A loop over a text or sequence of
//!    the test case continues while this is longer than the round. Another loop has no rounds.
//! 2. Each round, and the end, is a step of the path, unless it is the same in every execution. The
//!    first one is the loop's condition; the others have no goals.
//! 3. The length is read only from iterators of the standard library without user code.

use super::contents::Seen;
use super::follower::{Follower, Loop};
use super::number::Number;
use super::shadow::Known;
use super::{is_following, operations, with, Concrete, Decision};
use crate::probe::site::Site;
use crate::probe::typed::{with_integer_types, Typed};
use sbst_model::Distance;
use std::ops::{Range, RangeInclusive};

/// The most loops of one execution that are followed.
const MOST_LOOPS: usize = 4_096;
/// Iterators around others that have as many elements.
const AROUND: [&str; 6] = [
    "core::iter::adapters::cloned::Cloned<",
    "core::iter::adapters::copied::Copied<",
    "core::iter::adapters::enumerate::Enumerate<",
    "core::iter::adapters::peekable::Peekable<",
    "core::iter::adapters::rev::Rev<",
    "core::iter::adapters::fuse::Fuse<",
];
/// Iterators over sequences.
const SEQUENCES: [&str; 5] = [
    "core::slice::iter::Iter<",
    "core::slice::iter::IterMut<",
    "alloc::vec::into_iter::IntoIter<",
    "alloc::collections::vec_deque::iter::Iter<",
    "alloc::collections::vec_deque::into_iter::IntoIter<",
];
/// Iterators over the characters of texts.
const CHARACTERS: [&str; 3] =
    ["core::str::iter::Bytes", "core::str::iter::Chars", "core::str::iter::CharIndices"];

/// The rounds of an executed loop.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    site: &'static Site,
    index: Option<usize>,
    round: usize,
}

impl Rounds {
    /// Begins a loop.
    #[inline]
    pub(crate) fn begin<I: Iterator>(site: &'static Site, iterator: &I) -> Rounds {
        let index = if is_following() { begin(iterator) } else { None };
        Rounds { site, index, round: 0 }
    }

    /// Records another round, or the end.
    #[inline]
    pub(crate) fn next(&mut self, is_some: bool) {
        if let (Some(index), true) = (self.index, is_following()) {
            let Rounds { site, round, .. } = *self;
            with(|follower| follower.round(site, index, round, is_some));
            self.round += 1;
        }
    }
}

fn begin<I: Iterator>(iterator: &I) -> Option<usize> {
    let typed = Typed::new(iterator);
    macro_rules! find {
        ($($integer:ident)*) => { $(
            if let Some(Range { start, end }) = typed.get::<Range<$integer>>() {
                return begin_range(Number::find(start)?.0, Number::find(end)?.0, false);
            }
            if let Some(range) = typed.get::<RangeInclusive<$integer>>() {
                return begin_range(Number::find(range.start())?.0, Number::find(range.end())?.0, true);
            }
        )* };
    }
    with_integer_types!(find);
    with(|follower| follower.reason = Some(Concrete::Iteration));
    let is_text = counts_plainly(std::any::type_name::<I>());
    let count = is_text.map(|_| iterator.size_hint());
    let seen = Seen::new(iterator);
    with(|follower| {
        follower.shadow.begin_round();
        let content = match (seen, count) {
            (Seen::Other, Some((least, Some(most)))) => {
                follower.shadow.find_iterated((is_text != Some(true)).then_some(least), most)
            }
            (seen, _) => follower.shadow.find_seen(&seen),
        };
        content.and_then(|content| follower.begin_loop(Loop::Content(content)))
    })
}

fn begin_range(start: Number, end: Number, is_inclusive: bool) -> Option<usize> {
    with(|follower| {
        let end = follower.take_evaluated(end);
        let start = follower.take_evaluated(start);
        let is_known = |known: Known| known.is_exact || known.term.is_some();
        let known = is_known(start) && is_known(end);
        known.then(|| follower.begin_loop(Loop::Range { start, end, is_inclusive })).flatten()
    })
}

/// Returns true for an iterator over the characters of a text, false for one over a sequence
/// (rule 3).
fn counts_plainly(name: &str) -> Option<bool> {
    let inner = AROUND.iter().find_map(|around| name.strip_prefix(around));
    if let Some(inner) = inner {
        return counts_plainly(inner);
    }
    let is_one_of = |names: &[&str]| names.iter().any(|known| name.starts_with(known));
    if is_one_of(&CHARACTERS) {
        return Some(true);
    }
    is_one_of(&SEQUENCES).then_some(false)
}

impl Follower {
    fn begin_loop(&mut self, begun: Loop) -> Option<usize> {
        (self.loops.len() < MOST_LOOPS).then(|| {
            self.loops.push(begun);
            self.loops.len() - 1
        })
    }

    /// Rules 1 and 2.
    fn round(&mut self, site: &'static Site, index: usize, round: usize, is_some: bool) {
        let (term, is_exact) = match self.loops[index] {
            Loop::Content(content) => (self.has_length(&content, round + 1, true), false),
            Loop::Range { start, end, is_inclusive } => {
                let is_exact = start.is_exact && end.is_exact;
                let pool = &mut self.followed.pool;
                let [from, to] = [start, end].map(|known| operations::term(known, pool));
                let step = pool.constant(round as u128, start.number.ty.bits);
                let at = pool.add(from, step);
                let term = match (start.number.ty.signed, is_inclusive) {
                    (true, true) => pool.sle(at, to),
                    (true, false) => pool.slt(at, to),
                    (false, true) => pool.ule(at, to),
                    (false, false) => pool.ult(at, to),
                };
                if is_some && (start.term.is_some() || !start.is_exact) {
                    let number = start.number.with(start.number.value.wrapping_add(round as u128));
                    let term = start.term.map(|_| at);
                    self.evaluated(Known { number, term, is_exact });
                }
                (term, is_exact)
            }
        };
        let pool = &mut self.followed.pool;
        let term = if is_some { term } else { pool.not(term) };
        let constant = pool.as_constant(term);
        if constant == Some(0) || constant.is_none() && !self.is_true_now(term) {
            return;
        }
        if round == 0 {
            self.pending = Some((site, is_some, term, is_exact));
        } else if constant.is_none() {
            let decision =
                Decision { site, outcome: is_some, away: Distance::ONE, is_round: true, concrete: None };
            self.add(Some(decision), term, is_exact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<I>(_: &I) -> Option<bool> {
        counts_plainly(std::any::type_name::<I>())
    }

    #[test]
    fn lengths_are_read_of_iterators_without_user_code() {
        assert_eq!(found(&[1].iter().enumerate()), Some(false));
        assert_eq!(found(&vec![1].into_iter()), Some(false));
        assert_eq!(found(&"abc".chars().rev()), Some(true));
        assert_eq!(found(&"abc".bytes()), Some(true));
        assert_eq!(found(&[1].iter().map(|n| n + 1)), None);
        assert_eq!(found(&std::iter::once(1).peekable()), None);
    }
}
