//! Assignments to a place that a step lends: `*map.get_mut(4).unwrap() = 7;`.
//!
//! # Policy
//! 1. A place that a function lends as `&mut`, also in an `Option` or a `Result`, may be assigned
//!    another value. Values of its type must be built, without borrows: numbers, owned texts,
//!    collections of these, a user's types. A stand-in with values of several types is excluded,
//!    because the place has one type in the test. The generator decides between the call alone and
//!    the call with an assignment: lending may fail, and this ends the execution only if a
//!    statement uses the place.
//! 2. The value is built before the call: Rust evaluates the right side of an assignment first. The
//!    loan ends with the assignment, or with the steps on the place, if any.
//! 3. Method look-up decides whether values of the type are built, in code with the concrete type.
//!    For a generic function, that is where its types are chosen.

use super::{pointers, Kind};
use crate::value::build::Input;
use crate::value::frame::Frame;
use crate::value::within::Unbounded;
use sbst_model::shape::{Product, ShapeRef, Sum, Wrapper};
use sbst_model::Shape;
use std::marker::PhantomData;

/// The place on the left side, with [`pointers::RESULT`] in it.
static PLACE: Shape = Shape::Wrapper(Wrapper::new(|| &pointers::RESULT, "*{0}"));

/// A place of the type `T` that a function lends as `&mut`.
pub struct Lent<T: ?Sized>(PhantomData<fn() -> Box<T>>);

impl<T: ?Sized> Lent<T> {
    pub const NEW: Self = Lent(PhantomData);
}

/// The assignment to a lent place.
pub struct Assigned {
    kind: Kind,
    /// The choice between no assignment and a value.
    choice: ShapeRef,
    value: ShapeRef,
    assign: for<'f> fn(&'f Frame<'f>),
}

impl Assigned {
    /// Returns the assignment to a `T` (rule 1).
    fn from_input<'f, T: Input<'f>>() -> Option<Assigned> {
        (!T::BORROWS && !T::VARIES).then_some(Assigned {
            kind: Kind::from_type::<T>(),
            choice: || {
                const {
                    &Shape::Sum(Sum {
                        variants: &[Product::new(&[], ""), Product::new(&[T::shape::<Unbounded>], "{0}")],
                    })
                }
            },
            value: T::shape::<Unbounded>,
            assign: super::kind::assign_value::<T>(),
        })
    }

    /// True if the place is of this type.
    pub fn is_of(&self, kind: &Kind) -> bool {
        (self.kind.key)() == (kind.key)()
    }

    pub(crate) fn choice(&self) -> ShapeRef {
        self.choice
    }

    pub fn call(&self) -> for<'f> fn(&'f Frame<'f>) {
        self.assign
    }

    /// Returns the shapes of the two sides of an assignment.
    pub fn sides(&self) -> [&'static Shape; 2] {
        [&PLACE, (self.value)()]
    }
}

/// Preferred by method look-up: values are built.
pub trait CanAssign<'f> {
    fn assigned(&self) -> Option<Assigned>;
}

/// The fallback, because its methods take `&mut self`: values are not built.
pub trait CannotAssign {
    fn assigned(&mut self) -> Option<Assigned> {
        None
    }
}

impl<'f, T: Input<'f>> CanAssign<'f> for Lent<T> {
    fn assigned(&self) -> Option<Assigned> {
        Assigned::from_input::<T>()
    }
}

impl<T: ?Sized> CannotAssign for &Lent<T> {}

#[cfg(test)]
mod tests {
    use super::super::numbers::assignment;
    use super::*;
    use crate::value::stand_ins::Writer;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};

    struct Unknown;

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn built_values_without_borrows_may_be_assigned() {
        assert!((&Lent::<u8>::NEW).assigned().is_some());
        assert!((&Lent::<Option<Vec<String>>>::NEW).assigned().is_some());
        assert!((&Lent::<&str>::NEW).assigned().is_none());
        assert!((&Lent::<Unknown>::NEW).assigned().is_none());
        assert!((&Lent::<[u8]>::NEW).assigned().is_none());
        assert!((&Lent::<Writer>::NEW).assigned().is_none(), "a `Vec` or a `Cursor`");
    }

    #[test]
    fn an_assignment_writes_to_the_lent_place() {
        let mut test = TestCase::new();
        for _ in 0..2 {
            let call = test.open(NodeKind::Statement, 1);
            test.close(call);
        }
        let assignment = test.open(NodeKind::Statement, assignment(1));
        test.leaf(NodeKind::ResultOf, 1);
        test.push_text("new");
        test.close(assignment);
        let last = test.open(NodeKind::Statement, 0);
        test.close(last);
        let (store, mut text) = (Store::default(), String::from("old"));
        let frame = Frame::new(&test, &store, None);
        frame.next_statement();
        frame.keep(());
        frame.next_statement();
        frame.keep(&mut text);
        frame.next_statement();
        Lent::<String>::NEW.assigned().unwrap().call()(&frame);
        assert!(!frame.is_called(), "only the last statement calls the target");
        assert_eq!(text, "new");
    }
}
