//! Functions with a number for each goal, for tracefiles of coverage.

use sbst_model::{Goal, TargetDescription};

/// A function with the counts of its goals.
#[derive(Clone, Debug)]
pub struct CountedFunction<'a> {
    pub target: &'a TargetDescription,
    /// The counts of each condition.
    pub counts: Vec<Counts>,
}

/// The counts of a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// True, then false; `None` for an outcome that is proved infeasible, which is no goal.
    pub hits: [Option<u64>; 2],
    /// True if it was evaluated at all.
    pub is_evaluated: bool,
}

impl Counts {
    /// Returns the counted number of its evaluations.
    pub fn evaluations(&self) -> u64 {
        self.goals().map(|(_, hits)| hits).fold(0, u64::saturating_add)
    }

    /// Returns its goals, true first, with their counts.
    pub fn goals(&self) -> impl Iterator<Item = (bool, u64)> {
        [true, false].into_iter().zip(self.hits).filter_map(|(outcome, hits)| Some((outcome, hits?)))
    }
}

impl<'a> CountedFunction<'a> {
    /// `hits` returns the count of a goal, and `is_evaluated` is true if a condition was evaluated.
    pub fn new(
        target: &'a TargetDescription,
        hits: impl Fn(Goal) -> u64,
        is_evaluated: impl Fn(usize) -> bool,
    ) -> CountedFunction<'a> {
        let counts = (0..target.conditions.len()).map(|index| Counts {
            hits: [true, false].map(|outcome| {
                let goal = Goal { condition: index as u32, outcome };
                let hits = hits(goal);
                (hits > 0 || target.infeasible(goal).is_none()).then_some(hits)
            }),
            is_evaluated: is_evaluated(index),
        });
        CountedFunction { target, counts: counts.collect() }
    }

    /// True if any of its conditions was evaluated; `None` if it has none.
    pub fn is_reached(&self) -> Option<bool> {
        (!self.counts.is_empty()).then(|| self.counts.iter().any(|counts| counts.is_evaluated))
    }
}
