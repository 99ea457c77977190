//! Types for the parameters of a generic function.

use std::marker::PhantomData;

/// Types for the parameters, as a tuple. The attribute implements a trait for all that meet a
/// function's bounds, to name their associated types.
pub struct Instance<I>(PhantomData<fn() -> I>);

/// The answer for types that do not meet a function's bounds. The compiler prefers a constant of
/// the same name in a block of the type itself, but only if this block's bounds are met.
pub trait Bounds {
    const ARE_MET: bool = false;
}
