//! Consumption of results that are iterators: their closures and adaptors are executed only when
//! items are requested.
//!
//! 1. The signature shows the results to consume (`impl Iterator`, `Box<dyn Iterator>`, `impl
//!    IntoIterator`, also in an `Option` or a `Result`). Method look-up checks that a result is an
//!    iterator: another type may have such a name.
//! 2. The target's result is consumed in every evaluation. Its effects, panics and hangs count like
//!    those of the call. The result of an earlier call is not consumed, because a later statement
//!    may take it.
//! 3. At most [`MOST_ITEMS`] items are requested.
//! 4. Each item is dropped before the next one is requested, as in a loop. On request, its text is
//!    taken before it is dropped.

use crate::value::frame::{Frame, Shown};
use crate::value::observation::{self, ShortText};
use sbst_model::messages::Items;
use std::any::type_name;
use std::fmt::{Debug, Write};
use std::marker::PhantomData;

/// The most requested items: more than texts and collections of a search have parts, and few enough
/// to be listed in a test. An endless iterator costs no more than other calls.
const MOST_ITEMS: usize = 64;

/// A result of the type `R`, which may be an iterator, or iterable.
pub struct Lazy<R>(PhantomData<fn() -> R>);

impl<R> Lazy<R> {
    pub fn from_result(_: &R) -> Self {
        Lazy(PhantomData)
    }
}

/// A result of the type `R`, which may contain an iterator or an iterable value.
pub struct LazyInner<R>(PhantomData<fn() -> R>);

impl<R> LazyInner<R> {
    pub fn from_result(_: &R) -> Self {
        LazyInner(PhantomData)
    }
}

/// Preferred first: it has items with a `{:?}` text.
pub trait ConsumesShown<R> {
    /// Consumes its items, or returns it if a later statement may take it.
    fn consume(&self, frame: &Frame<'_>, result: R) -> Option<R>;
}

/// Preferred next: it has items.
pub trait Consumes<R> {
    fn consume(&self, frame: &Frame<'_>, result: R) -> Option<R>;
}

/// The fallback: it has no items.
pub trait CannotConsume<R> {
    fn consume(&self, frame: &Frame<'_>, result: R) -> Option<R>;
}

/// The items of a result.
pub(crate) struct Consumed {
    pub(crate) count: usize,
    /// The `{:?}` text of all items as a list, if requested, possible and short.
    pub(crate) debug: Option<String>,
}

/// Appends an item to a text; false if there is no more space.
type Show<T> = fn(&T, &mut ShortText) -> bool;

fn show<T: Debug>(item: &T, text: &mut ShortText) -> bool {
    write!(text, "{item:?}").is_ok()
}

#[inline]
fn consume<I: IntoIterator>(frame: &Frame<'_>, items: I, show: Option<Show<I::Item>>) -> Consumed {
    let mut text = ShortText::default();
    let mut show = show.filter(|_| frame.is_observed());
    let mut count = 0;
    for item in items.into_iter().take(MOST_ITEMS) {
        let between = if count == 0 { "[" } else { ", " };
        show = show.filter(|show| text.write_str(between).is_ok() && show(&item, &mut text));
        count += 1;
    }
    let end = if count == 0 { "[]" } else { "]" };
    let debug = show.filter(|_| text.write_str(end).is_ok()).map(|_| text.0);
    Consumed { count, debug }
}

/// Consumes a clone of an iterator; a later statement may take the original.
pub(crate) fn consume_clone<I: Iterator<Item: Debug>>(frame: &Frame<'_>, items: I) -> (Consumed, Items) {
    let consumed = consume(frame, items, Some(show));
    let count = Some(consumed.count);
    (consumed, Items { count, cut_after: count.filter(|count| *count == MOST_ITEMS) })
}

/// Records the items as a value of the type `T`.
fn note<T>(frame: &Frame<'_>, count: Option<usize>, debug: Option<String>) {
    note_as(frame, type_name::<T>(), count, debug);
}

fn note_as(frame: &Frame<'_>, type_name: &'static str, count: Option<usize>, debug: Option<String>) {
    if let Some(observation) = frame.observation() {
        let mut observation = observation.borrow_mut();
        observation.result = Some(Shown { type_name, debug });
        let cut_after = count.filter(|count| *count == MOST_ITEMS);
        observation.items = Some(Items { count, cut_after });
    }
}

/// Implements a trait for a marker of a result that is recorded by its items only: they are
/// requested by `|frame, result|`.
macro_rules! consume {
    ($($trait:ident for $marker:ty, $result:ty as ($($parameter:tt)*): $shown:ty, |$frame:ident, $value:ident| $note:expr;)*) => { $(
        impl<$($parameter)*> $trait<$result> for $marker {
            #[inline]
            fn consume(&self, $frame: &Frame<'_>, $value: $result) -> Option<$result> {
                if $frame.keeps_result() {
                    return Some($value);
                }
                let (count, debug) = $note;
                note::<$shown>($frame, count, debug);
                None
            }
        }
    )* };
}
consume! {
    ConsumesShown for &Lazy<I>, I as (I: IntoIterator<Item = T>, T: Debug): Vec<T>, |frame, items| {
        let Consumed { count, debug } = consume(frame, items, Some(show));
        (Some(count), debug)
    };
    ConsumesShown for &LazyInner<Option<I>>, Option<I> as (I: IntoIterator<Item = T>, T: Debug): Option<Vec<T>>, |frame, result| {
        match result.map(|items| consume(frame, items, Some(show))) {
            Some(Consumed { count, debug }) => (Some(count), debug.map(|items| format!("Some({items})"))),
            None => (None, frame.is_observed().then(|| "None".to_owned())),
        }
    };
    ConsumesShown for &LazyInner<Result<I, E>>, Result<I, E> as (I: IntoIterator<Item = T>, T: Debug, E: Debug): Result<Vec<T>, E>, |frame, result| {
        match result.map(|items| consume(frame, items, Some(show))) {
            Ok(Consumed { count, debug }) => (Some(count), debug.map(|items| format!("Ok({items})"))),
            Err(error) if frame.is_observed() => (None, observation::show(&error).map(|error| format!("Err({error})"))),
            Err(_) => (None, None),
        }
    };
    Consumes for &&Lazy<I>, I as (I: IntoIterator): Vec<I::Item>, |frame, items| {
        (Some(consume(frame, items, None).count), None)
    };
    Consumes for &&LazyInner<Option<I>>, Option<I> as (I: IntoIterator): Option<Vec<I::Item>>, |frame, result| {
        (result.map(|items| consume(frame, items, None).count), None)
    };
    Consumes for &&LazyInner<Result<I, E>>, Result<I, E> as (I: IntoIterator, E): Result<Vec<I::Item>, E>, |frame, result| {
        (result.ok().map(|items| consume(frame, items, None).count), None)
    };
}

macro_rules! cannot_consume {
    ($($marker:ident)*) => { $(
        impl<R> CannotConsume<R> for $marker<R> {
            fn consume(&self, frame: &Frame<'_>, result: R) -> Option<R> {
                frame.show_result(type_name::<R>(), None);
                Some(result)
            }
        }
    )* };
}
cannot_consume!(Lazy LazyInner);

#[cfg(test)]
mod tests;
