//! A type in call sequences, by the shape references for it.

use super::{find_object, find_part, find_value};
use crate::value::build::{Build, Clones, Input};
use crate::value::frame::Frame;
use sbst_model::shape::{ObjectRef, ShapeRef};
use std::any::{type_name, TypeId};

#[derive(Clone, Copy)]
pub struct Kind {
    /// Its identity.
    pub(crate) key: fn() -> TypeId,
    pub name: fn() -> &'static str,
    /// The shape of an object's contents.
    pub(crate) inner: ShapeRef,
    /// The shape of its origin.
    pub(crate) origin: ShapeRef,
    /// The shape of its steps.
    pub(crate) steps: ShapeRef,
    /// The shape of one step.
    pub(crate) step: ShapeRef,
    /// Its shape as an input, if it is one.
    pub(crate) value: ShapeRef,
    pub object: ObjectRef,
}

/// A part of the shapes of an object.
#[derive(Clone, Copy)]
pub(crate) enum Which {
    Inner,
    Origin,
    Steps,
    Step,
}

impl Kind {
    /// Returns the type `T`.
    pub(crate) const fn from_type<T: ?Sized>() -> Kind {
        Kind {
            key: typeid::of::<T>,
            name: type_name::<T>,
            inner: || find_part(typeid::of::<T>(), Which::Inner),
            origin: || find_part(typeid::of::<T>(), Which::Origin),
            steps: || find_part(typeid::of::<T>(), Which::Steps),
            step: || find_part(typeid::of::<T>(), Which::Step),
            value: || find_value(typeid::of::<T>()),
            object: || find_object(&Kind::from_type::<T>()),
        }
    }
}

impl Kind {
    /// Returns the type `R` of a reference to `T`, if `T` has no size, and is not of the standard
    /// library. Such a reference is an object, because values of `T` are not.
    pub(crate) fn from_wide<T: ?Sized, R>() -> Option<Kind> {
        let is_wide = size_of::<&T>() > size_of::<usize>();
        (is_wide && is_own(type_name::<T>())).then(Kind::from_type::<R>)
    }
}

/// True for the full name of a type that is neither built in nor of the standard library.
fn is_own(name: &str) -> bool {
    let root = name.split_once("::").map_or("", |(root, _)| root);
    !["", "std", "core", "alloc"].contains(&root)
        && root.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
}

/// The passing mode of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Value,
    Shared,
    Mutable,
}

/// The argument of a parameter.
#[derive(Clone, Copy)]
pub struct Takes {
    pub kind: Kind,
    pub mode: Mode,
}

/// Returns the statement of a single value built by `C`.
pub(crate) fn keep_value<'f, C: Build<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn keep<'f, C: Build<'f>>(frame: &'f Frame<'f>) {
        frame.arguments_built();
        let value = C::build(frame);
        frame.keep(value);
    }
    for_any(keep::<C>)
}

/// Returns the statement that only clones a pointer, the result of an earlier one.
pub(super) fn keep_clone<'f, C: Build<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn keep<'f, C: Build<'f>>(frame: &'f Frame<'f>) {
        let (Some(Clones(clone, _)), Some(original)) = (C::CLONES, frame.next_result::<C::SbstValue>())
        else {
            unreachable!("only results are cloned, of types that can be")
        };
        let original: &C::SbstValue = frame.store().lend_result(original);
        frame.arguments_built();
        frame.keep(clone(original));
    }
    for_any(keep::<C>)
}

/// Returns the statement that assigns a value to a place lent by an earlier one.
pub(super) fn assign_value<'f, T: Input<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn assign<'f, T: Input<'f>>(frame: &'f Frame<'f>) {
        let lent = frame.next_result::<T>().expect("it is assigned to what was lent");
        let value: T = frame.taken().unwrap_or_else(|| T::build(frame));
        frame.arguments_built();
        *frame.store().lend_result_mutably::<T>(lent) = value;
        frame.keep(());
    }
    for_any(assign::<T>)
}

/// Returns the code that builds such a value within a statement, and sets it aside.
pub(crate) fn set_value_aside<'f, C: Build<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn set_aside<'f, C: Build<'f>>(frame: &'f Frame<'f>) {
        let value = C::build(frame);
        frame.store().set_aside(value);
    }
    for_any(set_aside::<C>)
}

/// Converts a builder for one execution to a builder for any.
fn for_any<'f>(build: fn(&'f Frame<'f>)) -> for<'x> fn(&'x Frame<'x>) {
    // SAFETY: the two differ in a lifetime only, which no code depends on. Its values are built in
    // an execution, so every lifetime in its type is that of some execution, or outlives all of
    // them.
    unsafe { std::mem::transmute::<fn(&'f Frame<'f>), for<'x> fn(&'x Frame<'x>)>(build) }
}
