//! The condition of a `?`: it goes on, or returns early.
//!
//! The trait behind `?` cannot be named on stable Rust, but the types that have it are few. A bound on them changes no
//! inference: what `?` is applied to has to be known anyway.

use crate::probe::distance_scope::{self, Listening};
use crate::probe::site::{Away, Site};
use std::ops::ControlFlow;
use std::task::Poll;

/// What `?` can be applied to.
pub trait Tried {
    /// Whether it lets the function go on.
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

/// The probe of what `?` is applied to, if that is what a call gave.
#[inline(always)]
pub fn evaluate_tried_call<T: Tried>(site: &'static Site, listening: Listening, tried: T) -> T {
    let (away, last) = distance_scope::end_tried(listening);
    let goes_on = tried.goes_on();
    site.record(goes_on, away);
    if goes_on {
        distance_scope::hear_further_out(last);
    }
    tried
}

/// The probe of what `?` is applied to.
#[inline(always)]
pub fn evaluate_try<T: Tried>(site: &'static Site, tried: T) -> T {
    site.record(tried.goes_on(), Away::ONE);
    tried
}
