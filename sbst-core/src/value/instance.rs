//! Types that stand for the parameters of a generic function. Method look-up takes the first
//! instance that the function can be called with. The attribute implements a trait with a method
//! `or` for each [`Instance`] that meets the function's bounds; all others have [`OtherInstance`].

mod choice;
mod making;

pub use choice::Choice;
pub use making::{AsComposed, AsInput, AsObject, Behind, Made, PinnedForGood};

use crate::value::erased::{Erased, NoArguments};
use crate::value::frame::Frame;
use crate::value::objects::Lent;
use crate::value::parameter::Shapes;
use sbst_model::shape::Template;
use sbst_model::TestCase;
use std::marker::PhantomData;

/// Types for the parameters, as a tuple.
pub struct Instance<I> {
    /// The generic arguments of a call.
    generics: Template,
    /// The type or trait that the function belongs to, with its generic arguments.
    owner: Option<Template>,
    types: PhantomData<fn() -> I>,
}

impl<I> Clone for Instance<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Instance<I> {}

impl<I> Instance<I> {
    /// Returns the instance with these generic arguments.
    pub const fn new(generics: Template) -> Self {
        Instance { generics, owner: None, types: PhantomData }
    }

    /// Returns the instance of a function that belongs to a type or trait.
    pub const fn owned(generics: Template, owner: Template) -> Self {
        Instance { generics, owner: Some(owner), types: PhantomData }
    }

    /// Describes how a call names the types.
    pub fn describe(&self, shapes: &mut Shapes) {
        shapes.generics(self.generics);
        if let Some(owner) = self.owner {
            shapes.owner(owner);
        }
    }
}

/// The fallback of method look-up: the types do not meet the bounds. It is tried last, like
/// [`CannotBuild`](crate::value::parameter::CannotBuild).
pub trait OtherInstance {
    /// Returns the next instance.
    fn or<O>(&mut self, other: O) -> O;
}

impl<I> OtherInstance for &Instance<I> {
    fn or<O>(&mut self, other: O) -> O {
        other
    }
}

/// The use of an instance.
pub enum Purpose<'a, 'f> {
    /// Describes the shapes of its parameters.
    Shapes(&'a mut Shapes),
    /// Calls it with the arguments in a frame.
    Call(&'f Frame<'f>),
    /// Appends arguments of a call.
    Write(&'a [Erased<'a>], &'a mut TestCase),
}

/// The end of the list: no instance fits, for this reason.
#[derive(Clone, Copy)]
pub struct NoInstance(pub &'static str);

impl NoInstance {
    /// Describes no shapes, but the reason.
    pub fn shapes(&self, shapes: &mut Shapes) {
        shapes.refusal = Some(self.0);
    }

    pub fn lent(&self) -> Lent<()> {
        Lent::NEW
    }

    pub fn arguments(&self) -> NoArguments {
        NoArguments::NEW
    }

    pub fn call<'f>(&self, _frame: &'f Frame<'f>) {
        unreachable!("{}", self.0)
    }
}
