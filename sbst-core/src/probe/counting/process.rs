//! The regions of a process, and its file of counts.

use super::counts_file::CountsFile;
use super::{Region, Site, Slot};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The regions and the file of this process.
pub(super) struct Process {
    slots: u32,
    /// The file of counts; `None` if nothing reads the counts.
    file: Option<CountsFile>,
    regions: Mutex<Regions>,
    /// The region for threads that have returned theirs.
    shared: OnceLock<Region>,
}

struct Regions {
    free: Vec<Region>,
    /// The common region without a file.
    unread: Option<Region>,
}

static PROCESS: OnceLock<Process> = OnceLock::new();

/// Returns the state of this process, once it is [ready](prepare).
pub(super) fn process() -> Option<&'static Process> {
    PROCESS.get()
}

/// Prepares this process to count in this number of `slots`. They are in a file of the directory,
/// for a registry with this hash, or in unread memory.
pub(crate) fn prepare(slots: u32, recorded: Option<(&Path, u64)>) {
    PROCESS.get_or_init(|| {
        let file = recorded.map(|(directory, registry)| CountsFile::new(directory, registry, slots));
        // Enough for the threads of most processes: later, code under test may count allocations.
        let free = Vec::with_capacity(64);
        Process { slots, file, regions: Mutex::new(Regions { free, unread: None }), shared: OnceLock::new() }
    });
}

impl Process {
    pub(super) fn lend(&self) -> Region {
        let mut regions = self.regions();
        if let Some(region) = regions.free.pop() {
            return region;
        }
        if let Some(region) = self.file.as_ref().and_then(CountsFile::add_region) {
            return region;
        }
        *regions.unread.get_or_insert_with(|| Region(unread_memory(self.slots)))
    }

    /// Takes a region back from a finished thread.
    pub(super) fn take_back(&self, region: Region) {
        let mut regions = self.regions();
        if regions.unread.is_none_or(|unread| unread.0 != region.0) {
            regions.free.push(region);
        }
    }

    /// Counts for a thread that has returned its region.
    pub(super) fn record_shared(&self, site: &'static Site, holds: bool) {
        let region = *self.shared.get_or_init(|| self.lend());
        site.slot(region).counts[usize::from(holds)].fetch_add(1, Relaxed);
    }

    fn regions(&self) -> MutexGuard<'_, Regions> {
        // There are no panics while the lock is held.
        self.regions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns memory for a region that nothing reads.
fn unread_memory(slots: u32) -> NonNull<Slot> {
    let words = slots as usize * (size_of::<Slot>() / size_of::<u64>());
    let memory: &'static mut [AtomicU64] = Vec::leak((0..words).map(|_| AtomicU64::new(0)).collect());
    NonNull::from(memory).cast()
}
