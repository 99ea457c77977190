//! Values whose type is found by its identity, as specialisation in stable Rust.
//!
//! 1. An identity ignores lifetimes (crate `typeid`). So a value is only taken for a type without
//!    lifetimes ([`LifetimeFree`]), or for a reference to one, for as long as it is borrowed.
//! 2. The signature of [`Typed`] does not name the type, so each question is compiled once. Where
//!    the value is borrowed, identities are constants and the questions fold to one answer.

use std::any::TypeId;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::{ptr, slice, str};

/// A type without lifetimes.
///
/// # Safety
/// The type may have no lifetime except `'static`, because its identity does not
/// distinguish lifetimes.
pub(crate) unsafe trait LifetimeFree: 'static {}

macro_rules! lifetime_free {
    ($($type:ty)*) => { $(
        // SAFETY: the type names no lifetime.
        unsafe impl LifetimeFree for $type {}
    )* };
}
lifetime_free! {
    bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
    String Box<str> std::cmp::Ordering RangeFull RangeFrom<usize> RangeTo<usize> RangeToInclusive<usize>
}
// SAFETY: the type names no lifetime.
#[cfg(feature = "symbolic")]
unsafe impl<const N: usize> LifetimeFree for [u8; N] {}
// SAFETY: as free as the type of its elements.
unsafe impl<T: LifetimeFree> LifetimeFree for Vec<T> {}
// SAFETY: as free as the type of its ends.
unsafe impl<T: LifetimeFree> LifetimeFree for Range<T> {}
// SAFETY: as free as the type of its ends.
unsafe impl<T: LifetimeFree> LifetimeFree for RangeInclusive<T> {}

/// Calls a macro with the types of integers, the commonest first.
macro_rules! with_integer_types {
    ($called:ident) => {
        $called!(i32 usize u8 u32 i64 u64 i8 i16 u16 isize u128 i128)
    };
}
pub(crate) use with_integer_types;

/// A borrowed value, with the identity of its type.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    pub(super) identity: TypeId,
    pub(super) address: *const (),
    /// The size of the value in bytes.
    pub(super) size: usize,
    borrowed: PhantomData<&'a ()>,
}

impl<'a> Typed<'a> {
    #[inline(always)]
    pub(crate) fn new<V: ?Sized>(value: &'a V) -> Typed<'a> {
        Typed {
            identity: typeid::of::<V>(),
            address: ptr::from_ref(value).cast(),
            size: size_of_val(value),
            borrowed: PhantomData,
        }
    }

    /// Returns the value, if it is a `T`.
    #[inline(always)]
    pub(crate) fn get<T: LifetimeFree>(self) -> Option<&'a T> {
        if self.identity == TypeId::of::<T>() {
            // SAFETY: by its identity, it is a `T`, and `T` has no lifetime to be wrong about.
            return Some(unsafe { &*self.address.cast::<T>() });
        }
        None
    }

    /// Returns the `T` of the value: itself, or behind `&`, `&&` or `&mut`.
    #[inline(always)]
    pub(crate) fn find<T: LifetimeFree>(self) -> Option<&'a T> {
        if let Some(found) = self.get::<T>() {
            return Some(found);
        }
        if self.identity == TypeId::of::<&T>() || self.identity == TypeId::of::<&mut T>() {
            // SAFETY: it is a reference to a `T`, valid for longer than the borrow of the
            // reference.
            return Some(unsafe { *self.address.cast::<&'a T>() });
        }
        if self.identity == TypeId::of::<&&T>() {
            // SAFETY: as above, twice.
            return Some(unsafe { **self.address.cast::<&'a &'a T>() });
        }
        None
    }

    /// Returns the value as a text, if it is an owned or borrowed one.
    #[inline(always)]
    pub(crate) fn text(self) -> Option<&'a str> {
        if let Some(text) = self.find::<String>() {
            return Some(text);
        }
        if self.identity == TypeId::of::<str>() {
            // SAFETY: it is a `str` of this size.
            return Some(unsafe { str::from_utf8_unchecked(self.elements()) });
        }
        if self.identity == TypeId::of::<&str>() {
            // SAFETY: it is a reference to a `str`, valid for longer than the borrow of the
            // reference.
            return Some(unsafe { *self.address.cast::<&'a str>() });
        }
        if self.identity == TypeId::of::<&&str>() {
            // SAFETY: as above, twice.
            return Some(unsafe { **self.address.cast::<&'a &'a str>() });
        }
        self.find::<Box<str>>().map(AsRef::as_ref).or_else(|| self.find_cow().map(AsRef::as_ref))
    }

    #[inline(always)]
    fn find_cow(self) -> Option<&'a Cow<'a, str>> {
        if self.identity == TypeId::of::<Cow<'static, str>>() {
            // SAFETY: the borrowed value outlives the borrow of the `Cow`.
            return Some(unsafe { &*self.address.cast::<Cow<'a, str>>() });
        }
        if self.identity == TypeId::of::<&Cow<'static, str>>()
            || self.identity == TypeId::of::<&mut Cow<'static, str>>()
        {
            // SAFETY: as above, and so does the reference.
            return Some(unsafe { *self.address.cast::<&'a Cow<'a, str>>() });
        }
        if self.identity == TypeId::of::<&&Cow<'static, str>>() {
            // SAFETY: as above, twice.
            return Some(unsafe { **self.address.cast::<&'a &'a Cow<'a, str>>() });
        }
        None
    }

    /// Returns the value as bytes, if it is a vector or slice of them, or a reference to one.
    #[inline(always)]
    pub(crate) fn bytes(self) -> Option<&'a [u8]> {
        if let Some(bytes) = self.find::<Vec<u8>>() {
            return Some(bytes);
        }
        self.slice::<u8>()
    }

    /// Returns the value as a slice, if it is one or a reference to one.
    #[inline(always)]
    pub(crate) fn slice<T: LifetimeFree>(self) -> Option<&'a [T]> {
        if self.identity == TypeId::of::<[T]>() {
            // SAFETY: it is a slice of this size.
            return Some(unsafe { self.elements() });
        }
        if self.identity == TypeId::of::<&[T]>() {
            // SAFETY: it is a reference to a slice, valid for longer than the borrow of the
            // reference.
            return Some(unsafe { *self.address.cast::<&'a [T]>() });
        }
        if self.identity == TypeId::of::<&&[T]>() {
            // SAFETY: as above, twice.
            return Some(unsafe { **self.address.cast::<&'a &'a [T]>() });
        }
        None
    }

    /// Returns the value, if it is a `T` up to lifetimes.
    ///
    /// # Safety
    /// No borrowed part of the `T` may be used beyond `'a`, even if its own lifetimes are longer.
    #[cfg(feature = "search")]
    #[inline(always)]
    pub(crate) unsafe fn get_up_to_lifetimes<T>(self) -> Option<&'a T> {
        if self.identity == typeid::of::<T>() {
            // SAFETY: by its identity, it is a `T` up to lifetimes; these are the caller's
            // responsibility.
            return Some(unsafe { &*self.address.cast::<T>() });
        }
        None
    }

    /// # Safety
    /// The value must be a slice of `T`, or have its layout.
    #[inline(always)]
    unsafe fn elements<T: LifetimeFree>(self) -> &'a [T] {
        // SAFETY: the address and the size are those of the slice.
        unsafe { slice::from_raw_parts(self.address.cast(), self.size / size_of::<T>()) }
    }
}

/// Returns a value as a slice, if it is an unsized one of `T` up to lifetimes.
///
/// # Safety
/// See [`get_up_to_lifetimes`](Typed::get_up_to_lifetimes).
#[cfg(feature = "search")]
#[inline(always)]
pub(super) unsafe fn slice_up_to_lifetimes<'a, T, V: ?Sized>(value: &'a V) -> Option<&'a [T]> {
    if typeid::of::<V>() == typeid::of::<[T]>() {
        // SAFETY: by its identity, both are references to slices; lifetimes are the caller's
        // responsibility.
        return Some(unsafe { ptr::from_ref(&value).cast::<&'a [T]>().read() });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_itself_and_behind_references() {
        let five = 5_u16;
        assert_eq!(Typed::new(&five).get::<u16>(), Some(&5));
        assert_eq!(Typed::new(&&five).get::<u16>(), None);
        for found in [Typed::new(&five), Typed::new(&&five), Typed::new(&&&five), Typed::new(&&mut 5_u16)] {
            assert_eq!((found.find::<u16>(), found.find::<i16>()), (Some(&5), None));
        }
        assert_eq!(Typed::new(&&&&five).find::<u16>(), None);
    }

    #[test]
    fn texts_and_bytes_are_found_in_every_form() {
        fn is_found<V: ?Sized>(value: &V) -> bool {
            Typed::new(value).text() == Some("abc")
        }
        let (owned, borrowed) = (String::from("abc"), "abc");
        assert!(is_found(borrowed) && is_found(&borrowed) && is_found(&&borrowed));
        assert!(is_found(&owned) && is_found(&&owned) && is_found(&Box::<str>::from("abc")));
        assert!(is_found(&Cow::Borrowed(borrowed)) && is_found(&&Cow::Borrowed(owned.as_str())));
        assert_eq!(Typed::new(&b"abc"[..]).bytes(), Some(&b"abc"[..]));
        assert_eq!(Typed::new(&b"abc".to_vec()).bytes(), Some(&b"abc"[..]));
        assert_eq!(Typed::new(&['a', 'b'][..]).slice::<char>(), Some(&['a', 'b'][..]));
        assert_eq!(Typed::new(&&['a', 'b'][..]).slice::<char>(), Some(&['a', 'b'][..]));
        assert_eq!(Typed::new("abc").bytes(), None);
        assert_eq!(Typed::new(&[] as &[char]).slice::<char>(), Some(&[][..]));
    }
}
