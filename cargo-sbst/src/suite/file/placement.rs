//! Places for the tests of a function.
//!
//! 1. Public functions of a library: `tests/sbst/MODULE.rs`, one file for each module of the
//!    library.
//! 2. All others: a child of the function's own module, or of another one if a private item there
//!    is needed. Its file is under the target directory, or beside the source on request.
//! 3. The child of a binary's root has a `#[path]`. Otherwise `src/bin/sbst_tests.rs` would be
//!    another binary, and `src/sbst_tests.rs` would belong to both library and binary.

use super::declare;
use crate::source::exports::Exports;
use crate::source::name_resolution::Entity;
use crate::suite::test_module::Executable;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Package, Target, TargetKind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub path: Utf8PathBuf,
    /// The executable that contains the tests.
    pub executable: Executable,
    /// Prefix of the tests' names in the executable.
    pub prefix: String,
    /// Path of the module under test from the crate's root.
    pub module: Vec<String>,
    /// The module under test, for tests inside it.
    pub inside: Option<Vec<String>>,
    /// Declaration that makes the file part of the crate.
    pub declaration: Option<Declaration>,
}

/// A `mod sbst_tests;` in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub file: Utf8PathBuf,
    /// Path of inline modules to the declaration.
    pub inline: Vec<String>,
    /// Value of `#[path]`.
    pub path: Option<String>,
}

/// Returns the folder of a package's integration test.
pub fn suite_directory(package: &Package) -> Utf8PathBuf {
    package.manifest_path.parent().unwrap_or(Utf8Path::new("")).join("tests").join("sbst")
}

/// The name of the integration test: the user may have renamed the target of `tests/sbst/main.rs`.
pub fn suite_target(package: &Package) -> String {
    let path = suite_directory(package).join("main.rs");
    let named = package.targets.iter().find(|target| target.src_path == path);
    named.map_or_else(|| String::from("sbst"), |target| target.name.clone())
}

/// True if another crate can link a library: not a procedural macro or a library only for C.
pub fn can_be_linked(library: &Target) -> bool {
    let kinds = [TargetKind::Lib, TargetKind::RLib, TargetKind::DyLib];
    library.kind.iter().any(|kind| kinds.contains(kind))
}

/// Returns the place of tests of a public function with the definition path `definition`.
pub fn public(package: &Package, exports: &Exports, definition: &str, found: Option<Entity>) -> Placement {
    let module = path_of_module(exports, find_module(exports, definition, found));
    let stem = stem(&module);
    Placement {
        module,
        path: suite_directory(package).join(format!("{stem}.rs")),
        executable: Executable::Integration,
        prefix: format!("{stem}::"),
        inside: None,
        declaration: None,
    }
}

/// Returns the place under the target directory of tests in a module, if it was found.
pub fn under_target(directory: &Utf8Path, exports: &Exports, module: Option<usize>) -> Placement {
    let module = path_of_module(exports, module);
    Placement {
        path: directory.join(format!("{}.rs", stem(&module))),
        executable: Executable::None,
        prefix: module.iter().fold(String::new(), |prefix, name| prefix + name + "::")
            + declare::MODULE
            + "::",
        inside: Some(module.clone()),
        module,
        declaration: None,
    }
}

/// Returns the place beside the source of tests in a module.
pub fn beside_source(exports: &Exports, module: usize, executable: Executable) -> Placement {
    let module = &exports.sources.modules[module];
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
        (None, Some(path)) => module.child_file(path),
        (None, None) => module.child_file(&format!("{}.rs", declare::MODULE)),
    };
    let names = module.path.iter().fold(String::new(), |prefix, name| prefix + name + "::");
    Placement {
        path: file,
        executable,
        prefix: format!("{names}{}::", declare::MODULE),
        module: module.path.clone(),
        inside: Some(module.path.clone()),
        declaration: Some(Declaration { file: module.file.clone(), inline: module.inline.clone(), path }),
    }
}

/// Returns the module that defines a function. If the function was not found, follows its path.
pub fn find_module(exports: &Exports, definition: &str, found: Option<Entity>) -> Option<usize> {
    match found {
        Some(Entity::Function(index, _)) => Some(index),
        _ => exports.sources.module_around(definition),
    }
}

fn path_of_module(exports: &Exports, module: Option<usize>) -> Vec<String> {
    module.map(|index| exports.sources.modules[index].path.clone()).unwrap_or_default()
}

/// Returns the name of a module's file: valid in a `mod` declaration, and free of other meanings.
fn stem(module: &[String]) -> String {
    let name = module.join("_").replace("r#", "");
    match name.as_str() {
        "" => String::from("crate_root"),
        // `main.rs` is the root of the integration test; `mod.rs` and keywords cannot name modules.
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
