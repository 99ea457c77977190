//! An explanation as text.

use super::find::Found;
use crate::ui::console::{HEADING, WARNING};
use crate::ui::quantity::count;
use sbst_analysis::{Analysis, Branch, MethodFields, Role};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// Columns of the indentation of a level.
const INDENT: usize = 4;

/// Returns the analysis of a function and of these conditions of it.
pub fn render(found: &Found, conditions: &[usize]) -> String {
    let mut text = String::new();
    // writing to a string cannot fail
    _ = write(&mut text, found, conditions);
    text
}

fn write(text: &mut String, found: &Found, conditions: &[usize]) -> fmt::Result {
    let function = &found.function;
    let analysis = &function.analysis;
    let all = analysis.conditions.len();
    let (first, last) = (function.first_line, function.last_line);
    writeln!(
        text,
        "{HEADING}{}{HEADING:#}  {}:{first}-{last}  {}",
        found.path,
        found.file,
        count(all, "condition")
    )?;
    if all > 0 {
        let is_whole = conditions.len() == all;
        heading(
            text,
            if is_whole { "Conditions, nested by dependence" } else { "Required outcomes before it" },
        )?;
        let mut tree = Tree { text, analysis, seen: BTreeSet::new() };
        if is_whole {
            tree.downwards()?
        } else {
            tree.upwards(conditions)?
        }
        heading(text, "Variables read, with their last definitions")?;
        conditions.iter().try_for_each(|&condition| values(text, analysis, condition))?;
    }
    if let Some(fields) = &found.fields {
        self::fields(text, fields)?;
    }
    if !analysis.imprecisions.is_empty() {
        heading(text, "Unknown effects")?;
    }
    for imprecision in &analysis.imprecisions {
        writeln!(text, "    {WARNING}{}{WARNING:#}  {}", imprecision.place, imprecision.reason)?;
    }
    Ok(())
}

fn heading(text: &mut String, heading: &str) -> fmt::Result {
    writeln!(text, "\n{HEADING}{heading}{HEADING:#}")
}

/// The conditions with their dependences.
struct Tree<'a> {
    text: &'a mut String,
    analysis: &'a Analysis,
    /// Nodes that were shown in full.
    seen: BTreeSet<usize>,
}

impl Tree<'_> {
    /// Writes all conditions, each below the first condition that it depends on.
    fn downwards(&mut self) -> fmt::Result {
        let mut below: BTreeMap<usize, Vec<(bool, usize)>> = BTreeMap::new();
        for (index, condition) in self.analysis.conditions.iter().enumerate() {
            for &Branch { condition, outcome } in &condition.depends_on {
                below.entry(condition).or_default().push((outcome, index));
            }
        }
        // conditions in cycles come last
        let is_root = |index: &usize| self.analysis.conditions[*index].depends_on.is_empty();
        let (roots, others): (Vec<usize>, Vec<usize>) =
            (0..self.analysis.conditions.len()).partition(is_root);
        for index in roots.into_iter().chain(others) {
            if !self.seen.contains(&index) {
                self.below(index, None, 1, &below)?;
            }
        }
        Ok(())
    }

    fn below(
        &mut self,
        index: usize,
        when: Option<&str>,
        depth: usize,
        below: &BTreeMap<usize, Vec<(bool, usize)>>,
    ) -> fmt::Result {
        let when = when.map(|when| format!("{when}: ")).unwrap_or_default();
        let is_new = self.seen.insert(index);
        self.line(depth, &when, index, if is_new { "" } else { ", see above" })?;
        for &(outcome, other) in below.get(&index).into_iter().flatten().filter(|_| is_new) {
            let means = self.analysis.conditions[index].kind.outcome(outcome);
            self.below(other, Some(means), depth + 1, below)?;
        }
        Ok(())
    }

    /// Writes these conditions, with the dependences of each.
    fn upwards(&mut self, conditions: &[usize]) -> fmt::Result {
        for &index in conditions {
            self.seen.clear();
            self.line(1, "", index, "")?;
            self.above(index, 2)?;
        }
        Ok(())
    }

    fn above(&mut self, index: usize, depth: usize) -> fmt::Result {
        self.seen.insert(index);
        let analysis = self.analysis;
        for (which, &Branch { condition, outcome }) in
            analysis.conditions[index].depends_on.iter().enumerate()
        {
            let when = if which == 0 { "if " } else { "or if " };
            let predicate = analysis.conditions[condition].kind.predicate(outcome);
            let is_new = !self.seen.contains(&condition);
            self.line(
                depth,
                when,
                condition,
                &format!(" {predicate}{}", if is_new { "" } else { ", see above" }),
            )?;
            if is_new {
                self.above(condition, depth + 1)?;
            }
        }
        Ok(())
    }

    fn line(&mut self, depth: usize, before: &str, index: usize, after: &str) -> fmt::Result {
        let condition = &self.analysis.conditions[index];
        let kind = format!("{:?}", condition.kind).to_lowercase();
        let lost = if condition.in_graph { "" } else { ", its place is unknown" };
        let never: String = condition
            .infeasible
            .reasons()
            .map(|(outcome, reason)| format!("; {}, because {reason}", condition.kind.never(outcome)))
            .collect();
        writeln!(
            self.text,
            "{:indent$}{before}[{}] {}{after}  ({kind}, {}{lost}{never})",
            "",
            index + 1,
            condition.text,
            condition.place,
            indent = depth * INDENT,
        )
    }
}

/// Writes the values that a condition reads, with their definitions: certain ones first, each kind
/// with its lines.
fn values(text: &mut String, analysis: &Analysis, index: usize) -> fmt::Result {
    let condition = &analysis.conditions[index];
    // one variable may be used several times
    let mut used: BTreeMap<&str, BTreeSet<(bool, u32, String)>> = BTreeMap::new();
    for &one in &condition.uses {
        let one = &analysis.uses[one];
        let definitions = used.entry(&analysis.variables[one.variable].name).or_default();
        definitions.extend(one.definitions.iter().map(|&definition| {
            let definition = &analysis.definitions[definition];
            (!definition.kind.is_certain(), definition.place.line, definition.kind.to_string())
        }));
    }
    writeln!(text, "    [{}] {}", index + 1, condition.text)?;
    let width = used.keys().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, definitions) in used {
        let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
        for (_, line, kind) in definitions {
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, lines)) => lines.push(line.to_string()),
                None => kinds.push((kind, vec![line.to_string()])),
            }
        }
        let kinds = kinds.into_iter().map(|(kind, lines)| format!("{} {kind}", lines.join(", ")));
        let kinds = kinds.reduce(|all, one| format!("{all}; {one}"));
        writeln!(text, "        {name:width$}  {}", kinds.as_deref().unwrap_or("not in this function"))?;
    }
    Ok(())
}

fn fields(text: &mut String, fields: &MethodFields) -> fmt::Result {
    let MethodFields { reads, writes, calls, flows, role, .. } = fields;
    heading(text, "Fields read and written, also through methods of its type")?;
    let flows: Vec<String> =
        flows.iter().map(|(parameter, field)| format!("{parameter} into {field}")).collect();
    let rows = [("reads", reads), ("writes", writes), ("calls", calls), ("puts", &flows)];
    let rows = rows.into_iter().filter(|(_, names)| !names.is_empty());
    let rows: Vec<String> =
        rows.map(|(what, names)| format!("    {what:6}  {}\n", names.join(", "))).collect();
    match (role, rows.is_empty()) {
        (Role::Getter | Role::Setter, _) => writeln!(text, "    it is a {role}")?,
        (Role::Other, true) => writeln!(text, "    nothing")?,
        (Role::Other, false) => {}
    }
    text.write_str(&rows.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::explain::find::tests::found;

    const SOURCE: &str = "\
impl<'a> Reader<'a> {
    fn operand(&mut self) -> Option<&'a str> {
        if self.is_end() {
            return None;
        }
        let mut depth = 0;
        while let Some(letter) = self.text.get(self.at) {
            match letter {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b' ' => break,
                _ => note(&mut depth),
            }
            self.at += 1;
        }
        (depth == 0).then_some(self.text)
    }
    fn is_end(&self) -> bool {
        self.at >= self.text.len()
    }
    fn at(&self) -> usize {
        self.at
    }
}";

    fn plain(name: &str, conditions: Option<&[usize]>) -> String {
        let functions = found("src/reader.rs", SOURCE);
        let function = functions.iter().find(|function| function.path.ends_with(name)).unwrap();
        let all: Vec<usize> = (0..function.function.analysis.conditions.len()).collect();
        anstream::adapter::strip_str(&render(function, conditions.unwrap_or(&all))).to_string()
    }

    #[test]
    fn a_function_as_text() {
        insta::assert_snapshot!(plain("operand", None));
    }

    #[test]
    fn a_condition_as_text() {
        insta::assert_snapshot!(plain("operand", Some(&[3])));
    }

    #[test]
    fn a_getter_is_marked() {
        let text = plain("::at", None);
        assert!(text.contains("it is a getter") && text.contains("reads   self.at"), "{text}");
    }

    #[test]
    fn a_condition_below_several_others_is_shown_once() {
        let text = plain("operand", None);
        let (tree, _) = text.split_once("Variables read").unwrap();
        for index in 1..=7 {
            let lines = tree.lines().filter(|line| line.contains(&format!("[{index}]")));
            let in_full = lines.filter(|line| !line.contains("see above"));
            assert_eq!(in_full.count(), 1, "[{index}] in {tree}");
        }
    }
}
