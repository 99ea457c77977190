//! The events of a target for a worker: its control flow, reduced to conditions, their outcomes and
//! the definitions of their variables.
//!
//! After McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO
//! 2004, whose events are nodes of a control-flow graph. The outcomes of an execution's conditions,
//! in order, determine the passed definitions, so no further probes are needed.

use crate::target::TargetId;
use std::collections::BTreeSet;

/// The events of a target and of the callees used in its conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventGraph {
    /// The conditions, by the numbers that nodes use: a function, and the index of a condition in
    /// it. `None` if it is not in the executable.
    pub conditions: Vec<Option<(TargetId, u32)>>,
    pub nodes: Vec<EventNode>,
    /// The flows that call or create each flow.
    pub callers: Vec<Vec<u32>>,
    /// The functions of earlier calls of a test case, each with its flow.
    pub entries: Vec<(TargetId, u32)>,
    /// The paths of the flows' functions.
    pub flows: Vec<String>,
    /// The names of the variables.
    pub variables: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EventNode {
    pub event: Event,
    /// The number of the body, closure or `async` block that contains it.
    pub flow: u32,
    /// The line of a definition; 0 for other events.
    pub line: u32,
    /// The nodes that may be executed next in the same flow. Those of a condition are its outcomes.
    pub successors: Vec<u32>,
    /// The alternative outcomes before it; empty if it always executes, or if they are unknown.
    pub depends_on: Vec<u32>,
    pub uses: Vec<EventUse>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The beginning of a flow.
    Entry,
    /// The end of a flow.
    Exit,
    /// A condition, by its number.
    Condition(u32),
    /// An outcome of a condition.
    Outcome(u32, bool),
    /// A definition of these variables, by number: of a variable and of all that overlap it.
    Definition(Vec<u32>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventUse {
    pub variable: u32,
    /// The nodes of its last definitions, in source order.
    pub definitions: Vec<u32>,
}

impl EventGraph {
    /// Returns the node of an outcome of a condition.
    ///
    /// ```
    /// use sbst_model::event_graph::{Event, EventGraph, EventNode};
    ///
    /// let node = |event| EventNode {
    ///     event,
    ///     flow: 0,
    ///     line: 0,
    ///     successors: vec![],
    ///     depends_on: vec![],
    ///     uses: vec![],
    /// };
    /// let events = [Event::Condition(0), Event::Outcome(0, true), Event::Outcome(0, false)];
    /// let graph = EventGraph { nodes: events.map(node).to_vec(), ..EventGraph::default() };
    /// assert_eq!(graph.outcome(0, false), Some(2));
    /// ```
    pub fn outcome(&self, condition: u32, outcome: bool) -> Option<u32> {
        self.find(&Event::Outcome(condition, outcome))
    }

    /// Returns the node of a condition.
    pub fn condition(&self, condition: u32) -> Option<u32> {
        self.find(&Event::Condition(condition))
    }

    /// Returns the number of definitions on which a condition of a target directly depends; `None`
    /// if the graph does not have the condition.
    pub fn definitions(&self, target: &TargetId, condition: u32) -> Option<usize> {
        let is_meant = |found: &Option<(TargetId, u32)>| {
            found.as_ref().is_some_and(|(of, index)| of == target && *index == condition)
        };
        let number = self.conditions.iter().position(is_meant)?;
        let node = &self.nodes[self.condition(number as u32)? as usize];
        let definitions = node.uses.iter().flat_map(|used| &used.definitions);
        Some(definitions.collect::<BTreeSet<_>>().len())
    }

    fn find(&self, event: &Event) -> Option<u32> {
        (0u32..).zip(&self.nodes).find(|(_, node)| node.event == *event).map(|(number, _)| number)
    }
}
