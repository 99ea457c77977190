//! Mutants in the process of a search: which of them an execution can show, and executions with one
//! of them.
//!
//! A function with mutants has two bodies: one with probes, and one with points. The second is
//! executed while it [`is_executed`].

use super::point::{Point, EXECUTED};
use sbst_model::Distance;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

static IS_EXECUTED: AtomicBool = AtomicBool::new(false);

/// True if the bodies with points are executed, instead of those with probes.
#[inline(always)]
pub fn is_executed() -> bool {
    IS_EXECUTED.load(Relaxed)
}

/// An alternative of a point.
#[derive(Clone, Copy)]
pub struct Mutant {
    pub point: &'static Point,
    /// Its number at the point, from 1.
    pub number: u8,
}

/// The effect of a mutant where it is, in an execution of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The place was not executed.
    Unexecuted,
    /// Its value was that of the original, this far from operands for which it is not.
    Same(Distance),
    Differs,
}

/// Executes the code as it is written, and records at the points of these mutants.
pub fn record<T>(mutants: impl Iterator<Item = Mutant> + Clone, execute: impl FnOnce() -> T) -> T {
    for Mutant { point, .. } in mutants.clone() {
        point.seen.clear();
        point.begin_recording();
    }
    IS_EXECUTED.store(true, Relaxed);
    let result = execute();
    IS_EXECUTED.store(false, Relaxed);
    mutants.for_each(|Mutant { point, .. }| point.activate(0));
    result
}

impl Mutant {
    /// The effect of the mutant in the execution that was [recorded](record) last.
    pub fn effect(self) -> Effect {
        let bits = self.point.seen.bits.load(Relaxed);
        if bits & EXECUTED == 0 {
            Effect::Unexecuted
        } else if bits & 1 << self.number == 0 {
            Effect::Same(self.point.seen.gap())
        } else {
            Effect::Differs
        }
    }

    /// Executes the code with the mutant.
    pub fn execute<T>(self, execute: impl FnOnce() -> T) -> T {
        self.point.activate(self.number);
        IS_EXECUTED.store(true, Relaxed);
        let result = execute();
        IS_EXECUTED.store(false, Relaxed);
        self.point.activate(0);
        result
    }
}

/// The record of a point.
pub(super) struct Seen {
    bits: AtomicU32,
    /// The least difference of a comparison's operands.
    gap: Mutex<Distance>,
}

impl Seen {
    pub(super) const fn new() -> Seen {
        Seen { bits: AtomicU32::new(0), gap: Mutex::new(Distance::FARTHEST) }
    }

    pub(super) fn add(&self, bits: u32) {
        self.bits.fetch_or(bits, Relaxed);
    }

    pub(super) fn lower_to(&self, gap: Distance) {
        let mut least = self.gap.lock().unwrap_or_else(PoisonError::into_inner);
        *least = gap.min(*least);
    }

    fn gap(&self) -> Distance {
        *self.gap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn clear(&self) {
        self.bits.store(0, Relaxed);
        *self.gap.lock().unwrap_or_else(PoisonError::into_inner) = Distance::FARTHEST;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{compared, Change};
    use super::*;

    static LESS: Point = Point::new(&[Change::LessOrEqual, Change::Greater]);

    fn less(left: i32, right: i32) -> bool {
        compared(&LESS, left < right, &left, &right, || left.partial_cmp(&right))
    }

    #[test]
    fn a_recording_has_the_effect_of_each_mutant_and_the_distance_to_one() {
        let [at_most, greater] = [1, 2].map(|number| Mutant { point: &LESS, number });
        let both = [at_most, greater].into_iter();
        record(both.clone(), || ());
        assert_eq!(at_most.effect(), Effect::Unexecuted);
        assert!(record(both.clone(), || less(3, 10) && less(4, 9)));
        assert_eq!(at_most.effect(), Effect::Same(Distance::from_steps(5)));
        assert_eq!(greater.effect(), Effect::Differs);
        assert!(!record(both, || less(7, 7)));
        assert_eq!((at_most.effect(), greater.effect()), (Effect::Differs, Effect::Same(Distance::ZERO)));
        assert!(at_most.execute(|| is_executed() && less(7, 7)) && !less(7, 7) && !is_executed());
    }
}
