//! Types that test cases have values of: their shapes, and how they are built.

use crate::value::frame::Frame;
use crate::value::objects::Clones;
use crate::value::reach::Reach;
use crate::value::within::Within;
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

/// Something around one value.
pub(crate) const fn wrapper(inner: ShapeRef, template: Template) -> Shape {
    Shape::Wrapper(Wrapper::of(inner, template))
}

/// A fixed number of fields.
pub(crate) const fn product(fields: &'static [ShapeRef], template: Template) -> Product {
    Product { fields, template, fallible: false }
}
