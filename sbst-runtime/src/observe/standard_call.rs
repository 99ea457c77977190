//! While a user's own tests run, nobody asks what calls of the standard library decide.

use crate::membership::Membered;
use crate::recorder::Site;

/// A call, by its number at a site.
#[derive(Clone, Copy)]
pub struct Call(pub &'static Site, pub usize);

/// What a call asks.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Magnitude,
    Shift,
    Power,
    NonZero,
    Scalar,
    OfDigit,
    ToDigit,
    Part,
    Beginning,
    End,
    Element,
    Order,
    ReversedOrder,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Nothing.
#[derive(Clone, Copy, Debug)]
pub struct Told;

/// The value as it is.
#[inline(always)]
pub fn told<T>(_: Told, value: T) -> T {
    value
}

/// Does nothing.
#[inline(always)]
pub fn look<L: ?Sized, R: ?Sized>(_: Call, _: Asked, _: &L, _: &R) -> Told {
    Told
}

/// Does nothing.
#[inline(always)]
pub fn keep<L: ?Sized>(_: Call, _: &L) -> Told {
    Told
}

/// The argument as it is.
#[inline(always)]
pub fn beside<R>(_: Call, _: Asked, argument: R) -> R {
    argument
}

/// Does nothing.
#[inline(always)]
pub fn converting<L: ?Sized>(_: &L) -> Told {
    Told
}

/// The result as it is.
#[inline(always)]
pub fn converted<T>(_: Call, _: Told, result: T) -> T {
    result
}

/// Preferred by method look-up for nothing.
pub trait KnownCall {}

/// The fallback for everything.
pub trait UnknownCall {
    /// Does nothing.
    #[inline(always)]
    fn element(&self, _: Call) -> Told {
        Told
    }
    /// Does nothing.
    #[inline(always)]
    fn some_member(&self, _: Call) -> Told {
        Told
    }
    /// Does nothing.
    #[inline(always)]
    fn keep(&self, _: Call) -> Told {
        Told
    }
}

impl<C: ?Sized, V: ?Sized> UnknownCall for Membered<'_, C, V> {}
