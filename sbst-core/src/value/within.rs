//! Bounds on values as types, so that shapes are constants for any bounds.

use sbst_model::shape::Bounds;
use std::marker::PhantomData;

/// Bounds on a value. The attribute implements this for a new type if a user gives bounds.
pub trait Within: 'static {
    const BOUNDS: Bounds;
    /// Bounds on the elements of a collection, and on all other contents.
    type Elements: Within;
}

pub struct Unbounded;

impl Within for Unbounded {
    const BOUNDS: Bounds = Bounds::NONE;
    type Elements = Unbounded;
}

/// The bounds `B` without the length, which the outer collection has used.
pub struct WithoutLength<B>(PhantomData<B>);

impl<B: Within> Within for WithoutLength<B> {
    const BOUNDS: Bounds = Bounds { length: None, ..B::BOUNDS };
    type Elements = WithoutLength<B>;
}
