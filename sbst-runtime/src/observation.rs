//! Looks at results, for the assertions of generated tests.

use crate::frame::{Frame, Observation};
use std::fmt::{self, Debug, Write};

/// Bytes of a result's `{:?}` that are worth asserting; nobody reads more.
const LONGEST_DEBUG: usize = 4096;

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
        frame.observe(|| Observation { type_name: std::any::type_name::<T>(), debug: show(&self.0) });
    }
}

impl<T: ?Sized> CannotObserve for &Observed<'_, T> {
    #[inline]
    fn observe(&self, frame: &Frame<'_>) {
        frame.observe(|| Observation { type_name: std::any::type_name::<T>(), debug: None });
    }
}

/// `value` as `{:?}` shows it; `None` if that is too long.
fn show(value: &dyn Debug) -> Option<String> {
    struct Short(String);
    impl Write for Short {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            if self.0.len() + text.len() > LONGEST_DEBUG {
                return Err(fmt::Error);
            }
            self.0.push_str(text);
            Ok(())
        }
    }
    let mut shown = Short(String::new());
    write!(shown, "{value:?}").ok().map(|()| shown.0)
}
