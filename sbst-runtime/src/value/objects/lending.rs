//! Writing to what a step lends: `*map.get_mut(4).unwrap() = 7;`.
//!
//! # Policy
//! 1. What a function lends as `&mut`, also in an `Option` or a `Result`, may be assigned another value if values of its type are built and
//!    borrow nothing: numbers, texts that are owned, collections of these, types of one's own. The caller decides between the call alone
//!    and the call with an assignment behind it, for to lend may fail, which ends the execution only if somebody asks for what is lent.
//! 2. The value is there before the call: Rust evaluates the right side of an assignment first. The loan ends with the assignment, or
//!    with the [steps](super) on what is lent, if there are any.
//! 3. Whether values of the type are built, method look-up says where the type is known: of a generic function, where the types are chosen.

use super::{sharing, Kind};
use crate::value::build::Input;
use crate::value::frame::Frame;
use crate::value::within::Unbounded;
use sbst_model::shape::{Product, ShapeRef, Sum, Wrapper};
use sbst_model::Shape;
use std::marker::PhantomData;

/// Statements with greater numbers, up to those of [pointers](sharing), are assignments to what a function lends; there are fewer functions
/// and types than this.
const FROM: u64 = 1 << 31;

/// What is lent, as [`sharing::RESULT`] stands for it.
static PLACE: Shape = Shape::Wrapper(Wrapper::of(|| &sharing::RESULT, "*{0}"));

/// What a function lends as `&mut`: a `T`.
pub struct Lent<T: ?Sized>(PhantomData<fn() -> Box<T>>);

impl<T: ?Sized> Lent<T> {
    /// It.
    pub const NEW: Self = Lent(PhantomData);
}

/// How what is lent is assigned another value.
pub struct Assigned {
    kind: Kind,
    /// Whether it is, and which: nothing, or a value.
    choice: ShapeRef,
    value: ShapeRef,
    assign: for<'f> fn(&'f Frame<'f>),
}

impl Assigned {
    /// How a `T` is: rule 1.
    fn of<'f, T: Input<'f>>() -> Option<Assigned> {
        (!T::BORROWS).then_some(Assigned {
            kind: Kind::of::<T>(),
            choice: || {
                const {
                    &Shape::Sum(Sum {
                        variants: &[Product::of(&[], ""), Product::of(&[T::shape::<Unbounded>], "{0}")],
                    })
                }
            },
            value: T::shape::<Unbounded>,
            assign: super::kind::assign_value::<T>(),
        })
    }

    /// Whether it is what is lent as this.
    pub(super) fn is_of(&self, kind: &Kind) -> bool {
        (self.kind.key)() == (kind.key)()
    }

    pub(super) fn choice(&self) -> ShapeRef {
        self.choice
    }

    pub(super) fn call(&self) -> for<'f> fn(&'f Frame<'f>) {
        self.assign
    }

    /// The shapes of the two sides of an assignment.
    pub(super) fn sides(&self) -> [&'static Shape; 2] {
        [&PLACE, (self.value)()]
    }
}

/// Preferred by method look-up: values are built.
pub trait CanAssign<'f> {
    /// How they are assigned.
    fn assigned(&self) -> Option<Assigned>;
}

/// The fallback, for its methods take `&mut self`: nobody knows how values are built.
pub trait CannotAssign {
    /// Not at all.
    fn assigned(&mut self) -> Option<Assigned> {
        None
    }
}

impl<'f, T: Input<'f>> CanAssign<'f> for Lent<T> {
    fn assigned(&self) -> Option<Assigned> {
        Assigned::of::<T>()
    }
}

impl<T: ?Sized> CannotAssign for &Lent<T> {}

/// The number of the assignment to what the callable with this number lends.
pub(super) fn assignment(callable: u64) -> u64 {
    FROM + callable
}

/// The callable that lends what the statement with this number assigns to, if it is an assignment.
pub(super) fn lender(statement: u64) -> Option<u64> {
    statement.checked_sub(FROM).filter(|_| statement < sharing::FROM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};

    struct Unknown;

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn what_is_built_and_borrows_nothing_may_be_assigned() {
        assert!((&Lent::<u8>::NEW).assigned().is_some());
        assert!((&Lent::<Option<Vec<String>>>::NEW).assigned().is_some());
        assert!((&Lent::<&str>::NEW).assigned().is_none());
        assert!((&Lent::<Unknown>::NEW).assigned().is_none());
        assert!((&Lent::<[u8]>::NEW).assigned().is_none());
    }

    #[test]
    fn an_assignment_writes_to_what_was_lent() {
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
        assert!(!frame.is_called(), "only the last statement calls what is tested");
        assert_eq!(text, "new");
    }

    #[test]
    fn assignments_have_numbers_of_their_own() {
        assert_eq!(lender(assignment(7)), Some(7));
        assert_eq!((lender(7), lender(sharing::FROM)), (None, None));
    }
}
