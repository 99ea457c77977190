//! Types that stand for the parameters of a generic function. Method look-up takes the first instance that the function
//! can be called with: the attribute implements a trait of its own, with a method `or`, for an [`Instance`] that meets
//! the function's bounds, and for all others there is [`OtherInstance`].

mod choice;
mod making;

pub use choice::Choice;
pub use making::{AsComposed, AsInput, AsObject, Behind, Made};

use crate::value::erased::{Erased, NoArguments};
use crate::value::frame::Frame;
use crate::value::objects::Lent;
use crate::value::parameter::Shapes;
use sbst_model::shape::Template;
use sbst_model::TestCase;
use std::marker::PhantomData;

/// Types for the parameters, as a tuple.
pub struct Instance<I> {
    /// How a call names them.
    generics: Template,
    /// How it names what the function belongs to, if it is anything, with them.
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
    /// These types, and the generic arguments of a call.
    pub const fn new(generics: Template) -> Self {
        Instance { generics, owner: None, types: PhantomData }
    }

    /// The same of a function that belongs to something.
    pub const fn owned(generics: Template, owner: Template) -> Self {
        Instance { generics, owner: Some(owner), types: PhantomData }
    }

    /// Tells how a call names them.
    pub fn describe(&self, shapes: &mut Shapes) {
        shapes.generics(self.generics);
        if let Some(owner) = self.owner {
            shapes.owner(owner);
        }
    }
}

/// The fallback of method look-up: the types do not meet the bounds. Like that of
/// [`CannotBuild`](crate::value::parameter::CannotBuild) it is the last that is tried.
pub trait OtherInstance {
    /// The next one.
    fn or<O>(&mut self, other: O) -> O;
}

impl<I> OtherInstance for &Instance<I> {
    fn or<O>(&mut self, other: O) -> O {
        other
    }
}

/// What an instance is wanted for.
pub enum Purpose<'a, 'f> {
    /// To tell the shapes of its parameters.
    Shapes(&'a mut Shapes),
    /// To be called with what a frame gives.
    Call(&'f Frame<'f>),
    /// To append arguments of a call, and to say how many it could.
    Write(&'a [Erased<'a>], &'a mut TestCase),
}

/// Behind the last one: there is none. It says why, and what to do.
#[derive(Clone, Copy)]
pub struct NoInstance(pub &'static str);

impl NoInstance {
    /// No shapes, but the reason.
    pub fn shapes(&self, shapes: &mut Shapes) {
        shapes.refusal = Some(self.0);
    }

    /// Nothing is lent.
    pub fn lent(&self) -> Lent<()> {
        Lent::NEW
    }

    /// No types.
    pub fn arguments(&self) -> NoArguments {
        NoArguments::NEW
    }

    /// Never called.
    pub fn call<'f>(&self, _frame: &'f Frame<'f>) {
        unreachable!("{}", self.0)
    }
}
