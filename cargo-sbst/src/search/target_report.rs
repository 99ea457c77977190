//! The result of a function's search.

use crate::sandbox::Refusals;
use crate::state::Tried;
use sbst_model::event_graph::EventGraph;
use sbst_model::messages::{
    BuiltValue, CallOutcome, Culprit, Fatal, Finding, SearchSummary, SlowCall, TestOutline, TriedSequences,
};
use sbst_model::target::Exclusion;
use sbst_model::target::Infeasible;
use sbst_model::{Distance, Goal, TargetDescription, TargetId};
use std::collections::{BTreeMap, BTreeSet};

/// A target with all results of its workers.
#[derive(Clone, Debug)]
pub struct TargetReport {
    pub description: TargetDescription,
    /// The end of the search; `None` if the function was not searched (see
    /// `description.not_searched`).
    pub summary: Option<SearchSummary>,
    /// The covered goals, each with the evaluations when it was first covered.
    pub first_covered: BTreeMap<u32, u64>,
    /// The length of the suite of kept tests, whenever it changed; empty if tests were wanted.
    pub suite: Vec<SuiteAt>,
    /// Faults met, one for each place, in the order they were met.
    pub findings: Vec<Finding>,
    /// Fatal calls of other functions.
    pub culprits: Vec<Culprit>,
    /// Number of searches of other functions that met its deaths, by message.
    pub also_met: BTreeMap<String, usize>,
    /// Reproducible fatal test cases of its workers, including those of earlier runs.
    pub deaths: Vec<Fatal>,
    /// Deaths of its workers that the last test case alone did not reproduce.
    pub lost_deaths: usize,
    pub slow: Slow,
    /// Tests of earlier runs that no longer fit the function.
    pub unfit: Vec<String>,
    /// Acts that the sandbox refused.
    pub refusals: Refusals,
    /// True if a sandbox observed that the search touched anything outside of memory, or tried to.
    pub touched: bool,
    /// Tests that are not written because they would touch the user's files or processes.
    pub withheld: Vec<Withheld>,
    pub tests: Vec<TestOutline>,
    /// The values in its tests, for other searches.
    pub built: Vec<BuiltValue>,
    /// The outcomes of some calls, if it gives values.
    pub outcomes: Vec<CallOutcome>,
    /// True if its results depend on the environment.
    pub is_environmental: bool,
    /// True if the tests are as simple as possible.
    pub are_simple: bool,
    /// The parts that differ between executions of its tests, in words.
    pub flaky: Option<String>,
    /// The findings that a replay did not reproduce; they get no test.
    pub not_reproduced: Vec<Finding>,
    /// Findings that are only counted; they get no test.
    pub folded: Vec<Finding>,
    /// Goals that only tests of other functions cover, by function.
    pub through: Vec<Through>,
    /// The events of its sequences, if a worker requested them.
    pub events: Option<EventGraph>,
    /// The sequences that were tried for uncovered goals, in words.
    pub tried: BTreeMap<u32, Tried>,
    /// Goals that its search proved infeasible; `description` has the reasons.
    pub proved: BTreeSet<u32>,
    /// The mutants that were goals of its search.
    pub mutants: TriedMutants,
    /// The number of definitions that each condition depends on, if requested.
    pub definitions: BTreeMap<u32, usize>,
    /// The other targets whose goals its tests were kept for.
    pub neighbours: Vec<TargetDescription>,
}

/// Mutants, by the function that has one and its goal there.
pub type TriedMutants = BTreeMap<(TargetId, u32), Tries>;

/// The executions for showing a mutant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tries {
    /// Executions of its place.
    pub executed: u64,
    /// Executions with a difference there.
    pub differed: u64,
    pub is_inapplicable: bool,
}

/// Executions that were ended because they took too long.
#[derive(Clone, Debug, Default)]
pub struct Slow {
    pub executions: usize,
    /// The smallest one.
    pub call: Option<SlowCall>,
}

/// A test that is not written because it would touch the user's files or processes.
#[derive(Clone, Debug, PartialEq)]
pub struct Withheld {
    pub test: TestOutline,
    /// The act, as in "write a file (/etc/x)".
    pub act: String,
}

/// Goals of a target that the tests of another one cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Through {
    pub target: TargetId,
    /// The goals, in ascending order.
    pub goals: Vec<u32>,
}

/// The length of a suite from some evaluation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteAt {
    pub evaluations: u64,
    pub tests: usize,
    /// The sum of their sizes: values and characters.
    pub size: usize,
}

impl TargetReport {
    /// Records that its results depend on the environment.
    pub fn note_environmental(&mut self) {
        if !std::mem::replace(&mut self.is_environmental, true) {
            let how = self.flaky.get_or_insert_with(|| "its result depends on the environment".to_owned());
            how.push_str("; it gives values only where nothing else does");
        }
    }

    /// Returns a report without results.
    pub fn new(description: &TargetDescription) -> TargetReport {
        TargetReport {
            description: description.clone(),
            summary: None,
            first_covered: BTreeMap::new(),
            suite: Vec::new(),
            findings: Vec::new(),
            culprits: Vec::new(),
            also_met: BTreeMap::new(),
            deaths: Vec::new(),
            lost_deaths: 0,
            slow: Slow::default(),
            unfit: Vec::new(),
            refusals: Refusals::new(),
            touched: false,
            withheld: Vec::new(),
            tests: Vec::new(),
            built: Vec::new(),
            outcomes: Vec::new(),
            is_environmental: false,
            are_simple: false,
            flaky: None,
            not_reproduced: Vec::new(),
            folded: Vec::new(),
            through: Vec::new(),
            events: None,
            tried: BTreeMap::new(),
            proved: BTreeSet::new(),
            mutants: TriedMutants::new(),
            definitions: BTreeMap::new(),
            neighbours: Vec::new(),
        }
    }

    /// Returns the report of a skipped function, with its own reason or else this one.
    pub fn not_searched(description: &TargetDescription, otherwise: impl Into<Exclusion>) -> TargetReport {
        let mut report = TargetReport::new(description);
        report.description.not_searched.get_or_insert_with(|| otherwise.into());
        report
    }

    /// Adds a proof that a goal is infeasible, unless the goal has one.
    pub fn prove(&mut self, goal: Goal, reason: String) {
        if self.description.infeasible(goal).is_some() {
            return;
        }
        if let Some(condition) = self.description.conditions.get_mut(goal.condition as usize) {
            condition.infeasible.push(Infeasible { outcome: goal.outcome, reason });
            self.proved.insert(goal.index() as u32);
        }
    }

    /// Returns the tests that cover goals: written and withheld ones.
    pub fn covering_tests(&self) -> impl Iterator<Item = &TestOutline> {
        self.tests.iter().chain(self.withheld.iter().map(|withheld| &withheld.test))
    }

    /// Returns the number of goals, without uncovered ones that are proved infeasible.
    pub fn goals(&self) -> usize {
        self.description.goals() - self.infeasible().len()
    }

    /// Returns the goals that are proved infeasible and not covered.
    pub fn infeasible(&self) -> Vec<Goal> {
        let covered = self.covered_goals();
        let all = (0..self.description.goals()).filter(|goal| !covered.contains(&(*goal as u32)));
        all.map(Goal::from_index).filter(|goal| self.description.infeasible(*goal).is_some()).collect()
    }

    /// Returns the covered goals that were taken for infeasible.
    pub fn refuted(&self) -> impl Iterator<Item = (&TargetDescription, Goal)> {
        let covered = self.covered_goals().into_iter().map(|goal| Goal::from_index(goal as usize));
        let covered = covered.filter(|goal| self.description.infeasible(*goal).is_some());
        covered.map(|goal| (&self.description, goal))
    }

    /// Returns the number of goals covered by tests of any function.
    pub fn covered(&self) -> usize {
        self.covered_goals().len()
    }

    /// Returns the goals covered by tests of any function.
    pub fn covered_goals(&self) -> BTreeSet<u32> {
        let goals = self.description.goals() as u32;
        let own = self.all_covered().filter(|goal| *goal < goals);
        own.chain(self.covered_through()).collect()
    }

    /// Returns the hidden checks that failed, by index.
    pub fn failed_checks(&self) -> impl Iterator<Item = usize> + '_ {
        let goals = self.description.goals();
        let checks = goals..goals + self.description.checks.len();
        self.all_covered()
            .map(|goal| goal as usize)
            .filter(move |goal| checks.contains(goal))
            .map(move |goal| goal - goals)
    }

    /// Returns the least distance of each hidden check that did not fail; `None` for others.
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

    /// Returns the goals covered by tests of other functions, but not by its own search.
    pub fn covered_through(&self) -> BTreeSet<u32> {
        self.through.iter().flat_map(|through| &through.goals).copied().collect()
    }

    /// Returns the number of goals reached only by executions that end in a fault.
    pub fn before_faults(&self) -> usize {
        self.uncovered().iter().filter(|(_, best)| best.is_some_and(is_before_fault)).count()
    }

    /// Returns the event sequences tried for uncovered goals.
    pub fn tried_sequences(&self) -> impl Iterator<Item = (u32, &TriedSequences)> {
        let through = self.covered_through();
        let uncovered = self.summary.iter().flat_map(|summary| &summary.uncovered);
        let left = uncovered.filter(move |goal| !through.contains(&goal.goal) && !goal.tried.is_empty());
        left.map(|uncovered| (uncovered.goal, &uncovered.tried))
    }

    /// Returns the goals that no test covers, with the least distance met if their condition was
    /// evaluated.
    pub fn uncovered(&self) -> Vec<(Goal, Option<f64>)> {
        let goals = 0..self.description.goals();
        let through = self.covered_through();
        let is_left = |goal: &u32| {
            let index = *goal as usize;
            let is_feasible = self.description.infeasible(Goal::from_index(index)).is_none();
            goals.contains(&index) && is_feasible && !through.contains(goal)
        };
        let Some(summary) = &self.summary else {
            let left = (0..goals.end as u32).filter(is_left);
            return left.map(|goal| (Goal::from_index(goal as usize), None)).collect();
        };
        let known = summary.uncovered.iter().filter(|goal| is_left(&goal.goal));
        known.map(|goal| (Goal::from_index(goal.goal as usize), goal.best_distance)).collect()
    }
}

/// True if a least distance means that only executions with a fault reach the goal.
pub fn is_before_fault(best_distance: f64) -> bool {
    best_distance == Distance::BEFORE_FAULT.magnitude()
}
