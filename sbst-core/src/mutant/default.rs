//! Values of `Default` for types that may have none: method look-up decides.

use std::marker::PhantomData;

pub struct Defaulted<T>(PhantomData<T>);

impl<T> Defaulted<T> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Defaulted<T> {
        Defaulted(PhantomData)
    }
}

/// Preferred by method look-up for types with a default.
pub trait KnownDefault {
    type Type;
    fn value(&self) -> Option<Self::Type>;
}

impl<T: Default> KnownDefault for &Defaulted<T> {
    type Type = T;
    fn value(&self) -> Option<T> {
        Some(T::default())
    }
}

/// The fallback for all other types.
pub trait UnknownDefault {
    type Type;
    fn value(&self) -> Option<Self::Type>;
}

impl<T> UnknownDefault for Defaulted<T> {
    type Type = T;
    fn value(&self) -> Option<T> {
        None
    }
}
