//! Resolution of paths in a module, through `use` declarations.
//!
//! 1. A path refers to every item that a configuration may give it: declared items first, then
//!    imports by name, then by globs.
//! 2. The names after a type belong to its associated functions and variants.
//! 3. A `use` declaration that leads to nothing in the crate leads to another one. One whose path begins
//!    in the crate counts only if no other leads to an item: modules that glob imports visit may import
//!    the same name from each other.
//! 4. In edition 2015 the paths of `use` declarations begin at the root.

use super::crate_sources::CrateSources;
use super::items::{Function, TypeDefinition};
use sbst_vocabulary::standard::CRATES;

/// Limit on the length of a chain of `use` declarations.
const DEEPEST: usize = 16;

/// An item, by its indices in [`CrateSources::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entity {
    Module(usize),
    /// A function: the index of its module and its index there.
    Function(usize, usize),
    /// A type: the index of its module and its index there.
    Type(usize, usize),
}

/// The item behind a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    Item {
        entity: Entity,
        /// The following names: of an associated function or a variant.
        associated: Vec<String>,
    },
    /// The path of an item of the standard library or of another crate.
    Foreign(String),
}

impl Named {
    /// True for a path in the crate that leads to no known item.
    fn is_not_found(&self) -> bool {
        let Named::Foreign(path) = self else { return false };
        ["crate", "self", "super"].contains(&path.split("::").next().unwrap_or_default())
    }
}

impl CrateSources {
    /// Returns the items that a path names in a module.
    pub fn resolve(&self, module: usize, path: &[String]) -> Vec<Entity> {
        let items = self.meanings(module, path).into_iter().filter_map(|named| match named {
            Named::Item { entity, associated } if associated.is_empty() => Some(entity),
            _ => None,
        });
        items.collect()
    }

    /// Returns the type that a path names in a module.
    pub fn resolve_type(&self, module: usize, path: &[String]) -> Option<(usize, usize)> {
        self.resolve(module, path).into_iter().find_map(|entity| match entity {
            Entity::Type(module, at) => Some((module, at)),
            _ => None,
        })
    }

    pub fn type_definition(&self, (module, at): (usize, usize)) -> &TypeDefinition {
        &self.modules[module].types[at]
    }

    pub fn function(&self, (module, at): (usize, usize)) -> &Function {
        &self.modules[module].functions[at]
    }

    /// Returns the items that a path may refer to in a module.
    pub(super) fn meanings(&self, module: usize, path: &[String]) -> Vec<Named> {
        self.resolve_within(module, path, 0)
    }

    fn resolve_within(&self, module: usize, path: &[String], depth: usize) -> Vec<Named> {
        let Some((first, rest)) = path.split_first().filter(|_| depth < DEEPEST) else { return Vec::new() };
        let found = match first.as_str() {
            "crate" => vec![item(Entity::Module(0))],
            "self" => vec![item(Entity::Module(module))],
            "super" => self.parent(module),
            name => self.look_up(module, name, depth + 1),
        };
        self.resolve_rest(found, rest, depth)
    }

    fn resolve_rest(&self, found: Vec<Named>, rest: &[String], depth: usize) -> Vec<Named> {
        rest.iter().fold(found, |found, name| {
            let within = |named: Named| match named {
                Named::Item { entity: Entity::Module(module), .. } if name == "super" => self.parent(module),
                Named::Item { entity: Entity::Module(module), .. } => self.look_up(module, name, depth + 1),
                Named::Item { entity: Entity::Function(..), .. } => Vec::new(),
                Named::Item { entity, mut associated } => {
                    associated.push(name.clone());
                    vec![Named::Item { entity, associated }]
                }
                Named::Foreign(path) => vec![Named::Foreign(format!("{path}::{name}"))],
            };
            found.into_iter().flat_map(within).collect()
        })
    }

    fn parent(&self, module: usize) -> Vec<Named> {
        self.modules[module].parent.map(|parent| item(Entity::Module(parent))).into_iter().collect()
    }

    fn look_up(&self, module: usize, name: &str, depth: usize) -> Vec<Named> {
        if depth >= DEEPEST {
            return Vec::new();
        }
        let here = &self.modules[module];
        let functions =
            here.functions.iter().enumerate().filter(|(_, f)| f.owner.is_none() && f.name == name);
        let types = here.types.iter().enumerate().filter(|(_, definition)| definition.name == name);
        let mut found = self.children(module, name);
        found.extend(functions.map(|(at, _)| item(Entity::Function(module, at))));
        found.extend(types.map(|(at, _)| item(Entity::Type(module, at))));
        for used in here.uses.iter().filter(|used| used.name.as_deref() == Some(name)) {
            found.extend(self.used(module, &used.path, name, depth));
        }
        if found.is_empty() {
            for glob in here.uses.iter().filter(|used| used.name.is_none()) {
                for named in self.used(module, &glob.path, "", depth) {
                    if let Named::Item { entity: Entity::Module(target), .. } = named
                        && target != module
                    {
                        found.extend(self.look_up(target, name, depth + 1));
                    }
                }
            }
        }
        if found.iter().any(|named| matches!(named, Named::Item { .. })) {
            found.retain(|named| !named.is_not_found());
        }
        found
    }

    /// Returns the items that the path of a `use` declaration may import as a name.
    fn used(&self, module: usize, path: &[String], name: &str, depth: usize) -> Vec<Named> {
        let from = |module: usize| match path.split_first() {
            // Of edition 2015, or of another crate.
            Some((first, rest)) if first.is_empty() => match module {
                0 if !is_of_standard(rest) => self.resolve_within(0, rest, depth + 1),
                _ => Vec::new(),
            },
            // It cannot refer to itself.
            Some((first, rest)) if first == name => {
                self.resolve_rest(self.children(module, name), rest, depth + 1)
            }
            _ => self.resolve_within(module, path, depth + 1),
        };
        let mut found = from(module);
        if found.is_empty() && module != 0 {
            found = from(0);
        }
        if found.is_empty() {
            found.push(Named::Foreign(path.join("::").trim_start_matches("::").to_owned()));
        }
        found
    }

    /// Returns the child modules of this name: several, if `#[cfg]`s choose between them.
    pub(super) fn children(&self, module: usize, name: &str) -> Vec<Named> {
        let modules = &self.modules;
        let named = |child: &&usize| modules[**child].path.last().is_some_and(|last| last == name);
        modules[module].children.iter().filter(named).map(|child| item(Entity::Module(*child))).collect()
    }
}

fn is_of_standard(path: &[String]) -> bool {
    path.first().is_some_and(|first| CRATES.contains(&&**first))
}

fn item(entity: Entity) -> Named {
    Named::Item { entity, associated: Vec::new() }
}
