//! Symbolic execution of the target.

use super::FunctionProblem;
use crate::probe::symbolic::{self, Followed};
use sbst_model::TestCase;
use sbst_search::{slots, Execution, Problem as _, Slot};

impl FunctionProblem {
    /// Evaluates `test` and follows its values. Returns its slots, which are the variables of the
    /// path condition.
    pub(super) fn execute_symbolically(
        &mut self,
        test: &TestCase,
        execution: &mut Execution,
    ) -> (Vec<Slot>, Followed) {
        let slots = slots::slots(&self.inputs.parameters, test);
        let slot = |node| slots.iter().position(|slot| slot.node == node && slot.character.is_none());
        symbolic::begin(&slots, self.target.sites, test.children(0).map(slot).collect());
        self.evaluate(test, execution);
        let followed = symbolic::end();
        match execution.reached.is_empty() {
            // The arguments may not have been built: then the function was not executed.
            true => (slots, Followed::default()),
            false => (slots, followed),
        }
    }

    /// For tests and experiments: returns the path condition of `test` as text, a line a clause:
    /// the number of its goal, or `-` for an assumption, and its term.
    pub fn path_condition(&mut self, test: &TestCase) -> Vec<String> {
        let (_, followed) = self.execute_symbolically(test, &mut Execution::default());
        let clauses = followed.clauses.iter().map(|clause| {
            let goal = clause.decision.map(|(site, outcome)| site.sought()[usize::from(!outcome)]);
            let goal = goal.map_or(String::from("-"), |goal| goal.to_string());
            format!("{goal} {}", followed.pool.text(clause.term))
        });
        clauses.collect()
    }
}
