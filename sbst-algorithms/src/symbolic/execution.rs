//! Symbolic execution for the exploration: the capability of a problem, and records for the
//! outcome.

use crate::path_condition::{Input, PathCondition, Proof};
use sbst_model::messages::PathSummary;
use sbst_model::{NodeKind, TestCase};
use sbst_search::evaluation::archive::Archive;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::problem::{Execution, Problem};
use sbst_solver::term::sign_extend;
use std::collections::{BTreeMap, BTreeSet};

/// Executes tests of a problem with terms beside their values.
pub trait SymbolicExecution {
    /// [Evaluates](Problem::evaluate) `test`, and returns its path condition. It may take many
    /// times longer.
    fn execute(
        &mut self,
        problem: &mut dyn Problem,
        test: &TestCase,
        execution: &mut Execution,
    ) -> PathCondition;

    /// Returns the test with other values, if possible. By default values are integer nodes.
    fn with_values(&self, test: &TestCase, values: &[(Input, u128)]) -> Option<TestCase> {
        let mut changed = test.clone();
        for (input, value) in values {
            let slot = input.slot as usize;
            if changed.nodes().get(slot)?.kind != NodeKind::Integer {
                return None;
            }
            let width = u32::from(input.variable.width);
            let value = if input.is_signed { sign_extend(*value, width) as u128 } else { *value };
            changed.set_integer(slot, value);
        }
        Some(changed)
    }
}

/// The symbolic execution of a problem, with records for the outcome of a search.
pub struct Symbolic {
    pub(super) execution: Box<dyn SymbolicExecution>,
    /// The conditions on a value without a term, with the kind of the value.
    concrete: BTreeSet<(u32, String)>,
    /// The attempts to take alternatives of paths; `None` before the first.
    pub(super) paths: Option<PathSummary>,
    pub(super) proved: BTreeMap<u32, Vec<Proof>>,
}

impl Symbolic {
    pub fn new(execution: impl SymbolicExecution + 'static) -> Symbolic {
        Symbolic {
            execution: Box::new(execution),
            concrete: BTreeSet::new(),
            paths: None,
            proved: BTreeMap::new(),
        }
    }

    /// Evaluates a test, and returns its path condition.
    pub(super) fn execute(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> PathCondition {
        let mut condition = PathCondition::default();
        evaluator.evaluate_by(test, &mut |problem, execution| {
            condition = self.execution.execute(problem, test, execution);
        });
        self.concrete.extend(condition.concrete.iter().cloned());
        condition
    }

    /// Drops the proofs of goals that were covered.
    pub(crate) fn forget_covered(&mut self, archive: &Archive) {
        self.proved.retain(|goal, _| !archive.is_covered(*goal));
    }

    /// Returns the attempts to take alternatives of paths, if any.
    pub fn paths(&self) -> Option<PathSummary> {
        let mut paths = self.paths.clone()?;
        self.concrete.iter().for_each(|(_, kind)| *paths.concrete.entry(kind.clone()).or_default() += 1);
        Some(paths)
    }

    /// Returns the own goals proved infeasible by a search, with the proof for each path to their
    /// condition.
    pub fn proved(&self) -> &BTreeMap<u32, Vec<Proof>> {
        &self.proved
    }
}
