//! Sites: the records of one execution's probes. Reading them back costs in proportion to the
//! executed conditions.
//!
//! 1. Each condition has a static [`Site`]; a probe finds its words without any look-up.
//! 2. The thread that searches owns one set of words in each site. It reads and writes them with
//!    relaxed loads and stores, which are plain moves: no lock, no read-modify-write, no
//!    allocation, first touch included.
//! 3. Words are stamped with the epoch of their execution. The first touch in an epoch resets them
//!    and links the site into the list of touched ones, so there is no clearing.
//! 4. Other threads share a second set of words behind a lock. Reading merges both sets: counts are
//!    exact and distances are minima over all threads.
//! 5. A traced execution also notes operands (`notes.rs`). A detailed one also notes the evaluation
//!    of the condition with each first least distance. The owner has another *role* then. Probes
//!    read the role anyway, and check the new one on the branch of other threads. So all other
//!    executions have no costs, except at literals of patterns. The distances of other threads have
//!    no number, because their evaluations have no order.
//!
//! A thread that outlives its execution, and the wait for it (`left_threads.rs`), records into the
//! next one.

#[cfg(test)]
mod tests;

use crate::probe::role::{self, Role};
use crate::probe::site_words::{OthersWords, OwnDistance, OwnWords, Reading};
use parking_lot::Mutex;
use sbst_model::Distance;
/// A distance that only a search computes: of patterns, memberships and loops.
pub use sbst_model::Distance as SearchDistance;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering::Relaxed};

/// The running execution; 0 before the first.
static EPOCH: AtomicU64 = AtomicU64::new(0);
/// The site touched last by the owner in this epoch; the others follow by [`Site::next`].
static TOUCHED: AtomicPtr<Site> = AtomicPtr::new(ptr::null_mut());
/// Sites touched by other threads in this epoch.
static TOUCHED_BY_OTHERS: Mutex<Vec<&'static Site>> = Mutex::new(Vec::new());
/// True if there are any: only then does the owner take the lock.
static OTHERS_RECORDED: AtomicBool = AtomicBool::new(false);

/// Returns the computed distance.
#[inline(always)]
pub(crate) fn search_distance(distance: impl FnOnce() -> Distance) -> SearchDistance {
    distance()
}

/// The place where the probes of one condition record.
pub struct Site {
    /// The goals of its outcomes in the current search, see [`Site::sought`].
    sought: AtomicU64,
    own: OwnWords,
    /// The site that the owner touched before it in this epoch.
    next: AtomicPtr<Site>,
    others: Mutex<OthersWords>,
}

/// The number of an unsought outcome.
pub const NO_GOAL: u32 = u32::MAX;
/// The word of a site without any sought outcome.
const NOT_SOUGHT: u64 = u64::MAX;

impl Site {
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Site {
        Site {
            sought: AtomicU64::new(NOT_SOUGHT),
            own: OwnWords {
                epoch: AtomicU64::new(0),
                count: AtomicU64::new(0),
                distances: [OwnDistance::new(), OwnDistance::new()],
                nearest: [AtomicU64::new(0), AtomicU64::new(0)],
            },
            next: AtomicPtr::new(ptr::null_mut()),
            others: Mutex::new(OthersWords { epoch: 0, reading: Reading::NOTHING }),
        }
    }

    /// Sets the goals of its outcomes from now on: to true and to false, `None` for an unsought
    /// one.
    pub fn seek(&'static self, goals: [Option<u32>; 2]) {
        let [to_true, to_false] = goals.map(|goal| u64::from(goal.unwrap_or(NO_GOAL)));
        self.sought.store(to_true << 32 | to_false, Relaxed);
    }

    /// Returns the goals of its outcomes, [`NO_GOAL`] for an unsought one.
    #[inline(always)]
    pub fn sought(&'static self) -> [u32; 2] {
        let goals = self.sought.load(Relaxed);
        [(goals >> 32) as u32, goals as u32]
    }

    /// True if any of its outcomes is sought.
    #[inline(always)]
    pub(crate) fn is_sought(&'static self) -> bool {
        self.sought.load(Relaxed) != NOT_SOUGHT
    }

    #[inline(always)]
    pub(super) fn record_by_owner(&'static self, holds: bool, other: Distance) {
        let [seen, unseen] = if holds { [0, 1] } else { [1, 0] };
        let epoch = EPOCH.load(Relaxed);
        if self.own.epoch.load(Relaxed) == epoch {
            self.own.count.store(self.own.count.load(Relaxed).wrapping_add(1), Relaxed);
            self.own.distances[seen].set(Distance::ZERO);
            self.own.distances[unseen].lower_to(other);
        } else {
            self.own.epoch.store(epoch, Relaxed);
            self.own.count.store(1, Relaxed);
            self.own.distances[seen].set(Distance::ZERO);
            self.own.distances[unseen].set(other);
            self.next.store(TOUCHED.load(Relaxed), Relaxed);
            TOUCHED.store(ptr::from_ref(self).cast_mut(), Relaxed);
        }
    }

    /// Records the distances to both outcomes of an unevaluated condition.
    #[inline]
    pub(crate) fn record_unevaluated(&'static self, distances: [Distance; 2]) {
        if !role::is_owner() {
            return self.merge_by_other(&Reading { count: 0, distances });
        }
        self.record_unevaluated_by_owner(&distances);
    }

    #[inline(never)]
    pub(super) fn record_unevaluated_by_owner(&'static self, distances: &[Distance; 2]) {
        let epoch = EPOCH.load(Relaxed);
        if self.own.epoch.load(Relaxed) == epoch {
            self.own.distances[0].lower_to(distances[0]);
            self.own.distances[1].lower_to(distances[1]);
        } else {
            self.touch(epoch, 0);
            self.own.distances[0].set(distances[0]);
            self.own.distances[1].set(distances[1]);
        }
    }

    /// Records the distance of a hidden check to failing, on the owner's thread. Distance scopes
    /// ignore it: it is no decision of the function.
    #[inline]
    pub(crate) fn record_check(&'static self, distance: Distance) {
        let fails = distance.is_zero();
        let other = if fails { Distance::ONE } else { distance };
        match role::current() {
            Role::Owner | Role::ScopedOwner | Role::FollowingOwner => self.record_by_owner(fails, other),
            Role::DetailingOwner | Role::TracingOwner => {
                self.noting_nearest(|| self.record_by_owner(fails, other))
            }
            _ => {}
        }
    }

    /// True if the distances of the next condition are needed, as always in a search.
    #[inline(always)]
    pub(crate) fn wants_distances(&'static self) -> bool {
        true
    }

    /// Begins the site's record in this epoch.
    #[inline(always)]
    fn touch(&'static self, epoch: u64, count: u64) {
        self.own.epoch.store(epoch, Relaxed);
        self.own.count.store(count, Relaxed);
        self.next.store(TOUCHED.load(Relaxed), Relaxed);
        TOUCHED.store(ptr::from_ref(self).cast_mut(), Relaxed);
    }

    /// Records, and notes the number of the evaluation if it was nearer than before.
    pub(super) fn noting_nearest(&'static self, record: impl FnOnce()) {
        let distances = || self.own.distances.each_ref().map(OwnDistance::get);
        let is_first = self.own.epoch.load(Relaxed) != EPOCH.load(Relaxed);
        let before = if is_first { [Distance::UNREACHED; 2] } else { distances() };
        record();
        for ((nearest, before), now) in self.own.nearest.iter().zip(before).zip(distances()) {
            if is_first || now < before {
                nearest.store(self.own.count.load(Relaxed), Relaxed);
            }
        }
    }

    /// Returns the evaluations at which the owner first met the read-back `distances`: to true, to
    /// false. 0 if it did not, or before any evaluation. Only for executions with details.
    pub fn nearest(&'static self, distances: [Distance; 2]) -> [u64; 2] {
        let is_own = self.own.epoch.load(Relaxed) == EPOCH.load(Relaxed);
        [0, 1].map(|outcome| match is_own && self.own.distances[outcome].get() == distances[outcome] {
            true => self.own.nearest[outcome].load(Relaxed),
            false => 0,
        })
    }

    #[cold]
    pub(super) fn merge_by_other(&'static self, reading: &Reading) {
        let epoch = EPOCH.load(Relaxed);
        let mut words = self.others.lock();
        if words.epoch != epoch {
            *words = OthersWords { epoch, reading: Reading::NOTHING };
            TOUCHED_BY_OTHERS.lock().push(self);
            OTHERS_RECORDED.store(true, Relaxed);
        }
        words.reading.merge(reading);
    }
}

/// Begins an execution, and forgets all earlier records. Called by the owner.
#[inline]
pub fn begin_execution() {
    EPOCH.store(EPOCH.load(Relaxed) + 1, Relaxed);
    TOUCHED.store(ptr::null_mut(), Relaxed);
    if OTHERS_RECORDED.load(Relaxed) {
        TOUCHED_BY_OTHERS.lock().clear();
        OTHERS_RECORDED.store(false, Relaxed);
    }
}

/// True if another thread than the owner has recorded since [`begin_execution`].
#[inline]
pub fn others_recorded() -> bool {
    OTHERS_RECORDED.load(Relaxed)
}

/// Calls `visit` for each site that recorded since [`begin_execution`], the last touched first.
/// Called by the owner.
#[inline]
pub fn for_each_touched(mut visit: impl FnMut(&'static Site, [Distance; 2], u64)) {
    if OTHERS_RECORDED.load(Relaxed) {
        return for_each_touched_by_any(&mut visit);
    }
    let mut next = TOUCHED.load(Relaxed);
    // SAFETY: the list is made of null and of pointers that `record` took from `&'static Site`.
    while let Some(site) = unsafe { next.as_ref() } {
        let [to_true, to_false] = &site.own.distances;
        visit(site, [to_true.get(), to_false.get()], site.own.count.load(Relaxed));
        next = site.next.load(Relaxed);
    }
}

/// Visits the touched sites where both sets of words must be merged, see [`for_each_touched`].
#[cold]
#[inline(never)]
fn for_each_touched_by_any(visit: &mut dyn FnMut(&'static Site, [Distance; 2], u64)) {
    let epoch = EPOCH.load(Relaxed);
    // Copied, since a thread that still records takes these locks in the other order.
    let others = TOUCHED_BY_OTHERS.lock().clone();
    let mut next = TOUCHED.load(Relaxed);
    // SAFETY: as above.
    while let Some(site) = unsafe { next.as_ref() } {
        let mut reading = Reading {
            count: site.own.count.load(Relaxed),
            distances: [site.own.distances[0].get(), site.own.distances[1].get()],
        };
        let words = site.others.lock();
        if words.epoch == epoch {
            reading.merge(&words.reading);
        }
        visit(site, reading.distances, reading.count);
        next = site.next.load(Relaxed);
    }
    for site in others.iter().filter(|site| site.own.epoch.load(Relaxed) != epoch) {
        let reading = site.others.lock().reading;
        visit(site, reading.distances, reading.count);
    }
}
