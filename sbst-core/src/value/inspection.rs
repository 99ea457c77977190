//! Inspection of a value for the assertions of generated tests. It gives its `{}` text, its items
//! if it is an iterator, and its variant if it is an `Option` or a `Result` without a `{:?}` text.
//! A value with private fields shows only these.
//!
//! Method look-up finds which of them the type has: [`Displayed`] is called behind five references,
//! [`Varied`] behind three, [`Iterated`] behind two. Text that panics or is too long is omitted.

use crate::probe::panics;
use crate::value::consumption::{consume_clone, Consumed};
use crate::value::frame::Frame;
use crate::value::observation::{show, ShortText};
use sbst_model::messages::Reading;
use std::any::type_name;
use std::fmt::{Debug, Display, Write};

pub struct Displayed<'a, T: ?Sized>(pub &'a T);

macro_rules! displays {
    ($($(#[$doc:meta])* $trait:ident for $of:ty as ($($parameter:tt)*): |$value:ident| $text:expr;)*) => { $(
        $(#[$doc])*
        pub trait $trait {
            fn text(&self) -> Option<String>;
        }

        impl<$($parameter)*> $trait for $of {
            fn text(&self) -> Option<String> {
                let $value = self.0;
                $text
            }
        }
    )* };
}
displays! {
    /// Preferred by method look-up: the value or the error.
    DisplaysEither for &&&&Displayed<'_, Result<T, E>> as (T: Display, E: Display): |result| match result {
        Ok(value) => text(value),
        Err(error) => text(error),
    };
    /// Preferred next: the error.
    DisplaysError for &&&Displayed<'_, Result<T, E>> as (T, E: Display): |result| text(result.as_ref().err()?);
    /// Preferred next: the value in an `Option`.
    DisplaysInner for &&Displayed<'_, Option<T>> as (T: Display): |option| text(option.as_ref()?);
    /// Preferred next: the value itself.
    Displays for &Displayed<'_, T> as (T: Display + ?Sized): |value| text(&value);
}

/// The fallback: no such text.
pub trait CannotDisplay {
    fn text(&self) -> Option<String> {
        None
    }
}

impl<T: ?Sized> CannotDisplay for Displayed<'_, T> {}

fn text(value: &dyn Display) -> Option<String> {
    let mut shown = ShortText::default();
    panics::forgive(|| write!(shown, "{value}"))?.ok()?;
    Some(String::from_utf8_lossy(shown.0.as_bytes()).into_owned())
}

pub struct Varied<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up: an error has a `{:?}` text.
pub trait VariesInError {
    fn variant(&self) -> Option<String>;
}

/// Preferred next: a variant.
pub trait Varies {
    fn variant(&self) -> Option<String>;
}

/// The fallback: it has no known variants.
pub trait CannotVary {
    fn variant(&self) -> Option<String> {
        None
    }
}

impl<T, E: Debug> VariesInError for &&Varied<'_, Result<T, E>> {
    fn variant(&self) -> Option<String> {
        match self.0 {
            Ok(_) => Some("Ok(_)".to_owned()),
            Err(error) => show(error).map(|error| format!("Err({error})")),
        }
    }
}

impl<T, E> Varies for &Varied<'_, Result<T, E>> {
    fn variant(&self) -> Option<String> {
        Some(if self.0.is_ok() { "Ok(_)" } else { "Err(_)" }.to_owned())
    }
}

impl<T> Varies for &Varied<'_, Option<T>> {
    fn variant(&self) -> Option<String> {
        Some(if self.0.is_some() { "Some(_)" } else { "None" }.to_owned())
    }
}

impl<T: ?Sized> CannotVary for Varied<'_, T> {}

pub struct Iterated<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up: a clone of the value has items.
pub trait CanIterate {
    fn items(&self, frame: &Frame<'_>) -> Option<Reading>;
}

/// The fallback: it has no items.
pub trait CannotIterate {
    fn items(&self, _: &Frame<'_>) -> Option<Reading> {
        None
    }
}

impl<T: Iterator<Item: Debug> + Clone> CanIterate for &Iterated<'_, T> {
    fn items(&self, frame: &Frame<'_>) -> Option<Reading> {
        let mut found = None;
        let consume: &mut dyn FnMut() = &mut || found = Some(consume_clone(frame, self.0.clone()));
        panics::forgive(consume)?;
        let (Consumed { debug, .. }, items) = found?;
        let type_name = type_name::<Vec<T::Item>>().to_owned();
        Some(Reading { type_name, debug: debug?, unordered: false, items: Some(items) })
    }
}

impl<T: ?Sized> CannotIterate for Iterated<'_, T> {}

impl Frame<'_> {
    /// Inspects the statement's result, if an observation is requested.
    pub fn inspect(
        &self,
        display: &dyn Fn() -> Option<String>,
        items: &dyn Fn() -> Option<Reading>,
        variant: &dyn Fn() -> Option<String>,
    ) {
        let Some(observation) = self.observation() else { return };
        let observation = &mut *observation.borrow_mut();
        observation.inspection.display = display();
        observation.inspection.items = items();
        if let Some(result) = observation.result.as_mut().filter(|result| result.debug.is_none()) {
            result.debug = variant();
            observation.inspection.is_partial = result.debug.is_some();
        }
    }

    /// Inspects the last observed argument.
    pub fn inspect_argument(
        &self,
        display: &dyn Fn() -> Option<String>,
        items: &dyn Fn() -> Option<Reading>,
    ) {
        let Some(observation) = self.observation() else { return };
        if let Some(changed) = observation.borrow_mut().changed.last_mut() {
            changed.inspection.display = display();
            changed.inspection.items = items();
        }
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow)] // as the attribute emits it
mod tests {
    use super::*;
    use crate::value::frame::Observation;
    use crate::value::store::Store;
    use sbst_model::TestCase;
    use std::cell::RefCell;

    struct Opaque;

    macro_rules! text {
        ($value:expr) => {
            (&&&&&Displayed(&$value)).text()
        };
    }

    #[test]
    fn values_and_contents_of_options_and_results_are_displayed() {
        assert_eq!(text!(1.5), Some("1.5".to_owned()));
        assert_eq!(text!(*"a"), Some("a".to_owned()));
        assert_eq!(text!(Some(1)), Some("1".to_owned()));
        assert_eq!(text!(None::<u8>), None);
        let parsed = |text: &str| text.parse::<u8>();
        assert_eq!(text!(parsed("7")), Some("7".to_owned()));
        assert_eq!(text!(parsed("x")), Some("invalid digit found in string".to_owned()));
        let opaque = |text: &str| text.parse::<u8>().map(|_| Opaque);
        assert_eq!((text!(opaque("7")), text!(opaque("")).is_some()), (None, true));
        assert_eq!((text!(Opaque), text!(Some(Opaque))), (None, None));
    }

    #[test]
    fn variants_are_shown_by_name_and_errors_by_text() {
        fn variant<T>(result: Result<T, std::num::ParseIntError>) -> Option<String> {
            (&&&Varied(&result)).variant()
        }
        assert_eq!(variant(Ok(Opaque)), Some("Ok(_)".to_owned()));
        assert_eq!(variant("".parse::<u8>()), Some("Err(ParseIntError { kind: Empty })".to_owned()));
        assert_eq!((&&&Varied(&Err::<u8, Opaque>(Opaque))).variant(), Some("Err(_)".to_owned()));
        assert_eq!((&&&Varied(&Some(Opaque))).variant(), Some("Some(_)".to_owned()));
        assert_eq!((&&&Varied(&None::<Opaque>)).variant(), Some("None".to_owned()));
        assert_eq!((&&&Varied(&Opaque)).variant(), None);
    }

    #[test]
    fn the_items_of_a_clone_are_listed() {
        let (test, store) = (TestCase::new(), Store::default());
        let observation = RefCell::new(Observation::default());
        let frame = Frame::new(&test, &store, Some(&observation));
        let mut letters = "ab".chars();
        letters.next();
        let reading = (&&Iterated(&letters)).items(&frame).unwrap();
        assert_eq!((&*reading.type_name, &*reading.debug), ("alloc::vec::Vec<char>", "['b']"));
        assert_eq!(letters.next(), Some('b'), "only a clone is asked");
        assert_eq!((&&Iterated(&Opaque)).items(&frame), None);
    }
}
