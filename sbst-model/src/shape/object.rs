//! Values that are made and changed by calls.
//!
//! The nodes of an object are a tree like those of any value: a product of its *origin*, a sum with
//! a variant for each way in which it can come to be, and, if anything can be done with it, the
//! sequence of its *steps*, each a sum with a variant for each call. What the variants stand for is
//! said here; [`story`](crate::story) makes statements of it.

use super::{Product, Shape, ShapeRef, Wrapper};

/// An object, by reference: lazy, since one may lead to another of its own type.
pub type ObjectRef = fn() -> &'static Object;

/// The meaning of the variants of an object's inner shape.
#[derive(Debug)]
pub struct Object {
    /// The callable of a statement that is nothing but a value of the type.
    pub value: u64,
    /// The constructor of each variant of the origin; at least one.
    pub origins: Vec<Origin>,
    /// The call of each variant of a step. If there are none, there is no sequence of steps.
    pub steps: Vec<Step>,
}

/// The way an object is constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is built like any value, which is the variant's only field.
    Value,
    /// The callable with this number gives it. The variant's fields are the arguments.
    Call(u64),
}

/// A call on an object. The variant's fields are the arguments but for the object itself, in their
/// order, and fields for [`assigned`](Step::assigned) and [`gives`](Step::gives).
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The number of the callable.
    pub callable: u64,
    /// Which of its parameters takes the object.
    pub receiver: usize,
    /// The part of its result that matters.
    pub gives: StepGives,
    /// If what it lends as `&mut` may be assigned another value: the number of the statement that
    /// does that. The variant has one field more then, the first: a sum of nothing at all and of
    /// the value.
    pub assigned: Option<u64>,
}

/// The part of a step's result that matters to later statements.
#[derive(Clone, Copy, Debug)]
pub enum StepGives {
    /// Nothing: it takes the object as `&mut` and changes it.
    Nothing,
    /// It takes the object by value and gives it back.
    Itself,
    /// It takes the object as `&mut` and lends something in it, an object of its own, as `&mut`.
    /// The variant has one field more, the last: the sequence of steps on that one.
    Part(ObjectRef),
}

impl Step {
    /// Returns the fields of its variant that are arguments; and behind them the steps on its
    /// borrowed result, if there are.
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
    /// Returns the shape that a [call sequence](crate::story) has in the place of this one where
    /// the value is not the result of a statement: the built shape of an object, and the shape
    /// itself of anything else.
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
