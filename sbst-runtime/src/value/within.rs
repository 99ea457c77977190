//! Bounds on values as types, so that shapes are constants whatever bounds they are within.

use sbst_model::shape::Bounds;
use std::marker::PhantomData;

/// Bounds. The attribute implements it for a type of its own where a user gives some.
pub trait Within: 'static {
    /// Which.
    const BOUNDS: Bounds;
    /// Bounds on the elements of a collection, and on what else is in it.
    type Elements: Within;
}

/// No bounds.
pub struct Unbounded;

impl Within for Unbounded {
    const BOUNDS: Bounds = Bounds::NONE;
    type Elements = Unbounded;
}

/// The bounds `B` without that on the length, which the collection around has used.
pub struct WithoutLength<B>(PhantomData<B>);

impl<B: Within> Within for WithoutLength<B> {
    const BOUNDS: Bounds = Bounds { length: None, ..B::BOUNDS };
    type Elements = WithoutLength<B>;
}
