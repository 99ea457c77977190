//! References and other pointers to one value.

use crate::value::build::{product, wrapper, Build, PINNED};
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Shape, ShapeRef, Sum, REFERENCE};
use std::borrow::Cow;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

wrappers! {
    Box<T> "Box::new({0})" Box::new;
    Rc<T> "{std::rc::Rc}::new({0})" Rc::new, cloned as "{std::rc::Rc}::clone(&{0})";
    Arc<T> "{std::sync::Arc}::new({0})" Arc::new, cloned as "{std::sync::Arc}::clone(&{0})";
}

impl<'f, T: Build<'f>> Build<'f> for &'f T {
    type SbstValue = &'f T::SbstValue;
    const REACH: Reach = T::REACH;

    fn shape<B: Within>() -> &'static Shape {
        const { &wrapper(T::shape::<B>, REFERENCE) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> &'f T::SbstValue {
        match frame.next_result::<T::SbstValue>() {
            None => frame.store().keep::<T>(T::build(frame)),
            Some(statement) => frame.store().lend_result(statement),
        }
    }
}

impl<'f, T: Build<'f>> Build<'f> for &'f mut T {
    type SbstValue = &'f mut T::SbstValue;
    const REACH: Reach = T::REACH;

    fn shape<B: Within>() -> &'static Shape {
        const { &wrapper(T::shape::<B>, "&mut {0}") }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> &'f mut T::SbstValue {
        match frame.next_result::<T::SbstValue>() {
            None => frame.store().keep::<T>(T::build(frame)),
            Some(statement) => frame.store().lend_result_mutably(statement),
        }
    }
}

impl<'f, T: Build<'f>> Build<'f> for Pin<Box<T>> {
    type SbstValue = Pin<Box<T::SbstValue>>;
    made_of!(T);

    fn shape<B: Within>() -> &'static Shape {
        const { &wrapper(T::shape::<B>, "Box::pin({0})") }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        Box::pin(T::build(frame))
    }
}

/// A movable value: only such a value is pinned in place.
impl<'f, T: Build<'f, SbstValue: Unpin>> Build<'f> for Pin<&'f mut T> {
    type SbstValue = Pin<&'f mut T::SbstValue>;
    const REACH: Reach = T::REACH;

    fn shape<B: Within>() -> &'static Shape {
        const { &wrapper(T::shape::<B>, PINNED) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        Pin::new(<&'f mut T>::build(frame))
    }
}

/// Both variants are built: code that distinguishes them gets a test for each.
impl<'f, T: ?Sized + ToOwned> Build<'f> for Cow<'f, T>
where
    &'f T: Build<'f, SbstValue = &'f T>,
    T::Owned: Build<'f, SbstValue = T::Owned>,
{
    type SbstValue = Self;
    const REACH: Reach = <&'f T>::REACH;
    const LOOKS_BACK: bool = <T::Owned>::LOOKS_BACK;

    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sum(Sum {
                variants: &[
                    product(&[<&'f T>::shape::<B> as ShapeRef], "{std::borrow::Cow}::Borrowed({0})"),
                    product(&[<T::Owned>::shape::<B> as ShapeRef], "{std::borrow::Cow}::Owned({0})"),
                ],
            })
        }
    }
    fn build(frame: &'f Frame<'f>) -> Self {
        match frame.variant() {
            0 => Cow::Borrowed(<&'f T>::build(frame)),
            _ => Cow::Owned(<T::Owned>::build(frame)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::path::{Path, PathBuf};
    use std::pin::Pin;
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn pointers_are_built_as_they_are_printed() {
        check!(&u8, [1], &1);
        check!(&mut &&u8, [1], &mut &&1);
        check!(&mut Vec<i64>, [1, -3], &mut vec![-3]);
        check!(Option<&mut i64>, [1, -3], Some(&mut -3));
        check!(Box<Option<Box<u8>>>, [1, 2], Box::new(Some(Box::new(2))));
        check!((Rc<u8>, Arc<&str>), [1, "a"], (Rc::new(1), Arc::new("a")));
        check!(Pin<Box<String>>, ["a"], Box::pin(String::from("a")));
        check!(Pin<&mut String>, ["a"], Pin::new(&mut String::from("a")));
    }

    #[test]
    fn a_cow_is_borrowed_or_owned() {
        check!(Cow<'_, str>, [0, "a"], Cow::Borrowed("a"));
        check!(Cow<'_, str>, [1, "a"], Cow::Owned(String::from("a")));
        check!(&Cow<'_, [u8]>, [0, 2, 1, 2], &Cow::Borrowed(&[1, 2]));
        check!(Cow<'_, Path>, [1, "a"], Cow::Owned(PathBuf::from("a")));
        check!(Option<Cow<'_, u8>>, [1, 0, 7], Some(Cow::Borrowed(&7)));
        let _: Option<&Path> = None;
    }
}
