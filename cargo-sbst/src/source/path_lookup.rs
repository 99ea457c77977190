//! Items behind the paths in arguments.
//!
//! 1. A definition's full path, perhaps with associated names: `demo::shapes::Point`,
//!    `demo::shapes::Point::new`.
//! 2. A path from an attribute, prefixed with the path of its module: `demo::shapes::super::make`,
//!    `demo::shapes::Duration::from_secs`. It has its meaning in that module.
//! 3. A path that begins with the name of another crate belongs to that crate.

use super::crate_sources::CrateSources;
use super::name_resolution::{Entity, Named};
use sbst_vocabulary::prelude::is_in_some_edition;

impl CrateSources {
    /// Returns the item of a path that begins with the crate's name; `None` if the sources do not
    /// show it.
    pub fn named(&self, path: &str) -> Option<Named> {
        let mut names: Vec<String> = path.split("::").map(|name| name.trim().to_owned()).collect();
        names.iter_mut().for_each(|name| *name = name.trim_start_matches("r#").to_owned());
        let (_, mut rest) = names.split_first()?;
        let mut module = 0;
        while let Some((first, after)) = rest.split_first()
            && let [Named::Item { entity: Entity::Module(child), .. }, ..] = self.children(module, first)[..]
        {
            (module, rest) = (child, after);
        }
        if let ["", foreign @ ..] = &rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            return Some(Named::Foreign(foreign.join("::")));
        }
        let is_it = |named: &Named| !matches!(named, Named::Item { entity: Entity::Module(_), .. });
        let found = self.meanings(module, rest).into_iter().find(is_it);
        found.or_else(|| is_foreign(rest).then(|| Named::Foreign(rest.join("::"))))
    }
}

/// True if a path that names nothing in the crate belongs to the prelude or another crate.
fn is_foreign(path: &[String]) -> bool {
    let first = path.first().map(String::as_str).unwrap_or_default();
    let is_own = ["crate", "self", "super"].contains(&first);
    is_in_some_edition(first) || path.len() > 1 && !is_own && first.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;

    const LIBRARY: &str = "\
        mod shapes { pub const ORIGIN: Point = Point; pub struct Point; impl Point { pub fn new() -> Point { Point } } pub fn make() {} \
        pub mod inner { use super::Point as Dot; use std::time::Duration; use std::collections::*; \
        pub fn here() {} } } \
        use shapes::*; pub use std::time; pub struct Duration; mod other { use crate::time::Duration as Span; }";

    #[test]
    fn items_are_found_through_globs_of_modules_that_import_each_other() {
        let sources = "pub use common::*; mod common { pub use iter::*; pub use path::*; \
            mod iter { use crate::Buf; pub struct Iter; } mod path { use crate::Iter; pub struct Buf; } \
            mod user { use crate::Buf; } }";
        let exports = Directory::with_files(&[("src/lib.rs", sources)]).exports();
        let buf = exports.find_type("demo::common::path::Buf").unwrap();
        let expected = Named::Item { entity: Entity::Type(buf.0, buf.1), associated: Vec::new() };
        for path in ["demo::common::user::Buf", "demo::common::iter::Buf", "demo::common::user::crate::Buf"] {
            assert_eq!(exports.sources.named(path), Some(expected.clone()), "{path}");
        }
    }

    #[test]
    fn crates_of_the_standard_library_are_found_where_they_are_declared() {
        let sources =
            "#[cfg(feature = \"std\")] extern crate std; extern crate core as base; pub mod inner {}";
        let exports = Directory::with_files(&[("src/lib.rs", sources)]).exports();
        for (path, expected) in [
            ("demo::inner::crate::std::str::FromStr", "std::str::FromStr"),
            ("demo::inner::crate::base::fmt::Debug", "core::fmt::Debug"),
        ] {
            let found = exports.sources.named(path);
            assert!(matches!(&found, Some(Named::Foreign(found)) if found == expected), "{path}");
        }
    }

    #[test]
    fn paths_are_resolved_at_their_place() {
        let exports = Directory::with_files(&[("src/lib.rs", LIBRARY)]).exports();
        let shown = |path: &str| match exports.sources.named(path) {
            None => String::from("unknown"),
            Some(Named::Foreign(path)) => path,
            Some(Named::Item { entity: Entity::Type(module, at), associated }) => {
                let name = exports.sources.type_definition((module, at)).name.clone();
                format!("type {}", [vec![name], associated].concat().join("::"))
            }
            Some(Named::Item { entity: Entity::Function(module, at), .. }) => {
                format!("function {}", exports.sources.function((module, at)).name)
            }
            Some(Named::Item { .. }) => String::from("module"),
        };
        for (path, expected) in [
            ("demo::shapes::Point", "type Point"),
            ("demo::shapes::Point::new", "type Point::new"),
            ("demo::shapes::make", "function make"),
            ("demo::make", "function make"),
            ("demo::ORIGIN", "function ORIGIN"),
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
            ("demo::shapes::inner::crate::shapes::Made", "unknown"),
            ("demo::shapes::inner::super::Made", "unknown"),
            ("demo::shapes::Made::new", "unknown"),
        ] {
            assert_eq!(shown(path), expected, "{path}");
        }
    }
}
