//! Looks at results and at what was left in arguments, for the assertions of generated tests.

use crate::value::frame::{Frame, Shown};
use sbst_model::messages::Changed;
use std::fmt::{self, Debug, Write};

/// Bytes of a value's `{:?}` that are worth asserting; nobody reads more.
pub(crate) const LONGEST_DEBUG: usize = 4096;

/// A result.
pub struct Observed<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up: the result can be shown.
pub trait CanObserve {
    /// Notes it in the frame, if the frame wants to know.
    fn observe(&self, frame: &Frame<'_>);
}

/// The fallback: only the type is known.
pub trait CannotObserve {
    /// Notes it in the frame, if the frame wants to know.
    fn observe(&self, frame: &Frame<'_>);
}

impl<T: Debug + ?Sized> CanObserve for Observed<'_, T> {
    #[inline]
    fn observe(&self, frame: &Frame<'_>) {
        frame.observe(|observation| observation.result = Some(shown(self.0, show(&self.0))));
    }
}

impl<T: ?Sized> CannotObserve for &Observed<'_, T> {
    #[inline]
    fn observe(&self, frame: &Frame<'_>) {
        frame.observe(|observation| observation.result = Some(shown(self.0, None)));
    }
}

/// What an argument that was passed as `&mut` refers to, after the call.
pub struct ObservedArgument<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up: the value can be shown.
pub trait CanObserveArgument {
    /// Notes it in the frame, if the frame wants to know, as that of the parameter with this index.
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize);
}

/// The fallback: only the type is known.
pub trait CannotObserveArgument {
    /// Notes it in the frame, if the frame wants to know, as that of the parameter with this index.
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize);
}

impl<T: Debug + ?Sized> CanObserveArgument for ObservedArgument<'_, T> {
    #[inline]
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize) {
        frame.observe(|observation| observation.changed.push(changed(self.0, parameter, show(&self.0))));
    }
}

impl<T: ?Sized> CannotObserveArgument for &ObservedArgument<'_, T> {
    #[inline]
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize) {
        frame.observe(|observation| observation.changed.push(changed(self.0, parameter, None)));
    }
}

fn shown<T: ?Sized>(_: &T, debug: Option<String>) -> Shown {
    Shown { type_name: std::any::type_name::<T>(), debug }
}

fn changed<T: ?Sized>(_: &T, parameter: usize, debug: Option<String>) -> Changed {
    Changed { parameter, type_name: std::any::type_name::<T>().to_owned(), debug, unordered: false }
}

/// `value` as `{:?}` shows it; `None` if that is too long.
pub(crate) fn show(value: &dyn Debug) -> Option<String> {
    let mut shown = ShortText::default();
    write!(shown, "{value:?}").ok().map(|()| shown.0)
}

/// A text that takes no more than [`LONGEST_DEBUG`].
#[derive(Default)]
pub(crate) struct ShortText(pub(crate) String);

impl Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST_DEBUG {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
