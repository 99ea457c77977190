//! The functions whose events matter, and their definitions that do.

use super::assignments::{with_assignments, with_results, RESULT};
use crate::analysis::Analysis;
use crate::construction::Program;
use sbst_instrument::analysis::data_flow::DefinitionKind;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that are looked into: the one and those that it calls, and so on.
const MOST_FUNCTIONS: usize = 16;

/// A function with events.
pub(super) struct Part {
    pub(super) function: usize,
    pub(super) analysis: Analysis,
    /// The definitions that count.
    pub(super) wanted: BTreeSet<usize>,
    /// The functions whose results it uses, by the definition of the result.
    pub(super) callees: BTreeMap<usize, usize>,
    /// The calls that it is called by: a part, and the definition of the result there.
    pub(super) callers: Vec<(usize, usize)>,
}

impl Part {
    fn new(program: &Program, function: usize, is_callee: bool) -> Part {
        let item = &program.functions[function];
        let body = if is_callee { with_results(&item.body) } else { with_assignments(&item.body) };
        let analysis = Analysis::of(&item.signature, &body);
        let (wanted, callees) = (BTreeSet::new(), BTreeMap::new());
        Part { function, analysis, wanted, callees, callers: Vec::new() }
    }

    /// The definitions of its result.
    pub(super) fn results(&self) -> Vec<usize> {
        let is_result = |variable: usize| self.analysis.variables[variable].name == RESULT;
        let definitions = self.analysis.definitions.iter().enumerate();
        definitions.filter(|(_, found)| is_result(found.variable)).map(|(index, _)| index).collect()
    }
}

/// The function and those whose results its conditions depend on.
pub(super) fn parts(
    program: &Program,
    function: usize,
    is_instrumented: &dyn Fn(usize) -> bool,
) -> Vec<Part> {
    let mut parts = vec![Part::new(program, function, false)];
    let mut at = 0;
    while at < parts.len() {
        let analysis = parts[at].analysis.clone();
        let results = if at == 0 { Vec::new() } else { parts[at].results() };
        let conditions = analysis.conditions.iter().flat_map(|condition| condition.uses.clone());
        let of_results = results.iter().flat_map(|&result| analysis.definitions[result].uses.clone());
        let mut uses: Vec<usize> = conditions.chain(of_results).collect();
        let mut seen: BTreeSet<usize> = results.iter().copied().collect();
        parts[at].wanted.extend(results);
        while let Some(used) = uses.pop() {
            for &definition in &analysis.uses[used].definitions {
                if !seen.insert(definition) {
                    continue;
                }
                let found = &analysis.definitions[definition];
                uses.extend(&found.uses);
                match found.kind {
                    DefinitionKind::Parameter => {}
                    DefinitionKind::Result => {
                        let name = &analysis.variables[found.variable].name;
                        if let Some(callee) = callee(program, name).filter(|&callee| is_instrumented(callee))
                        {
                            call(program, &mut parts, at, definition, callee);
                        }
                    }
                    _ => _ = parts[at].wanted.insert(definition),
                }
            }
        }
        at += 1;
    }
    parts
}

/// The function that a call with this name of a result means, if there is only one of its name.
fn callee(program: &Program, result: &str) -> Option<usize> {
    let name = result.strip_suffix("(…)")?;
    program.only_named(name.strip_prefix("self.").unwrap_or(name))
}

/// Notes a call. A function that is the first part is not looked into again: it has no results.
fn call(program: &Program, parts: &mut Vec<Part>, caller: usize, definition: usize, callee: usize) {
    let index = match parts.iter().position(|part| part.function == callee) {
        Some(0) => return,
        Some(index) => index,
        None if parts.len() == MOST_FUNCTIONS => return,
        None => {
            let part = Part::new(program, callee, true);
            if part.results().is_empty() {
                return;
            }
            parts.push(part);
            parts.len() - 1
        }
    };
    parts[caller].callees.insert(definition, index);
    parts[index].callers.push((caller, definition));
}
