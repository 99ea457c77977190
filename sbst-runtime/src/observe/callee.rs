//! While a user's own tests run, nobody listens to callees.

use crate::recorder::{Away, Site};

/// Nothing.
#[derive(Clone, Copy, Debug)]
pub struct Listening;

/// Nothing.
#[inline(always)]
pub fn keep_heard(_: Listening) -> Listening {
    Listening
}

/// Nothing.
#[inline(always)]
pub fn listen_again(_: Listening) -> Listening {
    Listening
}

/// Does nothing.
#[inline(always)]
pub fn listen() -> Listening {
    Listening
}

/// The probe of a bare boolean.
#[inline(always)]
pub fn evaluate_called(site: &'static Site, _: Listening, boolean: bool) -> bool {
    site.record(boolean, Away::ONE);
    boolean
}

/// The same for an ordering.
#[inline(always)]
pub fn evaluate_ordered(site: &'static Site, _: Listening, _: u8, boolean: bool) -> bool {
    site.record(boolean, Away::ONE);
    boolean
}

/// The value as it is.
#[inline(always)]
pub fn heard<T>(_: Listening, value: T) -> T {
    value
}

/// Nothing.
#[inline(always)]
pub(crate) fn said() -> Away {
    Away::ONE
}

/// Nothing.
#[inline(always)]
pub(crate) fn order_to(_: u8) -> Option<Away> {
    None
}

/// Nothing.
#[inline(always)]
pub(crate) fn end_tried(_: Listening) -> (Away, ()) {
    (Away::ONE, ())
}

/// Does nothing.
#[inline(always)]
pub(crate) fn hear_further_out((): ()) {}

/// The distance as it is.
#[inline(always)]
pub(crate) fn and_said(away: Away) -> Away {
    away
}

pub use crate::probe::evaluate_condition as evaluate_heard_condition;

/// What a text is parsed as.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer of so many bits.
    Unsigned(u32),
    /// With a sign.
    Signed(u32),
    /// A float.
    Float,
}

/// Does nothing.
#[inline(always)]
pub fn listen_to_parsing<T: ?Sized>(_: &'static Site, _: &T, _: Number) -> Listening {
    Listening
}

/// The text as it is.
#[inline(always)]
pub fn parsed<T>(_: &'static Site, text: T, _: Number) -> T {
    text
}
