//! Values of `Default` for types that may have none: method look-up decides.

use std::marker::PhantomData;

pub struct Defaulted<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Defaulted<T> {
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

/// As [`KnownDefault`], for what a box or a reference holds.
pub trait KnownBoxed {
    type Type;
    fn boxed(&self) -> Option<Box<Self::Type>>;
}

impl<T: Default> KnownBoxed for &Defaulted<T> {
    type Type = T;
    fn boxed(&self) -> Option<Box<T>> {
        Some(Box::default())
    }
}

/// The fallback for all other types, also those without a size.
pub trait UnknownBoxed {
    type Type: ?Sized;
    fn boxed(&self) -> Option<Box<Self::Type>>;
}

impl<T: ?Sized> UnknownBoxed for Defaulted<T> {
    type Type = T;
    fn boxed(&self) -> Option<Box<T>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Without;

    #[test]
    fn look_up_finds_defaults_of_types_that_have_one() {
        assert_eq!((&&Defaulted::<u8>::new()).value(), Some(0));
        assert!((&&Defaulted::<Without>::new()).value().is_none());
        assert_eq!((&&Defaulted::<String>::new()).boxed(), Some(Box::default()));
        assert!((&&Defaulted::<[u8]>::new()).boxed().is_none());
        assert!((&&Defaulted::<dyn std::error::Error>::new()).boxed().is_none());
    }

    #[test]
    fn a_type_parameter_has_a_default_if_its_bounds_say_so() {
        fn with<T: Default>() -> Option<T> {
            (&&Defaulted::<T>::new()).value()
        }
        fn without<T>() -> Option<T> {
            (&&Defaulted::<T>::new()).value()
        }
        assert_eq!((with::<u8>(), without::<u8>()), (Some(0), None));
    }
}
