//! Names for the functions and paths of a [story](super::story), in a test's scope or for people.

use super::call::{self, BLOCK_ON, SHOWN_BY};
use super::scope::{Import, Scope, last_name};
use crate::source::exports::Entity;
use crate::source::{identifiers, items};
use cargo_metadata::camino::Utf8Path;
use sbst_model::messages::Called;
use sbst_model::target::CallForm;
use std::collections::BTreeSet;

/// Style of names in a story.
pub trait Naming {
    /// Returns a path in an expression.
    fn path(&mut self, path: &str) -> String;
    /// Returns the function of a call; `is_known` is true if the type of its receiver is known.
    fn function(&mut self, called: &Called, is_known: bool) -> String;
    /// True if a name has a meaning there that the story may need.
    fn is_taken(&self, name: &str) -> bool;
}

/// Names in a generated module.
pub struct InScope<'s, 'a> {
    pub scope: &'s mut Scope<'a>,
    pub used: Vec<Import>,
    /// The `#[cfg]`s of called functions.
    pub cfgs: Vec<String>,
    /// First names of written paths.
    first_names: BTreeSet<String>,
}

impl Naming for InScope<'_, '_> {
    fn path(&mut self, path: &str) -> String {
        let path = self.scope.path(path, &mut self.used).unwrap_or_else(|| path.to_owned());
        self.note(path)
    }

    fn function(&mut self, called: &Called, is_known: bool) -> String {
        let exports = self.scope.reach.exports;
        let file = Utf8Path::new(&called.place.file);
        let found = exports.find_function(&called.id.path, file, called.place.line as usize);
        if found.is_none() && called.form.owner.is_none() {
            // The function belongs to another crate, or comes from a macro.
            let is_own = (called.id.path).strip_prefix(&exports.sources.crate_name);
            let inside = is_own.filter(|_| self.scope.reach.module().is_some());
            return inside.map_or_else(|| self.path(&called.id.path), |rest| format!("crate{rest}"));
        }
        self.note_cfgs(found);
        self.call_path((&called.id.path, &called.form), is_known, found)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.first_names.contains(name)
    }
}

impl<'s, 'a> InScope<'s, 'a> {
    pub fn new(scope: &'s mut Scope<'a>) -> InScope<'s, 'a> {
        let first_names = [BLOCK_ON, SHOWN_BY].map(str::to_owned).into();
        InScope { scope, used: Vec::new(), cfgs: Vec::new(), first_names }
    }

    /// Records a written path, whose first name variables must not hide.
    fn note(&mut self, path: String) -> String {
        self.first_names.insert(path.split("::").next().unwrap_or_default().to_owned());
        path
    }

    /// Returns the path of a function in calls, given its definition's path, its form and the item
    /// found.
    pub fn call_path(
        &mut self,
        (path, form): (&str, &CallForm),
        is_known: bool,
        found: Option<Entity>,
    ) -> String {
        // The standard library calls it.
        if form.written_to.as_ref().is_some_and(|formatter| formatter.letters.is_some()) {
            return String::new();
        }
        let Some(owner) = &form.owner else {
            let path = self.scope.function(path, found, &mut self.used);
            return self.note(path);
        };
        let mut named = Vec::new();
        let write = |path: &str| self.scope.path(path, &mut named).unwrap_or_else(|| path.to_owned());
        let path = format!("{}::{}", owner.with_paths(write), called_name(path));
        // A method call on a value of known type needs no import.
        if !call::is_method(form, &path, is_known) {
            self.used.extend(named);
        }
        path
    }

    /// Returns the type of a value that a formatter shows, if its generic arguments must be told;
    /// empty if not.
    pub fn shown_type(&mut self, form: &CallForm) -> String {
        let is_shown = form.written_to.as_ref().is_some_and(|formatter| formatter.letters.is_some());
        let shown = form.generic_implementor().filter(|_| is_shown);
        shown.map_or_else(String::new, |ty| ty.with_paths(|path| self.path(path)))
    }

    /// Records the `#[cfg]`s of a function.
    pub fn note_cfgs(&mut self, found: Option<Entity>) {
        let Some(Entity::Function(module, at)) = found else { return };
        let exports = self.scope.reach.exports;
        let own = &exports.function((module, at)).cfgs;
        self.cfgs.extend(exports.sources.modules[module].cfgs.iter().chain(own).cloned());
    }
}

/// Names for readers: the last names of paths.
#[derive(Default)]
pub struct AsRead {
    /// Names of functions called without an owner, which variables must not share.
    functions: BTreeSet<String>,
}

impl Naming for AsRead {
    fn path(&mut self, path: &str) -> String {
        last_name(path).to_owned()
    }

    fn function(&mut self, called: &Called, _: bool) -> String {
        let name = called_name(&called.id.path);
        match &called.form.owner {
            Some(owner) => format!("{owner}::{name}"),
            None => {
                self.functions.insert(name.clone());
                name
            }
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.functions.contains(name)
    }
}

/// Returns the name of a function as in source.
fn called_name(path: &str) -> String {
    identifiers::as_identifier(items::definition_names(path).last().map_or("", String::as_str))
}
