//! Resolution of paths in a module, through `use` declarations.

use super::exports::{Entity, Exports};

/// Limit on the length of a chain of `use` declarations.
pub(super) const DEEPEST: usize = 16;

impl Exports {
    /// Returns the items that a path names in a module.
    pub fn resolve(&self, module: usize, path: &[String]) -> Vec<Entity> {
        self.resolve_within(module, path, 0)
    }

    fn resolve_within(&self, module: usize, path: &[String], depth: usize) -> Vec<Entity> {
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
        let children =
            here.children.iter().filter(|child| self.sources.modules[**child].path.last().unwrap() == name);
        let mut found: Vec<Entity> = children.map(|child| Entity::Module(*child)).collect();
        let functions =
            here.functions.iter().enumerate().filter(|(_, f)| f.owner.is_none() && f.name == name);
        found.extend(functions.map(|(at, _)| Entity::Function(module, at)));
        let types = here.types.iter().enumerate().filter(|(_, definition)| definition.name == name);
        found.extend(types.map(|(at, _)| Entity::Type(module, at)));
        for named in here.uses.iter().filter(|used| used.name.as_deref() == Some(name)) {
            // `use name::other` names another crate unless the module has a `name`; it cannot refer
            // to itself.
            if named.path.first().map(String::as_str) != Some(name) || named.path.len() > 1 {
                found.extend(self.resolve_within(module, &named.path, depth + 1));
            }
        }
        if found.is_empty() {
            for glob in here.uses.iter().filter(|used| used.name.is_none()) {
                for entity in self.resolve_within(module, &glob.path, depth + 1) {
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
}
