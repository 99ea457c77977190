//! Recording while a user's own tests run: the number of true and false outcomes of each condition,
//! in all threads of all processes.
//!
//! 1. Each thread records into its own *region*, with plain loads and stores. There is no lock, and
//!    counts are exact with any number of threads.
//! 2. Regions are parts of a file that is mapped into memory. So the counts are in the file however
//!    the process ends: by `exit`, `abort` or a signal.
//! 3. A thread borrows a region at its first probe, and returns it for the next thread when it
//!    ends. Probes in the destructors of its other thread-locals count in a region that all threads
//!    share, with atomic additions.
//! 4. A [`Site`] stores the offset of its slot in every region. Slots are given out once in a
//!    process; slot 0 belongs to no site.
//! 5. Only comparisons have distances. A thread computes them until it meets the other outcome, and
//!    only at the first [`LOOKS`] evaluations. All other evaluations cost a load, an addition, a
//!    store and a test or two.
//! 6. Recording never fails, prints, or panics. Without a writable directory, counts go to memory
//!    that nothing reads.
//! 7. Each process is prepared before `main` (`observe.rs`). Probes that run earlier are not
//!    counted.
//!
//! Not counted: probes that run while a region is being lent (in a global allocator). If a process
//! forks and goes on without `exec`, some counts of both halves in the same slots are lost.

mod counts_file;
pub(crate) mod process;
pub(crate) mod region;

use crate::probe::branch_distance::Comparison;
use sbst_model::Distance;
use std::ops::Add;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The first evaluations of a condition, with one outcome only, at which a thread computes
/// distances. They cover the inputs of many tests, and are fast in relation to a loop.
const LOOKS: u64 = 1_000;

/// The place where the probes of one condition record: the offset of its slot in every region, in
/// bytes.
pub struct Site {
    offset: AtomicU32,
}

/// A condition's part of a region, in the format of [`sbst_model::observed`].
#[repr(C)]
struct Slot {
    /// The number of false and of true outcomes.
    counts: [AtomicU64; 2],
    /// The least distance to false and to true, as the bits of a magnitude, which are ordered as
    /// magnitudes are; 0 for none.
    nearest: [AtomicU64; 2],
}

/// The slots in which a thread counts, from slot 0.
#[derive(Clone, Copy)]
struct Region(NonNull<Slot>);

// SAFETY: a region is memory that is valid for the whole process, and slots are made of atomics.
// One thread alone counts in it at a time, for exact counts, not for soundness.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Site {
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Site {
        Site { offset: AtomicU32::new(0) }
    }

    /// Assigns the slot with this number in every region.
    pub(crate) fn set_slot(&self, slot: u32) {
        self.offset.store(slot * size_of::<Slot>() as u32, Relaxed);
    }

    #[inline(always)]
    fn slot(&self, Region(region): Region) -> &'static Slot {
        // SAFETY: a region has a slot for each site that was given an offset, and one at offset 0
        // for all others. It is never unmapped, and valid for any content.
        unsafe { region.byte_add(self.offset.load(Relaxed) as usize).as_ref() }
    }

    /// Counts an evaluation to `holds`.
    #[inline(always)]
    pub(crate) fn record(&'static self, holds: bool, _: SearchDistance) {
        let region = match region::current() {
            Some(region) => region,
            None => match region::borrow() {
                Some(region) => region,
                None => return region::record_late(self, holds),
            },
        };
        self.slot(region).count(holds);
    }

    /// Counts a comparison that was evaluated to `holds`, with its distance while needed.
    #[inline(always)]
    pub(crate) fn record_comparison(&'static self, holds: bool, comparison: impl Comparison) {
        let region = match region::current() {
            Some(region) => region,
            None => match region::borrow() {
                Some(region) => region,
                None => {
                    return region::record_late(self, holds);
                }
            },
        };
        let slot = self.slot(region);
        // In this order: most evaluations are in loops, and end here.
        if slot.count(holds) < LOOKS && slot.counts[usize::from(!holds)].load(Relaxed) == 0 {
            slot.lower(holds, comparison.to_other_outcome(holds).magnitude());
        }
    }

    /// True if the distances of the next comparison may be needed.
    #[inline(never)]
    pub(crate) fn wants_distances(&'static self) -> bool {
        let [without, with] = self.counts();
        (without == 0 || with == 0) && without + with < LOOKS
    }

    /// Returns the number of false and of true outcomes in this thread. Without a region, all
    /// distances are known.
    pub fn counts(&'static self) -> [u64; 2] {
        let region = region::current().or_else(region::borrow);
        region
            .map_or([LOOKS; 2], |region| self.slot(region).counts.each_ref().map(|count| count.load(Relaxed)))
    }

    /// Counts whether a pattern matches.
    #[inline(always)]
    pub(crate) fn record_pattern(&'static self, matches: bool, other: SearchDistance) {
        self.record(matches, other);
    }

    /// Ignores unevaluated patterns.
    #[inline(always)]
    pub(crate) fn record_unevaluated_pattern(&'static self, _: bool, _: &[SearchDistance; 2]) {}
}

impl Slot {
    /// Counts an outcome, and returns the earlier count.
    #[inline(always)]
    fn count(&self, holds: bool) -> u64 {
        let count = &self.counts[usize::from(holds)];
        let before = count.load(Relaxed);
        count.store(before.wrapping_add(1), Relaxed);
        before
    }

    /// Records the distance to the unseen outcome.
    #[cold]
    #[inline(never)]
    fn lower(&self, seen: bool, distance: f64) {
        let nearest = &self.nearest[usize::from(!seen)];
        let (known, new) = (nearest.load(Relaxed), distance.to_bits());
        if known == 0 || new < known {
            nearest.store(new, Relaxed);
        }
    }
}

/// A distance that only a search computes; empty here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchDistance;

/// Computes no distance.
#[inline(always)]
pub(crate) fn search_distance(_: impl FnOnce() -> Distance) -> SearchDistance {
    SearchDistance
}

impl SearchDistance {
    pub(crate) const ZERO: SearchDistance = SearchDistance;
    pub(crate) const ONE: SearchDistance = SearchDistance;
    pub(crate) const FARTHEST: SearchDistance = SearchDistance;

    #[inline(always)]
    pub(crate) fn from_steps(_: u128) -> SearchDistance {
        SearchDistance
    }

    #[inline(always)]
    pub(crate) fn beyond(self, _: u32) -> SearchDistance {
        SearchDistance
    }

    #[inline(always)]
    pub(crate) fn and_then(self, _: SearchDistance) -> SearchDistance {
        SearchDistance
    }
}

impl Add for SearchDistance {
    type Output = SearchDistance;
    #[inline(always)]
    fn add(self, _: SearchDistance) -> SearchDistance {
        SearchDistance
    }
}

/// Counts a loop round or a call in a search; does nothing here.
#[inline(always)]
pub fn step() {}
