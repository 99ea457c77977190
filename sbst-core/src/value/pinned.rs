//! Parameters `Pin<&mut T>`: movable values, and values that are pinned forever.
//!
//! Method look-up prefers [`CanBuild`], then [`CanPin`], then [`CannotPin`].

use crate::value::build::{Build, Of, PINNED, PINNED_FOR_GOOD};
use crate::value::frame::Frame;
use crate::value::object_types::{self, Mode};
use crate::value::parameter::{unknown, ByValue, CanBuild, CannotBuild};
use crate::value::shapes::ParameterShape;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{ShapeRef, Wrapper};
use sbst_model::Shape;
use std::marker::PhantomData;
use std::pin::Pin;

/// A parameter `Pin<&mut T>`, whose referent `C` builds.
#[allow(clippy::type_complexity)]
pub struct Pinned<T: ?Sized, B = Unbounded, C: ?Sized = T>(
    pub(super) PhantomData<(fn(B) -> Box<T>, fn() -> Box<C>)>,
);

impl<T: ?Sized, B> Pinned<T, B> {
    pub const NEW: Self = Pinned(PhantomData);
}
impl<T: ?Sized, B, C: ?Sized> Pinned<T, B, C> {
    /// Returns the parameter with this builder.
    pub fn composed(_: Of<C>) -> Self {
        Pinned(PhantomData)
    }
}

impl<T: ?Sized, B, C: ?Sized> Clone for Pinned<T, B, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized, B, C: ?Sized> Copy for Pinned<T, B, C> {}

impl<'f, T: ?Sized + Unpin, B: Within, C: ?Sized + 'f> CanBuild<'f, Pin<&'f mut T>> for Pinned<T, B, C>
where
    Pin<&'f mut C>: Build<'f, SbstValue = Pin<&'f mut T>>,
{
    #[inline]
    fn argument(&self, frame: &'f Frame<'f>) -> Pin<&'f mut T> {
        match frame.next_result::<T>() {
            None => <Pin<&'f mut C>>::build(frame),
            Some(statement) => Pin::new(frame.store().lend_result_mutably(statement)),
        }
    }
    fn shape(&self) -> ParameterShape {
        ParameterShape::from_build::<Pin<&'f mut C>, B>().taking::<T>(Mode::Mutable).composed::<T, C>()
    }
}

impl<'f, T: ?Sized + Unpin, B, C: ?Sized> CannotBuild<'f, Pin<&'f mut T>> for &Pinned<T, B, C> {
    fn argument(&mut self, frame: &'f Frame<'f>) -> Pin<&'f mut T> {
        Pin::new(object_types::lent_mutably(frame))
    }
    fn shape(&mut self) -> ParameterShape {
        ParameterShape::from_unknown::<T>(Mode::Mutable, None, || {
            const { &Shape::Wrapper(Wrapper::new(unknown::<T>, PINNED)) }
        })
    }
}

/// The second choice for pinned values: values that may not be moved once pinned. The call takes
/// the value, so that no later statement can move it.
pub trait CanPin<'f, A> {
    fn argument(&self, frame: &'f Frame<'f>) -> A;
    fn shape(&self) -> ParameterShape;
}

impl<'f, T: 'f, B: Within, C: Build<'f, SbstValue = T>> CanPin<'f, Pin<&'f mut T>> for &Pinned<T, B, C> {
    fn argument(&self, frame: &'f Frame<'f>) -> Pin<&'f mut T> {
        let value = CanBuild::argument(&ByValue::<T, B, C>(PhantomData), frame);
        frame.store().keep::<Pin<Box<C>>>(Box::pin(value)).as_mut()
    }
    fn shape(&self) -> ParameterShape {
        pinned_for_good::<C, B>().taking::<T>(Mode::Value).composed::<T, C>()
    }
}

/// Returns the parameter of values that are pinned in place.
fn pinned_for_good<'f, C: Build<'f>, B: Within>() -> ParameterShape {
    let refer: ShapeRef = || const { &Shape::Wrapper(Wrapper::new(C::shape::<B>, PINNED_FOR_GOOD)) };
    ParameterShape { shape: Some(refer()), refer: Some(refer), ..ParameterShape::from_build::<C, B>() }
}

/// The last choice for pinned values: values that may not be moved can only be the result of an
/// earlier statement. Method look-up tries it last, because its methods take `self`, and the others
/// a reference.
pub trait CannotPin<'f, A>: Sized {
    fn argument(self, frame: &'f Frame<'f>) -> A;
    fn shape(self) -> ParameterShape;
}

impl<'f, T: ?Sized, B, C: ?Sized> CannotPin<'f, Pin<&'f mut T>> for Pinned<T, B, C> {
    fn argument(self, frame: &'f Frame<'f>) -> Pin<&'f mut T> {
        object_types::pinned(frame)
    }
    fn shape(self) -> ParameterShape {
        ParameterShape::from_unknown::<T>(Mode::Value, None, || {
            const { &Shape::Wrapper(Wrapper::new(unknown::<T>, PINNED_FOR_GOOD)) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn movable_values_are_pinned_in_place_and_others_forever() {
        #[derive(Debug)]
        struct Unknown(#[allow(dead_code)] u8);
        let movable = (&Pinned::<u8>::NEW).shape();
        assert_eq!(movable.takes.map(|takes| takes.mode), Some(Mode::Mutable));
        assert!(movable.shape.is_some());
        let unknown = (&Pinned::<Unknown>::NEW).shape();
        assert!(unknown.shape.is_none() && unknown.takes.is_some());
        struct Fixed(#[allow(dead_code)] std::marker::PhantomPinned);
        let written = |refer: ShapeRef| matches!(refer(), Shape::Wrapper(wrapper) if wrapper.template == PINNED_FOR_GOOD);
        let built = (&Pinned::<(u8, std::marker::PhantomPinned)>::NEW).shape();
        let object = (&Pinned::<Fixed>::NEW).shape();
        assert_eq!((built.shape.is_some(), object.shape.is_some()), (true, false));
        for fixed in [built, object] {
            assert_eq!(fixed.takes.map(|takes| takes.mode), Some(Mode::Value));
            assert!(fixed.refer.is_some_and(written));
        }
    }

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn a_pinned_result_stays_in_place() {
        struct Fixed(u8, #[allow(dead_code)] std::marker::PhantomPinned);
        let mut test = TestCase::new();
        let first = test.open(NodeKind::Statement, 0);
        test.close(first);
        let second = test.open(NodeKind::Statement, 1);
        test.leaf(NodeKind::ResultOf, 0);
        test.close(second);
        let store = Store::default();
        let frame = Frame::new(&test, &store, None);
        frame.next_statement();
        frame.keep(Fixed(60, std::marker::PhantomPinned));
        frame.next_statement();
        let pinned: Pin<&mut Fixed> = (&Pinned::<Fixed>::NEW).argument(&frame);
        assert_eq!(pinned.0, 60);
        let taken_again = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            store.take_result::<Fixed>(0);
        }));
        assert!(taken_again.is_err());
    }
}
