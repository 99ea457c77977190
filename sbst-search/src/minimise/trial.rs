//! Evaluations while minimising.

use crate::evaluation::problem::{Ending, Execution, Problem};
use sbst_model::TestCase;
use std::time::Instant;

/// Runs tests until its evaluations are spent, or its time is over.
pub(super) struct Trial<'a> {
    problem: &'a mut dyn Problem,
    left: u64,
    until: Option<Instant>,
    execution: Execution,
    /// True if a test that keeps its goals has to show something, too.
    must_show: bool,
}

impl<'a> Trial<'a> {
    pub(super) fn new(problem: &'a mut dyn Problem, evaluations: u64, until: Option<Instant>) -> Trial<'a> {
        Trial { problem, left: evaluations, until, execution: Execution::default(), must_show: false }
    }

    /// True if an evaluation is left, and was whenever one was wanted.
    pub(super) fn is_open(&self) -> bool {
        self.left > 0
    }

    /// Adds evaluations, unless the time is over.
    pub(super) fn grant(&mut self, evaluations: u64) {
        if self.until.is_none_or(|until| Instant::now() <= until) {
            self.left += evaluations;
        }
    }

    /// Runs `test`; `None` if no evaluation is left, or no time.
    pub(super) fn run(&mut self, test: &TestCase) -> Option<&Execution> {
        self.left = self.left.checked_sub(1)?;
        if self.until.is_some_and(|until| Instant::now() > until) {
            self.left = 0;
            return None;
        }
        self.execution.clear();
        self.problem.evaluate(test, &mut self.execution);
        Some(&self.execution)
    }

    /// Sets whether a test has to show something to keep its goals.
    pub(super) fn must_show(&mut self, must_show: bool) {
        self.must_show = must_show;
    }

    /// True if a test shows something, or no evaluation is left to find out.
    pub(super) fn shows_something(&mut self, test: &TestCase) -> bool {
        !self.is_open() || self.problem.shows_something(test)
    }

    /// True if `test` covers all `goals`, ends no worse than `ending`, and evaluations were left.
    pub(super) fn keeps(&mut self, test: &TestCase, goals: &[u32], ending: Ending) -> bool {
        let keeps = self.run(test).is_some_and(|execution| {
            let covers = |goal: &u32| {
                let mut reached = execution.reached.iter();
                reached.any(|(there, distance)| there == goal && distance.is_zero())
            };
            execution.ending <= ending && goals.iter().all(covers)
        });
        keeps && (!self.must_show || self.problem.shows_something(test))
    }
}
