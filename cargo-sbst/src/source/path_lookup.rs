//! Items behind the paths in arguments.
//!
//! 1. A definition's full path, perhaps with associated names: `demo::shapes::Point`,
//!    `demo::shapes::Point::new`.
//! 2. A path from an attribute, prefixed with the path of its module: `demo::shapes::super::make`,
//!    `demo::shapes::Duration::from_secs`. It has its meaning in that module.
//! 3. A path that begins with the name of another crate belongs to that crate.

use super::exports::{Entity, Exports};
use super::items;
use super::name_resolution::DEEPEST;

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

impl Exports {
    /// Returns the item of a path that begins with the crate's name; `None` if the sources do not
    /// show it.
    pub fn named(&self, path: &str) -> Option<Named> {
        let mut names: Vec<String> = path.split("::").map(|name| name.trim().to_owned()).collect();
        names.iter_mut().for_each(|name| *name = name.trim_start_matches("r#").to_owned());
        let (_, mut rest) = names.split_first()?;
        let mut module = 0;
        while let Some((first, after)) = rest.split_first()
            && let Some(child) = self.child(module, first)
        {
            (module, rest) = (child, after);
        }
        if let ["", foreign @ ..] = &rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            return Some(Named::Foreign(foreign.join("::")));
        }
        let found = self.find_named(module, rest, 0);
        found.or_else(|| is_foreign(rest).then(|| Named::Foreign(rest.join("::"))))
    }

    fn child(&self, module: usize, name: &str) -> Option<usize> {
        let here = &self.sources.modules[module];
        let named =
            |child: &&usize| self.sources.modules[**child].path.last().is_some_and(|last| last == name);
        here.children.iter().find(named).copied()
    }

    fn find_named(&self, module: usize, path: &[String], depth: usize) -> Option<Named> {
        let (first, rest) = path.split_first().filter(|_| depth < DEEPEST)?;
        let here = &self.sources.modules[module];
        let next = match first.as_str() {
            "crate" => Some(0),
            "self" => Some(module),
            "super" => here.parent,
            name => self.child(module, name),
        };
        if let Some(next) = next.filter(|_| !rest.is_empty()) {
            return self.find_named(next, rest, depth + 1);
        }
        if let Some(at) = here.types.iter().position(|definition| definition.name == *first) {
            return Some(Named::Item { entity: Entity::Type(module, at), associated: rest.to_vec() });
        }
        let is_it = |function: &items::Function| function.owner.is_none() && function.name == *first;
        if let Some(at) = here.functions.iter().position(is_it).filter(|_| rest.is_empty()) {
            return Some(Named::Item { entity: Entity::Function(module, at), associated: Vec::new() });
        }
        if let Some(used) = here.uses.iter().find(|used| used.name.as_deref() == Some(first)) {
            let path: Vec<String> = used.path.iter().chain(rest).cloned().collect();
            // `use name::other as name` names another crate; it cannot refer to itself.
            let found = match used.path.first() == Some(first) {
                true => None,
                // In edition 2015 the paths of `use` declarations begin at the root.
                false => {
                    self.find_named(module, &path, depth + 1).or_else(|| self.find_named(0, &path, depth + 1))
                }
            };
            return Some(found.unwrap_or_else(|| Named::Foreign(path.join("::"))));
        }
        let globs = here.uses.iter().filter(|used| used.name.is_none());
        let mut modules = globs.flat_map(|glob| self.resolve(module, &glob.path));
        modules.find_map(|entity| match entity {
            Entity::Module(target) if target != module => self.find_named(target, path, depth + 1),
            _ => None,
        })
    }
}

/// True if a path that names nothing in the crate belongs to the prelude or another crate.
fn is_foreign(path: &[String]) -> bool {
    const PRELUDE: [&str; 35] = [
        "AsMut",
        "AsRef",
        "Box",
        "Clone",
        "Copy",
        "Default",
        "DoubleEndedIterator",
        "Drop",
        "Eq",
        "Err",
        "ExactSizeIterator",
        "Extend",
        "Fn",
        "FnMut",
        "FnOnce",
        "From",
        "FromIterator",
        "Into",
        "IntoIterator",
        "Iterator",
        "None",
        "Ok",
        "Option",
        "Ord",
        "PartialEq",
        "PartialOrd",
        "Result",
        "Some",
        "String",
        "ToOwned",
        "ToString",
        "TryFrom",
        "TryInto",
        "Vec",
        "Send",
    ];
    let first = path.first().map(String::as_str).unwrap_or_default();
    PRELUDE.contains(&first) || path.len() > 1 && first.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;

    const LIBRARY: &str = "\
        mod shapes { pub struct Point; impl Point { pub fn new() -> Point { Point } } pub fn make() {} \
        pub mod inner { use super::Point as Dot; use std::time::Duration; use std::collections::*; \
        pub fn here() {} } } \
        use shapes::*; pub use std::time; pub struct Duration; mod other { use crate::time::Duration as Span; }";

    #[test]
    fn paths_mean_what_they_mean_where_they_were_written() {
        let exports = Directory::with_files(&[("src/lib.rs", LIBRARY)]).exports();
        let shown = |path: &str| match exports.named(path) {
            None => String::from("unknown"),
            Some(Named::Foreign(path)) => path,
            Some(Named::Item { entity: Entity::Type(module, at), associated }) => {
                let name = exports.type_definition((module, at)).name.clone();
                format!("type {}", [vec![name], associated].concat().join("::"))
            }
            Some(Named::Item { entity: Entity::Function(module, at), .. }) => {
                format!("function {}", exports.function((module, at)).name)
            }
            Some(Named::Item { .. }) => String::from("module"),
        };
        for (path, expected) in [
            ("demo::shapes::Point", "type Point"),
            ("demo::shapes::Point::new", "type Point::new"),
            ("demo::shapes::make", "function make"),
            ("demo::make", "function make"),
            ("demo::shapes::inner::super::make", "function make"),
            ("demo::shapes::inner::crate::shapes::Point::new", "type Point::new"),
            ("demo::shapes::inner::self::here", "function here"),
            ("demo::shapes::inner::Dot::new", "type Point::new"),
            ("demo::shapes::inner::Duration::from_secs", "std::time::Duration::from_secs"),
            ("demo::Duration", "type Duration"),
            ("demo::other::Span::from_secs", "std::time::Duration::from_secs"),
            ("demo::shapes::inner::std::num::NonZeroU8::new", "std::num::NonZeroU8::new"),
            ("demo::shapes::inner::::std::mem::take", "std::mem::take"),
            ("demo::shapes::inner::String::from", "String::from"),
            ("demo::shapes::inner::u8 :: from", "u8::from"),
            ("demo::shapes::inner::PartialEq", "PartialEq"),
            ("demo::Made", "unknown"),
            ("demo::shapes::Made::new", "unknown"),
        ] {
            assert_eq!(shown(path), expected, "{path}");
        }
    }
}
