//! Pointers to trait objects within other types: `Vec<Box<dyn Shape>>`, `&[&dyn Shape]`. Such a value is one of several variants, one for each type
//! that is said to have the trait; each is the pointer around what that type is built as.
//!
//! # Policy
//! 1. Only names tell that a type has a trait. What is emitted beside a harness implements [`HasTrait`] for the types that really do; method look-up takes
//!    [`HasNoTrait`] for the others, and their variants have no values.
//! 2. A search keeps away from variants without values. If no variant has any, neither has the type, and nobody knows how it is built.

use super::Of;
use crate::frame::Frame;
use crate::input::Build;
use crate::part::NOTHING;
use sbst_model::Shape;
use std::marker::PhantomData;

/// A variant of what builds values as `O` says: that of the type `T`, of which a pointer is built as `C` says.
#[allow(clippy::type_complexity)]
pub struct Variant<O, T, C>(PhantomData<(fn() -> O, fn() -> T, fn() -> C)>);

impl<O, T, C> Variant<O, T, C> {
    /// It.
    pub fn composed(_: Of<C>) -> Self {
        Variant(PhantomData)
    }
}

/// Preferred by method look-up: the type has the trait.
pub trait HasTrait<'f, O: Build<'f>> {
    /// The shape of the pointers.
    fn shape_of_variant(&self) -> &'static Shape;
    /// The pointer that the frame's next nodes stand for, as one to a trait object.
    fn build_variant(&self, frame: &'f Frame<'f>) -> O::Value;
}

/// The last, for its methods take `&mut self`: it does not.
pub trait HasNoTrait<'f, O: Build<'f>> {
    /// A shape without values.
    fn shape_of_variant(&mut self) -> &'static Shape {
        &NOTHING
    }
    /// Never called, because no test case has a value of that shape.
    fn build_variant(&mut self, _frame: &'f Frame<'f>) -> O::Value {
        unreachable!("there is no value of the shape that this variant has")
    }
}

impl<'f, O: Build<'f>, T, C> HasNoTrait<'f, O> for &Variant<O, T, C> {}
