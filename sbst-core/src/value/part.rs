//! Fields of types without an attribute, which may have any type: method look-up prefers
//! [`CanBuildPart`]. A field without a builder may be an object, or contain some
//! ([`compose`](crate::value::compose)). A value with a field without values has none either, and a
//! search avoids it like `Result<u8, Infallible>::Err`.

use crate::value::build::{Build, Of};
use crate::value::frame::Frame;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Shape, Sum};
use std::marker::PhantomData;

/// A field of the type `T`, which `C` builds.
#[allow(clippy::type_complexity)]
pub struct Part<T, B = Unbounded, C = T>(PhantomData<(fn(B) -> T, fn() -> C)>);
/// A field of a type that no built value can have.
pub struct Without<T, B = Unbounded>(PhantomData<fn(B) -> T>);

impl<T, B> Part<T, B> {
    pub const NEW: Self = Part(PhantomData);
}
impl<T, B, C> Part<T, B, C> {
    /// Returns the field with this builder.
    pub fn composed(_: Of<C>) -> Self {
        Part(PhantomData)
    }
}
impl<T, B> Without<T, B> {
    pub const NEW: Self = Without(PhantomData);
}

/// The shape of a type without values.
pub(crate) static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });

/// Preferred by method look-up: values can be built.
pub trait CanBuildPart<'f, T> {
    fn shape(&self) -> &'static Shape;
    /// Builds the value of the frame's next nodes.
    fn build(&self, frame: &'f Frame<'f>) -> T;
}

/// The fallback: no value can be built. Method look-up tries it last, because its methods take
/// `&mut self`.
pub trait CannotBuildPart<'f, T> {
    fn shape(&mut self) -> &'static Shape {
        &NOTHING
    }
    /// Never called, because no test case has a value of that shape.
    fn build(&mut self, _frame: &'f Frame<'f>) -> T {
        unreachable!("there is no value of the shape that this field has")
    }
}

impl<'f, T, B: Within, C: Build<'f, SbstValue = T>> CanBuildPart<'f, T> for Part<T, B, C> {
    fn shape(&self) -> &'static Shape {
        C::shape::<B>()
    }
    #[inline]
    fn build(&self, frame: &'f Frame<'f>) -> T {
        C::build(frame)
    }
}

impl<'f, T, B, C> CannotBuildPart<'f, T> for &Part<T, B, C> {}
impl<'f, T, B> CannotBuildPart<'f, T> for &Without<T, B> {}
