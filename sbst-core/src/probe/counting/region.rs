//! The region that a thread records into.

use super::process::process;
use super::{Region, Site, Slot};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// The relation of a thread to regions.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stage {
    /// The thread has not executed a probe yet.
    Fresh,
    /// The thread works on regions: probes that it executes now (in a global allocator) would wait
    /// for its own lock.
    Busy,
    Lent,
    /// The thread has returned its region, and is about to end.
    Ending,
}

thread_local! {
    /// The first slot of this thread's region; null if it has none. It has no destructor, so
    /// reading it is one instruction, and always allowed.
    static REGION: Cell<*mut Slot> = const { Cell::new(ptr::null_mut()) };
    static STAGE: Cell<Stage> = const { Cell::new(Stage::Fresh) };
    static LEASE: Lease = const { Lease };
}

/// Returns the thread's region when the thread ends.
struct Lease;

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(region) = NonNull::new(REGION.replace(ptr::null_mut())) {
            busy(Stage::Ending, || process().map(|process| process.take_back(Region(region))));
        }
    }
}

/// Returns the region of this thread, if it has one.
#[inline(always)]
pub(super) fn current() -> Option<Region> {
    NonNull::new(REGION.get()).map(Region)
}

/// Borrows a region for this thread, if that is still possible.
#[cold]
#[inline(never)]
pub(super) fn borrow() -> Option<Region> {
    if STAGE.get() != Stage::Fresh {
        return None;
    }
    // Without the lease, the thread is ending, and would never return the region.
    if busy(Stage::Fresh, || LEASE.try_with(|_| ())).is_err() {
        STAGE.set(Stage::Ending);
        return None;
    }
    let process = process()?;
    let region = busy(Stage::Lent, || process.lend());
    REGION.set(region.0.as_ptr());
    Some(region)
}

/// Does work that probes must not disturb. Afterwards the thread is at the stage `then`.
pub(crate) fn busy<T>(then: Stage, work: impl FnOnce() -> T) -> T {
    STAGE.set(Stage::Busy);
    let result = work();
    STAGE.set(then);
    result
}

/// Counts for a thread without a region: in the shared one, unless the thread is about to borrow
/// its own.
#[cold]
#[inline(never)]
pub(super) fn record_late(site: &'static Site, holds: bool) {
    if STAGE.get() == Stage::Ending {
        busy(Stage::Ending, || process().map(|process| process.record_shared(site, holds)));
    }
}
