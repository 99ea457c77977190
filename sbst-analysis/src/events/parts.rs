//! The functions with relevant events, and their relevant definitions.
//!
//! 1. The conditions of the function itself matter, and all definitions that reach them.
//! 2. The results of a callee, if used, matter too, if its name is unique in the program; so do its
//!    conditions, and the definitions that reach both.
//! 3. If an unchanged field of an argument is used, its definitions matter in functions that write
//!    fields of its type. Another call of the same test case may call one of these. Fields are
//!    identified by type and name, not by object.

use super::assignments::{with_assignments, with_results, RESULT};
use crate::analysis::Analysis;
use crate::construction::Tables;
use sbst_instrument::analysis::data_flow::{DefinitionKind, Step, Variable, VariableKind};
use std::collections::{BTreeMap, BTreeSet};

/// The most functions to read: the given one and its transitive callees.
const MOST_FUNCTIONS: usize = 16;

/// A function with events.
pub(super) struct Part {
    pub(super) function: usize,
    pub(super) analysis: Analysis,
    /// The relevant definitions.
    pub(super) wanted: BTreeSet<usize>,
    /// The functions whose results it uses, by the definition of the result.
    pub(super) callees: BTreeMap<usize, usize>,
    /// The calls of it: a part, and the definition of the result there.
    pub(super) callers: Vec<(usize, usize)>,
    /// True if its results are definitions.
    is_callee: bool,
    /// True if another call of a test case may call it.
    pub(super) is_setter: bool,
}

/// A part of an object shared by functions: the type, and the path to the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shared {
    owner: usize,
    path: Vec<Step>,
}

impl Shared {
    /// Returns a function's variable as a part, if it belongs to an argument.
    pub(super) fn find(tables: &Tables<'_>, part: &Part, variable: &Variable) -> Option<Shared> {
        let is_field = matches!(variable.path.first(), Some(Step::Field(_)));
        if variable.kind != VariableKind::Parameter || !is_field {
            return None;
        }
        let root = &part.analysis.variables[variable.root].name;
        let owner = tables.program().find_only_type(part.function, root)?;
        Some(Shared { owner, path: variable.path.clone() })
    }

    /// True if one is a part of the other, or they are equal.
    pub(super) fn overlaps(&self, other: &Shared) -> bool {
        let common = self.path.len().min(other.path.len());
        self.owner == other.owner && self.path[..common] == other.path[..common]
    }
}

impl Part {
    fn new(tables: &Tables<'_>, function: usize, is_callee: bool) -> Part {
        let item = &tables.program().functions[function];
        let body = if is_callee { with_results(&item.body) } else { with_assignments(&item.body) };
        let analysis = Analysis::from_function(&item.signature, &body);
        let (wanted, callees) = (BTreeSet::new(), BTreeMap::new());
        let callers = Vec::new();
        Part { function, analysis, wanted, callees, callers, is_callee, is_setter: false }
    }

    /// The definitions of its result.
    pub(super) fn results(&self) -> Vec<usize> {
        let is_result = |variable: usize| self.analysis.variables[variable].name == RESULT;
        let definitions = self.analysis.definitions.iter().enumerate();
        definitions.filter(|(_, found)| is_result(found.variable)).map(|(index, _)| index).collect()
    }

    /// The definitions of a part of an object.
    fn writes(&self, tables: &Tables<'_>, shared: &Shared) -> Vec<usize> {
        let all = self.analysis.definitions.iter().enumerate();
        let assigned = all.filter(|(_, found)| found.kind != DefinitionKind::Parameter);
        let is_meant = |variable: &Variable| {
            Shared::find(tables, self, variable).is_some_and(|defined| defined.overlaps(shared))
        };
        assigned
            .filter(|(_, found)| is_meant(&self.analysis.variables[found.variable]))
            .map(|(index, _)| index)
            .collect()
    }
}

/// The function, the callees in its conditions, and the writers of its fields.
pub(super) fn parts(
    tables: &Tables<'_>,
    function: usize,
    is_instrumented: &dyn Fn(usize) -> bool,
) -> Vec<Part> {
    let (parts, waiting, seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut search = Search { tables, is_instrumented, parts, waiting, seen };
    search.add(Part::new(tables, function, false));
    while let Some((part, used)) = search.waiting.pop() {
        search.follow(part, used);
    }
    search.parts
}

struct Search<'s> {
    tables: &'s Tables<'s>,
    is_instrumented: &'s dyn Fn(usize) -> bool,
    parts: Vec<Part>,
    /// The uses to follow, each with its part.
    waiting: Vec<(usize, usize)>,
    seen: BTreeSet<(usize, usize)>,
}

impl Search<'_> {
    /// Rule 1.
    fn add(&mut self, part: Part) -> usize {
        let number = self.parts.len();
        let uses = part.analysis.conditions.iter().flat_map(|condition| condition.uses.clone());
        self.waiting.extend(uses.map(|used| (number, used)));
        self.parts.push(part);
        number
    }

    fn want(&mut self, part: usize, definition: usize) {
        if self.parts[part].wanted.insert(definition) {
            self.follow_uses(part, definition);
        }
    }

    fn follow_uses(&mut self, part: usize, definition: usize) {
        let uses = &self.parts[part].analysis.definitions[definition].uses;
        self.waiting.extend(uses.iter().map(|&used| (part, used)));
    }

    fn follow(&mut self, part: usize, used: usize) {
        if !self.seen.insert((part, used)) {
            return;
        }
        for definition in self.parts[part].analysis.uses[used].definitions.clone() {
            match self.parts[part].analysis.definitions[definition].kind {
                DefinitionKind::Parameter => self.look_for_setters(part, used),
                DefinitionKind::Result => {
                    self.follow_uses(part, definition);
                    self.look_into(part, definition);
                }
                _ => self.want(part, definition),
            }
        }
    }

    /// Rule 2. The first function is not read again: it has no results.
    fn look_into(&mut self, part: usize, definition: usize) {
        let found = &self.parts[part];
        let variable = found.analysis.definitions[definition].variable;
        let name = found.analysis.variables[variable].name.strip_suffix("(…)");
        let name = name.map(|name| name.strip_prefix("self.").unwrap_or(name));
        let callee = name.and_then(|name| self.tables.program().only_named(name));
        let Some(callee) = callee.filter(|&callee| (self.is_instrumented)(callee)) else { return };
        if found.callees.contains_key(&definition) {
            return;
        }
        let index = match self.parts.iter().position(|part| part.function == callee) {
            Some(index) if self.parts[index].is_callee => index,
            Some(_) => return,
            None if self.parts.len() == MOST_FUNCTIONS => return,
            None => {
                let new = Part::new(self.tables, callee, true);
                if new.results().is_empty() {
                    return;
                }
                self.add(new)
            }
        };
        for result in self.parts[index].results() {
            self.want(index, result);
        }
        self.parts[part].callees.insert(definition, index);
        self.parts[index].callers.push((part, definition));
    }

    /// Rule 3. The first function is not a setter: its call is the last one.
    fn look_for_setters(&mut self, part: usize, used: usize) {
        let analysis = &self.parts[part].analysis;
        let variable = &analysis.variables[analysis.uses[used].variable];
        let Some(shared) = Shared::find(self.tables, &self.parts[part], variable) else { return };
        for setter in self.tables.setters_at(shared.owner, &shared.path) {
            let index = match self.parts.iter().position(|part| part.function == setter) {
                Some(0) => continue,
                Some(index) => index,
                None if self.parts.len() == MOST_FUNCTIONS || !(self.is_instrumented)(setter) => continue,
                None => {
                    let new = Part::new(self.tables, setter, false);
                    if new.writes(self.tables, &shared).is_empty() {
                        continue;
                    }
                    self.add(new)
                }
            };
            let writes = self.parts[index].writes(self.tables, &shared);
            self.parts[index].is_setter |= !writes.is_empty();
            writes.into_iter().for_each(|definition| self.want(index, definition));
        }
    }
}
