//! The events of a problem's executions.

use sbst_model::event_graph::EventGraph;

#[derive(Clone, Debug, Default)]
pub struct Events {
    pub graph: EventGraph,
    /// For each goal, the node of the graph that is its outcome, if there is one.
    pub outcomes: Vec<Option<u32>>,
}
