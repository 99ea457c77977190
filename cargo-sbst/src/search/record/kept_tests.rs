//! The kept test cases of a search, and the goals that they cover.

use crate::search::target_report::SuiteAt;
use sbst_model::messages::SearchSummary;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct KeptTests {
    kept: Vec<Kept>,
    /// The covered goals, each with the evaluations when it was first covered.
    pub covered: BTreeMap<u32, u64>,
    /// The length of the suite, whenever it changed.
    suite: Vec<SuiteAt>,
    pub evaluations_to_last_goal: u64,
    seconds_to_last_goal: f64,
}

/// A test case with the goals that no later one covers better.
#[derive(Clone, Debug)]
struct Kept {
    test: String,
    goals: BTreeSet<u32>,
}

impl KeptTests {
    pub fn keep(&mut self, test: String, covers: &[u32], evaluations: u64, seconds: f64) {
        for goal in covers {
            self.covered.entry(*goal).or_insert_with(|| {
                self.evaluations_to_last_goal = evaluations;
                self.seconds_to_last_goal = seconds;
                evaluations
            });
        }
        for kept in &mut self.kept {
            kept.goals.retain(|goal| !covers.contains(goal));
        }
        self.kept.retain(|kept| !kept.goals.is_empty() && kept.test != test);
        let goals = covers.iter().copied().collect();
        self.kept.push(Kept { test, goals });
    }

    pub fn note_size(&mut self, evaluations: u64, tests: usize, size: usize) {
        self.suite.push(SuiteAt { evaluations, tests, size });
    }

    /// Returns the number of covered goals among the first `goals`.
    pub fn covered(&self, goals: usize) -> usize {
        self.covered.range(..goals as u32).count()
    }

    pub fn ever_covered(&self) -> usize {
        self.covered.len()
    }

    pub fn is_covered(&self, goal: u32) -> bool {
        self.covered.contains_key(&goal)
    }

    /// Returns the tests of goals that are not given up.
    pub fn wanted(&self, given_up: &[u32]) -> impl Iterator<Item = &String> {
        let is_wanted = |kept: &&Kept| kept.goals.iter().any(|goal| !given_up.contains(goal));
        self.kept.iter().filter(is_wanted).map(|kept| &kept.test)
    }

    /// Replaces the time of the last goal by that of all workers together.
    pub fn correct_last_goal(&self, summary: &mut SearchSummary) {
        summary.evaluations_to_last_goal = self.evaluations_to_last_goal;
        summary.seconds_to_last_goal = self.seconds_to_last_goal;
    }

    /// Returns when each of the first `goals` was covered, and the lengths of the suite.
    pub fn into_report(mut self, goals: usize) -> (BTreeMap<u32, u64>, Vec<SuiteAt>) {
        self.covered.split_off(&(goals as u32));
        (self.covered, self.suite)
    }
}
