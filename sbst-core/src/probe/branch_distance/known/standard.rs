//! Collections, options and tuples of the standard library, with elements of the commonest types.

use super::{Kind, KnownPart, KnownType, Parts};
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
            fn part(&self, index: usize) -> KnownPart<'_> {
                KnownPart::from_value(&self[index])
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
    fn part(&self, _: usize) -> KnownPart<'_> {
        self.as_ref().map_or(KnownPart::UNKNOWN, KnownPart::from_value)
    }
}

impl<A, B> Parts for (A, B) {
    fn kind(&self) -> Kind {
        Kind::Product
    }
    fn count(&self) -> usize {
        2
    }
    fn part(&self, index: usize) -> KnownPart<'_> {
        match index {
            0 => KnownPart::from_value(&self.0),
            _ => KnownPart::from_value(&self.1),
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
            fn part(&self, index: usize) -> KnownPart<'_> {
                (**self).part(index)
            }
            fn whole(&self) -> Option<KnownPart<'_>> {
                (**self).whole()
            }
        }
    )* };
}
pointers! {
    [T: Parts + ?Sized] &T;
    [T: Parts + ?Sized] Box<T>;
}

/// The known types for each element type.
macro_rules! with {
    ($($element:ty)*) => { &[$( &[
        KnownType::sized::<Vec<$element>>(),
        KnownType::sized::<&Vec<$element>>(),
        KnownType::sized::<&[$element]>(),
        KnownType::unsized_slice::<$element>(),
        KnownType::sized::<VecDeque<$element>>(),
        KnownType::sized::<[$element; 1]>(),
        KnownType::sized::<[$element; 2]>(),
        KnownType::sized::<[$element; 3]>(),
        KnownType::sized::<[$element; 4]>(),
        KnownType::sized::<[$element; 5]>(),
        KnownType::sized::<[$element; 6]>(),
        KnownType::sized::<[$element; 8]>(),
        KnownType::sized::<[$element; 16]>(),
        KnownType::sized::<Option<$element>>(),
        KnownType::sized::<&Option<$element>>(),
        KnownType::sized::<Option<&$element>>(),
        KnownType::sized::<Option<&[$element]>>(),
        KnownType::sized::<Option<Vec<$element>>>(),
        KnownType::sized::<Vec<Vec<$element>>>(),
        KnownType::sized::<Vec<Option<$element>>>(),
        KnownType::sized::<Vec<($element, $element)>>(),
        KnownType::sized::<($element, $element)>(),
    ],)* ] };
}

pub(super) static TYPES: &[&[KnownType]] = with!(i32 u8 u32 u64 i64 usize f64 char &'static str String);
