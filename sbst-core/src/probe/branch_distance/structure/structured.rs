//! The structures of the standard library that are compared place by place.

use super::{elements, places, Places};
use crate::probe::typed::Typed;
use std::collections::VecDeque;

/// A structure of the standard library, comparable with another place by place.
pub trait Structured {
    /// Visits all places of both, if `other` is such a structure.
    fn compare<R: ?Sized>(&self, other: &R, all: &mut impl Places);
}

/// Visits elements beside those of the same type, or texts beside texts with another owner.
fn compare_elements<'a, T: 'a, R: ?Sized>(
    these: impl Iterator<Item = &'a T>,
    other: &R,
    all: &mut impl Places,
) {
    if let Some(those) = elements::<T, R>(other) {
        places(these, those.iter(), all);
    } else if let Some(those) = get::<VecDeque<T>, R>(other) {
        places(these, those.iter(), all);
    } else if let Some(those) = elements::<&str, R>(other) {
        places(these, those.iter(), all);
    } else if let Some(those) = elements::<String, R>(other) {
        places(these, those.iter(), all);
    }
}

impl<T> Structured for [T] {
    fn compare<R: ?Sized>(&self, other: &R, all: &mut impl Places) {
        // Bytes are compared as a whole, like elsewhere.
        match (elements::<u8, [T]>(self), elements::<u8, R>(other)) {
            (Some(these), Some(those)) => all.place(Some(these), Some(those)),
            _ => compare_elements(self.iter(), other, all),
        }
    }
}

impl<T, const N: usize> Structured for [T; N] {
    fn compare<R: ?Sized>(&self, other: &R, all: &mut impl Places) {
        match get::<[T; N], R>(other) {
            Some(other) => self.as_slice().compare(other.as_slice(), all),
            None => self.as_slice().compare(other, all),
        }
    }
}

impl<T> Structured for Vec<T> {
    fn compare<R: ?Sized>(&self, other: &R, all: &mut impl Places) {
        self.as_slice().compare(other, all);
    }
}

impl<T> Structured for VecDeque<T> {
    fn compare<R: ?Sized>(&self, other: &R, all: &mut impl Places) {
        compare_elements(self.iter(), other, all);
    }
}

fn get<T, R: ?Sized>(other: &R) -> Option<&T> {
    // SAFETY: places of both are compared while they are borrowed, and not used beyond that.
    unsafe { Typed::new(other).get_up_to_lifetimes::<T>() }
}

/// Returns the other structure, possibly from behind a reference.
fn other<T, R: ?Sized>(other: &R) -> Option<&T> {
    get::<T, R>(other)
        .or_else(|| get::<&T, R>(other).copied())
        .or_else(|| get::<&&T, R>(other).map(|other| **other))
}

impl<T> Structured for Option<T> {
    fn compare<R: ?Sized>(&self, right: &R, all: &mut impl Places) {
        let Some(right) = other::<Option<T>, R>(right) else { return };
        match (self, right) {
            (Some(a), Some(b)) => all.place(Some(a), Some(b)),
            (None, None) => {}
            _ => all.other_variant(),
        }
    }
}

impl<T, E> Structured for Result<T, E> {
    fn compare<R: ?Sized>(&self, right: &R, all: &mut impl Places) {
        let Some(right) = other::<Result<T, E>, R>(right) else { return };
        match (self, right) {
            (Ok(a), Ok(b)) => all.place(Some(a), Some(b)),
            (Err(a), Err(b)) => all.place(Some(a), Some(b)),
            _ => all.other_variant(),
        }
    }
}

macro_rules! tuples {
    ($(($($part:ident $index:tt),*))*) => { $(
        impl<$($part),*> Structured for ($($part,)*) {
            fn compare<Right: ?Sized>(&self, right: &Right, all: &mut impl Places) {
                if let Some(right) = other::<($($part,)*), Right>(right) {
                    $( all.place(Some(&self.$index), Some(&right.$index)); )*
                }
            }
        }
    )* };
}
tuples!((A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5));

macro_rules! pointers {
    ($($pointer:ty)*) => { $(
        impl<S: Structured + ?Sized> Structured for $pointer {
            fn compare<R: ?Sized>(&self, other: &R, all: &mut impl Places) {
                (**self).compare(other, all);
            }
        }
    )* };
}
pointers!(&S &mut S Box<S>);
