//! Texts and sequences of the test case, recognised by their contents.
//!
//! 1. A text, or a slice of numbers, is taken for one of the test case with the same characters or
//!    numbers. Other values have only a known number of elements.
//! 2. Of several equal ones, the first one after the last found slot counts, like for numbers
//!    (`shadow.rs`).
//! 3. So all knowledge about them is a guess.

use super::number::Number;
use super::shadow::{self, Shadow};
use crate::probe::typed::{with_integer_types, Typed};
use sbst_model::slot::{Length, SlotKind};
use sbst_solver::term::{Term, TermPool};
use std::str::Chars;

/// A value that is a text or a sequence.
#[derive(Clone, Debug)]
pub(super) enum Seen {
    Text(String),
    Numbers(Vec<Number>),
    /// Its contents are unknown.
    Other,
}

/// The most compared elements of a slice.
const MOST_SEEN: usize = 1_024;

impl Seen {
    pub(super) fn new<V: ?Sized>(value: &V) -> Seen {
        let typed = Typed::new(value);
        if let Some(text) = typed.text() {
            return Seen::Text(text.to_owned());
        }
        macro_rules! find {
            ($($element:ident)*) => { $(
                let slice = typed.slice::<$element>();
                if let Some(slice) = slice.or_else(|| typed.find::<Vec<$element>>().map(Vec::as_slice)) {
                    let numbers = slice.iter().take(MOST_SEEN);
                    return Seen::Numbers(numbers.filter_map(|n| Number::find(n).map(|(n, _)| n)).collect());
                }
            )* };
        }
        with_integer_types!(find);
        find!(char);
        macro_rules! find_iterator {
            ($($element:ident)*) => { $(
                // SAFETY: the numbers are copied before the borrow ends.
                let iterator = unsafe { typed.get_up_to_lifetimes::<std::slice::Iter<'_, $element>>() };
                if let Some(iterator) = iterator {
                    return Seen::new(iterator.as_slice());
                }
            )* };
        }
        with_integer_types!(find_iterator);
        // SAFETY: the text is copied before the borrow ends.
        let characters = unsafe { typed.get_up_to_lifetimes::<Chars<'_>>() };
        characters.map_or(Seen::Other, |characters| Seen::Text(characters.as_str().to_owned()))
    }
}

/// A text or a sequence of the test case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// The slot of its length.
    pub(super) slot: usize,
    pub(super) length: Length,
    /// The number of its characters or elements.
    pub(super) count: usize,
}

impl Shadow {
    /// Returns the content of a text with these characters.
    pub(super) fn find_text(&self, text: &str) -> Option<Content> {
        let count = text.chars().count();
        let is_same = |content: &Content| {
            content.length.is_text
                && text
                    .chars()
                    .zip(self.values(content))
                    .all(|(own, slot)| u128::from(u32::from(own)) == slot)
        };
        self.find(count, is_same)
    }

    /// Returns the content of a sequence with these numbers, or of a text with these bytes.
    pub(super) fn find_numbers(&self, numbers: &[Number]) -> Option<Content> {
        let is_same = |content: &Content| {
            let slots = content.length.first.map_or(&[][..], |first| &self.slots[first..]);
            (numbers.is_empty() || content.length.first.is_some())
                && numbers.iter().zip(slots).all(|(number, slot)| {
                    let fits = match slot.kind {
                        SlotKind::Integer(bits) => bits == number.ty.bits,
                        SlotKind::Ascii => number.ty.bits == 8 || number.ty.is_character,
                        _ => number.ty.is_character,
                    };
                    fits && number.value == slot.value
                })
        };
        self.find(numbers.len(), is_same)
    }

    /// Returns a content with only a known number of elements.
    pub(super) fn find_count(&self, count: usize) -> Option<Content> {
        self.find(count, |content| !content.length.is_text && content.length.first.is_none())
    }

    /// Returns the sequence with this number of elements, or the text with characters of this
    /// number of bytes.
    pub(super) fn find_iterated(&self, elements: Option<usize>, bytes: usize) -> Option<Content> {
        match elements {
            Some(elements) => self.find(elements, |content| !content.length.is_text),
            None => self.lengths.iter().find_map(|&slot| {
                let count = self.slots[slot].value as usize;
                let SlotKind::Length(length) = self.slots[slot].kind else { return None };
                let content = Content { slot, length, count };
                let width = |value: u128| char::from_u32(value as u32).map_or(0, char::len_utf8);
                let found: usize = self.values(&content).take(count).map(width).sum();
                (length.is_text && found == bytes).then_some(content)
            }),
        }
    }

    pub(super) fn find_seen(&self, seen: &Seen) -> Option<Content> {
        match seen {
            Seen::Text(text) => self.find_text(text),
            Seen::Numbers(numbers) => self.find_numbers(numbers),
            Seen::Other => None,
        }
    }

    /// Rule 2.
    fn find(&self, count: usize, is_meant: impl Fn(&Content) -> bool) -> Option<Content> {
        let mut all = self.lengths.iter().filter_map(|&slot| {
            let SlotKind::Length(length) = self.slots[slot].kind else { return None };
            let content = Content { slot, length, count };
            (self.slots[slot].value == count as u128 && is_meant(&content)).then_some(content)
        });
        let is_behind = |content: &Content| match (self.last_slot(), content.length.first) {
            (Some(last), Some(first)) => first > last,
            _ => true,
        };
        let first = all.next()?;
        if is_behind(&first) {
            return Some(first);
        }
        all.find(is_behind).or(Some(first))
    }

    fn values<'a>(&'a self, content: &Content) -> impl Iterator<Item = u128> + 'a {
        let first = content.length.first.unwrap_or(self.slots.len());
        self.slots[first..].iter().map(|slot| slot.value)
    }

    /// Returns the length, of 16 bits.
    pub(super) fn length_term(&self, content: &Content, pool: &mut TermPool) -> Term {
        shadow::variable(content.slot, &self.slots[content.slot], pool)
    }

    /// Returns the character or element at an index, if it has one or may get one, with its slot.
    pub(super) fn part_term(
        &self,
        content: &Content,
        index: usize,
        pool: &mut TermPool,
    ) -> Option<(Term, usize)> {
        let (absent, most) = content.length.absent;
        let slot = match index.checked_sub(content.count) {
            None => content.length.first? + index,
            Some(behind) => (behind < most).then_some(absent + behind)?,
        };
        Some((shadow::variable(slot, &self.slots[slot], pool), slot))
    }

    pub(super) fn is_absent(&self, slot: usize) -> bool {
        self.slots[slot].kind == SlotKind::Absent
    }
}
