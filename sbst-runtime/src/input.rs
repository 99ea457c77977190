//! Types that test cases have values of: their shapes, and how they are built.

use crate::frame::Frame;
use sbst_model::shape::{
    Float, Integer, Product, Sequence, SequenceForm, Shape, ShapeRef, Sum, Text, TextForm, Variant,
};

/// Characters that a text has at most. Longer ones rarely reach anything new and cost time in every execution.
const LONGEST_TEXT: usize = 256;
/// Elements that a sequence has at most, for the same reason.
const LONGEST_SEQUENCE: usize = 64;

/// A type that values can be built of. `'f` is the lifetime of the execution, which built values may borrow from.
pub trait Input<'f>: Sized {
    /// Which values there are.
    const SHAPE: &'static Shape;

    /// Builds the value that the frame's next nodes stand for.
    fn build(frame: &'f Frame<'f>) -> Self;
}

/// [`Input::SHAPE`] as a function, so that shapes can be recursive.
fn shape_of<'f, T: Input<'f>>() -> &'static Shape {
    T::SHAPE
}

macro_rules! integers {
    ($($type:ident $signed:literal)*) => { $(
        impl<'f> Input<'f> for $type {
            const SHAPE: &'static Shape =
                &Shape::Integer(Integer::all(stringify!($type), $type::BITS, $signed));
            #[inline]
            fn build(frame: &'f Frame<'f>) -> $type {
                frame.next().payload as $type
            }
        }
    )* };
}
integers!(i8 true i16 true i32 true i64 true isize true u8 false u16 false u32 false u64 false usize false);

macro_rules! wide_integers {
    ($($type:ident $signed:literal)*) => { $(
        impl<'f> Input<'f> for $type {
            const SHAPE: &'static Shape =
                &Shape::Integer(Integer::all(stringify!($type), $type::BITS, $signed));
            #[inline]
            fn build(frame: &'f Frame<'f>) -> $type {
                let (low, high) = (frame.next().payload, frame.next().payload);
                $type::from(low) | (high as $type) << 64
            }
        }
    )* };
}
wide_integers!(i128 true u128 false);

impl<'f> Input<'f> for f64 {
    const SHAPE: &'static Shape = &Shape::Float(Float::Double);
    #[inline]
    fn build(frame: &'f Frame<'f>) -> f64 {
        f64::from_bits(frame.next().payload)
    }
}

impl<'f> Input<'f> for f32 {
    const SHAPE: &'static Shape = &Shape::Float(Float::Single);
    #[inline]
    fn build(frame: &'f Frame<'f>) -> f32 {
        f64::from_bits(frame.next().payload) as f32
    }
}

impl<'f> Input<'f> for bool {
    const SHAPE: &'static Shape = &Shape::Bool;
    #[inline]
    fn build(frame: &'f Frame<'f>) -> bool {
        frame.next().payload != 0
    }
}

impl<'f> Input<'f> for char {
    const SHAPE: &'static Shape = &Shape::Char;
    #[inline]
    fn build(frame: &'f Frame<'f>) -> char {
        u32::try_from(frame.next().payload)
            .ok()
            .and_then(char::from_u32)
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

impl<'f> Input<'f> for String {
    const SHAPE: &'static Shape = &Shape::Text(Text { form: TextForm::String, longest: LONGEST_TEXT });
    fn build(frame: &'f Frame<'f>) -> String {
        frame.next_text().to_owned()
    }
}

impl<'f> Input<'f> for &'f str {
    const SHAPE: &'static Shape = &Shape::Text(Text { form: TextForm::Str, longest: LONGEST_TEXT });
    fn build(frame: &'f Frame<'f>) -> &'f str {
        frame.next_text()
    }
}

impl<'f, T: Input<'f>> Input<'f> for Vec<T> {
    const SHAPE: &'static Shape = &Shape::Sequence(Sequence {
        element: shape_of::<'f, T>,
        form: SequenceForm::Vec,
        longest: LONGEST_SEQUENCE,
    });
    fn build(frame: &'f Frame<'f>) -> Vec<T> {
        let length = frame.next().payload;
        (0..length).map(|_| T::build(frame)).collect()
    }
}

impl<'f, T: Input<'f>> Input<'f> for &'f [T] {
    const SHAPE: &'static Shape = &Shape::Sequence(Sequence {
        element: shape_of::<'f, T>,
        form: SequenceForm::Slice,
        longest: LONGEST_SEQUENCE,
    });
    fn build(frame: &'f Frame<'f>) -> &'f [T] {
        frame.store().keep(Vec::build(frame))
    }
}

impl<'f, T: Input<'f>> Input<'f> for &'f T {
    const SHAPE: &'static Shape = &Shape::Reference(shape_of::<'f, T>);
    fn build(frame: &'f Frame<'f>) -> &'f T {
        match frame.result_of() {
            None => frame.store().keep(T::build(frame)),
            Some(statement) => frame.store().lend_result(statement),
        }
    }
}

impl<'f, T: Input<'f>> Input<'f> for Option<T> {
    const SHAPE: &'static Shape = &Shape::Sum(Sum {
        variants: &[
            Variant { name: "None", fields: &[] },
            Variant { name: "Some", fields: &[shape_of::<'f, T> as ShapeRef] },
        ],
    });
    fn build(frame: &'f Frame<'f>) -> Option<T> {
        match frame.next().payload {
            0 => None,
            _ => Some(T::build(frame)),
        }
    }
}

macro_rules! tuples {
    ($($($field:ident)+;)*) => { $(
        impl<'f, $($field: Input<'f>),+> Input<'f> for ($($field,)+) {
            const SHAPE: &'static Shape =
                &Shape::Product(Product { fields: &[$(shape_of::<'f, $field> as ShapeRef),+] });
            fn build(frame: &'f Frame<'f>) -> Self {
                frame.next();
                ($($field::build(frame),)+)
            }
        }
    )* };
}
tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I;
    A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use sbst_model::{expression, NodeKind, TestCase};

    /// What `build` makes of `test`, as text, since it may borrow from the execution.
    fn shown(test: &TestCase, build: impl for<'f> FnOnce(&'f Frame<'f>) -> String) -> String {
        let store = Store::default();
        let frame = Frame::new(test, &store, None);
        build(&frame)
    }

    #[test]
    fn what_is_built_is_what_is_printed() {
        let mut test = TestCase::new();
        let pair = test.open(NodeKind::Product, 0);
        let sequence = test.open(NodeKind::Sequence, 2);
        for text in ["one", "two"] {
            let some = test.open(NodeKind::Sum, 1);
            test.push_text(text);
            test.close(some);
        }
        test.close(sequence);
        let wide = test.open(NodeKind::Integer, -5i64 as u64);
        test.leaf(NodeKind::Integer, u64::MAX);
        test.close(wide);
        test.close(pair);
        let built = shown(&test, |frame| format!("{:?}", <(Vec<Option<&str>>, i128)>::build(frame)));
        assert_eq!(built, r#"([Some("one"), Some("two")], -5)"#);
        let printed = expression::of(<(Vec<Option<&str>>, i128)>::SHAPE, &test, 0);
        assert_eq!(printed, r#"(vec![Some("one"), Some("two")], -5)"#);
    }

    #[test]
    fn references_borrow_from_the_execution() {
        let mut test = TestCase::new();
        let sequence = test.open(NodeKind::Sequence, 2);
        test.leaf(NodeKind::Integer, 300);
        test.leaf(NodeKind::Integer, 2);
        test.close(sequence);
        let built = shown(&test, |frame| format!("{:?}", <&&[u8]>::build(frame)));
        assert_eq!(built, "[44, 2]", "payloads are truncated to the type's width");
    }
}
