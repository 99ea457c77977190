//! Graphs for programs.

use super::{Construction, OfCondition};
use sbst_analysis::construction::{Flow, NodeAccessor, NodeKind, Role};
use serde::Serialize;

/// The object construction graph of a condition.
#[derive(Debug, Serialize)]
pub struct GraphRow {
    /// The number of the condition in the function, from 0.
    condition: usize,
    /// Its nodes: each field or element stands behind what it is a part of, calls stand last.
    nodes: Vec<NodeRow>,
    /// Whether there is more than the graph has room for.
    is_cut: bool,
}

/// A node.
#[derive(Debug, Serialize)]
struct NodeRow {
    /// As it could be written.
    name: String,
    kind: &'static str,
    /// What it is a part of; null for inputs and calls.
    parent: Option<usize>,
    /// What the picture has arrows from.
    from: Vec<usize>,
    /// Its type as far as the sources tell it.
    r#type: Option<String>,
    /// Whether no other node is a part of it.
    is_leaf: bool,
    /// What sets it and gets it.
    accessors: Vec<AccessorRow>,
}

/// A function that sets or gets a node.
#[derive(Debug, Serialize)]
struct AccessorRow {
    function: String,
    role: &'static str,
    /// The node of the object that it is called on, or that it makes.
    object: usize,
    /// score(m).
    score: f64,
    /// The share of the score among setters, or among getters.
    probability: f64,
    inputs: Vec<InputRow>,
}

/// An argument that flows into the node.
#[derive(Debug, Serialize)]
struct InputRow {
    argument: usize,
    name: String,
    flow: &'static str,
}

/// The rows of graphs.
pub fn of(construction: &Construction<'_>) -> Vec<GraphRow> {
    construction.graphs.iter().map(|of| row(construction, of)).collect()
}

fn row(construction: &Construction<'_>, of: &OfCondition) -> GraphRow {
    let nodes = of.graph.nodes.iter().enumerate().map(|(index, node)| NodeRow {
        name: of.graph.name(index),
        kind: match node.kind {
            NodeKind::Input(..) => "input",
            NodeKind::Field(_) => "field",
            NodeKind::Element => "element",
            NodeKind::Call(_) => "call",
        },
        parent: node.parent,
        from: node.from.clone(),
        r#type: node.ty.as_ref().map(ToString::to_string),
        is_leaf: of.graph.is_leaf(index),
        accessors: of.accessors[index].iter().map(|one| accessor(construction, one)).collect(),
    });
    GraphRow { condition: of.condition, nodes: nodes.collect(), is_cut: of.graph.is_cut }
}

fn accessor(construction: &Construction<'_>, one: &NodeAccessor) -> AccessorRow {
    let NodeAccessor { accessor, object, weight } = one;
    let input = |input: &sbst_analysis::construction::InputFlow| InputRow {
        argument: input.argument,
        name: construction.argument(accessor.function, input.argument),
        flow: match input.flow {
            Flow::Whole => "whole",
            Flow::Element => "element",
            Flow::Computed => "computed",
        },
    };
    AccessorRow {
        function: construction.program.functions[accessor.function].path.clone(),
        role: match accessor.role {
            Role::Origin => "origin",
            Role::Step => "step",
            Role::Leads => "leads",
            Role::Reads => "reads",
        },
        object: *object,
        score: accessor.score,
        probability: *weight,
        inputs: accessor.inputs.iter().map(input).collect(),
    }
}
