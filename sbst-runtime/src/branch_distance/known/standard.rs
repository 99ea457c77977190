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

impl<T, E> Parts for Result<T, E> {
    fn kind(&self) -> Kind {
        Kind::Variant(u32::from(self.is_err()))
    }
    fn count(&self) -> usize {
        1
    }
    fn part(&self, _: usize) -> Part<'_> {
        match self {
            Ok(value) => Part::of(value),
            Err(error) => Part::of(error),
        }
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

impl<A, B, C> Parts for (A, B, C) {
    fn kind(&self) -> Kind {
        Kind::Product
    }
    fn count(&self) -> usize {
        3
    }
    fn part(&self, index: usize) -> Part<'_> {
        match index {
            0 => Part::of(&self.0),
            1 => Part::of(&self.1),
            _ => Part::of(&self.2),
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
        KnownType::of::<&&[$element]>(),
        KnownType::of_slice::<$element>(),
        KnownType::of::<Box<[$element]>>(),
        KnownType::of::<VecDeque<$element>>(),
        KnownType::of::<[$element; 2]>(),
        KnownType::of::<[$element; 3]>(),
        KnownType::of::<[$element; 4]>(),
        KnownType::of::<[$element; 8]>(),
        KnownType::of::<Option<$element>>(),
        KnownType::of::<&Option<$element>>(),
        KnownType::of::<Option<Vec<$element>>>(),
        KnownType::of::<Result<$element, String>>(),
        KnownType::of::<Vec<Vec<$element>>>(),
        KnownType::of::<Vec<Option<$element>>>(),
        KnownType::of::<Vec<($element, $element)>>(),
        KnownType::of::<($element, $element)>(),
        KnownType::of::<($element, $element, $element)>(),
        KnownType::of::<Option<($element, $element)>>(),
    ],)* ] };
}

/// All of them.
pub(super) static TYPES: &[&[KnownType]] =
    with!(i32 u8 u16 u32 u64 i64 usize f32 f64 char bool &'static str String);
