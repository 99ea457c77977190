//! A control-flow graph in Graphviz (DOT) format: `dot -Tsvg graph.dot > graph.svg`.

use super::find::Found;
use sbst_analysis::Analysis;
use sbst_analysis::control_flow::{ControlFlow, Label, Node, NodeKind};
use std::fmt::{self, Write};

/// Returns the graph of a function, and those of its closures.
pub fn render(found: &Found) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    _ = write(&mut text, found);
    text
}

fn write(text: &mut String, found: &Found) -> fmt::Result {
    let analysis = &found.function.analysis;
    writeln!(text, "digraph {} {{", quoted(&found.path))?;
    writeln!(text, "    node [shape=box, fontname=\"sans-serif\", fontsize=10];")?;
    writeln!(text, "    edge [fontname=\"sans-serif\", fontsize=9];")?;
    for (index, graph) in analysis.graphs.iter().enumerate() {
        let name = match index {
            0 => found.path.clone(),
            _ => "closure".to_owned(),
        };
        writeln!(text, "    subgraph cluster_{index} {{")?;
        writeln!(text, "        label={};", quoted(&name))?;
        self::graph(text, analysis, index, graph)?;
        writeln!(text, "    }}")?;
    }
    for (index, graph) in analysis.graphs.iter().enumerate() {
        if let Some((outer, node)) = graph.created_at {
            writeln!(text, "    n{outer}_{node} -> n{index}_0 [style=dotted, label=\"creates\"];")?;
        }
    }
    writeln!(text, "}}")
}

fn graph(text: &mut String, analysis: &Analysis, graph: usize, flow: &ControlFlow) -> fmt::Result {
    for (index, node) in flow.nodes.iter().enumerate() {
        let shape = match node.kind {
            NodeKind::Entry | NodeKind::Exit => ", shape=oval",
            NodeKind::Condition(..) | NodeKind::Iteration(_) | NodeKind::Choice => ", shape=diamond",
            NodeKind::Presence | NodeKind::Loop | NodeKind::Statement => "",
        };
        writeln!(text, "        n{graph}_{index} [label={}{shape}];", quoted(&label(analysis, node)))?;
    }
    for (index, node) in flow.nodes.iter().enumerate() {
        for edge in &node.successors {
            let look = match edge.label {
                Label::Next => String::new(),
                Label::Never => " [style=dashed, label=\"never\"]".to_owned(),
                label => format!(" [label=\"{}\"]", format!("{label:?}").to_lowercase()),
            };
            writeln!(text, "        n{graph}_{index} -> n{graph}_{}{look};", edge.to)?;
        }
    }
    Ok(())
}

fn label(analysis: &Analysis, node: &Node) -> String {
    match node.kind {
        NodeKind::Entry => "entry".to_owned(),
        NodeKind::Exit => "exit".to_owned(),
        NodeKind::Condition(_, Some(number)) => {
            let condition = &analysis.conditions[number];
            format!("[{}] {}\n{}", number + 1, condition.text, condition.place)
        }
        NodeKind::Condition(kind, None) => {
            format!("{}\n{}", format!("{kind:?}").to_lowercase(), node.place)
        }
        NodeKind::Iteration(Some(number)) => {
            format!("[{}] another iteration\n{}", number + 1, analysis.conditions[number].place)
        }
        NodeKind::Iteration(None) => format!("another iteration\n{}", node.place),
        NodeKind::Choice => format!("choice\n{}", node.place),
        NodeKind::Presence => format!("cfg\n{}", node.place),
        NodeKind::Loop => format!("loop\n{}", node.place),
        NodeKind::Statement => node.place.to_string(),
    }
}

/// Returns a string of the language.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::explain::find::tests::found;

    #[test]
    fn a_graph_has_the_conditions_and_where_they_lead() {
        let functions = found("src/lib.rs", "fn f(a: i32) -> i32 { if a == 3 { return 1; } (|| 2)() }");
        insta::assert_snapshot!(render(&functions[0]));
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a == \"\\n\"\nb"), r#""a == \"\\n\"\nb""#);
    }
}
