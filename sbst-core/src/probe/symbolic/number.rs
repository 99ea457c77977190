//! Numbers of the program: integers of every type, characters, and booleans.

use crate::probe::typed::{with_integer_types, Typed};
use std::any::TypeId;
use std::ptr;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Type {
    pub(super) bits: u32,
    pub(super) signed: bool,
    pub(super) is_character: bool,
}

/// A number, in two's complement of its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Number {
    pub(super) ty: Type,
    pub(super) value: u128,
}

impl Type {
    const CHARACTER: Type = Type { bits: 32, signed: false, is_character: true };
    const BOOLEAN: Type = Type { bits: 1, signed: false, is_character: false };

    /// Returns the type of numbers for a type, if it is one.
    pub(super) fn new<T: 'static>() -> Option<Type> {
        macro_rules! find {
            ($($integer:ident)*) => { $(
                if TypeId::of::<T>() == TypeId::of::<$integer>() {
                    let signed = $integer::MIN != 0;
                    return Some(Type { bits: $integer::BITS, signed, is_character: false });
                }
            )* };
        }
        with_integer_types!(find);
        (TypeId::of::<T>() == TypeId::of::<char>()).then_some(Type::CHARACTER)
    }
}

/// Returns the bytes of a value, if it is an array as wide as an integer.
#[inline]
pub(super) fn bytes<V: ?Sized>(value: &V) -> Option<&[u8]> {
    let value = Typed::new(value);
    macro_rules! find {
        ($($length:literal)*) => { $(
            if let Some(bytes) = value.find::<[u8; $length]>() {
                return Some(bytes);
            }
        )* };
    }
    find!(2 4 8 16);
    None
}

impl Number {
    /// Returns the number that a value is or refers to, with its address.
    #[inline]
    pub(super) fn find<V: ?Sized>(value: &V) -> Option<(Number, usize)> {
        Number::find_typed(Typed::new(value))
    }

    #[inline(always)]
    fn find_typed(value: Typed<'_>) -> Option<(Number, usize)> {
        macro_rules! find {
            ($($integer:ident)*) => { $(
                if let Some(found) = value.find::<$integer>() {
                    let ty = Type { bits: $integer::BITS, signed: $integer::MIN != 0, is_character: false };
                    let number = Number { ty, value: 0 }.with(*found as u128);
                    return Some((number, ptr::from_ref(found).addr()));
                }
            )* };
        }
        with_integer_types!(find);
        if let Some(found) = value.find::<bool>() {
            return Some((Number::from_flag(*found), ptr::from_ref(found).addr()));
        }
        let found = value.find::<char>()?;
        let number = Number { ty: Type::CHARACTER, value: u32::from(*found).into() };
        Some((number, ptr::from_ref(found).addr()))
    }

    pub(super) fn from_flag(flag: bool) -> Number {
        Number { ty: Type::BOOLEAN, value: flag.into() }
    }

    /// True if it is a boolean: too many are equal to be recognised by their value.
    pub(super) fn is_boolean(self) -> bool {
        self.ty == Type::BOOLEAN
    }

    /// Returns a number of this type with the lower bits of `value`.
    pub(super) fn with(self, value: u128) -> Number {
        Number { value: value & (u128::MAX >> (128 - self.ty.bits)), ..self }
    }

    /// True for equal numbers of the same width.
    pub(super) fn is(self, other: Number) -> bool {
        self.ty.bits == other.ty.bits && self.value == other.value
    }

    /// Returns the value with its sign.
    pub(super) fn signed(self) -> i128 {
        let unused = 128 - self.ty.bits;
        (self.value << unused) as i128 >> unused
    }
}
