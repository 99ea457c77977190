//! What is known of a target once its search has ended.

use crate::sandbox::Refusals;
use sbst_model::messages::{Culprit, Finding, SearchSummary, TestOutline};
use sbst_model::{Goal, TargetDescription, TargetId};
use std::collections::{BTreeMap, BTreeSet};

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
    /// What its workers died of that was no call of it.
    pub culprits: Vec<Culprit>,
    /// In how many searches of other functions its deaths were met, by what they are called.
    pub also_met: BTreeMap<String, usize>,
    /// Deaths of its workers that did not come back when what was executed last was executed by itself.
    pub lost_deaths: usize,
    /// Acts that the sandbox refused.
    pub refusals: Refusals,
    /// True if the search touched anything outside of memory, or tried to, as far as a sandbox saw.
    pub touched: bool,
    /// Tests that are not written, because they would touch what is the user's.
    pub withheld: Vec<Withheld>,
    /// Tests to be written.
    pub tests: Vec<TestOutline>,
    /// The parts that differ between executions of its tests, in words.
    pub flaky: Option<String>,
    /// The findings that a replay did not show again, for which no test is written.
    pub not_reproduced: Vec<Finding>,
    /// What its own search did not cover and tests of other functions do, by function.
    pub through: Vec<Through>,
    /// The other targets whose goals its tests are there for.
    pub neighbours: Vec<TargetDescription>,
}

/// A test that is not written, because it would touch what is the user's.
#[derive(Clone, Debug, PartialEq)]
pub struct Withheld {
    /// The test.
    pub test: TestOutline,
    /// The act, as in "write a file (/etc/x)".
    pub act: String,
}

/// Goals of a target that the tests of another one cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Through {
    /// Whose tests.
    pub target: TargetId,
    /// The goals, in ascending order.
    pub goals: Vec<u32>,
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
            culprits: Vec::new(),
            also_met: BTreeMap::new(),
            lost_deaths: 0,
            refusals: Refusals::new(),
            touched: false,
            withheld: Vec::new(),
            tests: Vec::new(),
            flaky: None,
            not_reproduced: Vec::new(),
            through: Vec::new(),
            neighbours: Vec::new(),
        }
    }

    /// The tests that cover goals: those to be written, and those that are withheld.
    pub fn covering_tests(&self) -> impl Iterator<Item = &TestOutline> {
        self.tests.iter().chain(self.withheld.iter().map(|withheld| &withheld.test))
    }

    /// The number of goals covered, by whatever test.
    pub fn covered(&self) -> usize {
        let goals = self.description.goals() as u32;
        self.all_covered().filter(|goal| *goal < goals).count() + self.covered_through().len()
    }

    /// The hidden checks that were made to fail, by index.
    pub fn failed_checks(&self) -> impl Iterator<Item = usize> + '_ {
        let goals = self.description.goals();
        let checks = goals..goals + self.description.checks.len();
        self.all_covered()
            .map(|goal| goal as usize)
            .filter(move |goal| checks.contains(goal))
            .map(move |goal| goal - goals)
    }

    /// The least distance met of each hidden check that did not fail; nothing for others.
    pub fn check_distances(&self) -> Vec<Option<f64>> {
        let goals = self.description.goals();
        let mut distances = vec![None; self.description.checks.len()];
        for uncovered in self.summary.iter().flat_map(|summary| &summary.uncovered) {
            let check = (uncovered.goal as usize).checked_sub(goals);
            if let Some(distance) = check.and_then(|check| distances.get_mut(check)) {
                *distance = uncovered.best_distance;
            }
        }
        distances
    }

    fn all_covered(&self) -> impl Iterator<Item = u32> + '_ {
        self.summary.iter().flat_map(|summary| summary.covered.iter().copied())
    }

    /// The goals that its own search did not cover and tests of other functions do.
    pub fn covered_through(&self) -> BTreeSet<u32> {
        self.through.iter().flat_map(|through| &through.goals).copied().collect()
    }

    /// The goals that no test covers, with the least distance met if their condition was evaluated.
    pub fn uncovered(&self) -> Vec<(Goal, Option<f64>)> {
        let goals = 0..self.description.goals();
        let through = self.covered_through();
        let is_left = |goal: &u32| goals.contains(&(*goal as usize)) && !through.contains(goal);
        let Some(summary) = &self.summary else {
            let left = (0..goals.end as u32).filter(is_left);
            return left.map(|goal| (Goal::from_index(goal as usize), None)).collect();
        };
        let known = summary.uncovered.iter().filter(|goal| is_left(&goal.goal));
        known.map(|goal| (Goal::from_index(goal.goal as usize), goal.best_distance)).collect()
    }
}
