//! Evaluations while minimising.

use super::Candidate;
use crate::evaluation::problem::{Execution, Problem};
use sbst_model::{Output, OutputClass, TestCase, Trace};
use std::time::Instant;

/// Repeated executions that test if a state is stable. Two elements in random order are taken for
/// ordered in one of 4,096 cases, so that a seed determines the suite.
const REPETITIONS: usize = 12;

/// Runs tests until its evaluations or its time are spent.
pub(super) struct Trial<'a> {
    problem: &'a mut dyn Problem,
    left: u64,
    until: Option<Instant>,
    execution: Execution,
}

impl<'a> Trial<'a> {
    pub(super) fn new(problem: &'a mut dyn Problem, evaluations: u64, until: Option<Instant>) -> Trial<'a> {
        Trial { problem, left: evaluations, until, execution: Execution::default() }
    }

    /// True if an evaluation is left, and no earlier request failed.
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

    /// Runs `test` and [traces](Problem::trace) it; `None` if no evaluation is left, or no time.
    pub(super) fn trace(&mut self, test: &TestCase, trace: &mut Trace) -> Option<&Execution> {
        self.left = self.left.checked_sub(1)?;
        if self.until.is_some_and(|until| Instant::now() > until) {
            self.left = 0;
            return None;
        }
        self.execution.clear();
        self.problem.trace(test, &mut self.execution, trace);
        Some(&self.execution)
    }

    /// Returns the number of the problem's own goals.
    pub(super) fn own_goals(&self) -> usize {
        self.problem.own_goals()
    }

    /// True if the function returns a value.
    pub(super) fn returns_value(&self) -> bool {
        self.problem.returns_value()
    }

    /// Returns the class of a test's output, as long as an evaluation is left.
    pub(super) fn output_class(&mut self, test: &TestCase) -> Option<OutputClass> {
        self.output(test).map(|output| output.class)
    }

    /// Returns a test's output, as long as an evaluation is left.
    pub(super) fn output(&mut self, test: &TestCase) -> Option<Output> {
        self.left = self.left.checked_sub(1)?;
        self.problem.output(test)
    }

    /// Returns the output of a test and the [state](Problem::state) after it, as long as an
    /// evaluation is left.
    pub(super) fn state(&mut self, test: &TestCase) -> Option<Output> {
        self.left = self.left.checked_sub(1)?;
        self.problem.state(test)
    }

    /// Returns a fingerprint of the [borrowed](Problem::borrowed) arguments, as long as an
    /// evaluation is left.
    pub(super) fn borrowed(&mut self, test: &TestCase) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        self.problem.borrowed(test)
    }

    /// True if repeated executions of a test end in this [state](Self::state): that of a map with
    /// two elements may depend on its order.
    pub(super) fn repeats(&mut self, test: &TestCase, state: &Output) -> bool {
        (0..REPETITIONS).all(|_| self.state(test).is_some_and(|again| again.fingerprint == state.fingerprint))
    }

    /// True if `test` can replace a candidate, and evaluations were left. It covers all its goals
    /// and ends no worse. It shows its class of outputs, its output, or the state after it, but no
    /// earlier output.
    pub(super) fn keeps(&mut self, test: &TestCase, candidate: &Candidate) -> bool {
        let keeps = self.run(test).is_some_and(|execution| {
            let covers = |goal: &u32| {
                let mut reached = execution.reached.iter();
                reached.any(|(there, distance)| there == goal && distance.is_zero())
            };
            execution.ending <= candidate.ending && candidate.goals.iter().all(covers)
        });
        if keeps && candidate.state.is_some() {
            let state = self.state(test).map(|state| state.fingerprint);
            return state == candidate.state;
        }
        let Candidate { class, output, known, .. } = candidate;
        if !keeps || class.is_none() && output.is_none() && known.is_none() {
            return keeps;
        }
        self.problem.output(test).is_some_and(|given| {
            class.is_none_or(|class| given.class == class)
                && output.is_none_or(|fingerprint| given.fingerprint == fingerprint)
                && known.as_ref().is_none_or(|known| !known.contains(&given.fingerprint))
        })
    }
}
