//! Graphs as text: each field below its predecessor, with the functions that write it.

use super::Construction;
use crate::ui::console::HEADING;
use sbst_analysis::construction::Node;
use std::fmt::{self, Write};

/// Columns of the indentation of a node from its predecessor.
const INDENT: usize = 4;

pub fn write(text: &mut String, construction: &Construction<'_>) -> fmt::Result {
    for (condition, nodes) in &construction.graphs {
        let title = construction.title(*condition);
        writeln!(text, "\n{HEADING}Object construction graph of {title}{HEADING:#}")?;
        if nodes.is_empty() {
            writeln!(text, "    it looks at no field of an input")?;
        }
        let inputs = (0..nodes.len()).filter(|&node| nodes[node].field.is_none());
        let mut tree = Tree { text, construction, nodes, shown: Vec::new() };
        inputs.clone().try_for_each(|input| tree.node(input, 1))?;
    }
    Ok(())
}

struct Tree<'a> {
    text: &'a mut String,
    construction: &'a Construction<'a>,
    nodes: &'a [Node],
    shown: Vec<usize>,
}

impl Tree<'_> {
    /// Writes a node with its successors that are not yet shown.
    fn node(&mut self, node: usize, depth: usize) -> fmt::Result {
        let Node { name, type_text, .. } = &self.nodes[node];
        let indent = depth * INDENT;
        if self.shown.contains(&node) {
            return writeln!(self.text, "{:indent$}{name}: {type_text}, as above", "");
        }
        self.shown.push(node);
        writeln!(self.text, "{:indent$}{name}: {type_text}", "")?;
        let setters = self.construction.setters(&self.nodes[node]);
        for (index, (setter, share)) in setters.iter().enumerate() {
            let set = if index == 0 { "set" } else { "" };
            let call = self.construction.call(setter);
            let again = if setter.repeats { ", repeatedly" } else { "" };
            writeln!(self.text, "{:indent$}    {set:3}  {:5.1}%  {call}{again}", "", 100.0 * share)?;
        }
        if setters.is_empty() && self.nodes[node].field.is_some() {
            writeln!(self.text, "{:indent$}    no function of the sources sets it", "")?;
        }
        let parts = (0..self.nodes.len()).filter(|&part| self.nodes[part].from.contains(&node));
        parts.collect::<Vec<_>>().into_iter().try_for_each(|part| self.node(part, depth + 1))
    }
}
