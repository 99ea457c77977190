//! The path of an execution: the conditions of an event graph in the order of their evaluation,
//! with the calls of the test case between them.
//!
//! Only the owner records it, in a separate role. Probes check that role on the branch of other
//! threads, so all other executions have no costs. Untried arms of a `match` are not part of it.

use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use crate::sorted::SortedMap;
use sbst_model::path::Step;
use sbst_model::{Distance, Path};
use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;

/// The numbers of conditions, by the addresses of their sites.
pub type Numbers = SortedMap<usize, u32>;

/// The flows of functions that a test case may call, by their numbers among the callables.
pub type Entries = SortedMap<u64, u32>;

struct Recording {
    numbers: Rc<Numbers>,
    entries: Rc<Entries>,
    path: Path,
}

thread_local! {
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// Begins to record evaluations of numbered conditions, and entry calls, into `path`.
pub fn begin(numbers: Rc<Numbers>, entries: Rc<Entries>, path: Path) {
    RECORDING.set(Some(Recording { numbers, entries, path }));
    role::set(Role::FollowingOwner);
}

/// Ends the recording, and returns the path.
pub fn end() -> Path {
    role::set(Role::Owner);
    RECORDING.take().map_or_else(Path::default, |recording| recording.path)
}

/// Records a call of the test case, if executions are followed.
#[inline]
pub fn enter(callable: u64) {
    if role::current() != Role::FollowingOwner {
        return;
    }
    RECORDING.with(|recording| {
        let Ok(mut recording) = recording.try_borrow_mut() else { return };
        let Some(Recording { entries, path, .. }) = &mut *recording else { return };
        if let Some(&flow) = entries.get(&callable) {
            path.entries.push((path.steps.len(), flow));
        }
    });
}

/// Records an evaluation, with the distance to the other outcome.
pub(crate) fn note(site: &'static Site, outcome: bool, away: Distance) {
    RECORDING.with(|recording| {
        // A comparison in a user's allocator may run in between.
        let Ok(mut recording) = recording.try_borrow_mut() else { return };
        let Some(Recording { numbers, path, .. }) = &mut *recording else { return };
        if path.steps.len() < Path::MOST {
            if let Some(&condition) = numbers.get(&ptr::from_ref(site).addr()) {
                path.steps.push(Step { condition, outcome, away });
            }
        }
    });
}
