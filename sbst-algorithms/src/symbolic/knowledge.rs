//! The conclusions from all paths together, and the goals outside of all paths.
//!
//! 1. An unexecuted step is *refuted* if the solver proved it unsatisfiable after its prefix.
//! 2. All paths are explored if each alternative of each executed path was executed or refuted.
//!    Then any test takes an executed path: its first new step would be a solution of a refuted
//!    one.
//! 3. A fault ends a path early. Other values at that place are explored if another path continued:
//!    then the next step is an alternative of that path.
//! 4. There is no conclusion if a path was cut, an alternative was not solved, tests have different
//!    structures, or a path is not [closed](PathCondition::is_closed).
//! 5. If all paths are explored, a goal is infeasible if no executed path has it. A goal reached
//!    only by executions with faults is not covered, but feasible.

use super::execution::Symbolic;
use crate::path_condition::{PathCondition, Proof};
use sbst_search::evaluation::evaluator::Evaluator;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Knowledge {
    structure: Option<u64>,
    /// True if a path allows no conclusion about the others (rule 4).
    is_limited: bool,
    /// The goals of executed paths.
    executed: BTreeSet<u32>,
    proofs: BTreeMap<u32, Vec<Proof>>,
}

impl Knowledge {
    /// Adds an executed path.
    pub(super) fn learn(&mut self, condition: &PathCondition, is_cut: bool) {
        let structure = *self.structure.get_or_insert(condition.structure);
        self.is_limited |= is_cut || !condition.is_closed || structure != condition.structure;
        self.executed.extend(condition.clauses.iter().filter_map(|clause| clause.goal));
    }

    /// Adds a proof about a step that covers a goal.
    pub(super) fn refute(&mut self, goal: u32, proof: Proof) {
        self.proofs.entry(goal).or_default().push(proof);
    }

    /// Returns the proofs about a goal, path by path.
    pub(super) fn proofs(&self, goal: u32) -> &[Proof] {
        self.proofs.get(&goal).map_or(&[], Vec::as_slice)
    }

    /// Reports infeasible goals (rule 5). Requires that no alternative is open.
    pub(super) fn conclude(&self, evaluator: &mut Evaluator<'_>, symbolic: &mut Symbolic) {
        if self.is_limited || self.structure.is_none() {
            return;
        }
        // The failure of a hidden check is not a step of a path.
        let hidden = evaluator.hidden_goals();
        for goal in (0..evaluator.own_goals() as u32).filter(|goal| !hidden.contains(goal)) {
            let is_executed = self.executed.contains(&goal) || evaluator.archive().is_covered(goal);
            if !is_executed && evaluator.is_sought(goal) {
                evaluator.note_infeasible(goal);
                symbolic.proved.insert(goal, self.proofs(goal).to_vec());
            }
        }
    }
}
