//! Graphs for programs.

use super::Construction;
use sbst_analysis::construction::{Node, Setter};
use serde::Serialize;

/// The object construction graph of a condition.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GraphRow {
    /// The number of the condition in the function, from 0.
    condition: usize,
    /// Inputs first, each field behind a node that leads to it.
    nodes: Vec<NodeRow>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NodeRow {
    /// `state`, `GameState.players`.
    name: String,
    kind: &'static str,
    /// The nodes that lead to it, by index.
    from: Vec<usize>,
    /// Its type as it is written.
    r#type: String,
    setters: Vec<SetterRow>,
}

/// A function that writes a field.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SetterRow {
    function: String,
    /// From 0 to 1, among those of the field.
    probability: f64,
    /// True if it adds something, so that it may be called again.
    repeats: bool,
    /// The names of the arguments that come to the field.
    arguments: Vec<String>,
}

/// Returns the rows of graphs.
pub fn rows(construction: &Construction<'_>) -> Vec<GraphRow> {
    let row = |(condition, nodes): &(usize, Vec<Node>)| GraphRow {
        condition: *condition,
        nodes: nodes.iter().map(|node| node_row(construction, node)).collect(),
    };
    construction.graphs.iter().map(row).collect()
}

fn node_row(construction: &Construction<'_>, node: &Node) -> NodeRow {
    let setter = |(setter, probability): (&Setter, f64)| {
        let function = &construction.program.functions[setter.function];
        let arguments = setter.arguments.iter().map(|argument| function.argument(*argument)).collect();
        SetterRow { function: function.path.clone(), probability, repeats: setter.repeats, arguments }
    };
    NodeRow {
        name: node.name.clone(),
        kind: if node.field.is_some() { "field" } else { "input" },
        from: node.from.clone(),
        r#type: node.type_text.clone(),
        setters: construction.setters(node).into_iter().map(setter).collect(),
    }
}
