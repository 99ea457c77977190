//! Calls of the standard library in the expression of a condition.

use crate::probe::arithmetic::Integer;
use crate::probe::distance_scope;
use crate::probe::notes::Predicate;
use crate::probe::operand::{Operand, Snapshot};
use crate::probe::role;
use crate::probe::site::Site;
use sbst_model::trace::Relation;
use sbst_model::Distance;
use std::cell::RefCell;
use std::ptr;

/// A call, by its number in the condition of a site.
#[derive(Clone, Copy)]
pub struct Call(pub &'static Site, pub usize);

/// The proof that a call was inspected.
#[derive(Clone, Copy, Debug)]
pub struct Inspected;

/// Returns the value of a call that was inspected before.
#[inline(always)]
pub fn inspected<T>(_: Inspected, value: T) -> T {
    value
}

impl Call {
    /// Reports to the distance scope whether the call succeeds, and the distance to the other
    /// outcome.
    #[inline]
    pub(crate) fn note_outcome(self, holds: bool, distance: Distance) {
        debug_assert!(!distance.is_zero());
        // An address for the call, different from those of the condition.
        distance_scope::note_evaluation_at(ptr::from_ref(self.0).addr() + 2 + self.1, holds, distance);
    }

    /// Traces a comparison with the meaning of the outcome.
    #[inline]
    pub(crate) fn trace(self, relation: Relation, left: Operand, right: Operand, holds: bool) {
        let predicate = Predicate::either(self.0);
        if predicate.is_wanted() {
            predicate.note(relation, left, right, holds);
        }
    }
}

thread_local! {
    /// The receivers of calls whose arguments are being evaluated.
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

pub(crate) struct Kept {
    call: (usize, usize),
    pub(crate) snapshot: Snapshot,
    pub(crate) integer: Option<Integer>,
}

impl Kept {
    fn number(Call(site, number): Call) -> (usize, usize) {
        (ptr::from_ref(site).addr(), number)
    }
}

/// The most receivers kept at a time: an early exit from an argument (a `?`, a panic) leaves its
/// receiver behind.
const MOST_KEPT: usize = 64;

/// Keeps a receiver, until [`inspect_argument`](crate::probe::standard_call::inspect_argument) has
/// its argument.
#[inline]
pub fn keep_receiver<L: ?Sized>(call: Call, receiver: &L) -> Inspected {
    if role::is_owner() {
        push(call, Snapshot::from_value(receiver), Integer::from_value(receiver));
    }
    Inspected
}

/// Keeps the length of a collection that will be indexed.
#[inline]
pub(crate) fn keep_length(call: Call, length: usize) {
    if role::is_owner() {
        push(call, Snapshot::from_value(&length), None);
    }
}

#[inline(never)]
fn push(call: Call, snapshot: Snapshot, integer: Option<Integer>) {
    KEPT.with_borrow_mut(|all| {
        if all.len() == MOST_KEPT {
            all.clear();
        }
        all.push(Kept { call: Kept::number(call), snapshot, integer });
    });
}

/// Forgets the receivers that an execution left behind.
pub fn forget() {
    KEPT.with_borrow_mut(Vec::clear);
}

/// Takes back the receiver that was kept for a call.
pub(crate) fn take_kept(call: Call) -> Option<Kept> {
    let number = Kept::number(call);
    KEPT.with_borrow_mut(|all| {
        let last = all.iter().rposition(|kept| kept.call == number)?;
        all.truncate(last + 1);
        all.pop()
    })
}
