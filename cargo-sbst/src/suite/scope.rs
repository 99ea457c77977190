//! The names of one generated module: what is imported, and how items are called there.
//!
//! 1. An item is imported and called by its last name, unless that name means something else in the module already;
//!    then it is called by its full path.
//! 2. A module inside the crate sees everything around it through `use super::*` and imports the rest by `crate::…`.

use super::exports::{Entity, Exports};
use super::public_paths::ItemPath;
use std::collections::{BTreeMap, BTreeSet};

/// A `use` declaration that a test needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The `#[cfg]`s under which the item exists.
    pub cfgs: Vec<String>,
    /// The path to the item.
    pub path: String,
}

/// Names that generated code uses with their usual meaning.
const RESERVED: [&str; 10] =
    ["Box", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec", "test"];

/// The names of one generated module.
pub struct Scope<'a> {
    /// The crate under test.
    pub exports: &'a Exports,
    /// The module that it is a child of; `None` if it stands outside the crate.
    inside: Option<Vec<String>>,
    taken: BTreeMap<String, String>,
    full_path_prefix: &'static str,
}

impl<'a> Scope<'a> {
    /// The scope of a module outside the crate. In edition 2015 full paths begin with `::`.
    pub fn outside(exports: &'a Exports, edition_2015: bool) -> Scope<'a> {
        let full_path_prefix = if edition_2015 { "::" } else { "" };
        Scope { exports, inside: None, taken: BTreeMap::new(), full_path_prefix }
    }

    /// The scope of a child of the module with the path.
    pub fn inside(exports: &'a Exports, module: Vec<String>) -> Scope<'a> {
        Scope { exports, inside: Some(module), taken: BTreeMap::new(), full_path_prefix: "" }
    }

    /// Whether it is the scope of a module inside the crate.
    pub fn is_inside(&self) -> bool {
        self.inside.is_some()
    }

    /// Notes an import that stands already.
    pub fn take(&mut self, path: &str) {
        self.taken.insert(last_name(path).to_owned(), path.to_owned());
    }

    /// Names that no test may have.
    pub fn names(&self) -> BTreeSet<String> {
        self.taken.keys().cloned().collect()
    }

    /// How a function is called, given its definition's path and what was found of it.
    pub fn function(&mut self, path: &str, found: Option<Entity>, used: &mut Vec<Import>) -> String {
        if self.inside.is_none()
            && let Some(found) = found
            && let Some(item) = self.exports.public_path(found)
        {
            let owned =
                matches!(found, Entity::Function(m, at) if self.exports.function((m, at)).owner.is_some());
            return match item.path.rsplit_once("::").filter(|_| owned) {
                Some((owner, method)) => {
                    let owner = self.import(owner, &item.cfgs, used);
                    format!("{owner}::{method}")
                }
                None => self.import(&item.path, &item.cfgs, used),
            };
        }
        let module = self.inside.as_ref().map_or(0, Vec::len);
        let called = path.split("::").skip(1 + module).collect::<Vec<_>>().join("::");
        let first = called.split("::").next().unwrap_or_default().to_owned();
        self.taken.entry(first).or_insert_with(|| format!("super::{called}"));
        called
    }

    /// How a type is called; `None` if it cannot be reached.
    pub fn type_name(&mut self, found: (usize, usize), used: &mut Vec<Import>) -> Option<String> {
        let Some(inside) = &self.inside else {
            let ItemPath { path, cfgs, .. } = self.exports.public_path(Entity::Type(found.0, found.1))?;
            return Some(self.import(&path, &cfgs, used));
        };
        let definition = self.exports.type_definition(found);
        if self.exports.sources.modules[found.0].path == *inside && definition.cfgs.is_empty() {
            let path = format!("super::{}", definition.name);
            self.taken.entry(definition.name.clone()).or_insert(path);
            return Some(definition.name.clone());
        }
        let path = self.exports.inner_path(found, inside)?;
        Some(self.import(&path, &definition.cfgs.clone(), used))
    }

    /// How something of the standard library is called.
    pub fn standard(&mut self, path: &str, used: &mut Vec<Import>) -> String {
        self.import(path, &[], used)
    }

    fn import(&mut self, path: &str, cfgs: &[String], used: &mut Vec<Import>) -> String {
        let name = last_name(path);
        let owner = self.taken.entry(name.to_owned()).or_insert_with(|| path.to_owned());
        if owner != path || RESERVED.contains(&name) {
            return format!("{}{path}", self.full_path_prefix);
        }
        let import = Import { cfgs: cfgs.to_vec(), path: path.to_owned() };
        if !used.contains(&import) {
            used.push(import);
        }
        name.to_owned()
    }
}

/// The last name in a path.
pub fn last_name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}
