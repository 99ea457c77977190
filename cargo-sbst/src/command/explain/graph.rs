//! The object construction graphs of conditions: which parts of the inputs they look at, and what sets these parts.

pub mod layers;
pub mod picture;
pub mod rows;
mod text;

use super::find::Found;
use anyhow::Context;
use sbst_analysis::construction::{Accessors, Graph, Graphs, NodeAccessor, Program, Unresolved};
use std::fmt::Write;

/// The graphs of conditions of a function.
pub struct Construction<'a> {
    /// What the functions are that set and get something.
    program: &'a Program,
    found: &'a Found,
    graphs: Vec<OfCondition>,
    /// What is not certain.
    unresolved: Vec<Unresolved>,
}

/// The graph of a condition.
struct OfCondition {
    /// Its number.
    condition: usize,
    graph: Graph,
    /// What sets and gets each of its nodes.
    accessors: Vec<Vec<NodeAccessor>>,
}

impl<'a> Construction<'a> {
    /// The graphs of these conditions of a function.
    pub fn of(
        program: &'a Program,
        found: &'a Found,
        conditions: &[usize],
    ) -> anyhow::Result<Construction<'a>> {
        let is_found = |path: &str, line: u32| path == found.path && line == found.function.first_line;
        let all = program.functions.iter();
        let function = all.enumerate().find(|(_, one)| is_found(&one.path, one.first_line));
        let (function, _) =
            function.with_context(|| format!("`{}` is not found in its file again", found.path))?;
        let Graphs { own, unresolved, .. } = Graphs::of(program, function);
        let mut accessors = Accessors::new(program);
        let wanted = own.into_iter().enumerate().filter(|(condition, _)| conditions.contains(condition));
        let graphs = wanted.map(|(condition, graph)| {
            let nodes = 0..graph.nodes.len();
            let accessors = nodes.map(|node| accessors.of_node(&graph, node, |_| true)).collect();
            OfCondition { condition, graph, accessors }
        });
        Ok(Construction { program, found, graphs: graphs.collect(), unresolved })
    }

    /// The graphs as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // writing to a string cannot fail
        _ = text::write(&mut text, self);
        text
    }

    /// The condition as its number and source say it.
    fn title(&self, condition: usize) -> String {
        let of = &self.found.function.analysis.conditions[condition];
        let mut title = String::new();
        _ = write!(title, "[{}] {}", condition + 1, of.text);
        title
    }

    /// A function of the program without its module: `GameState::player`.
    fn short(&self, function: usize) -> String {
        let function = &self.program.functions[function];
        let inner = function.path.strip_prefix(&format!("{}::", function.module));
        inner.unwrap_or(&function.path).to_owned()
    }

    /// The name of an argument of a function.
    fn argument(&self, function: usize, argument: usize) -> String {
        self.program.functions[function].argument(argument)
    }
}

#[cfg(test)]
mod tests;
