//! Observation of results, and of `&mut` arguments after a call, for the assertions of generated
//! tests.

use crate::probe::panics;
use crate::value::frame::{Frame, Shown};
use sbst_model::messages::{Changed, Inspection};
use std::any::type_name;
use std::fmt::{self, Debug, Write};

/// The most bytes of a value's `{:?}` that are worth asserting; longer ones are not read.
pub(crate) const LONGEST_DEBUG: usize = 4096;

pub struct Observed<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up: the result has a `{:?}` text.
pub trait CanObserve {
    /// Records it in the frame, if an observation is requested.
    fn observe(&self, frame: &Frame<'_>);
}

/// The fallback: only the type is known.
pub trait CannotObserve {
    fn observe(&self, frame: &Frame<'_>);
}

impl<T: Debug + ?Sized> CanObserve for Observed<'_, T> {
    #[inline]
    fn observe(&self, frame: &Frame<'_>) {
        if frame.observation().is_some() {
            frame.show_result(type_name::<T>(), show(&self.0));
        }
    }
}

impl<T: ?Sized> CannotObserve for &Observed<'_, T> {
    #[inline]
    fn observe(&self, frame: &Frame<'_>) {
        if frame.observation().is_some() {
            frame.show_result(type_name::<T>(), None);
        }
    }
}

/// The referent of a `&mut` argument after the call.
pub struct ObservedArgument<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up: the value has a `{:?}` text.
pub trait CanObserveArgument {
    /// Records it in the frame for the parameter with this index, if an observation is requested.
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize);
}

/// The fallback: only the type is known.
pub trait CannotObserveArgument {
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize);
}

impl<T: Debug + ?Sized> CanObserveArgument for ObservedArgument<'_, T> {
    #[inline]
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize) {
        if frame.observation().is_some() {
            frame.show_changed(type_name::<T>(), parameter, show(&self.0));
        }
    }
}

impl<T: ?Sized> CannotObserveArgument for &ObservedArgument<'_, T> {
    #[inline]
    fn observe_argument(&self, frame: &Frame<'_>, parameter: usize) {
        if frame.observation().is_some() {
            frame.show_changed(type_name::<T>(), parameter, None);
        }
    }
}

impl Frame<'_> {
    /// Records the result, if an observation is requested.
    pub(crate) fn show_result(&self, type_name: &'static str, debug: Option<String>) {
        if let Some(observation) = self.observation() {
            observation.borrow_mut().result = Some(Shown { type_name, debug });
        }
    }

    /// Records an argument after the call, if an observation is requested.
    pub(crate) fn show_changed(&self, type_name: &'static str, parameter: usize, debug: Option<String>) {
        if let Some(observation) = self.observation() {
            let (type_name, inspection) = (type_name.to_owned(), Inspection::default());
            let changed = Changed { parameter, type_name, debug, unordered: false, inspection };
            observation.borrow_mut().changed.push(changed);
        }
    }
}

/// Returns the `{:?}` text of `value`; `None` if it is too long. It is also `None` if it panics,
/// because the function itself did not. A text made invalid by code that corrupts memory is
/// converted to UTF-8.
pub(crate) fn show(value: &dyn Debug) -> Option<String> {
    let mut shown = ShortText::default();
    panics::forgive(|| write!(shown, "{value:?}"))?.ok()?;
    Some(String::from_utf8_lossy(shown.0.as_bytes()).into_owned())
}

/// A text of at most [`LONGEST_DEBUG`] bytes.
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken;
    impl Debug for Broken {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("nothing to show")
        }
    }

    struct Corrupt;
    impl Debug for Corrupt {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            let bytes = b"a\xffb".to_vec();
            // SAFETY: the text is copied as bytes, and no reader of it relies on characters.
            formatter.write_str(unsafe { std::str::from_utf8_unchecked(&bytes) })
        }
    }

    #[test]
    fn a_text_of_broken_memory_is_made_one() {
        assert_eq!(show(&Corrupt), Some("a\u{fffd}b".to_owned()));
    }

    #[test]
    fn a_panicking_or_too_long_text_is_none() {
        assert_eq!(show(&7), Some("7".to_owned()));
        assert_eq!(show(&Broken), None);
        assert_eq!(show(&"a".repeat(LONGEST_DEBUG)), None);
    }
}
