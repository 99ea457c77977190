//! The words of a site's records: the owner's atomics, and those of other threads behind a lock.

use sbst_model::Distance;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) struct OwnWords {
    pub(super) epoch: AtomicU64,
    pub(super) count: AtomicU64,
    /// To true, to false.
    pub(super) distances: [OwnDistance; 2],
    /// The evaluations at which these were met first, in detailed executions.
    pub(super) nearest: [AtomicU64; 2],
}

/// A [`Distance`] in words. The bits of magnitudes, which are never negative, are ordered as the
/// magnitudes are.
pub(super) struct OwnDistance {
    magnitude: AtomicU64,
    tie_high: AtomicU64,
    tie_low: AtomicU64,
}

pub(super) struct OthersWords {
    pub(super) epoch: u64,
    pub(super) reading: Reading,
}

/// The records of one execution at a site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reading {
    /// The number of evaluations.
    pub(crate) count: u64,
    /// The least distances to true and to false.
    pub(crate) distances: [Distance; 2],
}

impl Reading {
    pub(super) const NOTHING: Reading = Reading { count: 0, distances: [Distance::UNREACHED; 2] };

    pub(super) fn merge(&mut self, other: &Reading) {
        self.count += other.count;
        for (distance, other) in self.distances.iter_mut().zip(other.distances) {
            *distance = (*distance).min(other);
        }
    }
}

impl OwnDistance {
    pub(super) const fn new() -> OwnDistance {
        OwnDistance { magnitude: AtomicU64::new(0), tie_high: AtomicU64::new(0), tie_low: AtomicU64::new(0) }
    }

    #[inline(always)]
    pub(super) fn get(&self) -> Distance {
        let tie = u128::from(self.tie_high.load(Relaxed)) << 64 | u128::from(self.tie_low.load(Relaxed));
        Distance::from_parts(f64::from_bits(self.magnitude.load(Relaxed)), tie)
    }

    #[inline]
    pub(super) fn set(&self, distance: Distance) {
        self.magnitude.store(distance.magnitude().to_bits(), Relaxed);
        self.tie_high.store((distance.tie() >> 64) as u64, Relaxed);
        self.tie_low.store(distance.tie() as u64, Relaxed);
    }

    #[inline(always)]
    pub(super) fn lower_to(&self, distance: Distance) {
        let (old, new) = (self.magnitude.load(Relaxed), distance.magnitude().to_bits());
        if new < old || (new == old && distance.tie() < self.get().tie()) {
            self.set(distance);
        }
    }
}
