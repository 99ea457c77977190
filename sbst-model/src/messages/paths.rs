//! The attempts of symbolic execution in a search.

use std::collections::BTreeMap;

/// The tried alternatives of paths, and the conditions that were not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PathSummary {
    /// Tried alternatives.
    pub tried: u64,
    /// Alternatives taken by an execution, by back end.
    pub solved_by_solver: u64,
    pub solved_by_search: u64,
    /// Alternatives proved infeasible.
    pub infeasible: u64,
    pub not_solved: u64,
    /// Solutions whose execution took another path.
    pub diverged: u64,
    /// The conditions on a value without a term, by its kind.
    pub concrete: BTreeMap<String, u64>,
}

impl PathSummary {
    pub fn solved(&self) -> u64 {
        self.solved_by_solver + self.solved_by_search
    }

    /// Adds the numbers of another search. Conditions in both count once.
    pub fn add(&mut self, other: &PathSummary) {
        self.tried += other.tried;
        self.solved_by_solver += other.solved_by_solver;
        self.solved_by_search += other.solved_by_search;
        self.infeasible += other.infeasible;
        self.not_solved += other.not_solved;
        self.diverged += other.diverged;
        for (kind, count) in &other.concrete {
            let known = self.concrete.entry(kind.clone()).or_default();
            *known = (*known).max(*count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_summed_but_conditions_are_not() {
        let concrete = |count| BTreeMap::from([("float".to_owned(), count)]);
        let mut sum = PathSummary { tried: 3, concrete: concrete(2), ..PathSummary::default() };
        sum.add(&PathSummary { tried: 4, diverged: 1, concrete: concrete(1), ..PathSummary::default() });
        assert_eq!((sum.tried, sum.diverged, sum.concrete), (7, 1, concrete(2)));
    }
}
