//! Arguments of generic functions without their types. Generic code does not have its types, and
//! the code with the search's chosen types does not have the arguments. So arguments are passed
//! without types, and downcast only if the identities of the types are equal.
//!
//! A bitwise copy is passed, made where it is needed. An argument with a reference out of line
//! would stay in memory in all of its uses. In a measurement, a search of a recursive function took
//! a fifth longer.

use std::any::TypeId;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;

/// A copy of an argument, only to be read.
pub struct Copied<'a, T> {
    bits: ManuallyDrop<T>,
    lent: PhantomData<&'a T>,
}

impl<'a, T> Copied<'a, T> {
    /// Copies the argument.
    #[inline(always)]
    pub fn from_argument(argument: &'a T) -> Copied<'a, T> {
        // SAFETY: The copy is never dropped, changed or moved out of, and it ends before the
        // argument can. So it counts as a shared reference to it.
        let bits = ManuallyDrop::new(unsafe { std::ptr::read(argument) });
        Copied { bits, lent: PhantomData }
    }
}

/// An argument with the identity of its type.
#[derive(Clone, Copy)]
pub struct Erased<'a> {
    id: TypeId,
    at: *const (),
    lent: PhantomData<&'a ()>,
}

impl<'a> Erased<'a> {
    /// Erases the type.
    #[inline(always)]
    pub fn from_copy<T>(argument: &'a Copied<'_, T>) -> Erased<'a> {
        let argument: &T = &argument.bits;
        Erased { id: typeid::of::<T>(), at: std::ptr::from_ref(argument).cast(), lent: PhantomData }
    }
}

/// The type of a parameter in the instance that the search has chosen.
pub struct ArgumentType<T>(PhantomData<fn() -> T>);

impl<T> ArgumentType<T> {
    pub const NEW: Self = ArgumentType(PhantomData);

    /// Returns the argument with this index, if it is of the type.
    pub fn find<'a>(&self, arguments: &[Erased<'a>], index: usize) -> Option<&'a T> {
        let argument = arguments.get(index).filter(|argument| argument.id == typeid::of::<T>())?;
        // SAFETY: The pointer was made from a reference to a value of the same type that lives for
        // `'a`. Identities do not distinguish lifetimes, so those within `T` may differ from the
        // argument's. The value is only passed to `Written::write`, which the standard types and
        // `#[derive(Input)]` implement for all lifetimes alike, and it keeps no part of the value.
        Some(unsafe { &*argument.at.cast::<T>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_downcast_only_to_its_own_type() {
        let (text, number) = (String::from("text"), 7_u8);
        let borrowed = text.as_str();
        let (borrowed, number) = (Copied::from_argument(&borrowed), Copied::from_argument(&number));
        let arguments = [Erased::from_copy(&borrowed), Erased::from_copy(&number)];
        assert_eq!(ArgumentType::<&str>::NEW.find(&arguments, 0), Some(&"text"));
        assert_eq!(ArgumentType::<u8>::NEW.find(&arguments, 1), Some(&7));
        assert_eq!(ArgumentType::<i8>::NEW.find(&arguments, 1), None);
        assert_eq!(ArgumentType::<u8>::NEW.find(&arguments, 0), None);
        assert_eq!(ArgumentType::<u8>::NEW.find(&arguments, 2), None);
    }
}
