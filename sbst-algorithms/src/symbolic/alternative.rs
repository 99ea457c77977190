//! Executed tests and the alternatives of their paths.

use super::execution::Symbolic;
use super::path_tree::Edge;
use crate::path_condition::{Clause, PathCondition, Step};
use sbst_model::TestCase;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_solver::term::Term;
use std::rc::Rc;

/// A test with its path condition.
pub(super) struct Executed {
    pub(super) test: TestCase,
    pub(super) condition: PathCondition,
    /// The negations of all clauses.
    pub(super) negated: Vec<Term>,
}

impl Executed {
    /// Executes a test, unless the search is over.
    pub(super) fn execute(
        symbolic: &mut Symbolic,
        evaluator: &mut Evaluator<'_>,
        test: &TestCase,
    ) -> Option<Executed> {
        if evaluator.stopped().is_some() {
            return None;
        }
        let mut condition = symbolic.execute(evaluator, test);
        let PathCondition { pool, clauses, .. } = &mut condition;
        let negated = clauses.iter().map(|clause| pool.not(clause.term)).collect();
        Some(Executed { test: test.clone(), condition, negated })
    }
}

/// A prefix of an executed path with the next step negated.
#[derive(Clone)]
pub(super) struct Alternative {
    pub(super) parent: Rc<Executed>,
    /// The number of clauses in the prefix, including assumed ones.
    pub(super) depth: usize,
    pub(super) edge: Edge,
}

impl Alternative {
    /// The negated clause, as executed.
    pub(super) fn clause(&self) -> &Clause {
        &self.parent.condition.clauses[self.depth]
    }

    pub(super) fn negated(&self) -> Term {
        self.parent.negated[self.depth]
    }

    /// True if the negated clause depends on variables.
    pub(super) fn has_term(&self) -> bool {
        self.parent.condition.pool.as_constant(self.negated()).is_none()
    }

    pub(super) fn prefix(&self) -> &[Clause] {
        &self.parent.condition.clauses[..self.depth]
    }

    /// The required steps of a solution.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let last = self.clause().step().negate();
        let before = self.prefix().iter().filter(|clause| !clause.is_assumed);
        before.map(Clause::step).chain([last])
    }

    /// Returns the same alternative of another execution, if that also leaves it at the last step.
    pub(super) fn with_parent(&self, parent: &Rc<Executed>) -> Option<Alternative> {
        let last = self.steps().count() - 1;
        let (depth, taken) = parent.condition.steps().nth(last)?;
        let is_prefix = taken == self.clause().step() && self.count_followed(&parent.condition) == last;
        is_prefix.then(|| Alternative { parent: Rc::clone(parent), depth, edge: self.edge })
    }

    /// Returns the number of steps that an execution took as required.
    pub(super) fn count_followed(&self, condition: &PathCondition) -> usize {
        self.steps().zip(condition.steps()).take_while(|(asked, (_, taken))| asked == taken).count()
    }

    /// True if an execution took all steps.
    pub(super) fn is_followed(&self, condition: &PathCondition) -> bool {
        self.count_followed(condition) == self.steps().count()
    }
}
