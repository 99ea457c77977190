//! Mutants in the process of a search: detection of the mutants with a visible effect in an
//! execution, and executions with one of them.
//!
//! 1. A function with mutants has two bodies: one with probes, and one with points. The second is
//!    executed while it [`is_executed`].
//! 2. The *gap* of a comparison is the difference of its operands; that of a division, the
//!    difference to a multiple of the divisor. At a gap near zero a small change decides. A point
//!    keeps the least gap of an execution.
//! 3. An execution with a mutant records the gaps, too. A difference from the original gap means
//!    that an operand has changed: the lesser gap is the distance to a decision.

use super::point::Point;
use super::seen::IS_INAPPLICABLE;
use sbst_model::{Arithmetic, Change, Distance};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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
    /// All points of the function.
    pub points: &'static [Point],
}

/// The effect of a mutant at its place, in an execution of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The place was not executed.
    Unexecuted,
    /// Its value was the original one, at this distance from operands with a difference.
    Same(Distance),
    Differs,
}

/// The points recorded by executions for some mutants.
#[derive(Default)]
pub struct Points {
    /// The points of the mutants, and those with gaps.
    all: Vec<&'static Point>,
    /// Points with gaps.
    with_gaps: Vec<&'static Point>,
}

/// The gap at each point with gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Gaps(Vec<f64>);

impl Points {
    pub fn of(mutants: &[Mutant]) -> Points {
        let mut functions: Vec<&'static [Point]> = Vec::new();
        for Mutant { points, .. } in mutants {
            if functions.iter().all(|known| !std::ptr::eq(*known, *points)) {
                functions.push(points);
            }
        }
        let is_sought = |point: &Point| mutants.iter().any(|mutant| std::ptr::eq(mutant.point, point));
        let points = || functions.iter().copied().flatten();
        Points {
            all: points().filter(|point| has_gap(point) || is_sought(point)).collect(),
            with_gaps: points().filter(|point| has_gap(point)).collect(),
        }
    }

    /// Executes the code as written, and records.
    pub fn record<T>(&self, execute: impl FnOnce() -> T) -> T {
        self.execute(&self.all, execute)
    }

    /// Executes the code with a mutant, and records gaps elsewhere. Returns `None` if it cannot be
    /// applied.
    pub fn execute_with<T>(&self, mutant: Mutant, execute: impl FnOnce() -> T) -> Option<T> {
        IS_INAPPLICABLE.store(false, Relaxed);
        let result = self.execute(&self.with_gaps, || {
            mutant.point.activate(mutant.number);
            let result = execute();
            mutant.point.activate(0);
            result
        });
        (!IS_INAPPLICABLE.load(Relaxed)).then_some(result)
    }

    fn execute<T>(&self, recording: &[&'static Point], execute: impl FnOnce() -> T) -> T {
        for point in recording {
            point.seen.clear();
            point.begin_recording();
        }
        IS_EXECUTED.store(true, Relaxed);
        let result = execute();
        IS_EXECUTED.store(false, Relaxed);
        recording.iter().for_each(|point| point.activate(0));
        result
    }

    /// Returns the gaps of the last execution.
    pub fn gaps(&self) -> Gaps {
        Gaps(self.with_gaps.iter().map(|point| point.seen.gap()).collect())
    }
}

impl Gaps {
    /// Returns the distance of a mutant with these gaps from a decision (rule 3).
    pub fn distance(&self, original: &Gaps) -> Distance {
        let both = self.0.iter().zip(&original.0);
        let differing = both.filter(|(mutated, original)| mutated != original);
        let nearest = differing.map(|(mutated, original)| mutated.min(*original)).reduce(f64::min);
        nearest.map_or(Distance::FARTHEST, |gap| Distance::from_magnitude(gap, 0))
    }
}

fn has_gap(point: &Point) -> bool {
    point.changes.iter().any(|change| {
        matches!(change, Change::Compare(_) | Change::Calculate(Arithmetic::Divide | Arithmetic::Remainder))
    })
}

impl Mutant {
    /// Returns the effect of the mutant in the execution that was [recorded](Points::record) last.
    pub fn effect(self) -> Effect {
        let bits = self.point.seen.bits();
        if bits & Point::EXECUTED == 0 {
            Effect::Unexecuted
        } else if bits & 1 << self.number == 0 {
            Effect::Same(Distance::from_magnitude(self.point.seen.gap(), 0))
        } else {
            Effect::Differs
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{compared, nudged};
    use super::*;
    use sbst_model::Operator;

    static POINTS: [Point; 2] = [
        Point::new(&[Change::Compare(Operator::LessOrEqual), Change::Compare(Operator::Greater)]),
        Point::new(&[Change::Incremented]),
    ];

    fn less(left: i32, limit: i32) -> bool {
        let limit = nudged(&POINTS[1], limit);
        compared(&POINTS[0], left < limit, &left, &limit, || left.partial_cmp(&limit))
    }

    fn mutant(point: usize, number: u8) -> Mutant {
        Mutant { point: &POINTS[point], number, points: &POINTS }
    }

    #[test]
    fn a_recording_shows_the_effect_and_the_distance_of_each_mutant() {
        let [at_most, greater, incremented] = [mutant(0, 1), mutant(0, 2), mutant(1, 1)];
        let points = Points::of(&[at_most, greater, incremented]);
        points.record(|| ());
        assert_eq!(at_most.effect(), Effect::Unexecuted);
        assert!(points.record(|| less(3, 10) && less(4, 9)));
        assert_eq!(at_most.effect(), Effect::Same(Distance::from_magnitude(5.0, 0)));
        assert_eq!(greater.effect(), Effect::Differs);
        assert!(!points.record(|| less(7, 7)));
        assert_eq!((at_most.effect(), greater.effect()), (Effect::Differs, Effect::Same(Distance::ZERO)));
        assert_eq!(points.execute_with(at_most, || is_executed() && less(7, 7)), Some(true));
        assert!(!less(7, 7) && !is_executed());
        assert_eq!(points.execute_with(at_most, crate::mutant::inapplicable), None);

        points.record(|| less(3, 10));
        let original = points.gaps();
        assert_eq!(incremented.effect(), Effect::Differs);
        points.execute_with(incremented, || less(3, 10));
        assert_eq!(points.gaps().distance(&original), Distance::from_magnitude(7.0, 0));
        assert_eq!(original.distance(&original), Distance::FARTHEST);
    }
}
