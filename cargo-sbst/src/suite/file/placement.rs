//! Where the tests of a function go.
//!
//! 1. Public functions of a library: `tests/sbst/MODULE.rs`, a file for each module of the library.
//! 2. Everything else: a child module of the function's module, because only that can call it. It is written under the
//!    target directory, or beside the source if the user asks for that.
//! 3. The child of a binary's root has a `#[path]`: without, `src/bin/sbst_tests.rs` would be another binary, and
//!    `src/sbst_tests.rs` would belong to library and binary at once.

use super::declare;
use crate::source::exports::{Entity, Exports};
use crate::suite::test_module::Executable;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Package, Target, TargetKind};

/// A place for tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The file.
    pub path: Utf8PathBuf,
    /// Which executable contains it.
    pub executable: Executable,
    /// How the names of its tests begin there.
    pub prefix: String,
    /// The module under test, from the crate's root, if the tests stand inside it.
    pub inside: Option<Vec<String>>,
    /// What the user's source needs for the file to be part of the crate.
    pub declaration: Option<Declaration>,
}

/// A `mod sbst_tests;` in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The source file.
    pub file: Utf8PathBuf,
    /// The inline modules that lead to its place.
    pub inline: Vec<String>,
    /// What `#[path]` says.
    pub path: Option<String>,
}

/// The folder of a package's integration test.
pub fn suite_directory(package: &Package) -> Utf8PathBuf {
    package.manifest_path.parent().unwrap_or(Utf8Path::new("")).join("tests").join("sbst")
}

/// Whether another crate can link a library: not if it is a procedural macro or only made for C.
pub fn can_be_linked(library: &Target) -> bool {
    let kinds = [TargetKind::Lib, TargetKind::RLib, TargetKind::DyLib];
    library.kind.iter().any(|kind| kinds.contains(kind))
}

/// For a public function, by the path of its definition.
pub fn public(package: &Package, exports: &Exports, definition: &str, found: Option<Entity>) -> Placement {
    let stem = stem(&path_of_module(exports, definition, found));
    Placement {
        path: suite_directory(package).join(format!("{stem}.rs")),
        executable: Executable::Integration,
        prefix: format!("{stem}::"),
        inside: None,
        declaration: None,
    }
}

/// For a private function or one of a binary, under the target directory.
pub fn under_target(
    directory: &Utf8Path,
    exports: &Exports,
    definition: &str,
    found: Option<Entity>,
) -> Placement {
    let module = path_of_module(exports, definition, found);
    Placement {
        path: directory.join(format!("{}.rs", stem(&module))),
        executable: Executable::None,
        prefix: module.iter().fold(String::new(), |prefix, name| prefix + name + "::")
            + declare::MODULE
            + "::",
        inside: Some(module),
        declaration: None,
    }
}

/// For a private function or one of a binary, beside its source; `None` if its source was not found.
pub fn beside_source(
    exports: &Exports,
    definition: &str,
    found: Option<Entity>,
    executable: Executable,
) -> Option<Placement> {
    let index = module_of(exports, definition, found)?;
    let module = &exports.sources.modules[index];
    let declared = module.children.iter().map(|child| &exports.sources.modules[*child]);
    let declared =
        declared.into_iter().find(|child| child.path.last().is_some_and(|name| name == declare::MODULE));
    let is_binary_root = module.parent.is_none() && matches!(executable, Executable::Binary(_));
    let path = match module.file.file_stem() {
        Some(stem) if is_binary_root => Some(format!("{stem}/{}.rs", declare::MODULE)),
        _ => None,
    };
    let file = match (declared, &path) {
        (Some(child), _) => child.file.clone(),
        (None, Some(path)) => module.child_directory.join(path),
        (None, None) => module.child_directory.join(format!("{}.rs", declare::MODULE)),
    };
    let names = module.path.iter().fold(String::new(), |prefix, name| prefix + name + "::");
    Some(Placement {
        path: file,
        executable,
        prefix: format!("{names}{}::", declare::MODULE),
        inside: Some(module.path.clone()),
        declaration: Some(Declaration { file: module.file.clone(), inline: module.inline.clone(), path }),
    })
}

/// The module in which a function is defined; if it was not found, that of its path.
fn module_of(exports: &Exports, definition: &str, found: Option<Entity>) -> Option<usize> {
    match found {
        Some(Entity::Function(index, _)) => Some(index),
        _ => exports.sources.module_around(definition),
    }
}

fn path_of_module(exports: &Exports, definition: &str, found: Option<Entity>) -> Vec<String> {
    let module = module_of(exports, definition, found);
    module.map(|index| exports.sources.modules[index].path.clone()).unwrap_or_default()
}

/// The name of a module's file: a name that a `mod` declaration can have, and none that means something already.
fn stem(module: &[String]) -> String {
    let name = module.join("_").replace("r#", "");
    match name.as_str() {
        "" => String::from("crate_root"),
        // `main.rs` is the root of the integration test, `mod.rs` and keywords are no modules' names.
        name if name == "main" || name == "mod" || syn::parse_str::<syn::Ident>(name).is_err() => {
            format!("{name}_")
        }
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_has_a_file_name() {
        let stem = |names: &[&str]| stem(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(
            [stem(&[]), stem(&["a", "b"]), stem(&["main"]), stem(&["type"])],
            ["crate_root", "a_b", "main_", "type_"]
        );
    }
}
