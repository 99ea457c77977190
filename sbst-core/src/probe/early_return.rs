//! The condition of a `?`: the function goes on, or returns early.
//!
//! Stable Rust cannot name the trait behind `?`, but few types implement it. A bound on them does
//! not affect inference: the operand's type is known anyway.

use crate::probe::distance_scope::{self, DistanceScope};
use crate::probe::site::{SearchDistance, Site};
use std::ops::ControlFlow;
use std::task::Poll;

/// An operand of `?`.
pub trait Tried {
    /// True if the function goes on.
    fn goes_on(&self) -> bool;
}

impl<T> Tried for Option<T> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Tried for Result<T, E> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.is_ok()
    }
}

impl<B, C> Tried for ControlFlow<B, C> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        matches!(self, ControlFlow::Continue(_))
    }
}

impl<T, E> Tried for Poll<Result<T, E>> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        !matches!(self, Poll::Ready(Err(_)))
    }
}

impl<T, E> Tried for Poll<Option<Result<T, E>>> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        !matches!(self, Poll::Ready(Some(Err(_))))
    }
}

/// Records an operand of `?` returned by a call.
#[inline(always)]
pub fn evaluate_tried_call<T: Tried>(site: &'static Site, scope: DistanceScope, tried: T) -> T {
    let (distance, last) = distance_scope::exit_tried(scope);
    let goes_on = tried.goes_on();
    site.record(goes_on, distance);
    if goes_on {
        distance_scope::propagate(last);
    }
    tried
}

/// Records an operand of `?`.
#[inline(always)]
pub fn evaluate_try<T: Tried>(site: &'static Site, tried: T) -> T {
    site.record(tried.goes_on(), SearchDistance::ONE);
    tried
}
