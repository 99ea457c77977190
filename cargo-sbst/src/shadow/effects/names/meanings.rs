//! What a path may mean: by scopes, imports and globs, from the inside to the outside.

use super::{MOST_RENAMES, Names};
use crate::shadow::effects::items::Scope;
use crate::shadow::effects::standard;
use crate::shadow::effects::surface::PassedOn;
use crate::shadow::effects::uses::{SOME_TYPE, is_lower};

/// What a path means.
pub(super) enum Meaning {
    /// Something of the standard library, or of a crate that is harmless.
    Standard(Vec<String>),
    /// Something of a crate that is not looked into.
    Foreign(Vec<String>),
    /// Something of the sources; whether it may stand anywhere in them, and not in the scope alone.
    Own(Vec<String>, bool),
}

impl Names<'_> {
    /// What something that is imported or passed on stands for.
    pub fn imported(&self, path: &[String], scope: usize) -> Vec<PassedOn> {
        let passed_on = |meaning: Meaning| match meaning {
            Meaning::Standard(path) => match self.crates.known.get(&path[0]) {
                Some(surface) => Some(PassedOn::Known(surface.clone(), path[1..].to_vec())),
                None if self.crates.absent.contains(&path[0]) => None,
                None => Some(PassedOn::Standard(path)),
            },
            Meaning::Foreign(path) => Some(PassedOn::Unknown(path)),
            Meaning::Own(path, _) => path.last().cloned().map(PassedOn::Own),
        };
        self.meanings(path, scope, false, MOST_RENAMES - 1).into_iter().filter_map(passed_on).collect()
    }

    pub(super) fn meanings(
        &self,
        path: &[String],
        scope: usize,
        called: bool,
        renames: usize,
    ) -> Vec<Meaning> {
        let [head, rest @ ..] = path else { return Vec::new() };
        let (mut meanings, is_certain) = self.named(path, scope, called, renames);
        if is_certain {
            return meanings;
        }
        let scopes = || self.scopes(scope);
        let is_known = self.types.contains(&**head) || standard::is_type(head);
        // A type of the same name elsewhere does not come into the scope by itself.
        let is_here = standard::is_type(head) || scopes().any(|scope| scope.free.contains_key(head));
        let mut is_open = scopes().any(|scope| scope.is_open);
        for glob in scopes().flat_map(|scope| &scope.globs) {
            let of = self.named(glob, scope, false, renames.min(MOST_RENAMES - 1)).0;
            for of in of {
                match of {
                    Meaning::Standard(of) => {
                        // A word alone may as well be a variable.
                        let is_meant = standard::may_have(&of, head)
                            && (called || !rest.is_empty() || !is_lower(head) || standard::is_function(head));
                        let meant = of.iter().chain(path).cloned().collect();
                        meanings.extend((is_meant && !is_here).then_some(Meaning::Standard(meant)));
                    }
                    Meaning::Foreign(of) => {
                        let is_own =
                            is_known || self.free.contains_key(&**head) || self.modules.contains(&**head);
                        let is_meant = (called || !rest.is_empty()) && !is_own;
                        let meant = of.iter().chain(path).cloned().collect();
                        meanings.extend(is_meant.then_some(Meaning::Foreign(meant)));
                    }
                    Meaning::Own(..) => is_open = true,
                }
            }
            is_open |= self.modules.contains(glob.last().map_or("", String::as_str));
        }
        if is_open {
            for (scope, import) in self.imports.get(&**head).into_iter().flatten() {
                let meant: Vec<String> = import.iter().chain(rest).cloned().collect();
                match import.first() == Some(head) {
                    true => meanings.push(self.outside(&meant)),
                    false => meanings.extend(self.meanings(&meant, *scope, called, renames.min(2) - 1)),
                }
            }
        }
        meanings.push(Meaning::Own(path.to_vec(), is_open));
        meanings
    }

    /// What a path means by the names in its scope and those of crates, and whether it can mean nothing else.
    pub(super) fn named(
        &self,
        path: &[String],
        scope: usize,
        called: bool,
        renames: usize,
    ) -> (Vec<Meaning>, bool) {
        let [head, rest @ ..] = path else { return (Vec::new(), true) };
        let is_root = matches!(&**head, "crate" | "self" | "super" | "Self" | SOME_TYPE);
        // A word alone that no import stands for is no crate.
        let is_path = !rest.is_empty() || renames < MOST_RENAMES;
        if is_path && self.is_standard(head) {
            return (vec![Meaning::Standard(path.to_vec())], true);
        }
        if is_root || renames == 0 {
            return (vec![Meaning::Own(path.to_vec(), true)], true);
        }
        for scoped in self.scopes(scope) {
            if rest.is_empty() && scoped.free.contains_key(head) {
                return (vec![Meaning::Own(path.to_vec(), false)], true);
            }
            let mut found = Vec::new();
            for (_, import) in scoped.imports.iter().filter(|(name, _)| name == head) {
                let meant: Vec<String> = import.iter().chain(rest).cloned().collect();
                match import.first() == Some(head) {
                    true => found.push(self.outside(&meant)),
                    false => found.extend(self.meanings(&meant, scope, called, renames - 1)),
                }
            }
            // What is imported may stand anywhere.
            for meaning in &mut found {
                if let Meaning::Own(_, anywhere) = meaning {
                    *anywhere = true;
                }
            }
            if !found.is_empty() {
                return (found, true);
            }
        }
        let is_crate = self.crates.foreign.contains(head) || self.crates.members.contains(head);
        if is_crate && is_path {
            return (vec![self.outside(path)], !self.modules.contains(&**head));
        }
        (Vec::new(), false)
    }

    /// Whether a name is that of a crate of the standard library, or of one as harmless, which has no names of effects.
    pub(super) fn is_standard(&self, name: &str) -> bool {
        matches!(name, "std" | "core" | "alloc")
            || (self.crates.known.contains_key(name) || self.crates.absent.contains(name))
                && !self.modules.contains(name)
    }

    /// A scope and those around it, up to the module.
    pub(super) fn scopes(&self, scope: usize) -> impl Iterator<Item = &Scope> {
        std::iter::successors(Some(&self.items.scopes[scope]), |scope| {
            scope.parent.map(|parent| &self.items.scopes[parent])
        })
    }

    /// A path that begins with the name of a crate, or of a module in older editions.
    pub(super) fn outside(&self, path: &[String]) -> Meaning {
        match path.first().map(String::as_str) {
            Some(name) if self.is_standard(name) => Meaning::Standard(path.to_vec()),
            Some(name) if self.crates.foreign.contains(name) => Meaning::Foreign(path.to_vec()),
            Some(name) if self.crates.members.contains(name) && path.len() > 1 => {
                let mut path = path.to_vec();
                "crate".clone_into(&mut path[0]);
                Meaning::Own(path, true)
            }
            _ => Meaning::Own(path.to_vec(), true),
        }
    }

    pub(super) fn module(&self, scope: usize) -> &str {
        self.scopes(scope).last().map_or("", |scope| &scope.module)
    }
}
