//! The events of the target, by which its executions are followed.

use super::FunctionProblem;
use crate::probe::path::{self, Numbers};
use crate::registry::Target;
use sbst_model::event_graph::EventGraph;
use sbst_model::{Goal, TestCase};
use sbst_search::{Events, Execution, Path, Problem as _};
use std::mem;
use std::ptr;
use std::rc::Rc;

/// The events, and the sites of their conditions.
pub(super) struct Followed {
    pub(super) events: Rc<Events>,
    numbers: Rc<Numbers>,
}

impl FunctionProblem {
    /// Lets executions be followed by these events.
    pub fn give_events(&mut self, graph: EventGraph) {
        let number = self.numbering.numbers(self.target.id());
        let mut outcomes = vec![None; self.numbering.goals()];
        let mut numbers = Numbers::new();
        for (condition, found) in (0u32..).zip(&graph.conditions) {
            let Some((target, index)) = found else { continue };
            for expansion in Target::expansions(target) {
                if let Some((site, _)) = expansion.active_conditions().nth(*index as usize) {
                    let address = ptr::from_ref(&expansion.sites[site]).addr();
                    numbers.get_or_insert_with(address, || condition);
                }
            }
            for outcome in [true, false] {
                let goal = number(target, Goal { condition: *index, outcome });
                if let Some(node) = goal.and_then(|goal| outcomes.get_mut(goal as usize)) {
                    *node = graph.outcome(condition, outcome);
                }
            }
        }
        let events = Rc::new(Events { graph, outcomes });
        self.followed = Some(Followed { events, numbers: Rc::new(numbers) });
    }

    pub(super) fn follow_path(&mut self, test: &TestCase, execution: &mut Execution, recorded: &mut Path) {
        let Some(followed) = &self.followed else { return self.evaluate(test, execution) };
        path::begin(Rc::clone(&followed.numbers), mem::take(recorded));
        self.evaluate(test, execution);
        *recorded = path::end();
        // The arguments may not have been built: then the function was not executed.
        if execution.reached.is_empty() {
            recorded.clear();
        }
    }
}
