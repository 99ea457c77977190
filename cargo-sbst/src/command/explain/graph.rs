//! The object construction graphs of conditions: the fields that they read, and the functions
//! writing these fields.

mod dot;
pub mod rows;
mod text;

use super::find::Found;
use anyhow::Context;
use sbst_analysis::construction::{Node, Program, Setter, Tables};
use std::fmt::Write;

/// The graphs of conditions of a function.
pub struct Construction<'a> {
    program: &'a Program,
    tables: Tables<'a>,
    found: &'a Found,
    /// The number of each condition with the nodes of its graph.
    graphs: Vec<(usize, Vec<Node>)>,
}

impl<'a> Construction<'a> {
    /// Creates the graphs of these conditions of a function.
    pub fn new(
        program: &'a Program,
        found: &'a Found,
        conditions: &[usize],
    ) -> anyhow::Result<Construction<'a>> {
        let is_found = |path: &str, line: u32| path == found.path && line == found.function.first_line;
        let all = program.functions.iter();
        let function = all.enumerate().find(|(_, one)| is_found(&one.path, one.first_line));
        let (function, _) =
            function.with_context(|| format!("`{}` was not found in its file", found.path))?;
        let mut tables = Tables::new(program);
        let own = tables.graphs(function).into_iter().filter(|graph| graph.function == function);
        let wanted: Vec<_> = own.filter(|graph| conditions.contains(&graph.condition)).collect();
        let graphs = wanted.iter().map(|graph| (graph.condition, tables.nodes(function, graph))).collect();
        Ok(Construction { program, tables, found, graphs })
    }

    /// Returns the graphs as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // writing to a string cannot fail
        _ = text::write(&mut text, self);
        text
    }

    /// Returns the graphs in Graphviz (DOT) format.
    pub fn dot(&self) -> String {
        let mut text = String::new();
        // writing to a string cannot fail
        _ = dot::write(&mut text, self);
        text
    }

    /// Returns the number and the source of a condition.
    fn title(&self, condition: usize) -> String {
        let of = &self.found.function.analysis.conditions[condition];
        let mut title = String::new();
        _ = write!(title, "[{}] {}", condition + 1, of.text);
        title
    }

    /// Returns the functions that write the field of a node, likeliest first, each with its share.
    fn setters(&self, node: &Node) -> Vec<(&Setter, f64)> {
        let setters = node.field.map_or(&[][..], |field| self.tables.setters(field));
        let total: f64 = setters.iter().map(|setter| f64::from(setter.weight)).sum();
        let mut setters: Vec<(&Setter, f64)> =
            setters.iter().map(|setter| (setter, f64::from(setter.weight) / total)).collect();
        setters.sort_by(|one, other| other.1.total_cmp(&one.1));
        setters
    }

    /// Returns a function of the program without its module, and its arguments that come to the
    /// field: `GameState::add(player)`.
    fn call(&self, setter: &Setter) -> String {
        let function = &self.program.functions[setter.function];
        let inner = function.path.strip_prefix(&format!("{}::", function.module));
        let arguments: Vec<String> =
            setter.arguments.iter().map(|argument| function.argument(*argument)).collect();
        format!("{}({})", inner.unwrap_or(&function.path), arguments.join(", "))
    }
}

#[cfg(test)]
mod tests;
