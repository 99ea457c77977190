//! The assignments that decide a condition: the first event sequences of a search without guidance
//! by distances.

use super::find::Found;
use crate::ui::console::HEADING;
use anyhow::Context;
use sbst_analysis::construction::{Program, Tables};
use sbst_analysis::events::{Event, EventGraph, EventNode, event_graph};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Returns a text for these conditions of a function; an empty one if no assignment decides them.
pub fn text(program: &Program, found: &Found, conditions: &[usize]) -> anyhow::Result<String> {
    let is_found = |path: &str, line: u32| path == found.path && line == found.function.first_line;
    let function = program.functions.iter().position(|one| is_found(&one.path, one.first_line));
    let function = function.with_context(|| format!("`{}` was not found in its file", found.path))?;
    let Some(graph) = event_graph(&Tables::new(program), function, |_| true) else {
        return Ok(String::new());
    };
    let mut text = String::new();
    // writing to a string cannot fail
    _ = write(&mut text, &Sequences { program, graph: &graph, function }, conditions);
    Ok(text)
}

fn write(text: &mut String, sequences: &Sequences<'_>, conditions: &[usize]) -> fmt::Result {
    let told = conditions.iter().filter_map(|&condition| sequences.condition(condition));
    for (index, (title, lines)) in told.enumerate() {
        if index == 0 {
            writeln!(text, "\n{HEADING}Assignments that decide them{HEADING:#}")?;
        }
        writeln!(text, "    {title}")?;
        lines.iter().try_for_each(|line| writeln!(text, "        {line}"))?;
    }
    Ok(())
}

struct Sequences<'s> {
    program: &'s Program,
    graph: &'s EventGraph,
    function: usize,
}

impl Sequences<'_> {
    /// Returns a condition, and a line for each assignment that may have to be the last.
    fn condition(&self, condition: usize) -> Option<(String, Vec<String>)> {
        let is_meant = |node: &&EventNode| match node.event {
            Event::Condition(number) => {
                let found = &self.graph.conditions[number];
                found.function == self.function && found.condition == condition
            }
            _ => false,
        };
        let node = self.graph.nodes.iter().find(is_meant)?;
        let Event::Condition(number) = node.event else { return None };
        let mut lines = Vec::new();
        for used in &node.uses {
            let name = &self.graph.variables[used.variable];
            for &definition in &used.definitions {
                let others = used.definitions.iter().filter(|&&other| other != definition);
                let others: BTreeSet<String> = others.map(|&other| self.place(other)).collect();
                let others: Vec<String> = others.into_iter().collect();
                let mut line = format!("`{name}` as {} sets it", self.place(definition));
                if !others.is_empty() {
                    _ = write!(line, ", and not as {} does after that", others.join(" or "));
                }
                line.push_str(&self.dependence(&self.graph.nodes[definition]));
                lines.push(line);
            }
        }
        let title = format!("[{}] {} may need", condition + 1, self.graph.conditions[number].text);
        (!lines.is_empty()).then_some((title, lines))
    }

    fn place(&self, node: usize) -> String {
        let node = &self.graph.nodes[node];
        let Event::Definition(place, _) = &node.event else { return String::new() };
        let function = self.graph.flows[node.flow];
        let path = &self.program.functions[function].path;
        match function == self.function {
            true => format!("line {}", place.line),
            false => format!("line {} (`{path}`)", place.line),
        }
    }

    /// Returns the alternative outcomes that lead to a definition.
    fn dependence(&self, definition: &EventNode) -> String {
        let outcomes = definition.depends_on.iter().filter_map(|&outcome| {
            let Event::Outcome(condition, outcome) = self.graph.nodes[outcome].event else { return None };
            let condition = &self.graph.conditions[condition];
            let predicate = condition.kind.predicate(outcome);
            Some(format!("`{}` (line {}) {predicate}", condition.text, condition.place.line))
        });
        let outcomes: Vec<String> = outcomes.collect();
        if outcomes.is_empty() { String::new() } else { format!("; that is, if {}", outcomes.join(", or ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::explain::find::tests::found;
    use sbst_analysis::construction::Source;
    use sbst_source::files::ParsedFile;

    #[test]
    fn a_flag_has_its_assignments_and_their_conditions() {
        let source = "\
fn f(a: [i32; 10]) -> bool {
    let mut flag = true;
    for i in 0..10 {
        if a[i] != 7 {
            flag = false;
        }
    }
    if flag { true } else { false }
}";
        let found = found("src/lib.rs", source);
        let module = found[0].path.trim_end_matches("::f");
        let parsed = &ParsedFile::from_text(source);
        let (program, _) = Program::read([Source { module, file: "src/lib.rs", parsed }]);
        let all: Vec<usize> = (0..found[0].function.analysis.conditions.len()).collect();
        let text = text(&program, &found[0], &all).unwrap();
        let text = anstream::adapter::strip_str(&text).to_string();
        let expected = [
            "may need",
            "        `flag` as line 2 sets it, and not as line 5 does after that",
            "        `flag` as line 5 sets it, and not as line 2 does after that; that is, if `a[i] != 7` (line 4) is true",
        ];
        for line in expected {
            assert!(text.contains(line), "{text}");
        }
    }
}
