//! Values that are made and changed by calls.
//!
//! The nodes of an object are a tree like those of any value: a product of its *origin*, a sum with a variant for each way in which it
//! can come to be, and, if anything can be done with it, the sequence of its *steps*, each a sum with a variant for each call. What the
//! variants stand for is said here; [`story`](crate::story) makes statements of it.

use super::{Product, Shape, ShapeRef, Wrapper};

/// An object, by reference: lazy, since one may lead to another of its own type.
pub type ObjectRef = fn() -> &'static Object;

/// What the variants of an object's inner shape stand for.
#[derive(Debug)]
pub struct Object {
    /// The callable of a statement that is nothing but a value of the type.
    pub value: u64,
    /// What each variant of the origin stands for; at least one.
    pub origins: Vec<Origin>,
    /// What each variant of a step stands for. If there are none, there is no sequence of steps.
    pub steps: Vec<Step>,
}

/// How an object comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is built like any value, which is the variant's only field.
    Value,
    /// The callable with this number gives it. The variant's fields are the arguments.
    Call(u64),
}

/// What can be done with an object. The variant's fields are the arguments but for the object itself, in their order, and what
/// [`assigned`](Step::assigned) and [`gives`](Step::gives) ask for.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The number of the callable.
    pub callable: u64,
    /// Which of its parameters takes the object.
    pub receiver: usize,
    /// What it gives that matters.
    pub gives: StepGives,
    /// If what it lends as `&mut` may be assigned another value: the number of the statement that does that. The variant has one field
    /// more then, the first: a sum of nothing at all and of the value.
    pub assigned: Option<u64>,
}

/// What a step gives that matters to the rest of the story.
#[derive(Clone, Copy, Debug)]
pub enum StepGives {
    /// Nothing: it takes the object as `&mut` and changes it.
    Nothing,
    /// It takes the object by value and gives it back.
    Itself,
    /// It takes the object as `&mut` and lends something in it, an object of its own, as `&mut`. The variant has one field more, the
    /// last: the sequence of steps on that one.
    Part(ObjectRef),
}

impl Step {
    /// Of the fields of its variant, those that are arguments; and behind them the steps on what it lends, if it leads to these.
    pub fn without_assigned(self, fields: &'static [ShapeRef]) -> &'static [ShapeRef] {
        &fields[usize::from(self.assigned.is_some())..]
    }
}

impl Object {
    /// Which of the origins is a value that is built like any other.
    pub fn value_origin(&self) -> Option<usize> {
        self.origins.iter().position(|origin| *origin == Origin::Value)
    }
}

impl Shape {
    /// What stands in a [story](crate::story) in the place of a value of this shape, if it is not the result of a statement: of an object,
    /// what it is built as; of anything else, itself.
    ///
    /// # Panics
    /// If this is an object that is never built like any value.
    pub fn told(&'static self) -> &'static Shape {
        match self {
            Shape::Wrapper(Wrapper { object: Some(object), inner, .. }) => {
                let Shape::Product(Product { fields, .. }) = inner() else {
                    unreachable!("an object is a product of its origin and its steps")
                };
                let Shape::Sum(origins) = fields[0]() else { unreachable!("an origin is a sum") };
                let value = object.value_origin().expect("the object is built like any value");
                origins.variants[value].fields[0]()
            }
            shape => shape,
        }
    }
}
