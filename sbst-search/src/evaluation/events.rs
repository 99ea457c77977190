//! The events of a problem's executions.

use sbst_model::event_graph::EventGraph;

#[derive(Clone, Debug, Default)]
pub struct Events {
    pub graph: EventGraph,
    /// The nodes of the goals' outcomes in the graph, if any.
    pub outcomes: Vec<Option<u32>>,
}
