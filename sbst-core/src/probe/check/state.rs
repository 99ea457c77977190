//! The state of options, results and cells that an operation requires.

use super::CheckSite;
use crate::probe::distance_scope::{self, DistanceScope};
use crate::probe::role;
use sbst_model::Distance;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A distance that a distance scope propagates to a check, or none.
pub trait Propagated {
    /// Returns the distance: below one step, or one.
    fn distance(self) -> Distance;
}

/// No distance was propagated.
#[derive(Clone, Copy, Debug)]
pub struct NotPropagated;

impl Propagated for NotPropagated {
    #[inline(always)]
    fn distance(self) -> Distance {
        Distance::ONE
    }
}

impl Propagated for DistanceScope {
    #[inline(always)]
    fn distance(self) -> Distance {
        distance_scope::exit(self)
    }
}

/// A state that can be read before the value is unwrapped or borrowed.
pub trait State {
    /// Returns true if the value is `Some` or `Ok`.
    #[inline(always)]
    fn has_value(&self) -> Option<bool> {
        None
    }

    /// Returns true if the value can be borrowed, exclusively or shared.
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

pub struct Stateful<'a, S: ?Sized>(pub &'a S);

/// Preferred by method look-up for values with a state.
pub trait KnownState {
    /// Records the distance to another variant than the demanded one.
    fn expect_variant(&self, check: &'static CheckSite, wants_value: bool, distance: impl Propagated);
    /// Records the distance to a failed borrow.
    fn expect_free(&self, check: &'static CheckSite, exclusively: bool, distance: impl Propagated);
}

impl<S: State + ?Sized> KnownState for &Stateful<'_, S> {
    #[inline]
    fn expect_variant(&self, check: &'static CheckSite, wants_value: bool, distance: impl Propagated) {
        record(check, self.0.has_value().map(|has_value| has_value == wants_value), distance);
    }

    #[inline]
    fn expect_free(&self, check: &'static CheckSite, exclusively: bool, distance: impl Propagated) {
        record(check, self.0.is_free(exclusively), distance);
    }
}

fn record(check: &'static CheckSite, is_well: Option<bool>, distance: impl Propagated) {
    let distance = distance.distance();
    if let Some(is_well) = is_well.filter(|_| role::is_owner()) {
        check.record(if is_well { distance } else { Distance::ZERO });
    }
}

/// The fallback for all other values.
pub trait UnknownState {
    fn expect_variant(&self, check: &'static CheckSite, wants_value: bool, distance: impl Propagated);
    fn expect_free(&self, check: &'static CheckSite, exclusively: bool, distance: impl Propagated);
}

impl<S: ?Sized> UnknownState for Stateful<'_, S> {
    #[inline(always)]
    fn expect_variant(&self, _: &'static CheckSite, _: bool, distance: impl Propagated) {
        distance.distance();
    }

    #[inline(always)]
    fn expect_free(&self, _: &'static CheckSite, _: bool, _: impl Propagated) {}
}
