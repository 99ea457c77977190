//! The names of one generated module: its imports, and the paths of items there.
//!
//! 1. An item is imported and used by its last name, unless that name has another meaning in the
//!    module. Then the test uses its full path.
//! 2. A module inside the crate sees everything around it through `use super::*` and imports the
//!    rest by `crate::…`.

use crate::source::exports::Exports;
use crate::source::items;
use crate::source::name_resolution::{Entity, Named};
use crate::suite::helpers;
use crate::suite::reach::{Definition, Reach};
use sbst_vocabulary::prelude::{is_in_every_edition, is_in_some_edition};
use sbst_vocabulary::standard::types::{Fact, is, is_primitive};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

/// A `use` declaration that a test needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The `#[cfg]`s of the item.
    pub cfgs: Vec<String>,
    pub path: String,
}

pub struct Scope<'a> {
    /// Items that the module can name.
    pub reach: Reach<'a>,
    taken: BTreeMap<String, String>,
    full_path_prefix: &'static str,
    has_prelude_2021: bool,
}

impl<'a> Scope<'a> {
    /// Creates the scope of a module with this view. In edition 2015 full paths begin with `::`,
    /// outside of the crate.
    pub fn new(reach: Reach<'a>, edition_2015: bool) -> Scope<'a> {
        let full_path_prefix = if edition_2015 && reach.module().is_none() { "::" } else { "" };
        Scope { reach, taken: BTreeMap::new(), full_path_prefix, has_prelude_2021: !edition_2015 }
    }

    /// Sets whether the prelude has the traits that edition 2021 added.
    pub fn with_prelude_2021(self, has_prelude_2021: bool) -> Scope<'a> {
        Scope { has_prelude_2021, ..self }
    }

    /// True if a trait of the standard library needs no import.
    pub fn is_in_prelude(&self, of_trait: &str) -> bool {
        is_in_every_edition(of_trait) || self.has_prelude_2021 && is_in_some_edition(of_trait)
    }

    /// Records an existing import.
    pub fn take(&mut self, path: &str) {
        self.taken.insert(last_name(path).to_owned(), path.to_owned());
    }

    /// Returns names that no test may have.
    pub fn names(&self) -> BTreeSet<String> {
        self.taken.keys().cloned().collect()
    }

    /// True if a name has a meaning in the module.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// Returns a function's name in the module, given its definition's path and the item found.
    pub fn function(&mut self, path: &str, found: Option<Entity>, used: &mut Vec<Import>) -> String {
        let path = items::without_number(path);
        let Some(inside) = self.reach.module() else {
            let exports = self.reach.exports;
            let item = found.and_then(|found| exports.public_path(found));
            let Some(item) = item else { return path.to_owned() };
            let owned = matches!(found, Some(Entity::Function(module, at))
                if exports.sources.function((module, at)).owner.is_some());
            return match item.path.rsplit_once("::").filter(|_| owned) {
                Some((owner, method)) => {
                    let owner = self.import(owner, &item.cfgs, used);
                    format!("{owner}::{method}")
                }
                None => self.import(&item.path, &item.cfgs, used),
            };
        };
        let exports = self.reach.exports;
        let is_elsewhere = |found: &Entity| match *found {
            Entity::Function(module, _) => exports.sources.modules[module].path != inside,
            _ => false,
        };
        if let Some(found) = found.filter(is_elsewhere) {
            return self.item(exports, found, used).unwrap_or_else(|| path.to_owned());
        }
        let called = path.split("::").skip(1 + inside.len()).collect::<Vec<_>>().join("::");
        let (first, rest) = called.split_once("::").unwrap_or((&called, ""));
        let first = self.beside(first);
        if rest.is_empty() { first } else { format!("{first}::{rest}") }
    }

    /// Returns a type's name in the module; `None` if it cannot be reached.
    pub fn type_name(
        &mut self,
        (exports, (module, at)): Definition<'_>,
        used: &mut Vec<Import>,
    ) -> Option<String> {
        self.item(exports, Entity::Type(module, at), used)
    }

    /// Returns the source of a path in an argument; `None` if its item cannot be reached.
    pub fn path(&mut self, path: &str, used: &mut Vec<Import>) -> Option<String> {
        if let Some(name) = helpers::in_file(path) {
            return Some(name.to_owned());
        }
        // Inference may have to find this type nevertheless.
        if let Some(path) = path.strip_prefix('?') {
            return match self.reach.obstacle_to_name(path) {
                None => self.path(path, used),
                Some(_) => Some("_".to_owned()),
            };
        }
        match self.reach.named(path)? {
            // Inference has to find the types of dependencies of dependencies.
            (_, Named::Foreign(path)) if !self.reach.can_name(&path) => Some("_".to_owned()),
            (_, Named::Foreign(path)) => Some(self.foreign(&path, used)),
            (exports, Named::Item { entity, associated }) => {
                let item = self.item(exports, entity, used)?;
                Some(associated.iter().fold(item, |path, name| path + "::" + name))
            }
        }
    }

    /// Returns the name of an item of the standard library in the module.
    pub fn standard(&mut self, path: &str, used: &mut Vec<Import>) -> String {
        self.import(path, &[], used)
    }

    fn item(&mut self, exports: &Exports, entity: Entity, used: &mut Vec<Import>) -> Option<String> {
        if ptr::eq(exports, self.reach.exports) {
            let (module, name, cfgs) = match entity {
                Entity::Function(module, at) => {
                    let function = exports.sources.function((module, at));
                    (module, &function.name, &function.cfgs)
                }
                Entity::Type(module, at) => {
                    let definition = exports.sources.type_definition((module, at));
                    (module, &definition.name, &definition.cfgs)
                }
                Entity::Module(_) => return None,
            };
            let here = self.reach.module() == Some(&exports.sources.modules[module].path);
            if here && cfgs.is_empty() {
                return Some(self.beside(name));
            }
        }
        let path = self.reach.path(exports, entity)?;
        Some(self.import(&path.path, &path.cfgs, used))
    }

    /// Returns the name of an item of the surrounding module.
    fn beside(&mut self, name: &str) -> String {
        let path = format!("super::{name}");
        let owner =
            self.taken.entry(name.trim_start_matches("r#").to_owned()).or_insert_with(|| path.clone());
        if *owner == path { name.to_owned() } else { path }
    }

    /// Returns the name of another crate's item. A type is imported and qualifies its associated
    /// functions; another function is imported by its whole path.
    fn foreign(&mut self, path: &str, used: &mut Vec<Import>) -> String {
        let path = &*self.in_std(path);
        let names: Vec<&str> = path.split("::").collect();
        let is_type = |name: &&str| name.starts_with(char::is_uppercase);
        let (imported, associated) = match names.iter().position(is_type) {
            // Names of the prelude and the language.
            Some(0) => return path.to_owned(),
            _ if is_primitive(names[0]) || path.contains('<') => return path.to_owned(),
            Some(at) => names.split_at(at + 1),
            None => (&names[..], &[][..]),
        };
        let imported = self.import(&imported.join("::"), &[], used);
        associated.iter().fold(imported, |path, name| path + "::" + name)
    }

    /// Replaces `core` and `alloc` by `std`: other crates cannot name `alloc`, nor `core` in
    /// edition 2015.
    fn in_std<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let behind = path.strip_prefix("core::").or_else(|| path.strip_prefix("alloc::"));
        match behind.filter(|_| self.reach.module().is_none()) {
            Some(behind) => Cow::Owned(format!("std::{behind}")),
            None => Cow::Borrowed(path),
        }
    }

    fn import(&mut self, path: &str, cfgs: &[String], used: &mut Vec<Import>) -> String {
        let name = last_name(path);
        let owner = self.taken.entry(name.to_owned()).or_insert_with(|| path.to_owned());
        if owner != path || is_reserved(name) {
            return format!("{}{path}", self.full_path_prefix);
        }
        let import = Import { cfgs: cfgs.to_vec(), path: path.to_owned() };
        if !used.contains(&import) {
            used.push(import);
        }
        name.to_owned()
    }
}

/// True for names that generated code uses with their usual meaning.
fn is_reserved(name: &str) -> bool {
    is(name, Fact::Prelude) || ["Err", "None", "Ok", "Some", "test"].contains(&name)
}

pub fn last_name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}
