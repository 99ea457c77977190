//! What options, results and cells are when something is demanded of them.

use super::CheckSite;
use crate::probe::distance_scope::{self, Listening};
use crate::probe::role;
use sbst_model::Distance;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a listener has heard of a value; or nothing.
pub trait Heard {
    /// Below one step, or one.
    fn heard(self) -> Distance;
}

/// Nobody listened.
#[derive(Clone, Copy, Debug)]
pub struct Unheard;

impl Heard for Unheard {
    #[inline(always)]
    fn heard(self) -> Distance {
        Distance::ONE
    }
}

impl Heard for Listening {
    #[inline(always)]
    fn heard(self) -> Distance {
        distance_scope::end(self)
    }
}

/// What can be asked before it is unwrapped or borrowed.
pub trait State {
    /// Whether it is `Some` or `Ok`.
    #[inline(always)]
    fn has_value(&self) -> Option<bool> {
        None
    }

    /// Whether it can be borrowed, exclusively or not.
    #[inline(always)]
    fn is_free(&self, _exclusively: bool) -> Option<bool> {
        None
    }
}

impl<T> State for Option<T> {
    #[inline(always)]
    fn has_value(&self) -> Option<bool> {
        Some(self.is_some())
    }
}

impl<T, E> State for Result<T, E> {
    #[inline(always)]
    fn has_value(&self) -> Option<bool> {
        Some(self.is_ok())
    }
}

impl<T: ?Sized> State for RefCell<T> {
    #[inline(always)]
    fn is_free(&self, exclusively: bool) -> Option<bool> {
        Some(match exclusively {
            true => self.try_borrow_mut().is_ok(),
            false => self.try_borrow().is_ok(),
        })
    }
}

macro_rules! pointers {
    ($($type:ty)*) => { $(
        impl<S: State + ?Sized> State for $type {
            #[inline(always)]
            fn has_value(&self) -> Option<bool> {
                (**self).has_value()
            }
            #[inline(always)]
            fn is_free(&self, exclusively: bool) -> Option<bool> {
                (**self).is_free(exclusively)
            }
        }
    )* };
}
pointers!(&S &mut S Box<S> Rc<S> Arc<S>);

/// What is asked.
pub struct Asked<'a, S: ?Sized>(pub &'a S);

/// Preferred by method look-up for what has a state.
pub trait KnownState {
    /// Whether it is the variant that is wanted.
    fn expect_variant(&self, check: &'static CheckSite, wants_value: bool, heard: impl Heard);
    /// Whether it can be borrowed.
    fn expect_free(&self, check: &'static CheckSite, exclusively: bool, heard: impl Heard);
}

impl<S: State + ?Sized> KnownState for &Asked<'_, S> {
    #[inline]
    fn expect_variant(&self, check: &'static CheckSite, wants_value: bool, heard: impl Heard) {
        record(check, self.0.has_value().map(|has_value| has_value == wants_value), heard);
    }

    #[inline]
    fn expect_free(&self, check: &'static CheckSite, exclusively: bool, heard: impl Heard) {
        record(check, self.0.is_free(exclusively), heard);
    }
}

fn record(check: &'static CheckSite, is_well: Option<bool>, heard: impl Heard) {
    let away = heard.heard();
    if let Some(is_well) = is_well.filter(|_| role::is_owner()) {
        check.record(if is_well { away } else { Distance::ZERO });
    }
}

/// The fallback for everything else.
pub trait UnknownState {
    /// Nothing is known.
    fn expect_variant(&self, check: &'static CheckSite, wants_value: bool, heard: impl Heard);
    /// Nothing is known.
    fn expect_free(&self, check: &'static CheckSite, exclusively: bool, heard: impl Heard);
}

impl<S: ?Sized> UnknownState for Asked<'_, S> {
    #[inline(always)]
    fn expect_variant(&self, _: &'static CheckSite, _: bool, heard: impl Heard) {
        heard.heard();
    }

    #[inline(always)]
    fn expect_free(&self, _: &'static CheckSite, _: bool, _: impl Heard) {}
}
