//! Recorder of variables during the walk over the syntax tree: the variables of names, their uses,
//! and their definitions.

use std::{collections::HashMap, ops::Range};

use super::{Access, Definition, DefinitionKind, Step, Use, Variable, VariableKind};
use crate::analysis::Place;

/// Properties of a variable that is not part of another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Root {
    pub mutable: bool,
    /// True if it certainly is, or contains, an exclusive reference.
    pub exclusive: bool,
    /// The variable that it, or a part of it, may refer to.
    pub referent: Option<usize>,
}

#[derive(Debug, Default)]
pub struct Recorder {
    /// True if it does not record.
    pub is_off: bool,
    pub variables: Vec<Variable>,
    /// The variables that are not part of another.
    pub roots: Vec<Root>,
    /// All uses, in the order of evaluation.
    pub uses: Vec<Use>,
    /// All definitions, in the order of evaluation.
    pub definitions: Vec<Definition>,
    /// Accesses without a node yet.
    pub pending: Vec<Access>,
    /// The number of each variable; for look-up only.
    numbers: HashMap<(usize, Vec<Step>), usize>,
    /// The number of variables that have had this name; for look-up only.
    named: HashMap<String, usize>,
    /// The names in scope at the current place, innermost last.
    scopes: Vec<(String, usize)>,
}

impl Recorder {
    /// Creates a recorder, which only records if `records` is true.
    pub fn new(records: bool) -> Self {
        Recorder { is_off: !records, ..Recorder::default() }
    }

    pub fn declare(&mut self, name: &str, kind: VariableKind, root: Root) -> usize {
        let variable = self.declare_unseen(name, kind, root);
        self.scopes.push((name.to_owned(), variable));
        variable
    }

    /// A new variable without a name in scope.
    pub fn declare_unseen(&mut self, name: &str, kind: VariableKind, root: Root) -> usize {
        let count = self.named.entry(name.to_owned()).or_default();
        *count += 1;
        let name = match *count {
            count @ 2.. if kind != VariableKind::Result => format!("{name}#{count}"),
            _ => name.to_owned(),
        };
        let variable = self.variables.len();
        self.variables.push(Variable { name, kind, root: self.roots.len(), path: Vec::new() });
        self.numbers.insert((self.roots.len(), Vec::new()), variable);
        self.roots.push(root);
        variable
    }

    pub fn named(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find(|known| known.0 == name).map(|known| known.1)
    }

    /// True if a name was declared after the first `names` ones.
    pub fn named_since(&self, name: &str, names: usize) -> bool {
        self.scopes[names..].iter().any(|known| known.0 == name)
    }

    /// Returns the number of known names.
    pub fn scope(&self) -> usize {
        self.scopes.len()
    }

    /// Removes all names except for the first ones.
    pub fn leave_scope(&mut self, names: usize) {
        self.scopes.truncate(names);
    }

    pub fn find_root(&self, variable: usize) -> Root {
        self.roots[self.variables[variable].root]
    }

    pub fn part(&mut self, variable: usize, step: Step) -> usize {
        let whole = &self.variables[variable];
        // Elements of elements, and fields of elements, count as the elements themselves, which is
        // exact enough.
        if whole.path.last() == Some(&Step::Element) {
            return variable;
        }
        let mut path = whole.path.clone();
        let (kind, root) = (whole.kind, whole.root);
        let name = match &step {
            Step::Field(field) => format!("{}.{field}", whole.name),
            Step::Element => format!("{}[_]", whole.name),
        };
        path.push(step);
        if let Some(&part) = self.numbers.get(&(root, path.clone())) {
            return part;
        }
        let part = self.variables.len();
        self.numbers.insert((root, path.clone()), part);
        self.variables.push(Variable { name, kind, root, path });
        part
    }

    pub fn record_use(&mut self, variable: usize, place: Place) {
        self.pending.push(Access::Use(self.uses.len()));
        self.uses.push(Use { variable, place, definitions: Vec::new() });
    }

    /// Records a definition with a value made of these uses.
    pub fn define(&mut self, variable: usize, place: Place, kind: DefinitionKind, uses: Range<usize>) {
        let kind = match kind.is_certain() && self.variables[variable].path.contains(&Step::Element) {
            true => DefinitionKind::Element,
            false => kind,
        };
        self.pending.push(Access::Definition(self.definitions.len()));
        let uses = uses.collect();
        self.definitions.push(Definition { variable, place, kind, uses, depends_on: Vec::new() });
    }

    /// Records a possible definition of `variable`'s referent, and of its referents in turn.
    pub fn define_referent(&mut self, variable: usize, place: Place, uses: Range<usize>) {
        let path = self.variables[variable].path.clone();
        let Some(mut referent) = self.find_root(variable).referent else {
            return;
        };
        for step in path {
            referent = self.part(referent, step);
        }
        self.define(referent, place, DefinitionKind::Borrow, uses.clone());
        self.define_referent(referent, place, uses);
    }

    /// The number of the next use, for ranges of them.
    pub fn mark(&self) -> usize {
        self.uses.len()
    }

    pub fn since(&self, mark: usize) -> Range<usize> {
        mark..self.uses.len()
    }
}
