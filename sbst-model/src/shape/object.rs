//! Values made and changed by calls.
//!
//! The nodes of an object are a tree like those of any value. It is a product of its *origin*, a
//! sum with a variant for each constructor, and of the sequence of its *steps*, each a sum with a
//! variant for each mutator. An object without mutators has no steps. This module has the meaning
//! of the variants; [`story`](crate::story) makes statements of it.

use super::{Product, Shape, ShapeRef, Wrapper};

/// An object, by reference: lazy, since one may lead to another of its own type.
pub type ObjectRef = fn() -> &'static Object;

/// The meaning of the variants of an object's inner shape.
#[derive(Debug)]
pub struct Object {
    /// The callable of a statement that is a value of the type without a call.
    pub value: u64,
    /// The constructors by variant of the origin; at least one.
    pub origins: Vec<Origin>,
    /// The calls by variant of a step. If empty, the object has no sequence of steps.
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A value built like any other, the variant's only field.
    Value,
    /// A call of the callable with this number, which returns it. The variant's fields are the
    /// arguments.
    Call(u64),
}

/// A call on an object. The variant's fields are the arguments except the object itself, in their
/// order, and fields for [`assigned`](Step::assigned) and [`gives`](Step::gives).
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub callable: u64,
    /// Index of the parameter that takes the object.
    pub receiver: usize,
    /// The part of its result for later statements.
    pub gives: StepGives,
    /// The number of the assigning statement, if another value may be assigned to its `&mut`
    /// result. The variant then has one more field, the first: a sum of no value and of the value.
    pub assigned: Option<u64>,
}

/// The part of a step's result for later statements.
#[derive(Clone, Copy, Debug)]
pub enum StepGives {
    /// No part: it takes the object as `&mut` and changes it.
    Nothing,
    /// The object: it is taken by value and returned.
    Itself,
    /// A part of the object, lent as `&mut`, and itself an object. The variant has one more field,
    /// the last: the sequence of steps on that part.
    Part(ObjectRef),
}

impl Step {
    /// Returns the fields of its variant that are arguments, followed by the steps on its borrowed
    /// result, if any.
    pub fn without_assigned(self, fields: &'static [ShapeRef]) -> &'static [ShapeRef] {
        &fields[usize::from(self.assigned.is_some())..]
    }
}

impl Shape {
    /// Returns the shape that replaces this one in a [call sequence](crate::story), if the value is
    /// not the result of a statement. It is the built shape of an object, and otherwise the shape
    /// itself. Panics for an object that is never built like other values.
    pub fn told(&'static self) -> &'static Shape {
        match self {
            Shape::Wrapper(Wrapper { object: Some(object), inner, .. }) => {
                let Shape::Product(Product { fields, .. }) = inner() else {
                    unreachable!("an object is a product of its origin and its steps")
                };
                let Shape::Sum(origins) = fields[0]() else { unreachable!("an origin is a sum") };
                let value = object.origins.iter().position(|origin| *origin == Origin::Value);
                let value = value.expect("the object is built like any value");
                origins.variants[value].fields[0]()
            }
            shape => shape,
        }
    }
}
