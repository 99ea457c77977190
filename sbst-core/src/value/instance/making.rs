//! The builders of arguments whose parameter type contains a generic parameter. Generic code cannot
//! use method look-up to ask if the type is an [`Input`], so the builders are types that belong to
//! the instance. [`AsInput`] is tried first, then [`AsComposed`] if the attribute knows the
//! contents of values, then [`AsObject`], with which everything compiles.

use crate::value::build::{Build, Input};
use crate::value::compose::{Of, Whole};
use crate::value::frame::Frame;
use crate::value::objects::Kind;
use crate::value::parameter::{
    unknown, ByValue, CanBuild, CanPin, CannotBuild, CannotPin, Mutable, ParameterShape, Pinned, Shared,
};
use crate::value::within::Within;
use sbst_model::shape::Wrapper;
use sbst_model::Shape;
use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

/// The type builds its own values.
pub struct AsInput;
/// The values that `C` builds.
pub struct AsComposed<C>(PhantomData<C>);
/// Objects, which only statements make.
pub struct AsObject;
/// A `Box`, `Rc` or `Arc` around a value that `W` makes, or a reference to one.
pub struct Behind<W>(PhantomData<W>);
/// The way of `W`, but a value that may not be moved once it is pinned is pinned where it stays.
pub struct PinnedForGood<W>(PhantomData<W>);

/// The arguments `A` of a parameter, which `W` makes.
pub trait Made<'f, W, A> {
    fn make(&self, frame: &'f Frame<'f>) -> A;
    fn shape_of_made(&self) -> ParameterShape;
}

macro_rules! made {
    ($($parameter:ident, $argument:ty, $composed:ty, ($($size:tt)*);)*) => { $(
        impl<'f, T $($size)*, B: Within> Made<'f, AsInput, $argument> for $parameter<T, B>
        where
            $argument: Input<'f>,
        {
            #[inline]
            fn make(&self, frame: &'f Frame<'f>) -> $argument {
                CanBuild::argument(self, frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanBuild::shape(self)
            }
        }

        impl<'f, T, B: Within, C> Made<'f, AsComposed<C>, $argument> for $parameter<T, B>
        where
            $parameter<T, B, Whole<C>>: CanBuild<'f, $argument>,
        {
            fn make(&self, frame: &'f Frame<'f>) -> $argument {
                CanBuild::argument(&$parameter::<T, B, Whole<C>>::composed(Of::NEW), frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanBuild::shape(&$parameter::<T, B, Whole<C>>::composed(Of::NEW))
            }
        }

        impl<'f, T $($size)*, B> Made<'f, AsObject, $argument> for $parameter<T, B> {
            fn make(&self, frame: &'f Frame<'f>) -> $argument {
                CannotBuild::argument(&mut { self }, frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CannotBuild::shape(&mut { self })
            }
        }
    )* };
}
made! {
    ByValue, T, Whole<C>, ();
    Shared, &'f T, &'f Whole<C>, (: ?Sized);
    Mutable, &'f mut T, &'f mut Whole<C>, (: ?Sized);
    Pinned, Pin<&'f mut T>, Pin<&'f mut Whole<C>>, (: ?Sized + Unpin);
}

macro_rules! pinned_for_good {
    ($($way:ty, $built:ty $(, $builder:ident)?;)*) => { $(
        impl<'f, T: 'f, B: Within $(, $builder)?> Made<'f, PinnedForGood<$way>, Pin<&'f mut T>> for Pinned<T, B>
        where
            $built: Build<'f, SbstValue = T>,
        {
            fn make(&self, frame: &'f Frame<'f>) -> Pin<&'f mut T> {
                CanPin::argument(&&Pinned::<T, B, $built>::composed(Of::NEW), frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanPin::shape(&&Pinned::<T, B, $built>::composed(Of::NEW))
            }
        }
    )* };
}
pinned_for_good! {
    AsInput, T;
    AsComposed<C>, Whole<C>, C;
}

impl<'f, T, B> Made<'f, PinnedForGood<AsObject>, Pin<&'f mut T>> for Pinned<T, B> {
    fn make(&self, frame: &'f Frame<'f>) -> Pin<&'f mut T> {
        CannotPin::argument(*self, frame)
    }
    fn shape_of_made(&self) -> ParameterShape {
        CannotPin::shape(*self)
    }
}

macro_rules! beside_what_is_pinned {
    ($($parameter:ident, $argument:ty, ($($size:tt)*);)*) => { $(
        impl<'f, T $($size)*, B, W> Made<'f, PinnedForGood<W>, $argument> for $parameter<T, B>
        where
            Self: Made<'f, W, $argument>,
        {
            fn make(&self, frame: &'f Frame<'f>) -> $argument {
                Made::<W, $argument>::make(self, frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                Made::<W, $argument>::shape_of_made(self)
            }
        }
    )* };
}
beside_what_is_pinned! {
    ByValue, T, ();
    Shared, &'f T, (: ?Sized);
    Mutable, &'f mut T, (: ?Sized);
}

macro_rules! behind {
    ($($pointer:ident, $template:literal;)*) => { $(
        impl<'f, T, B: Within> Made<'f, Behind<AsInput>, $pointer<T>> for ByValue<$pointer<T>, B>
        where
            $pointer<T>: Input<'f>,
        {
            #[inline]
            fn make(&self, frame: &'f Frame<'f>) -> $pointer<T> {
                CanBuild::argument(self, frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanBuild::shape(self)
            }
        }

        impl<'f, T, B: Within, C> Made<'f, Behind<AsComposed<C>>, $pointer<T>> for ByValue<$pointer<T>, B>
        where
            $pointer<Whole<C>>: Build<'f, SbstValue = $pointer<T>>,
        {
            fn make(&self, frame: &'f Frame<'f>) -> $pointer<T> {
                CanBuild::argument(&ByValue::<$pointer<T>, B, $pointer<Whole<C>>>::composed(Of::NEW), frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanBuild::shape(&ByValue::<$pointer<T>, B, $pointer<Whole<C>>>::composed(Of::NEW))
            }
        }

        impl<'f, T, B> Made<'f, Behind<AsObject>, $pointer<T>> for ByValue<$pointer<T>, B> {
            fn make(&self, frame: &'f Frame<'f>) -> $pointer<T> {
                $pointer::new(Made::<AsObject, T>::make(&ByValue::<T>::NEW, frame))
            }
            fn shape_of_made(&self) -> ParameterShape {
                ParameterShape::from_objects(&Kind::from_type::<T>(), || {
                    const { &Shape::Wrapper(Wrapper::new(unknown::<T>, $template)) }
                })
            }
        }

        impl<'f, T, B: Within> Made<'f, Behind<AsInput>, &'f $pointer<T>> for Shared<$pointer<T>, B>
        where
            &'f $pointer<T>: Input<'f>,
        {
            #[inline]
            fn make(&self, frame: &'f Frame<'f>) -> &'f $pointer<T> {
                CanBuild::argument(self, frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanBuild::shape(self)
            }
        }

        impl<'f, T, B: Within, C: 'f> Made<'f, Behind<AsComposed<C>>, &'f $pointer<T>> for Shared<$pointer<T>, B>
        where
            &'f $pointer<Whole<C>>: Build<'f, SbstValue = &'f $pointer<T>>,
        {
            fn make(&self, frame: &'f Frame<'f>) -> &'f $pointer<T> {
                CanBuild::argument(&Shared::<$pointer<T>, B, $pointer<Whole<C>>>::composed(Of::NEW), frame)
            }
            fn shape_of_made(&self) -> ParameterShape {
                CanBuild::shape(&Shared::<$pointer<T>, B, $pointer<Whole<C>>>::composed(Of::NEW))
            }
        }

        impl<'f, T, B> Made<'f, Behind<AsObject>, &'f $pointer<T>> for Shared<$pointer<T>, B> {
            fn make(&self, frame: &'f Frame<'f>) -> &'f $pointer<T> {
                let value = Made::<AsObject, T>::make(&ByValue::<T>::NEW, frame);
                frame.store().keep_unknown($pointer::new(value))
            }
            fn shape_of_made(&self) -> ParameterShape {
                ParameterShape::from_objects(&Kind::from_type::<T>(), || {
                    const {
                        &Shape::Wrapper(Wrapper::new(
                            || const { &Shape::Wrapper(Wrapper::new(unknown::<T>, $template)) },
                            "&{0}",
                        ))
                    }
                })
            }
        }
    )* };
}
behind! {
    Box, "Box::new({0})";
    Rc, "{std::rc::Rc}::new({0})";
    Arc, "{std::sync::Arc}::new({0})";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::objects::Mode;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};

    struct Lamp(u8);

    /// Returns the powers of a value whose maker is generic.
    fn powers<'f, W>(frame: &'f Frame<'f>) -> (u8, u8)
    where
        Shared<Lamp>: Made<'f, W, &'f Lamp>,
        ByValue<Box<Lamp>>: Made<'f, Behind<W>, Box<Lamp>>,
    {
        let lamp: &Lamp = Made::<W, _>::make(&Shared::NEW, frame);
        let boxed: Box<Lamp> = Made::<Behind<W>, _>::make(&ByValue::NEW, frame);
        (lamp.0, boxed.0)
    }

    #[test]
    fn objects_are_taken_from_statements_and_put_behind_pointers() {
        let mut test = TestCase::new();
        for statement in 0..2 {
            let call = test.open(NodeKind::Statement, statement);
            test.close(call);
        }
        let call = test.open(NodeKind::Statement, 2);
        test.leaf(NodeKind::ResultOf, 0);
        test.leaf(NodeKind::ResultOf, 1);
        test.close(call);
        let mut store = Store::default();
        {
            let frame = Frame::new(&test, &store, None);
            for power in [60, 75] {
                frame.next_statement();
                frame.keep(Lamp(power));
            }
            frame.next_statement();
            assert_eq!(powers::<AsObject>(&frame), (60, 75));
        }
        store.clear();
    }

    struct OfPower;
    impl<'f> Build<'f> for OfPower {
        type SbstValue = Lamp;
        fn shape<B: Within>() -> &'static Shape {
            u8::shape::<B>()
        }
        fn build(frame: &'f Frame<'f>) -> Lamp {
            Lamp(u8::build(frame))
        }
    }

    #[test]
    fn what_is_in_values_is_built_also_behind_pointers() {
        let mut test = TestCase::new();
        test.leaf(NodeKind::Integer, 60);
        test.leaf(NodeKind::Integer, 75);
        let mut store = Store::default();
        {
            let frame = Frame::new(&test, &store, None);
            assert_eq!(powers::<AsComposed<OfPower>>(&frame), (60, 75));
        }
        store.clear();
    }

    #[test]
    fn what_is_built_has_the_shape_that_it_has_elsewhere() {
        let built = Made::<AsInput, &u8>::shape_of_made(&Shared::<u8>::NEW).shape;
        let direct = CanBuild::<&u8>::shape(&Shared::<u8>::NEW).shape;
        assert!(built.zip(direct).is_some_and(|(built, direct)| std::ptr::eq(built, direct)));
        assert!(Made::<AsObject, &Lamp>::shape_of_made(&Shared::<Lamp>::NEW).shape.is_none());
        assert_eq!(
            Made::<AsObject, &Lamp>::shape_of_made(&Shared::<Lamp>::NEW).takes.map(|takes| takes.mode),
            Some(Mode::Shared)
        );
    }
}
