//! Values of types that may have no default, or be other types than they seem: method look-up
//! decides.

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

/// Like [`KnownDefault`], for the content of a box or a reference.
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

/// A value of the first type, where the second type is expected.
pub struct Fit<T, W>(PhantomData<(T, W)>);

impl<T, W> Fit<T, W> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Fit<T, W> {
        Fit(PhantomData)
    }
}

/// Preferred by method look-up if both types are the same.
pub trait KnownFit<T> {
    fn fit(&self, value: T) -> Option<T>;
}

impl<T> KnownFit<T> for &Fit<T, T> {
    fn fit(&self, value: T) -> Option<T> {
        Some(value)
    }
}

/// The fallback for all other types.
pub trait UnknownFit<T, W> {
    fn fit(&self, value: T) -> Option<W>;
}

impl<T, W> UnknownFit<T, W> for Fit<T, W> {
    fn fit(&self, _: T) -> Option<W> {
        None
    }
}

/// `Result` under any name.
pub trait IsResult {
    type Value;
}

impl<T, E> IsResult for Result<T, E> {
    type Value = T;
}

#[cfg(test)]
// As in the look-up of emitted code.
#[allow(clippy::needless_borrow)]
mod tests {
    use super::*;

    struct Without;

    type Other<T> = Result<Option<T>, String>;

    #[test]
    fn a_value_fits_a_type_that_is_its_own() {
        let plain: Option<u8> = (&&Fit::<u8, <Result<u8, ()> as IsResult>::Value>::new()).fit(1);
        let other: Option<Option<u8>> = (&&Fit::<u8, <Other<u8> as IsResult>::Value>::new()).fit(1);
        assert_eq!((plain, other), (Some(1), None));
    }

    #[test]
    fn look_up_finds_defaults_of_types_that_have_one() {
        assert_eq!((&&Defaulted::<u8>::new()).value(), Some(0));
        assert!((&&Defaulted::<Without>::new()).value().is_none());
        assert_eq!((&&Defaulted::<String>::new()).boxed(), Some(Box::default()));
        assert!((&&Defaulted::<[u8]>::new()).boxed().is_none());
        assert!((&&Defaulted::<dyn std::error::Error>::new()).boxed().is_none());
    }

    #[test]
    fn a_type_parameter_has_a_default_by_its_bounds() {
        fn with<T: Default>() -> Option<T> {
            (&&Defaulted::<T>::new()).value()
        }
        fn without<T>() -> Option<T> {
            (&&Defaulted::<T>::new()).value()
        }
        assert_eq!((with::<u8>(), without::<u8>()), (Some(0), None));
    }
}
