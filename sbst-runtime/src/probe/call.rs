//! Calls of the standard library in what a condition decides on.

use crate::probe::arithmetic::Integer;
use crate::probe::branch_distance::{Operand, Snapshot};
use crate::probe::distance_scope;
use crate::probe::notes::Asking;
use crate::probe::role;
use crate::probe::site::Site;
use sbst_model::Distance;
use sbst_search::trace::Relation;
use std::cell::RefCell;
use std::ptr;

/// A call in what the condition at a site decides on, by its number there.
#[derive(Clone, Copy)]
pub struct Call(pub &'static Site, pub usize);

/// That a call was looked at.
#[derive(Clone, Copy, Debug)]
pub struct Told;

/// The value of a call that was looked at before.
#[inline(always)]
pub fn told<T>(_: Told, value: T) -> T {
    value
}

impl Call {
    /// The listener hears whether it gives what is mostly wanted, and how far it is from the other.
    #[inline]
    pub(crate) fn tell(self, holds: bool, away: Distance) {
        debug_assert!(!away.is_zero());
        // A place of its own, beside those of the condition.
        distance_scope::hear_at(ptr::from_ref(self.0).addr() + 2 + self.1, holds, away);
    }

    /// Writes down a comparison that stands for the answer.
    #[inline]
    pub(crate) fn note(self, relation: Relation, left: Operand, right: Operand, holds: bool) {
        let asking = Asking::either(self.0);
        if asking.is_wanted() {
            asking.asked(relation, left, right, holds);
        }
    }
}

thread_local! {
    /// What is kept of the receivers of calls whose arguments are being evaluated.
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

/// Receivers that are kept at a time: what leaves an argument early (a `?`, a panic) leaves its receiver behind.
const MOST_KEPT: usize = 64;

/// Keeps a receiver, until [`beside`] has its argument.
#[inline]
pub fn keep<L: ?Sized>(call: Call, receiver: &L) -> Told {
    if role::is_owner() {
        push(call, Snapshot::of(receiver), Integer::of(receiver));
    }
    Told
}

/// Keeps the length of what is going to be indexed.
#[inline]
pub(crate) fn keep_length(call: Call, length: usize) {
    if role::is_owner() {
        push(call, Snapshot::of(&length), None);
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

/// Forgets what was left behind, with the execution.
pub(crate) fn forget() {
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
