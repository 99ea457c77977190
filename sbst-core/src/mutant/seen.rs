//! The record of a point in an execution for a search.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// True if the active alternative could not be applied.
pub(super) static IS_INAPPLICABLE: AtomicBool = AtomicBool::new(false);

pub(super) fn note_inapplicable() {
    IS_INAPPLICABLE.store(true, Relaxed);
}

/// The record of a point.
pub(super) struct Seen {
    bits: AtomicU32,
    /// The least gap, whose bits are in the order of numbers, because it is not negative.
    gap: AtomicU64,
}

impl Seen {
    pub(super) const fn new() -> Seen {
        Seen { bits: AtomicU32::new(0), gap: AtomicU64::new(f64::INFINITY.to_bits()) }
    }

    pub(super) fn add(&self, bits: u32) {
        self.bits.fetch_or(bits, Relaxed);
    }

    pub(super) fn lower_to(&self, gap: f64) {
        self.gap.fetch_min(gap.abs().to_bits(), Relaxed);
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits.load(Relaxed)
    }

    pub(super) fn gap(&self) -> f64 {
        f64::from_bits(self.gap.load(Relaxed))
    }

    pub(super) fn clear(&self) {
        self.bits.store(0, Relaxed);
        self.gap.store(f64::INFINITY.to_bits(), Relaxed);
    }
}
