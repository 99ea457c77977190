//! A type as stories know it: what is the same whichever value of it is meant, by references that shapes are made of.

use super::{object_of, part_of, Clones};
use crate::value::build::{Build, Input};
use crate::value::frame::Frame;
use sbst_model::shape::{ObjectRef, ShapeRef};
use std::any::{type_name, TypeId};

/// A type.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// What it is known by.
    pub(crate) key: fn() -> TypeId,
    /// Its full name.
    pub(crate) name: fn() -> &'static str,
    /// The shape of what an object of it is made of.
    pub(crate) inner: ShapeRef,
    /// That of its origin.
    pub(crate) origin: ShapeRef,
    /// Its steps.
    pub(crate) steps: ShapeRef,
    /// One of them.
    pub(crate) step: ShapeRef,
    /// How it is built as an input, if it is one.
    pub(crate) value: ShapeRef,
    /// The object.
    pub(crate) object: ObjectRef,
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
    /// The type `T`.
    pub(crate) const fn of<T: ?Sized>() -> Kind {
        Kind {
            key: typeid::of::<T>,
            name: type_name::<T>,
            inner: || part_of(typeid::of::<T>(), Which::Inner),
            origin: || part_of(typeid::of::<T>(), Which::Origin),
            steps: || part_of(typeid::of::<T>(), Which::Steps),
            step: || part_of(typeid::of::<T>(), Which::Step),
            value: || super::value_of(typeid::of::<T>()),
            object: || object_of(&Kind::of::<T>()),
        }
    }
}

/// How a function takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// By value.
    Value,
    /// As `&`.
    Shared,
    /// As `&mut`.
    Mutable,
}

/// What a parameter takes.
#[derive(Clone, Copy)]
pub(crate) struct Takes {
    /// Of which type.
    pub(crate) kind: Kind,
    /// How.
    pub(crate) mode: Mode,
}

/// The statement that is nothing but a value that is built as `C` says.
pub(crate) fn keep_value<'f, C: Build<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn keep<'f, C: Build<'f>>(frame: &'f Frame<'f>) {
        frame.arguments_built();
        let value = C::build(frame);
        frame.keep(value);
    }
    for_any(keep::<C>)
}

/// The statement that is nothing but a clone of a pointer that is built as `C` says, and was the result of an earlier one.
pub(super) fn keep_clone<'f, C: Build<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn keep<'f, C: Build<'f>>(frame: &'f Frame<'f>) {
        let (Some(Clones(clone, _)), Some(original)) = (C::CLONES, frame.result_of::<C::Value>()) else {
            unreachable!("only results are cloned, of types that can be")
        };
        let original: &C::Value = frame.store().lend_result(original);
        frame.arguments_built();
        frame.keep(clone(original));
    }
    for_any(keep::<C>)
}

/// The statement that assigns a value to what an earlier one lent.
pub(super) fn assign_value<'f, T: Input<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn assign<'f, T: Input<'f>>(frame: &'f Frame<'f>) {
        let lent = frame.result_of::<T>().expect("it is assigned to what was lent");
        let value: T = frame.taken().unwrap_or_else(|| T::build(frame));
        frame.arguments_built();
        *frame.store().lend_result_mutably::<T>(lent) = value;
        frame.keep(());
    }
    for_any(assign::<T>)
}

/// What builds such a value within a statement and sets it aside.
pub(crate) fn set_value_aside<'f, C: Build<'f>>() -> for<'x> fn(&'x Frame<'x>) {
    fn set_aside<'f, C: Build<'f>>(frame: &'f Frame<'f>) {
        let value = C::build(frame);
        frame.store().set_aside(value);
    }
    for_any(set_aside::<C>)
}

/// What builds values of an execution, for any.
fn for_any<'f>(build: fn(&'f Frame<'f>)) -> for<'x> fn(&'x Frame<'x>) {
    // SAFETY: the two differ in a lifetime only, which no code depends on. What is built, it is built of in an execution, so every
    // lifetime in its type is either that of one execution, whichever it is, or outlives all of them.
    unsafe { std::mem::transmute::<fn(&'f Frame<'f>), for<'x> fn(&'x Frame<'x>)>(build) }
}
