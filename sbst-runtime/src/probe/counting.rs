//! Recording while a user's own tests run: how often each condition was true and false, in all threads of all processes.
//!
//! 1. Each thread records into a *region* of its own, with plain loads and stores: no lock, no locked instruction, and
//!    counts are exact with any number of threads.
//! 2. Regions are parts of a file that is mapped into memory. What was recorded is in the file whatever ends the process,
//!    be it `exit`, `abort` or a signal; no hook is needed, and nothing is done at the end.
//! 3. A region is lent to a thread at its first probe and taken back when the thread ends, for the next one. What a thread
//!    does after that, in the destructors of its other thread-locals, goes to a region that all share, with locked
//!    additions.
//! 4. A [`Site`] knows where its slot is in every region. Slots are given out once in a process; slot 0 is nobody's.
//! 5. Distances are of comparisons alone, and are worked out only while a thread has not seen the other outcome, and only
//!    at the first [`LOOKS`] evaluations: all others cost a load, an addition, a store and a test or two.
//! 6. Nothing here fails, prints, or panics. Where no directory is named, or it cannot be written, recording goes to
//!    memory that nobody reads.
//! 7. Before `main` each process makes itself ready (`observe.rs`). A probe that is met earlier is not counted.
//!
//! Not counted: what runs while a region is being lent (a global allocator with probes in it), and, of a process that
//! forks and goes on without `exec`, some of what both halves count in the same slots.

mod counts_file;
pub(crate) mod process;
pub(crate) mod region;

use crate::probe::branch_distance::Comparison;
use region::Region;
use sbst_model::Distance;
use std::ops::Add;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Evaluations of a condition, with one outcome only, at which a thread works out distances: the inputs of a good many
/// tests, and nothing beside the time of a loop.
const LOOKS: u64 = 1_000;

/// Where the probes of one condition record: how far from the beginning of every region its slot is, in bytes.
pub struct Site {
    offset: AtomicU32,
}

/// What a region has of a condition; as [`sbst_model::observed`] reads it.
#[repr(C)]
struct Slot {
    /// How often it was false, true.
    counts: [AtomicU64; 2],
    /// The least distance to false, to true: the bits of a magnitude, which are ordered as magnitudes are; 0 for none.
    nearest: [AtomicU64; 2],
}

impl Site {
    /// A site without a slot.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Site {
        Site { offset: AtomicU32::new(0) }
    }

    /// Gives the site the slot of this number in every region.
    pub(crate) fn set_slot(&self, slot: u32) {
        self.offset.store(slot * size_of::<Slot>() as u32, Relaxed);
    }

    /// The slot in a region.
    #[inline(always)]
    fn slot(&self, Region(region): Region) -> &'static Slot {
        // SAFETY: a region has a slot for each site that was given an offset, and one at offset 0 for all others. It is
        // never unmapped, and valid for any content.
        unsafe { region.byte_add(self.offset.load(Relaxed) as usize).as_ref() }
    }

    /// Notes that the condition was evaluated to `holds`.
    #[inline(always)]
    pub(crate) fn record(&'static self, holds: bool, _: Away) {
        let region = match region::of_this_thread() {
            Some(region) => region,
            None => match region::borrow() {
                Some(region) => region,
                None => return region::record_late(self, holds),
            },
        };
        self.slot(region).count(holds);
    }

    /// Notes that a comparison was evaluated to `holds`, `other` away from the other outcome.
    #[inline(always)]
    pub(crate) fn record_comparison(&'static self, holds: bool, comparison: impl Comparison) {
        let region = match region::of_this_thread() {
            Some(region) => region,
            None => match region::borrow() {
                Some(region) => region,
                None => {
                    return region::record_late(self, holds);
                }
            },
        };
        let slot = self.slot(region);
        // In this order: most evaluations are of loops, and end here.
        if slot.count(holds) < LOOKS && slot.counts[usize::from(!holds)].load(Relaxed) == 0 {
            slot.lower(holds, comparison.to_other_outcome(holds).magnitude());
        }
    }

    /// Whether the distances of a comparison that is about to be evaluated may be wanted.
    #[inline(never)]
    pub(crate) fn wants_distances(&'static self) -> bool {
        let region = region::of_this_thread().or_else(region::borrow);
        region.is_some_and(|region| {
            let [without, with] = self.slot(region).counts.each_ref().map(|count| count.load(Relaxed));
            (without == 0 || with == 0) && without + with < LOOKS
        })
    }

    /// Notes that a pattern did or did not match.
    #[inline(always)]
    pub(crate) fn record_pattern(&'static self, matches: bool, other: Away) {
        self.record(matches, other);
    }

    /// What would become of a pattern that is not tried says nothing here.
    #[inline(always)]
    pub(crate) fn record_unevaluated_pattern(&'static self, _: bool, _: &[Away; 2]) {}

    /// How far a condition that was not evaluated is from its outcomes is not known here.
    #[inline(always)]
    pub(crate) fn record_unevaluated(&'static self, _: [Away; 2]) {}
}

impl Slot {
    /// Counts an outcome, and says how often it was seen before.
    #[inline(always)]
    fn count(&self, holds: bool) -> u64 {
        let count = &self.counts[usize::from(holds)];
        let before = count.load(Relaxed);
        count.store(before.wrapping_add(1), Relaxed);
        before
    }

    /// Notes how far the outcome that was not seen was.
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

/// How far patterns, memberships and loops are from the other outcome: not known here, so nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Away;

/// No distance is worked out.
#[inline(always)]
pub(crate) fn away(_: impl FnOnce() -> Distance) -> Away {
    Away
}

impl Away {
    pub(crate) const ZERO: Away = Away;
    pub(crate) const ONE: Away = Away;
    pub(crate) const FARTHEST: Away = Away;

    #[inline(always)]
    pub(crate) fn from_steps(_: u128) -> Away {
        Away
    }

    #[inline(always)]
    pub(crate) fn beyond(self, _: u32) -> Away {
        Away
    }

    #[inline(always)]
    pub(crate) fn and_then(self, _: Away) -> Away {
        Away
    }
}

impl Add for Away {
    type Output = Away;
    #[inline(always)]
    fn add(self, _: Away) -> Away {
        Away
    }
}

/// A round of a loop, or a call: nothing is limited here.
#[inline(always)]
pub fn step() {}
