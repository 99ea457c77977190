//! Functions that make values: the arguments of each, and its result.

use crate::value::build::Input;
use crate::value::frame::Frame;
use crate::value::shapes::ParameterShape;
use crate::value::within::Unbounded;
use sbst_model::shape::{Product, Shape, ShapeRef};

/// A template as a type: see [`sbst_model::shape::Template`].
pub trait Template {
    const TEXT: sbst_model::shape::Template;
}

/// The result of a function that makes a `T`: the value, or an `Option` or a `Result` of it.
pub trait Yields<T> {
    /// True if there may be no value in it.
    const FALLIBLE: bool;
    fn yielded(self) -> Option<T>;
}

impl<T> Yields<T> for T {
    const FALLIBLE: bool = false;
    #[inline]
    fn yielded(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Yields<T> for Option<T> {
    const FALLIBLE: bool = true;
    #[inline]
    fn yielded(self) -> Option<T> {
        self
    }
}

impl<T, E> Yields<T> for Result<T, E> {
    const FALLIBLE: bool = true;
    #[inline]
    fn yielded(self) -> Option<T> {
        self.ok()
    }
}

/// A function that makes a `T` from the arguments `A`, a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot make a `{T}` for a test",
    label = "not a function that cargo sbst can make a `{T}` with",
    note = "it must take up to twelve arguments, of types that values can be built of, and return a `{T}`, or an \
            `Option` or `Result` of it"
)]
pub trait Constructor<'f, A, T> {
    const FIELDS: &'static [ShapeRef];
    /// True if it may refuse its arguments.
    const FALLIBLE: bool;
    /// Builds the arguments and calls it. If it refuses them, the execution ends.
    fn construct(self, frame: &'f Frame<'f>) -> T;
}

macro_rules! constructors {
    ($($($argument:ident)*;)*) => { $(
        impl<'f, F, R, T, $($argument: Input<'f>),*> Constructor<'f, ($($argument,)*), T> for F
        where
            F: FnOnce($($argument),*) -> R,
            R: Yields<T>,
        {
            const FIELDS: &'static [ShapeRef] = &[$($argument::shape::<Unbounded>),*];
            const FALLIBLE: bool = R::FALLIBLE;
            #[inline]
            fn construct(self, frame: &'f Frame<'f>) -> T {
                $(
                    #[allow(non_snake_case)]
                    let $argument = $argument::build(frame);
                )*
                match self($($argument),*).yielded() {
                    Some(value) => value,
                    None => frame.refuse(),
                }
            }
        }
    )* };
}
constructors! {
    ; A; A B; A B C; A B C D; A B C D E; A B C D E G; A B C D E G H; A B C D E G H I; A B C D E G H I J;
    A B C D E G H I J K; A B C D E G H I J K L; A B C D E G H I J K L M;
}

impl<'f> Frame<'f> {
    /// Builds a product by calling `constructor`. If this returns `None` or an error, the execution
    /// ends: no test can have these arguments.
    #[inline]
    pub fn construct<F, A, T>(&'f self, constructor: F) -> T
    where
        F: Constructor<'f, A, T>,
    {
        self.open();
        constructor.construct(self)
    }
}

/// Returns the shape of the values made by a function, written as `X`.
pub fn constructed_shape<'f, X: Template, F, A, T>(_: F) -> &'static Shape
where
    F: Constructor<'f, A, T>,
{
    const { &Shape::Product(Product { fields: F::FIELDS, template: X::TEXT, fallible: F::FALLIBLE }) }
}

/// Returns the parameter for such values.
pub fn constructed_parameter<'f, X: Template, F, A, T>(_: F) -> ParameterShape
where
    F: Constructor<'f, A, T>,
{
    fn shape<'f, X: Template, F: Constructor<'f, A, T>, A, T>() -> &'static Shape {
        const { &Shape::Product(Product { fields: F::FIELDS, template: X::TEXT, fallible: F::FALLIBLE }) }
    }
    ParameterShape::made(shape::<X, F, A, T>)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use sbst_model::{expression, NodeKind, TestCase};

    #[derive(Debug, PartialEq)]
    struct Share<'a> {
        owner: &'a str,
        percent: u8,
    }

    fn share(owner: &str, percent: u8) -> Option<Share<'_>> {
        (percent <= 100).then_some(Share { owner, percent })
    }

    fn nobodys() -> Share<'static> {
        Share { owner: "", percent: 0 }
    }

    struct Text;
    impl Template for Text {
        const TEXT: &'static str = "{demo::share}({*})";
    }

    fn arguments(percent: u64) -> TestCase {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Product, 0);
        test.push_text("Ada");
        test.leaf(NodeKind::Integer, percent);
        test.close(call);
        test
    }

    #[test]
    fn a_function_makes_values_from_its_arguments_shapes() {
        let (test, store) = (arguments(30), Store::default());
        let frame = Frame::new(&test, &store, None);
        assert_eq!(frame.construct::<_, _, Share<'_>>(share), Share { owner: "Ada", percent: 30 });
        let shape = constructed_shape::<Text, _, _, Share<'_>>(share);
        assert_eq!(expression::write(shape, &test, 0).to_string(), r#"share("Ada", 30).unwrap()"#);
    }

    #[test]
    fn a_function_without_parameters_gives_a_fallible_type() {
        let (mut test, store) = (TestCase::new(), Store::default());
        test.leaf(NodeKind::Product, 0);
        test.leaf(NodeKind::Product, 0);
        let frame = Frame::new(&test, &store, None);
        assert_eq!(frame.construct::<_, _, Share<'_>>(nobodys), nobodys());
        assert_eq!(frame.construct::<_, _, Option<u8>>(|| Some(7)), Some(7));
    }

    #[test]
    fn a_function_that_refuses_its_arguments_ends_the_building() {
        let ended = std::panic::catch_unwind(|| {
            let (test, store) = (arguments(101), Store::default());
            let frame = Frame::new(&test, &store, None);
            frame.construct::<_, _, Share<'_>>(share).percent
        });
        assert!(ended.is_err());
    }
}
