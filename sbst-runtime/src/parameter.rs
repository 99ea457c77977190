//! Parameters of callables: how each takes its argument, and whether values of its type can be built. Method look-up
//! prefers [`CanBuild`], then [`CanBuildArbitrary`](crate::arbitrary::CanBuildArbitrary), where they apply, so that code
//! for types without values compiles all the same.

use crate::frame::Frame;
use crate::input::Input;
use crate::within::{Unbounded, Within};
use sbst_model::Shape;
use std::marker::PhantomData;

/// A parameter taken by value.
pub struct ByValue<T, B = Unbounded>(PhantomData<fn(B) -> T>);
/// A parameter `&T`.
pub struct Shared<T: ?Sized, B = Unbounded>(PhantomData<fn(B) -> Box<T>>);
/// A parameter `&mut T`.
pub struct Mutable<T: ?Sized, B = Unbounded>(PhantomData<fn(B) -> Box<T>>);

impl<T, B> ByValue<T, B> {
    /// The parameter.
    pub const NEW: Self = ByValue(PhantomData);
}
impl<T: ?Sized, B> Shared<T, B> {
    /// The parameter.
    pub const NEW: Self = Shared(PhantomData);
}
impl<T: ?Sized, B> Mutable<T, B> {
    /// The parameter.
    pub const NEW: Self = Mutable(PhantomData);
}

/// What is known of the values of a parameter.
#[derive(Default)]
pub struct ParameterShape {
    /// Their shape, if values can be built.
    pub(crate) shape: Option<&'static Shape>,
    /// A bound that reaches nothing in them.
    pub(crate) unreached: Option<String>,
}

impl ParameterShape {
    /// Of values of a type, within bounds.
    pub(crate) fn of<'f, T: Input<'f>, B: Within>() -> ParameterShape {
        ParameterShape { shape: Some(T::shape::<B>()), unreached: T::REACH.unreached::<B>() }
    }
}

impl From<&'static Shape> for ParameterShape {
    fn from(shape: &'static Shape) -> ParameterShape {
        ParameterShape { shape: Some(shape), unreached: None }
    }
}

/// The shapes of a callable's parameters.
#[derive(Default)]
pub struct Shapes(pub(crate) Vec<ParameterShape>);

impl Shapes {
    /// Adds that of the next parameter.
    pub fn push(&mut self, shape: impl Into<ParameterShape>) {
        self.0.push(shape.into());
    }
}

/// Preferred by method look-up: values can be built, or be the result of an earlier statement.
pub trait CanBuild<'f, A> {
    /// The next argument.
    fn argument(&self, frame: &'f Frame<'f>) -> A;
    /// Its shape.
    fn shape(&self) -> ParameterShape;
}

/// The fallback: values can only be the result of an earlier statement. It is the last that method look-up tries, for
/// its methods take `&mut self`.
pub trait CannotBuild<'f, A> {
    /// The next argument.
    fn argument(&mut self, frame: &'f Frame<'f>) -> A;
    /// None.
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::default()
    }
}

/// What is said if the worker runs a test case with a value that cannot be built, which it never does.
const NO_VALUES: &str =
    "the argument is not the result of a statement, and values of its type cannot be built";

impl<'f, T: Input<'f>, B: Within> CanBuild<'f, T> for ByValue<T, B> {
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> T {
        match frame.result_of() {
            None => T::build(frame),
            Some(statement) => frame.store().take_result(statement),
        }
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::of::<T, B>()
    }
}

impl<'f, T, B> CannotBuild<'f, T> for &ByValue<T, B> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> T {
        frame.store().take_result(frame.result_of().expect(NO_VALUES))
    }
}

impl<'f, T: ?Sized, B: Within> CanBuild<'f, &'f T> for Shared<T, B>
where
    &'f T: Input<'f>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> &'f T {
        <&'f T>::build(frame)
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::of::<&'f T, B>()
    }
}

impl<'f, T: ?Sized, B> CannotBuild<'f, &'f T> for &Shared<T, B> {
    fn argument(&mut self, _frame: &'f Frame<'f>) -> &'f T {
        unreachable!("{NO_VALUES}")
    }
}

impl<'f, T: ?Sized, B: Within> CanBuild<'f, &'f mut T> for Mutable<T, B>
where
    &'f mut T: Input<'f>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> &'f mut T {
        <&'f mut T>::build(frame)
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::of::<&'f mut T, B>()
    }
}

impl<'f, T: ?Sized, B> CannotBuild<'f, &'f mut T> for &Mutable<T, B> {
    fn argument(&mut self, _frame: &'f Frame<'f>) -> &'f mut T {
        unreachable!("{NO_VALUES}")
    }
}
