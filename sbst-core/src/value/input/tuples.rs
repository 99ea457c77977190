//! Tuples, the unit, and markers.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::Within;
use sbst_model::shape::{Shape, ShapeRef};
use std::fmt;
use std::marker::{PhantomData, PhantomPinned};
use std::ops::RangeFull;

macro_rules! tuples {
    ($($($field:ident)+, $template:literal;)*) => { $(
        impl<'f, $($field: Build<'f>),+> Build<'f> for ($($field,)+) {
            type SbstValue = ($($field::SbstValue,)+);
            made_of!($($field),+);

            fn shape<__B: Within>() -> &'static Shape {
                const { &Shape::Product(product(&[$($field::shape::<__B> as ShapeRef),+], $template)) }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                frame.open();
                ($($field::build(frame),)+)
            }
        }
    )* };
}
tuples! {
    A, "({0},)"; A B, "({*})"; A B C, "({*})"; A B C D, "({*})"; A B C D E, "({*})"; A B C D E F, "({*})";
    A B C D E F G, "({*})"; A B C D E F G H, "({*})"; A B C D E F G H I, "({*})"; A B C D E F G H I J, "({*})";
    A B C D E F G H I J K, "({*})"; A B C D E F G H I J K L, "({*})";
}

/// Types of one value.
macro_rules! units {
    ($([$($parameter:tt)*] $type:ty, $template:literal, $value:expr;)*) => { $(
        impl<'f, $($parameter)*> Build<'f> for $type {
            owned!(Nothing);

            fn shape<B: Within>() -> &'static Shape {
                const { &Shape::Product(product(&[], $template)) }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self {
                frame.open();
                $value
            }
        }
    )* };
}
units! {
    [] (), "()", ();
    [T: ?Sized] PhantomData<T>, "{std::marker::PhantomData}", PhantomData;
    [] PhantomPinned, "{std::marker::PhantomPinned}", PhantomPinned;
    [] RangeFull, "..", ..;
    [] fmt::Error, "{std::fmt::Error}", fmt::Error;
}

#[cfg(test)]
mod tests {
    use std::fmt::Error;
    use std::marker::{PhantomData, PhantomPinned};

    #[test]
    #[allow(clippy::type_complexity)]
    fn tuples_are_built_as_they_are_printed() {
        check!((), [], ());
        check!((u8,), [1], (1,));
        check!((u8, (bool, char)), [1, true, 'c'], (1, (true, 'c')));
        check!(
            (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, &str),
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "twelve"],
            (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "twelve")
        );
        check!((PhantomData<str>, PhantomPinned, std::ops::RangeFull), [], (PhantomData, PhantomPinned, ..));
        check!(Result<u8, Error>, [1], Err(Error));
    }
}
