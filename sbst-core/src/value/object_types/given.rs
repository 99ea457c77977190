//! Results of functions that later statements use.
//!
//! Method look-up prefers the most exact description: first references, tuples and enums, also in
//! an `Option` or a `Result`; then the value of an `Option` or a `Result`; then any type.

use super::elements::Element;
use super::{Elements, Kind};
use crate::value::frame::Frame;
use std::marker::PhantomData;

/// The type of a function's result.
pub struct Gives {
    /// The type, or the referent's type behind a reference.
    pub(crate) kind: Kind,
    /// True if it is in an `Option` or a `Result`.
    pub is_fallible: bool,
    pub is_reference: bool,
    /// The type of the reference, if the referent has no size.
    pub(crate) wide: Option<Kind>,
    pub is_mutable: bool,
    /// The elements, if it is taken apart.
    pub(crate) elements: Vec<Element>,
}

/// A result of the type `R`.
pub struct Given<R>(PhantomData<fn() -> R>);

impl<R> Given<R> {
    pub const NEW: Self = Given(PhantomData);

    /// Returns the marker for a result.
    pub fn from_result(_: &R) -> Self {
        Given::NEW
    }
}

pub struct Description(pub(crate) Gives);

macro_rules! described {
    ($kind:ty, $is_fallible:literal, $is_reference:literal, $is_mutable:literal, $wide:expr) => {
        Description(Gives {
            wide: $wide,
            kind: Kind::from_type::<$kind>(),
            is_fallible: $is_fallible,
            is_reference: $is_reference,
            is_mutable: $is_mutable,
            elements: Vec::new(),
        })
    };
}

/// Preferred first: results that are taken apart.
pub trait DescribesElements<R> {
    fn describe(&self) -> Description;
    fn keep<'f>(&self, frame: &'f Frame<'f>, result: R);
}

/// Preferred first: references.
pub trait DescribesReference<R> {
    fn describe(&self) -> Description;
    fn keep<'f>(&self, frame: &'f Frame<'f>, result: R);
}

/// Preferred next: an `Option` or a `Result`.
pub trait DescribesInner<R> {
    fn describe(&self) -> Description;
    fn keep<'f>(&self, frame: &'f Frame<'f>, result: R);
}

/// The fallback: any type.
pub trait DescribesWhole<R> {
    fn describe(&self) -> Description;
    fn keep<'f>(&self, frame: &'f Frame<'f>, result: R);
}

/// Keeps the value in a result. Without a value, an execution that needs one ends.
#[inline]
fn keep_yielded<'f, T>(
    frame: &'f Frame<'f>,
    yielded: impl FnOnce() -> Option<T>,
    keep: impl FnOnce(&'f Frame<'f>, T),
) {
    if frame.keeps_result() {
        match yielded() {
            Some(value) => keep(frame, value),
            None if frame.result_is_used() => frame.refuse(),
            None => frame.keep(()),
        }
    }
}

macro_rules! describe {
    ($($trait:ident for $given:ty, $of:ty as ($($parameter:tt)*): $kind:ty, $is_fallible:literal, $is_reference:literal, $is_mutable:literal, $wide:expr, |$result:ident| $yielded:expr;)*) => { $(
        impl<$($parameter)*> $trait<$of> for $given {
            fn describe(&self) -> Description {
                described!($kind, $is_fallible, $is_reference, $is_mutable, $wide)
            }
            #[inline]
            fn keep<'f>(&self, frame: &'f Frame<'f>, $result: $of) {
                keep_yielded(frame, || $yielded, Frame::keep);
            }
        }
    )* };
}
describe! {
    DescribesReference for &Given<&'a mut U>, &'a mut U as ('a, U: ?Sized): U, false, true, true, Kind::from_wide::<U, &'a mut U>(), |result| Some(result);
    DescribesReference for &Given<Option<&'a mut U>>, Option<&'a mut U> as ('a, U: ?Sized): U, true, true, true, Kind::from_wide::<U, &'a mut U>(), |result| result;
    DescribesReference for &Given<Result<&'a mut U, E>>, Result<&'a mut U, E> as ('a, U: ?Sized, E): U, true, true, true, Kind::from_wide::<U, &'a mut U>(), |result| result.ok();
    DescribesReference for &Given<&'a U>, &'a U as ('a, U: ?Sized): U, false, true, false, Kind::from_wide::<U, &'a U>(), |result| Some(result);
    DescribesReference for &Given<Option<&'a U>>, Option<&'a U> as ('a, U: ?Sized): U, true, true, false, Kind::from_wide::<U, &'a U>(), |result| result;
    DescribesReference for &Given<Result<&'a U, E>>, Result<&'a U, E> as ('a, U: ?Sized, E): U, true, true, false, Kind::from_wide::<U, &'a U>(), |result| result.ok();
    DescribesInner for &&Given<Option<T>>, Option<T> as (T): T, true, false, false, None, |result| result;
    DescribesInner for &&Given<Result<T, E>>, Result<T, E> as (T, E): T, true, false, false, None, |result| result.ok();
    DescribesWhole for Given<R>, R as (R): R, false, false, false, None, |result| Some(result);
}

macro_rules! describe_elements {
    ($($of:ty as ($($parameter:tt)*), $is_fallible:literal, |$result:ident| $yielded:expr;)*) => { $(
        impl<$($parameter)*> DescribesElements<$of> for &Given<$of> {
            fn describe(&self) -> Description {
                let Description(gives) = described!(T, $is_fallible, false, false, None);
                Description(Gives { elements: T::kinds().0, ..gives })
            }
            fn keep<'f>(&self, frame: &'f Frame<'f>, $result: $of) {
                keep_yielded(frame, || $yielded, Frame::keep_elements);
            }
        }
    )* };
}
describe_elements! {
    T as (T: Elements), false, |result| Some(result);
    Option<T> as (T: Elements), true, |result| result;
    Result<T, E> as (T: Elements, E), true, |result| result.ok();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};

    /// Executes a statement with `None` as its result, before a statement that takes it or does
    /// not.
    fn execute(is_used: bool) {
        let mut test = TestCase::new();
        let first = test.open(NodeKind::Statement, 1);
        test.close(first);
        let second = test.open(NodeKind::Statement, 2);
        if is_used {
            test.leaf(NodeKind::ResultOf, 0);
        }
        test.close(second);
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        frame.next_statement();
        let result: Option<u8> = None;
        DescribesInner::keep(&&&Given::from_result(&result), &frame, result);
    }

    #[test]
    fn none_ends_the_execution_only_if_a_later_statement_takes_it() {
        execute(false);
        assert!(std::panic::catch_unwind(|| execute(true)).is_err());
    }
}
