//! Collections, options and tuples of the standard library, with elements of the commonest types.

use super::{Kind, KnownType, Part, Parts};
use std::collections::VecDeque;

macro_rules! sequences {
    ($([$($parameters:tt)*] $type:ty;)*) => { $(
        impl<$($parameters)*> Parts for $type {
            fn kind(&self) -> Kind {
                Kind::Sequence
            }
            fn count(&self) -> usize {
                self.len()
            }
            fn part(&self, index: usize) -> Part<'_> {
                Part::of(&self[index])
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

impl<T> Parts for Option<T> {
    fn kind(&self) -> Kind {
        Kind::Variant(u32::from(self.is_some()))
    }
    fn count(&self) -> usize {
        1
    }
    fn part(&self, _: usize) -> Part<'_> {
        self.as_ref().map_or(Part::UNKNOWN, Part::of)
    }
}

impl<A, B> Parts for (A, B) {
    fn kind(&self) -> Kind {
        Kind::Product
    }
    fn count(&self) -> usize {
        2
    }
    fn part(&self, index: usize) -> Part<'_> {
        match index {
            0 => Part::of(&self.0),
            _ => Part::of(&self.1),
        }
    }
}

macro_rules! pointers {
    ($([$($parameters:tt)*] $pointer:ty;)*) => { $(
        impl<$($parameters)*> Parts for $pointer {
            fn kind(&self) -> Kind {
                (**self).kind()
            }
            fn count(&self) -> usize {
                (**self).count()
            }
            fn part(&self, index: usize) -> Part<'_> {
                (**self).part(index)
            }
        }
    )* };
}
pointers! {
    [T: Parts + ?Sized] &T;
    [T: Parts + ?Sized] Box<T>;
}

/// The types with such elements.
macro_rules! with {
    ($($element:ty)*) => { &[$( &[
        KnownType::of::<Vec<$element>>(),
        KnownType::of::<&Vec<$element>>(),
        KnownType::of::<&[$element]>(),
        KnownType::of_slice::<$element>(),
        KnownType::of::<VecDeque<$element>>(),
        KnownType::of::<[$element; 1]>(),
        KnownType::of::<[$element; 2]>(),
        KnownType::of::<[$element; 3]>(),
        KnownType::of::<[$element; 4]>(),
        KnownType::of::<[$element; 5]>(),
        KnownType::of::<[$element; 6]>(),
        KnownType::of::<[$element; 8]>(),
        KnownType::of::<[$element; 16]>(),
        KnownType::of::<Option<$element>>(),
        KnownType::of::<&Option<$element>>(),
        KnownType::of::<Option<&$element>>(),
        KnownType::of::<Option<&[$element]>>(),
        KnownType::of::<Option<Vec<$element>>>(),
        KnownType::of::<Vec<Vec<$element>>>(),
        KnownType::of::<Vec<Option<$element>>>(),
        KnownType::of::<Vec<($element, $element)>>(),
        KnownType::of::<($element, $element)>(),
    ],)* ] };
}

/// All of them.
pub(super) static TYPES: &[&[KnownType]] = with!(i32 u8 u32 u64 i64 usize f64 char &'static str String);
