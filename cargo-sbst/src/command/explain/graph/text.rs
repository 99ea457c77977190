//! Graphs as text: each part below what it is a part of, with what sets and gets it.

use super::{Construction, OfCondition};
use crate::ui::console::{HEADING, WARNING};
use sbst_analysis::construction::{Flow, InputFlow, NodeAccessor, NodeKind, Role};
use std::fmt::{self, Write};

/// What is below something stands so much further to the right.
const INDENT: usize = 4;

pub fn write(text: &mut String, construction: &Construction<'_>) -> fmt::Result {
    for of in &construction.graphs {
        let title = construction.title(of.condition);
        writeln!(text, "\n{HEADING}Object construction graph of {title}{HEADING:#}")?;
        if of.graph.nodes.is_empty() {
            writeln!(text, "    it looks at no part of an input")?;
        }
        let roots = (0..of.graph.nodes.len())
            .filter(|&node| matches!(of.graph.nodes[node].kind, NodeKind::Input(..)));
        let mut tree = Tree { text, construction, of };
        roots.clone().try_for_each(|root| tree.node(root, 1))?;
        tree.calls()?;
        if of.graph.is_cut {
            writeln!(text, "    there is more than the graph has room for")?;
        }
    }
    if !construction.unresolved.is_empty() {
        writeln!(text, "\n{HEADING}What is not certain of that{HEADING:#}")?;
    }
    for one in &construction.unresolved {
        let function = one.function.rsplit("::").next().unwrap_or(&one.function);
        writeln!(text, "    {WARNING}{}{WARNING:#} in {function}  {}", one.place, one.reason)?;
    }
    Ok(())
}

struct Tree<'a> {
    text: &'a mut String,
    construction: &'a Construction<'a>,
    of: &'a OfCondition,
}

impl Tree<'_> {
    /// A node with all that is below it.
    fn node(&mut self, node: usize, depth: usize) -> fmt::Result {
        let of = self.of;
        let at = &of.graph.nodes[node];
        let name = match &at.kind {
            NodeKind::Input(_, name) => name.clone(),
            NodeKind::Field(name) => format!(".{name}"),
            NodeKind::Element => "[_]".to_owned(),
            NodeKind::Call(_) => return Ok(()),
        };
        let ty = at.ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
        writeln!(self.text, "{:indent$}{name}{ty}", "", indent = depth * INDENT)?;
        let (setters, getters): (Vec<&NodeAccessor>, Vec<&NodeAccessor>) =
            of.accessors[node].iter().partition(|one| one.accessor.role.sets());
        self.accessors("set", &setters, depth + 1)?;
        self.accessors("get", &getters, depth + 1)?;
        if setters.is_empty() && of.graph.is_leaf(node) {
            let how = match at.is_public {
                true => "it is public",
                false if getters.iter().any(|one| one.accessor.role == Role::Leads) => {
                    "through what leads there"
                }
                false if at.kind == NodeKind::Element => "with what it is in",
                false => "nothing that is known sets it",
            };
            writeln!(self.text, "{:indent$}set  {how}", "", indent = (depth + 1) * INDENT)?;
        }
        let parts = (0..of.graph.nodes.len()).filter(|&part| of.graph.nodes[part].parent == Some(node));
        parts.clone().try_for_each(|part| self.node(part, depth + 1))
    }

    fn accessors(&mut self, what: &str, accessors: &[&NodeAccessor], depth: usize) -> fmt::Result {
        for (index, one) in accessors.iter().enumerate() {
            let what = if index == 0 { what } else { "" };
            let accessor = &one.accessor;
            let inputs: Vec<String> =
                accessor.inputs.iter().map(|input| self.input(accessor.function, input)).collect();
            let note = match accessor.role {
                Role::Leads => "  to be changed".to_owned(),
                _ if inputs.is_empty() => String::new(),
                _ => format!("  by {}", inputs.join(", ")),
            };
            writeln!(
                self.text,
                "{:indent$}{what:3}  {:5.1}%  {}{note}",
                "",
                100.0 * one.weight,
                self.construction.short(accessor.function),
                indent = depth * INDENT,
            )?;
        }
        Ok(())
    }

    fn input(&self, function: usize, input: &InputFlow) -> String {
        let name = self.construction.argument(function, input.argument);
        match input.flow {
            Flow::Whole => format!("`{name}`"),
            Flow::Element => format!("`{name}` as an element"),
            Flow::Computed => format!("way of `{name}`"),
        }
    }

    /// The calls that hand out something, and what they choose it by.
    fn calls(&mut self) -> fmt::Result {
        let graph = &self.of.graph;
        for node in &graph.nodes {
            let NodeKind::Call(path) = &node.kind else { continue };
            let (given, parts): (Vec<usize>, Vec<usize>) =
                node.from.iter().partition(|&&from| !node.returns.contains(&from));
            let names = |nodes: Vec<usize>| {
                let names: Vec<String> = nodes.into_iter().map(|node| graph.name(node)).collect();
                names.join(", ")
            };
            let name = path.rsplit("::").next().unwrap_or(path);
            writeln!(self.text, "    {name}({}) hands out {}", names(given), names(parts))?;
        }
        Ok(())
    }
}
