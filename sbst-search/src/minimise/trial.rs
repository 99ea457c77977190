//! Evaluations while minimising.

use crate::{Ending, Execution, Problem};
use sbst_model::TestCase;

/// Runs tests until its evaluations are spent.
pub(super) struct Trial<'a> {
    problem: &'a mut dyn Problem,
    left: u64,
    execution: Execution,
}

impl<'a> Trial<'a> {
    pub(super) fn new(problem: &'a mut dyn Problem, evaluations: u64) -> Trial<'a> {
        Trial { problem, left: evaluations, execution: Execution::default() }
    }

    /// Runs `test`; `None` if no evaluation is left.
    pub(super) fn run(&mut self, test: &TestCase) -> Option<&Execution> {
        self.left = self.left.checked_sub(1)?;
        self.execution.clear();
        self.problem.evaluate(test, &mut self.execution);
        Some(&self.execution)
    }

    /// Whether `test` covers all of `goals` and ends no worse than `ending`. False once no evaluation is left.
    pub(super) fn keeps(&mut self, test: &TestCase, goals: &[u32], ending: Ending) -> bool {
        self.run(test).is_some_and(|execution| {
            let covers = |goal: &u32| {
                let mut reached = execution.reached.iter();
                reached.any(|(there, distance)| there == goal && distance.is_zero())
            };
            execution.ending <= ending && goals.iter().all(covers)
        })
    }
}
