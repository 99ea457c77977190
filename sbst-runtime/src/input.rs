//! Types that test cases have values of: their shapes, and how they are built.

use crate::frame::Frame;
use crate::within::Within;
use sbst_model::shape::{
    Distinct, Float, Integer, Product, Sequence, Shape, ShapeRef, Sum, Text, Width, Wrapper,
};

/// Characters that a text has at most. Longer ones rarely reach anything new and cost time in every execution.
const LONGEST_TEXT: usize = 256;
/// Elements that a sequence has at most, for the same reason.
const LONGEST_SEQUENCE: usize = 64;

/// A type that values can be built of. `'f` is the lifetime of the execution, which built values may borrow from.
pub trait Input<'f>: Sized {
    /// Which values there are within the bounds `B`. The same for the same type and bounds, whenever it is asked for.
    fn shape<B: Within>() -> &'static Shape;

    /// Builds the value that the frame's next nodes stand for.
    fn build(frame: &'f Frame<'f>) -> Self;
}

macro_rules! integers {
    ($($type:ident $signed:literal)*) => { $(
        impl<'f> Input<'f> for $type {
            fn shape<B: Within>() -> &'static Shape {
                const {
                    let all = Integer::all(stringify!($type), $type::BITS, $signed);
                    &Shape::Integer(all.within(&B::BOUNDS))
                }
            }
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
            fn shape<B: Within>() -> &'static Shape {
                const {
                    let all = Integer::all(stringify!($type), $type::BITS, $signed);
                    &Shape::Integer(all.within(&B::BOUNDS))
                }
            }
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
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Float(Float::all(Width::Double).within(&B::BOUNDS)) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> f64 {
        f64::from_bits(frame.next().payload)
    }
}

impl<'f> Input<'f> for f32 {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Float(Float::all(Width::Single).within(&B::BOUNDS)) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> f32 {
        f64::from_bits(frame.next().payload) as f32
    }
}

impl<'f> Input<'f> for bool {
    fn shape<B: Within>() -> &'static Shape {
        &Shape::Bool
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> bool {
        frame.next().payload != 0
    }
}

impl<'f> Input<'f> for char {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Char(B::BOUNDS.alphabet_or_all()) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> char {
        u32::try_from(frame.next().payload)
            .ok()
            .and_then(char::from_u32)
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

impl<'f> Input<'f> for String {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Text(text::<B>("String::from({0})", Some("String::new()"))) }
    }
    fn build(frame: &'f Frame<'f>) -> String {
        frame.next_text().to_owned()
    }
}

impl<'f> Input<'f> for &'f str {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Text(text::<B>("{0}", None)) }
    }
    fn build(frame: &'f Frame<'f>) -> &'f str {
        frame.next_text()
    }
}

impl<'f, T: Input<'f>> Input<'f> for Vec<T> {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "vec![{*}]")) }
    }
    fn build(frame: &'f Frame<'f>) -> Vec<T> {
        let length = frame.next().payload;
        (0..length).map(|_| T::build(frame)).collect()
    }
}

impl<'f, T: Input<'f>> Input<'f> for &'f [T] {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "&[{*}]")) }
    }
    fn build(frame: &'f Frame<'f>) -> &'f [T] {
        frame.store().keep(Vec::build(frame))
    }
}

impl<'f, T: Input<'f>> Input<'f> for &'f T {
    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Wrapper(Wrapper { inner: T::shape::<B>, template: "&{0}" }) }
    }
    fn build(frame: &'f Frame<'f>) -> &'f T {
        match frame.result_of() {
            None => frame.store().keep(T::build(frame)),
            Some(statement) => frame.store().lend_result(statement),
        }
    }
}

impl<'f, T: Input<'f>> Input<'f> for Option<T> {
    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sum(Sum {
                variants: &[
                    Product { fields: &[], template: "None", fallible: false },
                    Product { fields: &[T::shape::<B> as ShapeRef], template: "Some({0})", fallible: false },
                ],
            })
        }
    }
    fn build(frame: &'f Frame<'f>) -> Option<T> {
        match frame.next().payload {
            0 => None,
            _ => Some(T::build(frame)),
        }
    }
}

/// A text within the bounds `B`.
const fn text<B: Within>(template: &'static str, empty: Option<&'static str>) -> Text {
    let (shortest, longest) = B::BOUNDS.length_or(0, LONGEST_TEXT);
    Text { template, empty, shortest, longest, alphabet: B::BOUNDS.alphabet_or_all() }
}

/// A sequence within the bounds `B`.
const fn sequence<B: Within>(element: ShapeRef, template: &'static str) -> Sequence {
    let (shortest, longest) = B::BOUNDS.length_or(0, LONGEST_SEQUENCE);
    Sequence { element, template, empty: None, shortest, longest, distinct: Distinct::Nothing }
}

macro_rules! tuples {
    ($($($field:ident)+, $template:literal;)*) => { $(
        impl<'f, $($field: Input<'f>),+> Input<'f> for ($($field,)+) {
            fn shape<__B: Within>() -> &'static Shape {
                const {
                    &Shape::Product(Product {
                        fields: &[$($field::shape::<__B> as ShapeRef),+],
                        template: $template,
                        fallible: false,
                    })
                }
            }
            fn build(frame: &'f Frame<'f>) -> Self {
                frame.next();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use crate::within::Unbounded;
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
        let printed = expression::of(<(Vec<Option<&str>>, i128)>::shape::<Unbounded>(), &test, 0).to_string();
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
