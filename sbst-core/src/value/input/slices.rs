//! Slices and arrays.

use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Distinct, Sequence, Shape, ShapeRef, Template};
use std::rc::Rc;
use std::sync::Arc;

/// The most elements of a sequence. Longer ones rarely reach new goals, and cost time in every
/// execution.
const LONGEST_SEQUENCE: usize = 64;

/// Returns a sequence within the bounds `B`.
pub(super) const fn sequence<B: Within>(element: ShapeRef, template: Template) -> Sequence {
    let (shortest, longest) = B::BOUNDS.length_or(0, LONGEST_SEQUENCE);
    Sequence { element, template, empty: None, shortest, longest, distinct: Distinct::Nothing }
}

impl<'f, T: Build<'f>> Build<'f> for &'f [T] {
    type SbstValue = &'f [T::SbstValue];
    const REACH: Reach = Reach::Sequence(&T::REACH);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "&[{*}]")) }
    }
    fn build(frame: &'f Frame<'f>) -> &'f [T::SbstValue] {
        lent::<T>(frame)
    }
}

impl<'f, T: Build<'f>> Build<'f> for &'f mut [T] {
    type SbstValue = &'f mut [T::SbstValue];
    const REACH: Reach = Reach::Sequence(&T::REACH);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "&mut [{*}]")) }
    }
    fn build(frame: &'f Frame<'f>) -> &'f mut [T::SbstValue] {
        lent::<T>(frame)
    }
}

fn lent<'f, T: Build<'f>>(frame: &'f Frame<'f>) -> &'f mut [T::SbstValue] {
    let length = frame.next().payload as usize;
    frame.store().keep_slice::<T>(length, || T::build(frame))
}

macro_rules! owned_slices {
    ($($pointer:ident $template:literal;)*) => { $(
        impl<'f, T: Build<'f>> Build<'f> for $pointer<[T]> {
            type SbstValue = $pointer<[T::SbstValue]>;
            const REACH: Reach = Reach::Sequence(&T::REACH);
            made_of!(but reach: T);

            fn shape<B: Within>() -> &'static Shape {
                const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, $template)) }
            }
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                let length = frame.next().payload;
                (0..length).map(|_| T::build(frame)).collect()
            }
        }
    )* };
}
owned_slices! {
    Box "vec![{*}].into_boxed_slice()";
    Rc "{std::rc::Rc}::from(vec![{*}])";
    Arc "{std::sync::Arc}::from(vec![{*}])";
}

/// Arrays of any length; a function with too many nodes in its values is refused when its shapes
/// are read.
impl<'f, T: Build<'f>, const N: usize> Build<'f> for [T; N] {
    type SbstValue = [T::SbstValue; N];
    const REACH: Reach = Reach::Array(&T::REACH);
    made_of!(but reach: T);

    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sequence(Sequence {
                element: T::shape::<B::Elements>,
                template: "[{*}]",
                empty: None,
                shortest: N,
                longest: N,
                distinct: Distinct::Nothing,
            })
        }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> [T::SbstValue; N] {
        frame.open();
        std::array::from_fn(|_| T::build(frame))
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn slices_are_built_as_they_are_printed() {
        check!(&[i8], [2, 44, -1], &[44, -1]);
        check!(&[String], [1, "a"], &[String::from("a")]);
        check!(&mut [&str], [2, "a", "b"], &mut ["a", "b"]);
        check!(&mut [u8], [0], &mut []);
        check!(&&[u8], [1, 7], &&[7][..]);
        check!(&(&[u8], u8), [1, 7, 8], &(&[7], 8));
        check!(Rc<&[u8]>, [1, 7], Rc::new(&[7]));
        check!(Box<[u8]>, [2, 1, 2], vec![1, 2].into_boxed_slice());
        check!(Rc<[bool]>, [1, true], Rc::from(vec![true]));
        check!(Arc<[String]>, [0], Arc::from(vec![]));
        check!(&[&[u8]], [2, 0, 2, 1, 2], &[&[], &[1, 2]]);
        check!(Vec<&[u8]>, [2, 1, 3, 2, 1, 2], vec![&[3], &[1, 2]]);
        check!(Box<[&[u8]]>, [2, 1, 3, 2, 1, 2], vec![&[3][..], &[1, 2][..]].into_boxed_slice());
        check!(Option<(&[u8], &[u8])>, [1, 1, 3, 0], Some((&[3], &[])));
    }

    #[test]
    fn arrays_are_built_as_they_are_printed() {
        check!([u8; 0], [0], []);
        check!(&[u8; 3], [3, 1, 2, 3], &[1, 2, 3]);
        check!([[String; 1]; 2], [2, 1, "a", 1, "b"], [[String::from("a")], [String::from("b")]]);
        check!([&[u8]; 2], [2, 1, 3, 2, 1, 2], [&[3], &[1, 2]]);
        check!(&mut [Option<u8>; 2], [2, 0, 1, 5], &mut [None, Some(5)]);
    }
}
