//! Graphs in Graphviz (DOT) format, each condition in its own frame: `dot -Tsvg graph.dot >
//! graph.svg`.

use super::Construction;
use crate::command::explain::dot::quoted;
use std::fmt::{self, Write};

pub fn write(text: &mut String, construction: &Construction<'_>) -> fmt::Result {
    writeln!(text, "digraph {} {{", quoted(&construction.found.path))?;
    writeln!(text, "    node [fontname=monospace, shape=box];")?;
    for (condition, nodes) in &construction.graphs {
        writeln!(text, "    subgraph cluster_{condition} {{")?;
        writeln!(text, "        label={};", quoted(&construction.title(*condition)))?;
        for (index, node) in nodes.iter().enumerate() {
            let mut label = format!("{}: {}", node.name, node.type_text);
            for (setter, share) in construction.setters(node) {
                write!(label, "\n{:.0}% {}", 100.0 * share, construction.call(setter))?;
            }
            let shape = if node.field.is_none() { ", shape=oval" } else { "" };
            writeln!(text, "        n{condition}_{index} [label={}{shape}];", quoted(&label))?;
            for from in &node.from {
                writeln!(text, "        n{condition}_{from} -> n{condition}_{index};")?;
            }
        }
        writeln!(text, "    }}")?;
    }
    writeln!(text, "}}")
}
