//! How the functions and paths of a [story](super::story) are called: as a test's imports allow, or as people read them.

use super::assertion::{self, BLOCK_ON, SHOWN_BY};
use super::scope::{Import, Scope, last_name};
use crate::source::exports::Entity;
use crate::source::{identifiers, items};
use cargo_metadata::camino::Utf8Path;
use sbst_model::messages::Called;
use sbst_model::target::CallForm;
use std::collections::BTreeSet;

/// How things are called where a story is written.
pub trait Naming {
    /// A path in an expression.
    fn path(&mut self, path: &str) -> String;
    /// The function of a call; `is_known` if its receiver tells its type.
    fn function(&mut self, called: &Called, is_known: bool) -> String;
    /// Whether a name means something there that the story may need.
    fn is_taken(&self, name: &str) -> bool;
}

/// In a generated module.
pub struct InScope<'s, 'a> {
    /// The names of the module.
    pub scope: &'s mut Scope<'a>,
    /// What is imported.
    pub used: Vec<Import>,
    /// The `#[cfg]`s of functions that are called.
    pub cfgs: Vec<String>,
    /// The names with which paths begin.
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
            // It is another crate's, or a macro makes it.
            let is_own = (called.id.path).strip_prefix(&exports.sources.crate_name);
            let inside = is_own.filter(|_| self.scope.reach.module().is_some());
            return inside.map_or_else(|| self.path(&called.id.path), |rest| format!("crate{rest}"));
        }
        self.note_cfgs(found);
        self.path_of((&called.id.path, &called.form), is_known, found)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.first_names.contains(name)
    }
}

impl<'s, 'a> InScope<'s, 'a> {
    /// In a module with these names.
    pub fn new(scope: &'s mut Scope<'a>) -> InScope<'s, 'a> {
        let first_names = [BLOCK_ON, SHOWN_BY].map(str::to_owned).into();
        InScope { scope, used: Vec::new(), cfgs: Vec::new(), first_names }
    }

    /// Notes that a path is written. What others call something by that name does not matter.
    fn note(&mut self, path: String) -> String {
        self.first_names.insert(path.split("::").next().unwrap_or_default().to_owned());
        path
    }

    /// How a function is called, given its definition's path, how calls of it are written, and what was found of it.
    pub fn path_of(
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
        let path = format!("{}::{}", owner.with_paths(write), name_of(path));
        // Where a value tells its type, that need not be imported.
        if !assertion::is_method(form, &path, is_known) {
            self.used.extend(named);
        }
        path
    }

    /// Notes under which `#[cfg]`s a function exists.
    pub fn note_cfgs(&mut self, found: Option<Entity>) {
        let Some(Entity::Function(module, at)) = found else { return };
        let exports = self.scope.reach.exports;
        let own = &exports.function((module, at)).cfgs;
        self.cfgs.extend(exports.sources.modules[module].cfgs.iter().chain(own).cloned());
    }
}

/// In what people read: the last names of paths.
#[derive(Default)]
pub struct AsRead {
    /// The names of functions that are called by nothing else.
    functions: BTreeSet<String>,
}

impl Naming for AsRead {
    fn path(&mut self, path: &str) -> String {
        last_name(path).to_owned()
    }

    fn function(&mut self, called: &Called, _: bool) -> String {
        let name = name_of(&called.id.path);
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

/// The name of a function, as it stands in source.
fn name_of(path: &str) -> String {
    identifiers::as_identifier(items::definition_names(path).last().map_or("", String::as_str))
}
