//! The arguments of a closure's call, and the keys for comparison.
//!
//! 1. Numbers, characters and texts are recognised by the identity of their type, also in generic
//!    code, where method look-up only has the bounds in scope. They have an order.
//! 2. For other types, method look-up finds whether values can be built, and compared for equality.
//! 3. All other arguments are ignored.

use crate::probe::notes;
use crate::probe::typed::{with_integer_types, Typed};
use crate::value::build::{Build, Input};
use crate::value::frame::Frame;
use crate::value::within::Unbounded;
use sbst_model::shape::{Product, Shape, ShapeRef, Sum};
use std::any::TypeId;
use std::cmp::Ordering;
use std::marker::PhantomData;

/// A parameter of a closure: a `T` behind a number of references.
pub struct Key<T: ?Sized, const REFERENCES: usize>(PhantomData<fn(&T)>);

/// A parameter of a closure, as a table needs it.
pub struct ClosureParameter {
    pub(super) name: &'static str,
    /// True if the closure may return the argument itself.
    pub(super) is_result: bool,
    /// The keys with which its arguments are compared.
    pub(super) keys: Option<Keys>,
}

#[derive(Clone, Copy)]
pub(super) struct Keys {
    pub(super) of: TypeId,
    pub(super) shape: ShapeRef,
    pub(super) sort: Sort,
    /// The number of references around an argument.
    pub(super) references: usize,
    /// True if one of these may change it.
    pub(super) is_mutable: bool,
    /// Reads a key, and fails if it cannot be built.
    pub(super) check: for<'x> fn(&'x Frame<'x>),
}

/// The sorts of keys with specific source or comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// An integer with this type.
    Integer(&'static str),
    Character,
    Float,
    Boolean,
    Text,
    OwnedText,
    Other,
}

/// A boolean, as the operator before the argument to which it is compared.
static BOOLEAN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[], ""), Product::new(&[], "!")] });

/// Returns the keys for a type recognised by its identity, behind this number of references.
fn known<T: ?Sized>(references: usize) -> Option<Keys> {
    fn scalar<T: for<'x> Build<'x>>(sort: Sort) -> Option<(TypeId, Sort, ShapeRef)> {
        Some((typeid::of::<T>(), sort, <T as Build<'static>>::shape::<Unbounded>))
    }
    fn text(sort: Sort) -> Option<(TypeId, Sort, ShapeRef)> {
        Some((TypeId::of::<str>(), sort, <&'static str as Build<'static>>::shape::<Unbounded>))
    }
    let identity = typeid::of::<T>();
    let behind = |references: usize, of: TypeId, one: TypeId, two: TypeId| match identity {
        identity if identity == of => Some(references),
        identity if identity == one => Some(references + 1),
        identity if identity == two => Some(references + 2),
        _ => None,
    };
    macro_rules! find {
        ($($type:ty => $found:expr;)*) => { $(
            let (of, one, two) = (TypeId::of::<$type>(), TypeId::of::<&$type>(), TypeId::of::<&&$type>());
            if let Some(references) = behind(references, of, one, two) {
                let (of, sort, shape) = $found?;
                let check = |frame: &Frame<'_>| frame.skip();
                return Some(Keys { of, shape, sort, references, is_mutable: false, check });
            }
        )* };
    }
    macro_rules! integers {
        ($($type:ident)*) => { find! { $($type => scalar::<$type>(Sort::Integer(stringify!($type)));)* } };
    }
    with_integer_types!(integers);
    find! {
        char => scalar::<char>(Sort::Character);
        f64 => scalar::<f64>(Sort::Float);
        f32 => scalar::<f32>(Sort::Float);
        bool => Some((TypeId::of::<bool>(), Sort::Boolean, (|| &BOOLEAN) as ShapeRef));
        str => text(Sort::Text);
        String => text(Sort::OwnedText);
    }
    None
}

/// Compares an argument of a recognised type with the next key.
fn compare_known<'x>(argument: Typed<'_>, frame: &'x Frame<'x>) -> Option<Ordering> {
    fn compare<T: PartialOrd + ?Sized>(argument: &T, key: &T) -> Option<Ordering> {
        notes::asked(key, argument, argument == key);
        argument.partial_cmp(key)
    }
    macro_rules! scalars {
        ($($type:ident)*) => { $(
            if let Some(argument) = argument.find::<$type>() {
                return compare(argument, &<$type as Build>::build(frame));
            }
        )* };
    }
    with_integer_types!(scalars);
    scalars!(char f64 f32);
    if let Some(argument) = argument.find::<bool>() {
        return (*argument == (frame.variant() == 0)).then_some(Ordering::Equal);
    }
    compare(argument.text()?, frame.next_text())
}

/// Returns the order of two arguments of the same recognised type.
pub(super) fn order((one, other): (Typed<'_>, Typed<'_>)) -> Ordering {
    macro_rules! order {
        ($($type:ident $compare:ident;)*) => { $(
            if let (Some(one), Some(other)) = (one.find::<$type>(), other.find::<$type>()) {
                return one.$compare(other);
            }
        )* };
    }
    macro_rules! integers {
        ($($type:ident)*) => { order! { $($type cmp;)* } };
    }
    with_integer_types!(integers);
    order! {
        char cmp;
        f64 total_cmp;
        f32 total_cmp;
    }
    one.text().cmp(&other.text())
}

/// Returns an integer or character in two's complement.
pub(super) fn integer(argument: Typed<'_>) -> u64 {
    macro_rules! integers {
        ($($type:ident)*) => { $(
            if let Some(argument) = argument.find::<$type>() {
                return *argument as u64;
            }
        )* };
    }
    with_integer_types!(integers);
    argument.find::<char>().map_or(0, |character| u64::from(*character))
}

/// An argument of a closure.
pub trait Argument {
    /// True if it is compared with keys.
    fn has_keys(&self) -> bool;
    /// Compares it with the frame's next value; `Some(Equal)` if they are equal.
    fn compare<'x>(&self, frame: &'x Frame<'x>) -> Option<Ordering>;
    /// Returns the argument, for a recognised type.
    fn typed(&self) -> Typed<'_>;
}

/// An argument of a type that may have keys.
pub struct Given<'a, T: ?Sized>(&'a T);

/// An argument that is compared with keys of its type.
pub struct GivenEqual<'a, T>(&'a T);

impl<T: ?Sized> Argument for Given<'_, T> {
    fn has_keys(&self) -> bool {
        known::<T>(0).is_some()
    }
    fn compare<'x>(&self, frame: &'x Frame<'x>) -> Option<Ordering> {
        compare_known(self.typed(), frame)
    }
    fn typed(&self) -> Typed<'_> {
        Typed::new(self.0)
    }
}

impl<T: for<'x> Input<'x> + PartialEq> Argument for GivenEqual<'_, T> {
    fn has_keys(&self) -> bool {
        true
    }
    fn compare<'x>(&self, frame: &'x Frame<'x>) -> Option<Ordering> {
        if known::<T>(0).is_some() {
            return compare_known(self.typed(), frame);
        }
        (*self.0 == T::build(frame)).then_some(Ordering::Equal)
    }
    fn typed(&self) -> Typed<'_> {
        Typed::new(self.0)
    }
}

impl<T: ?Sized, const REFERENCES: usize> Key<T, REFERENCES> {
    pub const NEW: Self = Key(PhantomData);

    /// Returns the parameter with only the identity of its type.
    pub fn of_any(name: &'static str, is_result: bool) -> ClosureParameter {
        ClosureParameter { name, is_result, keys: known::<T>(REFERENCES) }
    }

    /// Returns an argument for it.
    pub fn any(argument: &T) -> Given<'_, T> {
        Given(argument)
    }
}

impl ClosureParameter {
    /// Returns a parameter whose arguments are ignored.
    pub const fn ignored(name: &'static str, is_result: bool) -> ClosureParameter {
        ClosureParameter { name, is_result, keys: None }
    }

    /// Returns the parameter behind a mutable reference.
    pub fn mutable(self) -> ClosureParameter {
        ClosureParameter { keys: self.keys.map(|keys| Keys { is_mutable: true, ..keys }), ..self }
    }
}

/// Preferred by method look-up: arguments are compared with keys.
pub trait CanCompare<T> {
    fn parameter(&self, name: &'static str, is_result: bool) -> ClosureParameter;
    fn given<'a>(&self, argument: &'a T) -> GivenEqual<'a, T>;
}

/// The fallback: only the identity of the type is known.
pub trait CannotCompare<T: ?Sized> {
    fn parameter(&self, name: &'static str, is_result: bool) -> ClosureParameter;
    fn given<'a>(&self, argument: &'a T) -> Given<'a, T>;
}

impl<T, const REFERENCES: usize> CanCompare<T> for Key<T, REFERENCES>
where
    T: for<'x> Input<'x> + PartialEq,
{
    fn parameter(&self, name: &'static str, is_result: bool) -> ClosureParameter {
        let other = || Keys {
            of: typeid::of::<T>(),
            shape: <T as Build<'static>>::shape::<Unbounded>,
            sort: Sort::Other,
            references: REFERENCES,
            is_mutable: false,
            check: |frame| drop(T::build(frame)),
        };
        ClosureParameter { name, is_result, keys: Some(known::<T>(REFERENCES).unwrap_or_else(other)) }
    }
    fn given<'a>(&self, argument: &'a T) -> GivenEqual<'a, T> {
        GivenEqual(argument)
    }
}

impl<T: ?Sized, const REFERENCES: usize> CannotCompare<T> for &Key<T, REFERENCES> {
    fn parameter(&self, name: &'static str, is_result: bool) -> ClosureParameter {
        Key::<T, REFERENCES>::of_any(name, is_result)
    }
    fn given<'a>(&self, argument: &'a T) -> Given<'a, T> {
        Given(argument)
    }
}
