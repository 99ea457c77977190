//! Types that test cases have values of: their shapes, and how they are built.

use crate::frame::Frame;
use crate::objects::Clones;
use crate::reach::Reach;
use crate::within::Within;
use sbst_model::shape::{Product, Shape, ShapeRef, Template, Wrapper};

/// What says how values are built: a type of which there are some, or such a type with something else in the place of types in it, which says
/// it for these (`compose.rs`). `'f` is the lifetime of the execution, which built values may borrow from.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be built for a test",
    label = "no `sbst::Input`",
    note = "write `#[derive(sbst::Input)]` on the type, or `#[sbst(with = path)]` on the field, where `path` is a \
            function that makes one"
)]
pub trait Build<'f> {
    /// Of which type the values are.
    type Value: Sized;
    /// What bounds reach in a value; nothing in a type whose fields have bounds of their own.
    const REACH: Reach = Reach::Nothing;
    /// Whether a value may borrow from the execution. A type that has neither lifetimes nor type parameters does not.
    const BORROWS: bool = true;
    /// Whether the destructor of a value may look at what the value borrows.
    const LOOKS_BACK: bool = Self::BORROWS && std::mem::needs_drop::<Self::Value>();

    /// How a value is cloned that shares with its clones what it owns.
    #[doc(hidden)]
    const CLONES: Option<Clones<Self::Value>> = None;

    /// Which values there are within the bounds `B`. The same for the same type and bounds, whenever it is asked for.
    fn shape<B: Within>() -> &'static Shape;

    /// Builds the value that the frame's next nodes stand for.
    fn build(frame: &'f Frame<'f>) -> Self::Value;
}

/// A type that values can be built of.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be built for a test",
    label = "no `sbst::Input`",
    note = "write `#[derive(sbst::Input)]` on the type, or `#[sbst(with = path)]` on the field, where `path` is a \
            function that makes one"
)]
pub trait Input<'f>: Build<'f, Value = Self> + Sized {}

impl<'f, T: Build<'f, Value = T>> Input<'f> for T {}

/// What is constant of a type that owns what it has, and of which bounds reach what is named.
macro_rules! owned {
    ($reach:ident) => {
        type Value = Self;
        const REACH: crate::reach::Reach = crate::reach::Reach::$reach;
        const BORROWS: bool = false;
    };
}

/// The same of a type that borrows what it has.
macro_rules! borrowed {
    ($reach:ident) => {
        type Value = Self;
        const REACH: crate::reach::Reach = crate::reach::Reach::$reach;
    };
}

/// What is constant of a type that has values of these types in it, and no destructor of its own that would look at them.
macro_rules! made_of {
    ($($part:ty),+) => {
        const REACH: crate::reach::Reach =
            crate::reach::Reach::Any(&[$(&<$part as crate::input::Build<'f>>::REACH),+]);
        made_of!(but reach: $($part),+);
    };
    (but reach: $($part:ty),+) => {
        const BORROWS: bool = $(<$part as crate::input::Build<'f>>::BORROWS)||+;
        const LOOKS_BACK: bool = $(<$part as crate::input::Build<'f>>::LOOKS_BACK)||+;
    };
}

/// Types with nothing but a value of another in them: how they are written, and made.
macro_rules! wrappers {
    ($($wrapper:ident<T> $template:literal $new:expr $(, cloned as $cloned:literal)?;)*) => { $(
        impl<'f, T: crate::input::Build<'f>> crate::input::Build<'f> for $wrapper<T> {
            type Value = $wrapper<T::Value>;
            made_of!(T);
            $(const CLONES: Option<crate::objects::Clones<Self::Value>> =
                Some(crate::objects::Clones(Clone::clone, $cloned));)?

            fn shape<B: crate::within::Within>() -> &'static sbst_model::Shape {
                const { &crate::input::wrapper(T::shape::<B>, $template) }
            }
            #[inline]
            fn build(frame: &'f crate::frame::Frame<'f>) -> Self::Value {
                $new(T::build(frame))
            }
        }
    )* };
}

/// Types whose values are texts, within the bounds `B`: how they are written, the empty one too if otherwise, and how they
/// are made of the test case's own text.
macro_rules! texts {
    ($($own:ident $type:ty: |$bounds:ident| $shape:expr, |$frame:ident, $text:ident| $build:expr;)*) => { $(
        impl<'f> crate::input::Build<'f> for $type {
            $own!(Text);

            fn shape<$bounds: crate::within::Within>() -> &'static sbst_model::Shape {
                const { &sbst_model::Shape::Text($shape) }
            }
            #[inline]
            fn build($frame: &'f crate::frame::Frame<'f>) -> Self {
                let $text = $frame.next_text();
                $build
            }
        }
    )* };
}

/// Something around one value.
pub(crate) const fn wrapper(inner: ShapeRef, template: Template) -> Shape {
    Shape::Wrapper(Wrapper::of(inner, template))
}

/// A fixed number of fields.
pub(crate) const fn product(fields: &'static [ShapeRef], template: Template) -> Product {
    Product { fields, template, fallible: false }
}

#[cfg(test)]
#[macro_use]
pub(crate) mod check;

#[cfg(test)]
mod laws;

mod cells;
mod collections;
mod errors;
mod io;
mod iterators;
mod maps;
mod network;
mod numbers;
mod paths;
mod pointers;
mod ranges;
mod slices;
mod text;
mod time;
mod tuples;
mod variants;

pub(crate) use io::ERROR_KINDS;
