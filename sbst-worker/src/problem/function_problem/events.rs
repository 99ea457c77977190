//! The events of the target, for following its executions.

use super::FunctionProblem;
use sbst_core::probe::path::{self, Entries, Numbers};
use sbst_core::registry::Target;
use sbst_model::event_graph::EventGraph;
use sbst_model::{Goal, Path, TestCase};
use sbst_search::{Events, Execution, Problem as _};
use std::mem;
use std::ptr;
use std::rc::Rc;

/// The events of the target, and their source.
#[derive(Default)]
pub(super) enum Followed {
    #[default]
    Not,
    /// The source of events, read when the search needs them, and repeatedly while it returns
    /// `None`.
    OnDemand(Source),
    /// The events, and the sites of their conditions.
    By(Rc<Events>, Rc<Numbers>, Rc<Entries>),
}

pub(super) type Source = Box<dyn FnMut() -> Option<Option<EventGraph>>>;

impl FunctionProblem {
    /// Makes executions follow these events.
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
        let callables = self.objects.numbers();
        let mut entries = Entries::new();
        for (function, flow) in &graph.entries {
            if let Some(&callable) = callables.get(function) {
                entries.get_or_insert_with(callable, || *flow);
            }
        }
        let events = Rc::new(Events { graph, outcomes });
        self.followed = Followed::By(events, Rc::new(numbers), Rc::new(entries));
    }

    /// Makes executions follow the events of this source, once the search requests them.
    pub fn give_events_when_wanted(&mut self, source: impl FnMut() -> Option<Option<EventGraph>> + 'static) {
        self.followed = Followed::OnDemand(Box::new(source));
    }

    pub(super) fn ask_for_events(&mut self) -> Option<Rc<Events>> {
        if let Followed::OnDemand(source) = &mut self.followed {
            match source()? {
                Some(graph) => self.give_events(graph),
                None => self.followed = Followed::Not,
            }
        }
        match &self.followed {
            Followed::By(events, ..) => Some(Rc::clone(events)),
            _ => None,
        }
    }

    pub(super) fn follow_path(&mut self, test: &TestCase, execution: &mut Execution, recorded: &mut Path) {
        let Followed::By(_, numbers, entries) = &self.followed else {
            return self.evaluate(test, execution);
        };
        path::begin(Rc::clone(numbers), Rc::clone(entries), mem::take(recorded));
        self.evaluate(test, execution);
        *recorded = path::end();
        // The function was not executed if its arguments could not be built.
        if execution.reached.is_empty() {
            recorded.clear();
        }
    }
}
