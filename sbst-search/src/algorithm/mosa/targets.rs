//! Which of the uncovered goals are objectives.

use crate::evaluation::archive::Archive;
use crate::evaluation::evaluator::Evaluator;

/// A set of goals. Covered ones may be in it: they are no objectives all the same.
pub(crate) trait Targets {
    /// Takes note of the last execution.
    fn update(&mut self, evaluator: &Evaluator<'_>);

    /// Whether this goal is in the set.
    fn contains(&self, goal: u32) -> bool;

    /// Targets that no test of the last generation reached, and for which the approach level of further tests is wanted.
    fn out_of_reach(&self) -> &[u32];

    /// Takes note of a generation, of which `is_reached` says whether one of its tests reached an uncovered target.
    fn look(&mut self, archive: &Archive, is_reached: impl Fn(u32) -> bool);
}

/// Those of MOSA.
pub(super) struct AllUncovered;

impl Targets for AllUncovered {
    fn update(&mut self, _: &Evaluator<'_>) {}

    fn contains(&self, _: u32) -> bool {
        true
    }

    fn out_of_reach(&self) -> &[u32] {
        &[]
    }

    fn look(&mut self, _: &Archive, _: impl Fn(u32) -> bool) {}
}
