//! Checks for tests: a value is built as it is printed.

use sbst_model::{NodeKind, Shape, TestCase};
use std::fmt::Debug;

/// A leaf of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf {
    /// An integer, a variant or a length.
    Number(u128),
    Float(f64),
    Text(&'static str),
}

macro_rules! leaves {
    ($($type:ident)*) => { $(
        impl From<$type> for Leaf {
            fn from(number: $type) -> Leaf {
                Leaf::Number(number as u128)
            }
        }
    )* };
}
leaves!(i32 i64 i128 u32 u64 u128 bool char);

impl From<f64> for Leaf {
    fn from(number: f64) -> Leaf {
        Leaf::Float(number)
    }
}

impl From<&'static str> for Leaf {
    fn from(text: &'static str) -> Leaf {
        Leaf::Text(text)
    }
}

/// Appends the value of a shape with these leaves, variants and lengths first.
fn append(shape: &'static Shape, leaves: &mut impl Iterator<Item = Leaf>, test: &mut TestCase) {
    let mut number = || match leaves.next() {
        Some(Leaf::Number(number)) => number,
        other => panic!("a number was expected, not {other:?}"),
    };
    match shape.value_shape() {
        Shape::Bool => drop(test.leaf(NodeKind::Bool, number() as u64)),
        Shape::Char(_) => drop(test.leaf(NodeKind::Char, number() as u64)),
        Shape::Integer(integer) => {
            let node = test.open(NodeKind::Integer, 0);
            if integer.bits > 64 {
                test.leaf(NodeKind::Integer, 0);
            }
            test.close(node);
            test.set_integer(node, integer.value(integer.ordinal(number())));
        }
        Shape::Float(_) => match leaves.next() {
            Some(Leaf::Float(number)) => drop(test.leaf(NodeKind::Float, number.to_bits())),
            other => panic!("a float was expected, not {other:?}"),
        },
        Shape::Text(_) => match leaves.next() {
            Some(Leaf::Text(text)) => drop(test.push_text(text)),
            other => panic!("a text was expected, not {other:?}"),
        },
        Shape::Sequence(sequence) => {
            let length = number();
            let node = test.open(NodeKind::Sequence, length as u64);
            (0..length).for_each(|_| append((sequence.element)(), leaves, test));
            test.close(node);
        }
        Shape::Product(product) => {
            let node = test.open(NodeKind::Product, 0);
            product.fields.iter().for_each(|field| append(field(), leaves, test));
            test.close(node);
        }
        Shape::Sum(sum) => {
            let variant = number();
            let node = test.open(NodeKind::Sum, variant as u64);
            sum.variants[variant as usize].fields.iter().for_each(|field| append(field(), leaves, test));
            test.close(node);
        }
        Shape::Wrapper(_) | Shape::Argument(_) => unreachable!("wrappers are looked through"),
    }
}

/// Returns the value of a shape with these leaves.
pub(crate) fn value(shape: &'static Shape, leaves: &[Leaf]) -> TestCase {
    let (mut leaves, mut test) = (leaves.iter().copied(), TestCase::new());
    append(shape, &mut leaves, &mut test);
    assert!(leaves.next().is_none(), "some leaves are left over");
    test
}

/// Returns the `{:?}` text of a value, in place of an argument of a test.
pub(crate) fn shown<T: Debug>(value: T) -> String {
    format!("{value:?}")
}

/// Returns source without its insignificant characters.
pub(crate) fn without_spaces(source: &str) -> String {
    source.split_whitespace().collect()
}

/// Checks that the value with these leaves is built as it is printed. The printed source must
/// compile where the type is expected.
macro_rules! check {
    ($type:ty, $leaves:tt, $printed:expr) => {
        check!($type as crate::value::within::Unbounded, $leaves, $printed)
    };
    ($type:ty as $bounds:ty, [$($leaf:expr),*], $printed:expr) => {{
        use crate::value::input::check::{shown, value, without_spaces, Leaf};
        use crate::value::build::Build;
        let leaves: &[Leaf] = &[$(Leaf::from($leaf)),*];
        let shape = <$type as Build<'_>>::shape::<$bounds>();
        let test = value(shape, leaves);
        let source = sbst_model::expression::write(shape, &test, 0).to_string();
        assert_eq!(without_spaces(&source), without_spaces(stringify!($printed)));
        let store = crate::value::store::Store::default();
        let frame = crate::value::frame::Frame::new(&test, &store, None);
        let built: $type = <$type as Build<'_>>::build(&frame);
        assert_eq!(shown(built), shown::<$type>($printed));
    }};
}
