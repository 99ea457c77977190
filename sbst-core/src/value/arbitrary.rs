//! Types whose values are made from bytes: those with `arbitrary::Arbitrary`, if the feature
//! `arbitrary` is on.

use crate::value::frame::Frame;
use crate::value::shapes::ParameterShape;
use crate::value::within::Within;
use sbst_model::Shape;

#[cfg(feature = "arbitrary")]
pub use arbitrary::Arbitrary;

/// The stand-in for `arbitrary::Arbitrary` while the feature is off: no type implements it.
#[cfg(not(feature = "arbitrary"))]
#[diagnostic::on_unimplemented(
    message = "`#[sbst(arbitrary)]` needs the feature `arbitrary` of `sbst-runtime`",
    label = "no values can be made out of bytes",
    note = "in Cargo.toml, add `features = [\"arbitrary\"]` to the dependency on `sbst-runtime`"
)]
pub trait Arbitrary<'a>: Sized {}

/// The second choice of method look-up, after [`CanBuild`](crate::value::parameter::CanBuild):
/// values can be made from bytes.
#[diagnostic::on_unimplemented(
    message = "values of `{A}` cannot be made out of bytes",
    label = "needs `arbitrary::Arbitrary`, and the feature `arbitrary` of `sbst-runtime`"
)]
pub trait CanBuildArbitrary<'f, A> {
    fn argument(&self, frame: &'f Frame<'f>) -> A;
    fn shape(&self) -> ParameterShape;
}

/// Returns the shape of values made from bytes; the bounds `B` limit the number of bytes.
pub fn arbitrary_shape<'f, T: Arbitrary<'f>, B: Within>() -> &'static Shape {
    made::shape::<B>()
}

impl<'f> Frame<'f> {
    /// Makes a value from the next bytes. If that is impossible, the execution ends: no test can
    /// have these arguments.
    pub fn arbitrary<T: Arbitrary<'f>>(&'f self) -> T {
        made::value(self)
    }
}

#[cfg(not(feature = "arbitrary"))]
mod made {
    use super::{Arbitrary, Frame, Shape, Within};

    const NEVER: &str = "no type implements the trait that this is about";

    #[allow(clippy::extra_unused_type_parameters)] // as where the feature is on
    pub(super) fn shape<B: Within>() -> &'static Shape {
        unreachable!("{NEVER}")
    }

    pub(super) fn value<'f, T: Arbitrary<'f>>(_: &'f Frame<'f>) -> T {
        unreachable!("{NEVER}")
    }
}

#[cfg(feature = "arbitrary")]
mod made {
    use super::{Arbitrary, CanBuildArbitrary, Frame, ParameterShape, Shape, Within};
    use crate::value::build::Build;
    use crate::value::parameter::{ByValue, Mutable, Shared};
    use sbst_model::shape::Wrapper;

    /// The source of a value, perhaps after a reference to it.
    macro_rules! source {
        ($reference:literal) => {
            concat!(
                $reference,
                "{arbitrary::Arbitrary}::arbitrary(&mut {arbitrary::Unstructured}::new({0})).unwrap()"
            )
        };
    }

    pub(super) fn shape<B: Within>() -> &'static Shape {
        const { &written::<B>(source!("")) }
    }

    const fn written<B: Within>(template: &'static str) -> Shape {
        Shape::Wrapper(Wrapper::new(<&[u8]>::shape::<B>, template))
    }

    pub(super) fn value<'f, T: Arbitrary<'f>>(frame: &'f Frame<'f>) -> T {
        let mut bytes = arbitrary::Unstructured::new(<&'f [u8]>::build(frame));
        T::arbitrary(&mut bytes).unwrap_or_else(|_| frame.refuse())
    }

    /// Length and range of the bounds apply to the bytes.
    fn described<B: Within>(shape: &'static Shape) -> ParameterShape {
        ParameterShape { shape: Some(shape), ..ParameterShape::from_build::<&[u8], B>() }
    }

    impl<'f, T: Arbitrary<'f>, B: Within> CanBuildArbitrary<'f, T> for &ByValue<T, B> {
        fn argument(&self, frame: &'f Frame<'f>) -> T {
            value(frame)
        }
        fn shape(&self) -> ParameterShape {
            described::<B>(shape::<B>())
        }
    }

    impl<'f, T: Arbitrary<'f>, B: Within> CanBuildArbitrary<'f, &'f T> for &Shared<T, B> {
        fn argument(&self, frame: &'f Frame<'f>) -> &'f T {
            frame.lend(value(frame))
        }
        fn shape(&self) -> ParameterShape {
            described::<B>(const { &written::<B>(source!("&")) })
        }
    }

    impl<'f, T: Arbitrary<'f>, B: Within> CanBuildArbitrary<'f, &'f mut T> for &Mutable<T, B> {
        fn argument(&self, frame: &'f Frame<'f>) -> &'f mut T {
            frame.lend(value(frame))
        }
        fn shape(&self) -> ParameterShape {
            described::<B>(const { &written::<B>(source!("&mut ")) })
        }
    }
}
