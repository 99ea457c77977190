//! The paths that reach a crate's items, from another crate or from a module inside.
//!
//! 1. The walk goes from the root through visible modules and `use` declarations, the shortest
//!    paths first, and equally long ones in alphabetical order.
//! 2. A path through a `#[doc(hidden)]` item is taken only if there is no other.
//! 3. Items under `#[cfg(test)]` do not exist for another crate.
//! 4. The `#[cfg]`s on the way belong to the path.
//! 5. A glob imports the items visible to its module: not the private imports of the other.

use super::crate_sources::CrateSources;
use super::identifiers;
use super::name_resolution::Entity;
use sbst_source::visibility::Visibility;
use std::collections::{BTreeMap, BTreeSet};

/// A path to an item, and the conditions that it depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ItemPath {
    /// True if it leads through a `#[doc(hidden)]` item.
    hidden: bool,
    length: usize,
    /// The path: `demo::triangle`.
    pub path: String,
    /// The `#[cfg]`s on the way, as written.
    pub cfgs: Vec<String>,
}

/// Returns the paths of all functions and types that another crate reaches, or the module with the
/// path `from`.
pub fn find(sources: &CrateSources, from: Option<&[String]>) -> BTreeMap<Entity, ItemPath> {
    let path = from.map_or(sources.crate_name.as_str(), |_| "crate").to_owned();
    let root = ItemPath { hidden: false, length: 0, path, cfgs: Vec::new() };
    let waiting = BTreeSet::from([(root, 0, BTreeSet::new())]);
    let mut walk = Walk { sources, from, waiting, paths: BTreeMap::new() };
    let mut visited: BTreeMap<usize, Vec<BTreeSet<usize>>> = BTreeMap::new();
    while let Some((path, module, globs)) = walk.waiting.pop_first() {
        let visits = visited.entry(module).or_default();
        if !visits.iter().any(|visit| visit.is_subset(&globs)) {
            walk.visit(module, &path, &globs);
            visits.push(globs);
        }
    }
    walk.paths
}

struct Walk<'a> {
    sources: &'a CrateSources,
    from: Option<&'a [String]>,
    /// Modules to be visited, each with its path and the modules with the globs that lead there.
    waiting: BTreeSet<(ItemPath, usize, BTreeSet<usize>)>,
    paths: BTreeMap<Entity, ItemPath>,
}

impl Walk<'_> {
    fn visit(&mut self, module: usize, path: &ItemPath, globs: &BTreeSet<usize>) {
        let sources = self.sources;
        let here = &sources.modules[module];
        let sees = |visibility: &Visibility| match self.from {
            None => *visibility == Visibility::Public,
            Some(from) => {
                let with_globs = globs.iter().map(|glob| sources.modules[*glob].path.as_slice());
                std::iter::once(from).chain(with_globs).all(|module| visibility.reaches(module))
            }
        };
        let mut reached: Vec<(Entity, ItemPath)> = Vec::new();
        let mut through_globs = Vec::new();
        for (at, function) in here.functions.iter().enumerate() {
            if function.owner.is_none() && sees(&function.visibility) {
                reached.push((Entity::Function(module, at), path.to(&function.name, function.hidden, &[])));
            }
        }
        for (at, definition) in here.types.iter().enumerate() {
            if sees(&definition.visibility) {
                reached.push((Entity::Type(module, at), path.to(&definition.name, definition.hidden, &[])));
            }
        }
        for child in here.children.iter().filter(|child| sees(&sources.modules[**child].visibility)) {
            let module = &sources.modules[*child];
            reached.push((Entity::Module(*child), path.to(module.path.last().unwrap(), module.hidden, &[])));
        }
        for used in here.uses.iter().filter(|used| sees(&used.visibility)) {
            for entity in sources.resolve(module, &used.path) {
                match (&used.name, entity) {
                    (Some(name), entity) => reached.push((entity, path.to(name, used.hidden, &used.cfgs))),
                    (None, Entity::Module(other)) => {
                        let globs = globs.iter().copied().chain([module]).collect();
                        through_globs.push((path.through(used.hidden, &used.cfgs), other, globs));
                    }
                    (None, _) => {}
                }
            }
        }
        self.waiting.extend(through_globs);
        for (entity, path) in reached {
            match entity {
                Entity::Module(module) => drop(self.waiting.insert((path, module, BTreeSet::new()))),
                _ => self.note(entity, path),
            }
        }
    }

    fn note(&mut self, entity: Entity, mut path: ItemPath) {
        let (module, own) = match entity {
            Entity::Function(module, at) => (module, &self.sources.function((module, at)).cfgs),
            Entity::Type(module, at) => (module, &self.sources.type_definition((module, at)).cfgs),
            Entity::Module(_) => return,
        };
        for cfg in self.sources.modules[module].cfgs.iter().chain(own) {
            if !path.cfgs.contains(cfg) {
                path.cfgs.push(cfg.clone());
            }
        }
        if self.from.is_none() && path.cfgs.iter().any(|cfg| cfg == "#[cfg(test)]") {
            return;
        }
        let known = self.paths.entry(entity).or_insert_with(|| path.clone());
        if path < *known {
            *known = path;
        }
    }
}

impl ItemPath {
    /// The path of a crate's root.
    pub fn from_root(crate_name: &str) -> ItemPath {
        ItemPath { hidden: false, length: 0, path: crate_name.to_owned(), cfgs: Vec::new() }
    }

    fn to(&self, name: &str, hidden: bool, cfgs: &[String]) -> ItemPath {
        let mut path = self.through(hidden, cfgs);
        path.length += 1;
        path.path = format!("{}::{}", self.path, identifiers::as_identifier(name));
        path
    }

    fn through(&self, hidden: bool, cfgs: &[String]) -> ItemPath {
        let mut path = self.clone();
        path.hidden |= hidden;
        path.cfgs.extend(cfgs.iter().filter(|cfg| !self.cfgs.contains(cfg)).cloned());
        path
    }
}
