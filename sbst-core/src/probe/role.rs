//! The role of a thread in recording: each probe reads it first.

use std::cell::Cell;

/// The role of the calling thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A thread of the code under test, or of tests.
    Other,
    /// The thread that searches.
    Owner,
    /// The searching thread while a distance scope is open.
    ScopedOwner,
    /// The searching thread while it records the evaluations with least distances.
    DetailingOwner,
    /// The searching thread while it also traces operands.
    TracingOwner,
    /// The searching thread while it records the path of an execution.
    FollowingOwner,
    /// The searching thread while it follows values, for symbolic execution.
    #[cfg(feature = "symbolic")]
    SymbolicOwner,
}

thread_local! {
    static ROLE: Cell<Role> = const { Cell::new(Role::Other) };
}

/// Makes the calling thread the owner. There must be only one.
pub fn become_owner() {
    ROLE.set(Role::Owner);
}

#[inline(always)]
pub fn current() -> Role {
    ROLE.get()
}

#[inline]
pub(crate) fn is_owner() -> bool {
    current() != Role::Other
}

/// Sets another role of the owner.
pub fn set(role: Role) {
    debug_assert!(is_owner() && role != Role::Other);
    ROLE.set(role);
}
