//! Iterators, by their remaining items. The nodes build an iterator over the same items, perhaps
//! from another beginning.

use super::collections::elements;
use super::Written;
use sbst_model::TestCase;
use std::iter::Peekable;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
use std::vec;

/// An iterator that can be built from its items.
pub trait Collected: Iterator {
    /// Appends the nodes of an iterator over these items. False if they are incomplete.
    fn write_items(items: impl Iterator<Item = Self::Item>, nodes: &mut TestCase) -> bool;
}

impl Collected for Chars<'_> {
    fn write_items(items: impl Iterator<Item = char>, nodes: &mut TestCase) -> bool {
        items.collect::<String>().write(nodes)
    }
}

/// Only an iterator at its beginning.
impl Collected for CharIndices<'_> {
    fn write_items(items: impl Iterator<Item = (usize, char)>, nodes: &mut TestCase) -> bool {
        let mut text = String::new();
        for (index, character) in items {
            if index != text.len() {
                return false;
            }
            text.push(character);
        }
        text.write(nodes)
    }
}

/// If they are a text.
impl Collected for Bytes<'_> {
    fn write_items(items: impl Iterator<Item = u8>, nodes: &mut TestCase) -> bool {
        String::from_utf8(items.collect()).is_ok_and(|text| text.write(nodes))
    }
}

impl<'a> Collected for Lines<'a> {
    fn write_items(items: impl Iterator<Item = &'a str>, nodes: &mut TestCase) -> bool {
        let (mut text, mut is_plain) = (String::new(), false);
        for line in items {
            text.push_str(line);
            // Half of a line end must not become part of another one.
            text.push_str(if line.ends_with('\r') { "\r\n" } else { "\n" });
            is_plain = !line.is_empty() && !line.ends_with('\r');
        }
        if is_plain {
            text.pop();
        }
        text.write(nodes)
    }
}

impl<'a> Collected for SplitWhitespace<'a> {
    fn write_items(items: impl Iterator<Item = &'a str>, nodes: &mut TestCase) -> bool {
        items.collect::<Vec<_>>().join(" ").write(nodes)
    }
}

impl<T: Written> Collected for vec::IntoIter<T> {
    fn write_items(items: impl Iterator<Item = T>, nodes: &mut TestCase) -> bool {
        let items: Vec<T> = items.collect();
        elements(items.len(), items.iter(), nodes)
    }
}

macro_rules! by_items {
    ($($type:ty)*) => { $(
        impl Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                Self::write_items(self.clone(), nodes)
            }
        }
    )* };
}
by_items!(Chars<'_> CharIndices<'_> Bytes<'_> Lines<'_> SplitWhitespace<'_>);

impl<T: Written> Written for vec::IntoIter<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        elements(self.len(), self.as_slice().iter(), nodes)
    }
}

/// A peek has taken its item out of the inner iterator, so all items are read.
impl<I> Written for Peekable<I>
where
    I: Collected + Clone,
    I::Item: Clone,
{
    fn write(&self, nodes: &mut TestCase) -> bool {
        I::write_items(self.clone(), nodes)
    }
}
