//! Elements of results: of tuples, `let (sender, _receiver) = channel();`, and of variants,
//! `let Entry::Occupied(entry) = map.entry(3) else { unreachable!() };`.
//!
//! # Policy
//! 1. A function that returns a tuple, also in an `Option` or a `Result`, is an origin of the type
//!    of each element. Exceptions are references, and types that the function takes by value.
//! 2. The other elements live until the execution ends, because dropping one half of a channel
//!    closes the other.
//! 3. Likewise, a function that returns an enum is an origin of the only field of a variant, if
//!    declared in the derive. It refuses a value of another variant, so the type must have no other
//!    origins ([origins](super::origins)).
//! 4. The [number](super::numbers) of a statement includes the element.

use super::numbers::{element, MOST_ELEMENTS};
use super::Kind;
use crate::value::frame::Frame;
use sbst_model::shape::Template;

/// An element of a result.
#[derive(Clone, Copy)]
pub struct Element {
    pub(crate) kind: Kind,
    /// The pattern of the variant with this field; `None` in a tuple.
    pub(crate) pattern: Option<Template>,
}

/// The elements of a result.
pub struct Kinds(pub(super) Vec<Element>);

impl Kinds {
    /// Returns the first elements of variants, up to the greatest number.
    pub fn from_variants(fields: &[Element]) -> Kinds {
        Kinds(fields.iter().take(MOST_ELEMENTS as usize).copied().collect())
    }
}

impl Element {
    /// Returns the only field of a variant, of type `T`, with the template of the variant.
    pub fn from_variant<T>(pattern: Template) -> Element {
        Element { kind: Kind::from_type::<T>(), pattern: Some(pattern) }
    }

    fn from_tuple<T>() -> Element {
        Element { kind: Kind::from_type::<T>(), pattern: None }
    }
}

/// A result that is taken apart.
pub trait Elements {
    #[doc(hidden)]
    fn kinds() -> Kinds;
    /// Keeps one element as the result of a statement, and the others until the execution ends.
    /// Refuses a value without this element.
    #[doc(hidden)]
    fn keep_one<'f>(self, frame: &'f Frame<'f>, wanted: usize);
}

macro_rules! tuples {
    ($($($part:ident $index:tt)+;)*) => { $(
        impl<$($part),+> Elements for ($($part,)+) {
            fn kinds() -> Kinds {
                Kinds(vec![$(Element::from_tuple::<$part>()),+])
            }
            fn keep_one<'f>(self, frame: &'f Frame<'f>, wanted: usize) {
                $( frame.keep_element(self.$index, wanted == $index); )+
            }
        }
    )* };
}
tuples! {
    A 0 B 1; A 0 B 1 C 2; A 0 B 1 C 2 D 3; A 0 B 1 C 2 D 3 E 4; A 0 B 1 C 2 D 3 E 4 F 5;
}

impl<'f> Frame<'f> {
    /// Stores the statement's result; a later statement may take one element.
    pub(crate) fn keep_elements<T: Elements>(&'f self, result: T) {
        match element(self.statement()) {
            Some(wanted) if self.result_is_used() => result.keep_one(self, wanted),
            _ => self.keep(result),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::of_element;
    use super::*;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};
    use std::rc::Rc;

    #[test]
    fn the_other_elements_live_as_long_as_the_execution() {
        let mut test = TestCase::new();
        for number in [of_element(1, 1), 0] {
            let statement = test.open(NodeKind::Statement, number);
            if number == 0 {
                test.leaf(NodeKind::ResultOf, 0);
            }
            test.close(statement);
        }
        let (mut store, first) = (Store::default(), Rc::new(()));
        {
            let frame = Frame::new(&test, &store, None);
            frame.next_statement();
            frame.keep_elements((first.clone(), 7_u8));
            frame.next_statement();
            assert_eq!(frame.taken::<u8>(), Some(7));
            assert_eq!(Rc::strong_count(&first), 2);
        }
        store.clear();
        assert_eq!(Rc::strong_count(&first), 1);
    }
}
