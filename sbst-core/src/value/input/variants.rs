//! Types with variants.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::Within;
use sbst_model::shape::{Shape, ShapeRef, Sum};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::task::Poll;

impl<'f> Build<'f> for bool {
    owned!(Nothing);

    fn shape<B: Within>() -> &'static Shape {
        &Shape::Bool
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> bool {
        frame.next().payload != 0
    }
}

/// Types with variants of one value or none: each with its source and constructor, the last one
/// without a number.
macro_rules! variants {
    (@values $template:literal) => { product(&[], $template) };
    (@values $template:literal $field:ident) => { product(&[$field::shape::<__B> as ShapeRef], $template) };
    ($([$($parameter:ident),*] $type:ident $(<$($argument:ident),+>)? {
        $($index:pat => $template:literal |$frame:ident| $build:expr $(, $field:ident)?;)+
    })*) => { $(
        impl<'f, $($parameter: Build<'f>),*> Build<'f> for $type $(<$($argument),+>)? {
            variants!(@constants $type $($parameter),*);

            fn shape<__B: Within>() -> &'static Shape {
                const { &Shape::Sum(Sum { variants: &[$(variants!(@values $template $($field)?)),+] }) }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                match frame.variant() {
                    $($index => {
                        let $frame = frame;
                        $build
                    })+
                }
            }
        }
    )* };
    (@constants $type:ident) => { owned!(Nothing); };
    (@constants $type:ident $($parameter:ident),+) => {
        type SbstValue = $type<$($parameter::SbstValue),+>;
        made_of!($($parameter),+);
    };
}
variants! {
    [T] Option<T> {
        0 => "None" |_frame| None;
        _ => "Some({0})" |frame| Some(T::build(frame)), T;
    }
    [T, E] Result<T, E> {
        0 => "Ok({0})" |frame| Ok(T::build(frame)), T;
        _ => "Err({0})" |frame| Err(E::build(frame)), E;
    }
    [] Ordering {
        0 => "{std::cmp::Ordering}::Less" |_frame| Ordering::Less;
        1 => "{std::cmp::Ordering}::Equal" |_frame| Ordering::Equal;
        _ => "{std::cmp::Ordering}::Greater" |_frame| Ordering::Greater;
    }
    [K, H] ControlFlow<K, H> {
        0 => "{std::ops::ControlFlow}::Continue({0})" |frame| ControlFlow::Continue(H::build(frame)), H;
        _ => "{std::ops::ControlFlow}::Break({0})" |frame| ControlFlow::Break(K::build(frame)), K;
    }
    [T] Poll<T> {
        0 => "{std::task::Poll}::Pending" |_frame| Poll::Pending;
        _ => "{std::task::Poll}::Ready({0})" |frame| Poll::Ready(T::build(frame)), T;
    }
}

/// A type without values: values and calls that need one do not exist, so such a function is not
/// searched.
impl<'f> Build<'f> for Infallible {
    owned!(Nothing);

    fn shape<B: Within>() -> &'static Shape {
        &Shape::Sum(Sum { variants: &[] })
    }
    fn build(_frame: &'f Frame<'f>) -> Infallible {
        unreachable!("the shape has no values")
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::convert::Infallible;
    use std::ops::ControlFlow;
    use std::task::Poll;

    #[test]
    fn variants_are_built_as_they_are_printed() {
        check!(bool, [true], true);
        check!(Option<u8>, [0], None);
        check!(Option<Option<u8>>, [1, 1, 5], Some(Some(5)));
        check!(Result<u8, String>, [0, 5], Ok(5));
        check!(&Result<u8, String>, [1, "a"], &Err(String::from("a")));
        check!(Result<u8, Infallible>, [0, 5], Ok(5));
        check!([Ordering; 3], [3, 0, 1, 2], [Ordering::Less, Ordering::Equal, Ordering::Greater]);
        check!(ControlFlow<char, u8>, [0, 5], ControlFlow::Continue(5));
        check!(ControlFlow<char>, [1, 'c'], ControlFlow::Break('c'));
        check!((Poll<u8>, Poll<()>), [0, 1], (Poll::Pending, Poll::Ready(())));
    }
}
