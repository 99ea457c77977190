//! What is known of a target once its search has ended.

use sbst_model::messages::{Finding, SearchSummary, TestOutline};
use sbst_model::{Goal, TargetDescription};
use std::collections::BTreeMap;

/// A target with everything that its workers found.
#[derive(Clone, Debug)]
pub struct TargetReport {
    /// The target.
    pub description: TargetDescription,
    /// How the search went; `None` if the target could not be searched (see `description.not_searched`).
    pub summary: Option<SearchSummary>,
    /// The evaluations when each goal that was covered was covered first.
    pub first_covered: BTreeMap<u32, u64>,
    /// How long the suite of the tests kept was, whenever it changed; empty if tests were wanted.
    pub suite: Vec<SuiteAt>,
    /// Faults met, one for each place, in the order they were met.
    pub findings: Vec<Finding>,
    /// Tests to be written.
    pub tests: Vec<TestOutline>,
}

/// How long a suite was from some evaluation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteAt {
    /// The evaluation.
    pub evaluations: u64,
    /// Number of tests.
    pub tests: usize,
    /// The sum of their sizes: values and characters.
    pub size: usize,
}

impl TargetReport {
    /// A target that is not searched, with the reason.
    pub fn not_searched(description: &TargetDescription, reason: &str) -> TargetReport {
        let mut description = description.clone();
        description.not_searched.get_or_insert_with(|| reason.to_owned());
        TargetReport {
            description,
            summary: None,
            first_covered: BTreeMap::new(),
            suite: Vec::new(),
            findings: Vec::new(),
            tests: Vec::new(),
        }
    }

    /// The number of goals covered.
    pub fn covered(&self) -> usize {
        self.summary.as_ref().map_or(0, |summary| summary.covered.len())
    }

    /// The goals not covered, with the least distance met if their condition was evaluated.
    pub fn uncovered(&self) -> Vec<(Goal, Option<f64>)> {
        let goals = 0..self.description.goals();
        let Some(summary) = &self.summary else {
            return goals.map(|index| (Goal::from_index(index), None)).collect();
        };
        let known = summary.uncovered.iter().filter(|goal| goals.contains(&(goal.goal as usize)));
        known.map(|goal| (Goal::from_index(goal.goal as usize), goal.best_distance)).collect()
    }
}
