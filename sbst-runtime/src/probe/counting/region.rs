//! Which region a thread records into.

use super::process::process;
use super::{Site, Slot};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// The slots that a thread counts in, from slot 0.
#[derive(Clone, Copy)]
pub(super) struct Region(pub(super) NonNull<Slot>);

// SAFETY: a region is memory that is valid for the whole process, and slots are made of atomics. That one thread alone
// counts in it at a time is for exact counts, not for soundness.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

/// What a thread is to regions.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stage {
    /// It has not met a probe yet.
    Fresh,
    /// It is at work on regions, and whatever probes it meets on the way (in a global allocator) would wait for what it
    /// holds.
    Busy,
    /// It has one.
    Lent,
    /// It has given it back, and is about to end.
    Ending,
}

thread_local! {
    /// The first slot of this thread's region; null if it has none. Without a destructor: reading it is one instruction,
    /// and allowed at any time.
    static REGION: Cell<*mut Slot> = const { Cell::new(ptr::null_mut()) };
    static STAGE: Cell<Stage> = const { Cell::new(Stage::Fresh) };
    static LEASE: Lease = const { Lease };
}

/// Gives the thread's region back when the thread ends.
struct Lease;

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(region) = NonNull::new(REGION.replace(ptr::null_mut())) {
            busy(Stage::Ending, || process().map(|process| process.take_back(Region(region))));
        }
    }
}

/// The region of this thread, if it has one already.
#[inline(always)]
pub(super) fn of_this_thread() -> Option<Region> {
    NonNull::new(REGION.get()).map(Region)
}

/// A region for this thread, unless it can have none, now or any more.
#[cold]
#[inline(never)]
pub(super) fn borrow() -> Option<Region> {
    if STAGE.get() != Stage::Fresh {
        return None;
    }
    // Where the lease is gone already, the thread is ending, and nobody would give the region back.
    if busy(Stage::Fresh, || LEASE.try_with(|_| ())).is_err() {
        STAGE.set(Stage::Ending);
        return None;
    }
    let process = process()?;
    let region = busy(Stage::Lent, || process.lend());
    REGION.set(region.0.as_ptr());
    Some(region)
}

/// Does something that probes must not disturb; afterwards the thread is at the stage `then`.
pub(crate) fn busy<T>(then: Stage, work: impl FnOnce() -> T) -> T {
    STAGE.set(Stage::Busy);
    let result = work();
    STAGE.set(then);
    result
}

/// Counts in a thread that has no region: in the one that all share, unless the thread is only about to get one.
#[cold]
#[inline(never)]
pub(super) fn record_late(site: &'static Site, holds: bool) {
    if STAGE.get() == Stage::Ending {
        busy(Stage::Ending, || process().map(|process| process.record_shared(site, holds)));
    }
}
