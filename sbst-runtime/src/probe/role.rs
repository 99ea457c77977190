//! What a thread is to the recorder: a probe asks for it first of all.

use std::cell::Cell;

/// What the calling thread has to do with recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It was started by code under test, or tests.
    Other,
    /// It is the one that searches.
    Owner,
    /// It is the one that searches, and listens to what a callee decides.
    ListeningOwner,
    /// It is the one that searches, and notes when least distances are met.
    DetailingOwner,
    /// So it does, and writes down operands.
    TracingOwner,
}

thread_local! {
    static ROLE: Cell<Role> = const { Cell::new(Role::Other) };
}

/// Makes the calling thread the owner. There must be only one.
pub(crate) fn become_owner() {
    ROLE.set(Role::Owner);
}

/// What the calling thread is.
#[inline(always)]
pub(crate) fn current() -> Role {
    ROLE.get()
}

/// Whether the calling thread is the owner.
#[inline]
pub(crate) fn is_owner() -> bool {
    current() != Role::Other
}

/// Gives the owner another of its roles.
pub(crate) fn set(role: Role) {
    debug_assert!(is_owner() && role != Role::Other);
    ROLE.set(role);
}
