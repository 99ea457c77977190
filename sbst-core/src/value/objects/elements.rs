//! Elements of tuples that functions return: `let (sender, _receiver) = channel();`.
//!
//! # Policy
//! 1. A function that returns a tuple, also in an `Option` or a `Result`, is an origin of the type of
//!    each element, unless the element is a reference, or the function takes one by value.
//! 2. The other elements live until the execution ends: dropping one half of a channel closes the
//!    other.
//! 3. The number of a statement says which element it is for.

use super::Kind;
use crate::value::frame::Frame;

/// Statements with greater numbers, up to those of [assignments](super::lending), are for an
/// element; there are fewer functions than this.
const FROM: u64 = 1 << 30;

/// The most elements of a tuple that is taken apart.
const MOST: u64 = 8;

/// Returns the number of the statement that calls this callable for an element.
pub fn number(callable: u64, element: usize) -> u64 {
    FROM + callable * MOST + element as u64
}

/// Returns the callable of the statement with this number.
pub(super) fn callable(number: u64) -> u64 {
    element(number).map_or(number, |_| (number - FROM) / MOST)
}

/// Returns the element that the statement with this number is for.
pub(crate) fn element(number: u64) -> Option<usize> {
    let place = number.checked_sub(FROM).filter(|_| number < super::lending::FROM)?;
    Some((place % MOST) as usize)
}

/// The types of the elements of a tuple.
pub struct Kinds(pub(super) Vec<Kind>);

/// A tuple that is taken apart.
pub trait Elements {
    #[doc(hidden)]
    fn kinds() -> Kinds;
    /// Keeps one element as the result of a statement, and the others until the execution ends.
    #[doc(hidden)]
    fn keep_one<'f>(self, frame: &'f Frame<'f>, wanted: usize);
}

macro_rules! tuples {
    ($($($part:ident $index:tt)+;)*) => { $(
        impl<$($part),+> Elements for ($($part,)+) {
            fn kinds() -> Kinds {
                Kinds(vec![$(Kind::from_type::<$part>()),+])
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};
    use std::rc::Rc;

    #[test]
    fn numbers_tell_callables_and_elements() {
        assert_eq!((callable(number(7, 3)), element(number(7, 3))), (7, Some(3)));
        assert_eq!((callable(7), element(7)), (7, None));
        assert_eq!(element(super::super::lending::assignment(7)), None);
    }

    #[test]
    fn the_other_elements_live_as_long_as_the_execution() {
        let mut test = TestCase::new();
        for number in [number(1, 1), 0] {
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
