//! Fields of types that nobody annotated, which may be of any type: method look-up prefers [`CanBuildPart`] where it applies. A field that nothing
//! builds may be an object, or have some in it ([`compose`](crate::value::compose)). What a field without values is in has none either, and a search keeps
//! away from it, as it does from `Result<u8, Infallible>::Err`.

use crate::value::build::Build;
use crate::value::compose::Of;
use crate::value::frame::Frame;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Shape, Sum};
use std::marker::PhantomData;

/// A field of the type `T`, which is built as `C` says.
#[allow(clippy::type_complexity)]
pub struct Part<T, B = Unbounded, C = T>(PhantomData<(fn(B) -> T, fn() -> C)>);
/// A field of a type that nothing built can have.
pub struct Without<T, B = Unbounded>(PhantomData<fn(B) -> T>);

impl<T, B> Part<T, B> {
    /// The field.
    pub const NEW: Self = Part(PhantomData);
}
impl<T, B, C> Part<T, B, C> {
    /// The field, built like this.
    pub fn composed(_: Of<C>) -> Self {
        Part(PhantomData)
    }
}
impl<T, B> Without<T, B> {
    /// The field.
    pub const NEW: Self = Without(PhantomData);
}

/// The shape of a type without values.
pub(crate) static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });

/// Values can be built.
pub trait CanBuildPart<'f, T> {
    /// Their shape.
    fn shape(&self) -> &'static Shape;
    /// The value that the frame's next nodes stand for.
    fn build(&self, frame: &'f Frame<'f>) -> T;
}

/// No value can be built. It is the last that method look-up tries, for its methods take `&mut self`.
pub trait CannotBuildPart<'f, T> {
    /// A shape without values.
    fn shape(&mut self) -> &'static Shape {
        &NOTHING
    }
    /// Never called, because no test case has a value of that shape.
    fn build(&mut self, _frame: &'f Frame<'f>) -> T {
        unreachable!("there is no value of the shape that this field has")
    }
}

impl<'f, T, B: Within, C: Build<'f, Value = T>> CanBuildPart<'f, T> for Part<T, B, C> {
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
