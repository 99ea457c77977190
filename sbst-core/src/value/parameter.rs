//! Parameters of callables: how each takes its argument, and whether values of its type can be
//! built. Method look-up prefers [`CanBuild`], then
//! [`CanBuildArbitrary`](crate::value::arbitrary::CanBuildArbitrary), so that code for types
//! without values compiles, too. Types that contain others may be built by
//! [`compose`](crate::value::compose).

use crate::value::build::{Build, Of};
use crate::value::frame::Frame;
use crate::value::object_types::{self, Kind, Mode, Pointers};
use crate::value::shapes::ParameterShape;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Sum, Wrapper, REFERENCE};
use sbst_model::Shape;
use std::marker::PhantomData;

/// A parameter taken by value, which `C` builds.
#[allow(clippy::type_complexity)]
pub struct ByValue<T, B = Unbounded, C = T>(pub(crate) PhantomData<(fn(B) -> T, fn() -> C)>);
/// A parameter `&T`, whose referent `C` builds.
#[allow(clippy::type_complexity)]
pub struct Shared<T: ?Sized, B = Unbounded, C: ?Sized = T>(PhantomData<(fn(B) -> Box<T>, fn() -> Box<C>)>);
/// A parameter `&mut T`, whose referent `C` builds.
#[allow(clippy::type_complexity)]
pub struct Mutable<T: ?Sized, B = Unbounded, C: ?Sized = T>(PhantomData<(fn(B) -> Box<T>, fn() -> Box<C>)>);

impl<T, B> ByValue<T, B> {
    pub const NEW: Self = ByValue(PhantomData);
}
impl<T: ?Sized, B> Shared<T, B> {
    pub const NEW: Self = Shared(PhantomData);
}
impl<T: ?Sized, B> Mutable<T, B> {
    pub const NEW: Self = Mutable(PhantomData);
}

macro_rules! composed {
    ($($passing:ident $(?$sized:ident)?;)*) => { $(
        impl<T $(: ?$sized)?, B, C $(: ?$sized)?> $passing<T, B, C> {
            /// Returns the parameter with this builder.
            pub fn composed(_: Of<C>) -> Self {
                $passing(PhantomData)
            }
        }
    )* };
}
composed! {
    ByValue;
    Shared ?Sized;
    Mutable ?Sized;
}

/// Preferred by method look-up: values can be built, or be the result of an earlier statement.
pub trait CanBuild<'f, A> {
    fn argument(&self, frame: &'f Frame<'f>) -> A;
    fn shape(&self) -> ParameterShape;
}

/// The fallback: values can only be the result of an earlier statement. Method look-up tries it
/// last, because its methods take `&mut self`.
pub trait CannotBuild<'f, A> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> A;
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::default()
    }
}

impl<'f, T, B: Within, C: Build<'f, SbstValue = T>> CanBuild<'f, T> for ByValue<T, B, C> {
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> T {
        match frame.next_result::<T>() {
            None => C::build(frame),
            Some(statement) => frame.store().take_result(statement),
        }
    }
    fn shape(&self) -> ParameterShape {
        let shape = ParameterShape::from_build::<C, B>().taking::<T>(Mode::Value).composed::<T, C>();
        ParameterShape { pointers: Pointers::from_build::<C>(), ..shape }
    }
}

impl<'f, T, B, C> CannotBuild<'f, T> for &ByValue<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> T {
        object_types::taken(frame)
    }
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::from_unknown::<T>(Mode::Value, None, unknown::<T>)
    }
}

static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });

/// Returns the shape of a type without builders: objects, or no values.
pub(crate) fn unknown<T: ?Sized>() -> &'static Shape {
    object_types::shape_of_unknown(&Kind::from_type::<T>()).unwrap_or(&NOTHING)
}

/// Returns the shape of references to such values.
fn unknown_lent<T: ?Sized>() -> &'static Shape {
    unknown_reference(
        Kind::from_wide::<T, &T>(),
        const { &Shape::Wrapper(Wrapper::new(unknown::<T>, REFERENCE)) },
    )
}

/// Returns the shape of mutable references to such values.
fn unknown_lent_mutably<T: ?Sized>() -> &'static Shape {
    unknown_reference(
        Kind::from_wide::<T, &mut T>(),
        const { &Shape::Wrapper(Wrapper::new(unknown::<T>, "&mut {0}")) },
    )
}

/// Returns the shape of references: objects themselves if the referents have no size.
fn unknown_reference(wide: Option<Kind>, shape: &'static Shape) -> &'static Shape {
    match wide {
        Some(wide) => object_types::shape_of_unknown(&wide).unwrap_or(&NOTHING),
        None => shape,
    }
}

impl<'f, T: ?Sized, B: Within, C: ?Sized + 'f> CanBuild<'f, &'f T> for Shared<T, B, C>
where
    &'f C: Build<'f, SbstValue = &'f T>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> &'f T {
        match frame.next_result::<T>() {
            None => <&'f C>::build(frame),
            Some(statement) => frame.store().lend_result(statement),
        }
    }
    fn shape(&self) -> ParameterShape {
        let shape = ParameterShape::from_build::<&'f C, B>().taking::<T>(Mode::Shared).composed::<T, C>();
        ParameterShape { lent_again: Some(|| object_types::lent_again::<T>(<&'f C>::shape::<B>)), ..shape }
    }
}

impl<'f, T: ?Sized, B, C: ?Sized> CannotBuild<'f, &'f T> for &Shared<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> &'f T {
        object_types::lent(frame)
    }
    fn shape(&mut self) -> ParameterShape {
        let wide = Kind::from_wide::<T, &T>();
        let shape = ParameterShape::from_unknown::<T>(Mode::Shared, wide, unknown_lent::<T>);
        ParameterShape { lent_again: Some(|| object_types::lent_again::<T>(unknown_lent::<T>)), ..shape }
    }
}

impl<'f, T: ?Sized, B: Within, C: ?Sized + 'f> CanBuild<'f, &'f mut T> for Mutable<T, B, C>
where
    &'f mut C: Build<'f, SbstValue = &'f mut T>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> &'f mut T {
        match frame.next_result::<T>() {
            None => <&'f mut C>::build(frame),
            Some(statement) => frame.store().lend_result_mutably(statement),
        }
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::from_build::<&'f mut C, B>().taking::<T>(Mode::Mutable).composed::<T, C>()
    }
}

impl<'f, T: ?Sized, B, C: ?Sized> CannotBuild<'f, &'f mut T> for &Mutable<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> &'f mut T {
        object_types::lent_mutably(frame)
    }
    fn shape(&mut self) -> ParameterShape {
        let wide = Kind::from_wide::<T, &mut T>();
        ParameterShape::from_unknown::<T>(Mode::Mutable, wide, unknown_lent_mutably::<T>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use crate::value::within::Unbounded;
    use sbst_model::{NodeKind, TestCase};

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn a_slice_that_an_earlier_statement_lent_is_an_argument() {
        let mut test = TestCase::new();
        let first = test.open(NodeKind::Statement, 1);
        test.close(first);
        for _ in 0..2 {
            let next = test.open(NodeKind::Statement, 2);
            test.leaf(NodeKind::ResultOf, 0);
            test.close(next);
        }
        let mut numbers = [1, 2, 3];
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        frame.next_statement();
        frame.keep(&mut numbers[..]);
        frame.next_statement();
        let whole: &mut [i32] = (&Mutable::<[i32], Unbounded>::NEW).argument(&frame);
        whole[2] = 4;
        frame.keep(());
        frame.next_statement();
        let whole: &[i32] = (&Shared::<[i32], Unbounded>::NEW).argument(&frame);
        assert_eq!(whole, [1, 2, 4]);
        assert!(frame.is_at_end());
    }
}
