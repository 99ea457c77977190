//! What there is once in a process: the numbers of its sites, its file of counts, and the regions in it.

use super::counts_file::CountsFile;
use super::region::Region;
use super::registry_file;
use super::{Site, Slot};
use crate::registry::{Target, TARGETS_0_1_0};
use sbst_model::observed::DIRECTORY;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Programs that load procedural macros, and so may meet probes that no test runs.
const COMPILERS: [&str; 4] = ["rustc", "rustdoc", "clippy-driver", "rust-analyzer-proc-macro-srv"];

/// The process, as far as recording goes.
pub(super) struct Process {
    /// Slots of a region.
    slots: u32,
    /// Where to record; `None` if nobody wants to know.
    file: Option<CountsFile>,
    regions: Mutex<Regions>,
    /// Counts what has no thread any more.
    shared: OnceLock<Region>,
}

struct Regions {
    /// Those that no thread has.
    free: Vec<Region>,
    /// One for all threads, if there is no file for them.
    unread: Option<Region>,
}

/// This process. What it is made of is made at the first call.
pub(super) fn process() -> &'static Process {
    static PROCESS: OnceLock<Process> = OnceLock::new();
    PROCESS.get_or_init(|| Process::new(&TARGETS_0_1_0, directory(&TARGETS_0_1_0)))
}

/// Where to record: an absolute path of a directory that is there.
fn directory(targets: &[Target]) -> Option<PathBuf> {
    let compiled = || targets.iter().find_map(|target| target.observed).map(Into::into);
    let named = std::env::var_os(DIRECTORY).or_else(compiled)?;
    let directory = PathBuf::from(named);
    let is_compiler = || {
        let executable = std::env::current_exe().ok()?;
        let name = executable.file_stem()?.to_str()?;
        COMPILERS.contains(&name).then_some(())
    };
    (directory.is_absolute() && directory.is_dir() && is_compiler().is_none()).then_some(directory)
}

impl Process {
    fn new(targets: &'static [Target], directory: Option<PathBuf>) -> Process {
        let mut slots = 1;
        for site in targets.iter().flat_map(|target| target.sites) {
            site.offset.store(slots * size_of::<Slot>() as u32, Relaxed);
            slots += 1;
        }
        let file = directory.and_then(|directory| Self::announce(targets, slots, &directory));
        // Enough for the threads of most processes: later, code under test may be counting allocations.
        let free = Vec::with_capacity(64);
        Process { slots, file, regions: Mutex::new(Regions { free, unread: None }), shared: OnceLock::new() }
    }

    fn announce(targets: &'static [Target], slots: u32, directory: &Path) -> Option<CountsFile> {
        let hash = registry_file::write(targets, directory).ok()?;
        Some(CountsFile::new(directory, hash, slots))
    }

    /// A region for a thread.
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

    /// The thread that had the region has ended.
    pub(super) fn take_back(&self, region: Region) {
        let mut regions = self.regions();
        if regions.unread.is_none_or(|unread| unread.0 != region.0) {
            regions.free.push(region);
        }
    }

    /// Counts for a thread that has given its region back.
    pub(super) fn record_shared(&self, site: &'static Site, holds: bool) {
        let region = *self.shared.get_or_init(|| self.lend());
        site.slot(region).counts[usize::from(holds)].fetch_add(1, Relaxed);
    }

    fn regions(&self) -> MutexGuard<'_, Regions> {
        // Nothing panics while it is held.
        self.regions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A region that nobody reads.
fn unread_memory(slots: u32) -> NonNull<Slot> {
    let words = slots as usize * (size_of::<Slot>() / size_of::<u64>());
    let memory: &'static mut [AtomicU64] = Vec::leak((0..words).map(|_| AtomicU64::new(0)).collect());
    NonNull::from(memory).cast()
}
