//! The traits of types with values in test cases: their shapes, and how they are built.

use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::store::{may_borrow, Store};
use crate::value::within::Within;
use sbst_model::shape::{Product, Shape, ShapeRef, Template, Wrapper};
use std::marker::PhantomData;

/// A type that builds values: of itself, or of a type with other builders in place of its
/// parameters (`compose.rs`). `'f` is the lifetime of the execution; built values may borrow from
/// it.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be built for a test",
    label = "no `sbst::Input`",
    note = "write `#[derive(sbst::Input)]` on the type, or `#[sbst(with = path)]` on the field, where `path` is a \
            function that makes one"
)]
pub trait Build<'f> {
    /// The type of the values.
    type SbstValue: Sized;
    /// The parts of a value to which bounds apply; none in a type with separate bounds for its
    /// fields.
    const REACH: Reach = Reach::Nothing;
    /// True if a value may borrow from the execution. A type without lifetimes and type parameters
    /// does not.
    const BORROWS: bool = true;
    /// True if the destructor of a value may read its borrowed values.
    const LOOKS_BACK: bool = Self::BORROWS && std::mem::needs_drop::<Self::SbstValue>();
    /// True for a stand-in whose values are written as values of several types.
    #[doc(hidden)]
    const VARIES: bool = false;

    /// The clone of a value that shares its contents.
    #[doc(hidden)]
    const CLONES: Option<Clones<Self::SbstValue>> = None;

    /// Returns the shape of the values within the bounds `B`, always the same for the same type and
    /// bounds.
    fn shape<B: Within>() -> &'static Shape;

    /// Builds the value of the frame's next nodes.
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue;
}

/// A type with values that can be built.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be built for a test",
    label = "no `sbst::Input`",
    note = "write `#[derive(sbst::Input)]` on the type, or `#[sbst(with = path)]` on the field, where `path` is a \
            function that makes one"
)]
pub trait Input<'f>: Build<'f, SbstValue = Self> + Sized {}

impl<'f, T: Build<'f, SbstValue = T>> Input<'f> for T {}

/// The builder of a value, as a [type](Build).
pub struct Of<C: ?Sized>(PhantomData<fn() -> Box<C>>);

impl<C: ?Sized> Of<C> {
    pub const NEW: Self = Of(PhantomData);
}

/// The clone of a pointer, and its source.
pub struct Clones<T>(pub(crate) fn(&T) -> T, pub(crate) Template);

impl Store {
    /// Keeps a built value, and lends it for as long as the store is borrowed.
    #[allow(clippy::mut_from_ref)] // each call lends another value
    #[inline]
    pub(crate) fn keep<'f, T: Build<'f>>(&self, value: T::SbstValue) -> &mut T::SbstValue {
        self.keep_value(value, T::LOOKS_BACK && may_borrow::<T::SbstValue>())
    }

    /// Builds `length` values and lends them as a slice, without separate memory if they have no
    /// destructor.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn keep_slice<'f, T: Build<'f>>(
        &self,
        length: usize,
        mut build: impl FnMut() -> T::SbstValue,
    ) -> &mut [T::SbstValue] {
        if std::mem::needs_drop::<T::SbstValue>() {
            return self.keep::<Vec<T>>((0..length).map(|_| build()).collect());
        }
        self.keep_plain_slice(length, build)
    }
}

/// The source of a value that is pinned in place.
pub(crate) const PINNED: Template = "{std::pin::Pin}::new(&mut {0})";

/// The source of a value that is moved, and pinned at its new place.
pub(crate) const PINNED_FOR_GOOD: Template = "Box::pin({0}).as_mut()";

/// Returns the shape of a value that contains one other value.
pub(crate) const fn wrapper(inner: ShapeRef, template: Template) -> Shape {
    Shape::Wrapper(Wrapper::new(inner, template))
}

/// Returns a product with these fields.
pub(crate) const fn product(fields: &'static [ShapeRef], template: Template) -> Product {
    Product { fields, template, fallible: false }
}
