//! Which path reaches an item of a crate: from another crate, and from a module inside.
//!
//! 1. From outside, public modules and public `use` declarations are walked from the crate's root, breadth first, so that
//!    the shortest path is found; among equally long ones the first in the alphabet.
//! 2. A path through something `#[doc(hidden)]` is taken only if there is no other.
//! 3. What stands under `#[cfg(test)]` does not exist for another crate.
//! 4. The `#[cfg]`s met on the way belong to the path.

use super::crate_sources::CrateSources;
use super::items::{Function, TypeDefinition, Visibility};
use cargo_metadata::camino::Utf8Path;
use std::collections::{BTreeMap, BTreeSet};

/// An item, by where it is in [`CrateSources::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entity {
    /// A module.
    Module(usize),
    /// A function: its module and its place there.
    Function(usize, usize),
    /// A type: its module and its place there.
    Type(usize, usize),
}

/// A path to an item, and what it depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ItemPath {
    /// Whether it leads through something `#[doc(hidden)]`.
    hidden: bool,
    length: usize,
    /// The path: `demo::triangle`.
    pub path: String,
    /// The `#[cfg]`s on the way, as written.
    pub cfgs: Vec<String>,
}

/// A crate's items and their paths from outside.
pub struct Exports {
    /// The crate.
    pub sources: CrateSources,
    paths: BTreeMap<Entity, ItemPath>,
}

/// How deep `use` declarations that lead to `use` declarations are followed.
const DEEPEST: usize = 16;

impl Exports {
    /// Finds the public paths of a crate.
    pub fn new(sources: CrateSources) -> Exports {
        let mut exports = Exports { sources, paths: BTreeMap::new() };
        exports.walk();
        exports
    }

    /// The function that a definition's path names, `demo::imp::triangle` or `demo::imp::Stack::push`. The place tells
    /// apart what has the same name under different `#[cfg]`s.
    pub fn find_function(&self, path: &str, file: &Utf8Path, line: usize) -> Option<Entity> {
        let names: Vec<String> = self.names_inside(path)?;
        let mut found = Vec::new();
        for taken in 1..=names.len().min(2) {
            let (module, rest) = names.split_at(names.len() - taken);
            let (name, owner) = (&rest[taken - 1], (taken == 2).then(|| &rest[0]));
            for index in self.sources.modules_at(module) {
                let functions = self.sources.modules[index].functions.iter().enumerate();
                let same = functions.filter(|(_, f)| f.name == *name && f.owner.as_ref() == owner);
                found.extend(same.map(|(at, _)| Entity::Function(index, at)));
            }
        }
        let here = |entity: &&Entity| match **entity {
            Entity::Function(module, at) => {
                let (first, last) = self.sources.modules[module].functions[at].lines;
                self.sources.modules[module].file == file && (first..=last).contains(&line)
            }
            _ => false,
        };
        found.iter().find(here).or(found.first()).copied()
    }

    /// The type that a definition's path names: `demo::imp::Kind`.
    pub fn find_type(&self, path: &str) -> Option<(usize, usize)> {
        let names = self.names_inside(path)?;
        let (name, module) = names.split_last()?;
        self.sources.modules_at(module).find_map(|index| {
            let types = &self.sources.modules[index].types;
            types.iter().position(|definition| definition.name == *name).map(|at| (index, at))
        })
    }

    /// The type that a path names in a module.
    pub fn resolve_type(&self, module: usize, path: &[String]) -> Option<(usize, usize)> {
        self.resolve(module, path, 0).into_iter().find_map(|entity| match entity {
            Entity::Type(module, at) => Some((module, at)),
            _ => None,
        })
    }

    /// A type's definition.
    pub fn type_definition(&self, (module, at): (usize, usize)) -> &TypeDefinition {
        &self.sources.modules[module].types[at]
    }

    /// A function's definition.
    pub fn function(&self, (module, at): (usize, usize)) -> &Function {
        &self.sources.modules[module].functions[at]
    }

    /// Whether values of a type can be compared, as far as its crate's sources tell.
    pub fn is_compared(&self, (module, at): (usize, usize)) -> bool {
        let by_hand = |(index, other): (usize, &super::crate_sources::Module)| {
            other.compared.iter().any(|path| self.resolve_type(index, path) == Some((module, at)))
        };
        self.type_definition((module, at)).compared || self.sources.modules.iter().enumerate().any(by_hand)
    }

    /// The path that reaches an item from another crate.
    pub fn public_path(&self, entity: Entity) -> Option<ItemPath> {
        if let Entity::Function(module, at) = entity
            && let Some(owner) = &self.function((module, at)).owner
        {
            let function = self.function((module, at));
            let (type_module, type_at) = self.resolve_type(module, std::slice::from_ref(owner))?;
            let mut path = self.public_path(Entity::Type(type_module, type_at))?;
            path.path = format!("{}::{}", path.path, function.name);
            path.cfgs.extend(function.cfgs.iter().cloned());
            return (function.visibility == Visibility::Public).then_some(path);
        }
        self.paths.get(&entity).cloned()
    }

    /// The path that reaches a type from a module of the same crate, beginning with `crate`.
    pub fn inner_path(&self, (module, at): (usize, usize), from: &[String]) -> Option<String> {
        let definition = self.type_definition((module, at));
        let mut seen = definition.visibility.reaches(from);
        let mut around = Some(module);
        while let Some(index) = around {
            seen &= self.sources.modules[index].visibility.reaches(from);
            around = self.sources.modules[index].parent;
        }
        let names = self.sources.modules[module].path.iter().chain([&definition.name]);
        seen.then(|| names.fold(String::from("crate"), |path, name| path + "::" + name))
    }

    fn names_inside(&self, path: &str) -> Option<Vec<String>> {
        let mut names = path.split("::").map(|name| name.trim_start_matches("r#").to_owned());
        (names.next()? == self.sources.crate_name).then(|| names.collect())
    }

    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Vec<Entity> {
        let Some((first, rest)) = path.split_first().filter(|_| depth < DEEPEST) else { return Vec::new() };
        let mut found = match first.as_str() {
            "crate" => vec![Entity::Module(0)],
            "self" => vec![Entity::Module(module)],
            "super" => self.sources.modules[module].parent.map(Entity::Module).into_iter().collect(),
            name => self.look_up(module, name, depth + 1),
        };
        // In edition 2015 the paths of `use` declarations begin at the root.
        if found.is_empty() && module != 0 {
            found = self.look_up(0, first, depth + 1);
        }
        for name in rest {
            let inside = |entity: &Entity| match *entity {
                Entity::Module(module) if name == "super" => {
                    self.sources.modules[module].parent.map(Entity::Module).into_iter().collect()
                }
                Entity::Module(module) => self.look_up(module, name, depth + 1),
                _ => Vec::new(),
            };
            found = found.iter().flat_map(inside).collect();
        }
        found
    }

    fn look_up(&self, module: usize, name: &str, depth: usize) -> Vec<Entity> {
        if depth >= DEEPEST {
            return Vec::new();
        }
        let here = &self.sources.modules[module];
        let children = here.children.iter().filter(|child| self.sources.modules[**child].path.last().unwrap() == name);
        let mut found: Vec<Entity> = children.map(|child| Entity::Module(*child)).collect();
        let functions = here.functions.iter().enumerate().filter(|(_, f)| f.owner.is_none() && f.name == name);
        found.extend(functions.map(|(at, _)| Entity::Function(module, at)));
        let types = here.types.iter().enumerate().filter(|(_, definition)| definition.name == name);
        found.extend(types.map(|(at, _)| Entity::Type(module, at)));
        for named in here.uses.iter().filter(|used| used.name.as_deref() == Some(name)) {
            // `use name::other` names another crate unless the module has a `name`; itself it cannot mean.
            if named.path.first().map(String::as_str) != Some(name) || named.path.len() > 1 {
                found.extend(self.resolve(module, &named.path, depth + 1));
            }
        }
        if found.is_empty() {
            for glob in here.uses.iter().filter(|used| used.name.is_none()) {
                for entity in self.resolve(module, &glob.path, depth + 1) {
                    if let Entity::Module(target) = entity
                        && target != module
                    {
                        found.extend(self.look_up(target, name, depth + 1));
                    }
                }
            }
        }
        found
    }

    fn walk(&mut self) {
        let root = ItemPath { hidden: false, length: 0, path: self.sources.crate_name.clone(), cfgs: Vec::new() };
        let mut waiting = BTreeSet::from([(root, 0)]);
        let mut visited = BTreeSet::new();
        while let Some((path, module)) = waiting.pop_first() {
            if visited.insert(module) {
                self.visit(module, &path, &mut waiting);
            }
        }
    }

    fn visit(&mut self, module: usize, path: &ItemPath, waiting: &mut BTreeSet<(ItemPath, usize)>) {
        let here = &self.sources.modules[module];
        let mut reached: Vec<(Entity, ItemPath)> = Vec::new();
        for (at, function) in here.functions.iter().enumerate() {
            if function.owner.is_none() && function.visibility == Visibility::Public {
                reached.push((Entity::Function(module, at), path.to(&function.name, function.hidden, &[])));
            }
        }
        for (at, definition) in here.types.iter().enumerate() {
            if definition.visibility == Visibility::Public {
                reached.push((Entity::Type(module, at), path.to(&definition.name, definition.hidden, &[])));
            }
        }
        for child in here.children.iter().filter(|child| self.sources.modules[**child].visibility == Visibility::Public) {
            let module = &self.sources.modules[*child];
            reached.push((Entity::Module(*child), path.to(module.path.last().unwrap(), module.hidden, &[])));
        }
        for used in here.uses.iter().filter(|used| used.visibility == Visibility::Public) {
            for entity in self.resolve(module, &used.path, 0) {
                match (&used.name, entity) {
                    (Some(name), entity) => reached.push((entity, path.to(name, used.hidden, &used.cfgs))),
                    (None, Entity::Module(_)) => reached.push((entity, path.through(used.hidden, &used.cfgs))),
                    (None, _) => {}
                }
            }
        }
        for (entity, path) in reached {
            match entity {
                Entity::Module(module) => drop(waiting.insert((path, module))),
                _ => self.note(entity, path),
            }
        }
    }

    fn note(&mut self, entity: Entity, mut path: ItemPath) {
        let (module, own) = match entity {
            Entity::Function(module, at) => (module, &self.function((module, at)).cfgs),
            Entity::Type(module, at) => (module, &self.type_definition((module, at)).cfgs),
            Entity::Module(_) => return,
        };
        for cfg in self.sources.modules[module].cfgs.iter().chain(own) {
            if !path.cfgs.contains(cfg) {
                path.cfgs.push(cfg.clone());
            }
        }
        if path.cfgs.iter().any(|cfg| cfg == "#[cfg(test)]") {
            return;
        }
        let known = self.paths.entry(entity).or_insert_with(|| path.clone());
        if path < *known {
            *known = path;
        }
    }
}

impl ItemPath {
    fn to(&self, name: &str, hidden: bool, cfgs: &[String]) -> ItemPath {
        let mut path = self.through(hidden, cfgs);
        path.length += 1;
        path.path = format!("{}::{}", self.path, super::names::as_identifier(name));
        path
    }

    fn through(&self, hidden: bool, cfgs: &[String]) -> ItemPath {
        let mut path = self.clone();
        path.hidden |= hidden;
        path.cfgs.extend(cfgs.iter().filter(|cfg| !self.cfgs.contains(cfg)).cloned());
        path
    }
}
