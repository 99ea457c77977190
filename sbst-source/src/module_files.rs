//! The files of a crate's modules.
//!
//! They are found by following `mod name;` from the root, as the compiler does, in all
//! configurations except tests. A module for another system is read, too, if its file exists.
//! Declarations in the [input of a macro](super::macro_input) count (`cfg_rt! { mod runtime; }`);
//! `include!` does not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use syn::{ext::IdentExt as _, Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::conditional::{is_for_tests, item_attributes, parts};
use super::files::Files;

/// The files of the crate with this root, including the root, except those with false conditions.
pub fn find_files(sources: &Files, root: &Path, holds: impl Fn(&[Attribute]) -> bool) -> BTreeSet<PathBuf> {
    let mut walk = Walk { sources, holds, files: BTreeSet::new() };
    let folder = root.parent().unwrap_or(Path::new(".")).to_owned();
    walk.file(root, &folder);
    walk.files
}

struct Walk<'s, H> {
    sources: &'s Files,
    holds: H,
    files: BTreeSet<PathBuf>,
}

impl<H: Fn(&[Attribute]) -> bool> Walk<'_, H> {
    fn is_left_out(&self, attributes: &[Attribute]) -> bool {
        is_for_tests(attributes) || !(self.holds)(attributes)
    }

    /// Reads `file`, whose modules have their files in `folder`.
    fn file(&mut self, file: &Path, folder: &Path) {
        let Ok(source) = self.sources.read(file) else { return };
        if !self.files.insert(file.to_owned()) {
            return;
        }
        let Ok(parsed) = source.with_inputs() else { return };
        if self.is_left_out(&parsed.attrs) {
            self.files.remove(file);
            return;
        }
        self.items(&parsed.items, &Folders::from_file(file, folder));
    }

    fn items(&mut self, items: &[Item], folders: &Folders) {
        for item in items {
            if self.is_left_out(item_attributes(item)) {
                continue;
            }
            if let Item::Mod(module) = item {
                self.module(module, folders);
            }
        }
    }

    fn module(&mut self, module: &ItemMod, folders: &Folders) {
        let name = module.ident.to_string();
        let name = name.trim_start_matches("r#");
        match &module.content {
            None => self.outlined(name, &paths(&module.attrs), folders),
            Some((_, items)) => self.items(items, &folders.within(module)),
        }
    }

    fn outlined(&mut self, name: &str, paths: &[String], folders: &Folders) {
        for (file, folder) in folders.files(name, paths) {
            self.file(&file, &folder);
        }
    }
}

/// The folders of modules' files: the usual one, and the base of `#[path]`.
pub struct Folders {
    modules: PathBuf,
    beside: PathBuf,
}

impl Folders {
    /// The folders of the modules in `file`; `folder` is the usual one of their files.
    pub fn from_file(file: &Path, folder: &Path) -> Folders {
        let beside = file.parent().unwrap_or(Path::new(".")).to_owned();
        Folders { modules: folder.to_owned(), beside }
    }

    /// The usual folder of modules' files.
    pub fn modules(&self) -> &Path {
        &self.modules
    }

    /// The usual file of `mod name;`.
    pub fn usual_file(&self, name: &str) -> PathBuf {
        self.modules.join(format!("{name}.rs"))
    }

    /// The folders of the modules in an inline module.
    pub fn within(&self, module: &ItemMod) -> Folders {
        let within = match paths(&module.attrs).first() {
            Some(path) => self.beside.join(path),
            None => self.modules.join(module.ident.unraw().to_string()),
        };
        Folders { modules: within.clone(), beside: within }
    }

    /// The file of `mod name;`, and the folder of the modules in it, if it is unambiguous.
    pub fn find_file(&self, module: &ItemMod) -> Option<(PathBuf, PathBuf)> {
        let paths = paths(&module.attrs);
        let mut files = self.files(&module.ident.unraw().to_string(), &paths);
        match paths.is_empty() || files.len() == 1 {
            true => files.pop(),
            false => None,
        }
    }

    /// The files of `mod name;`: those of its `#[path]`s, of which each system may use one, or the
    /// usual one. Each has the folder of the modules in it.
    fn files(&self, name: &str, paths: &[String]) -> Vec<(PathBuf, PathBuf)> {
        let given = paths.iter().map(|path| self.beside.join(path));
        let given = given.map(|file| {
            let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
            (file, folder)
        });
        let folder = self.modules.join(name);
        let usual = [self.usual_file(name), folder.join("mod.rs")];
        let usual = usual.into_iter().find(|file| file.is_file()).map(|file| (file, folder));
        given.filter(|(file, _)| file.is_file()).chain(usual).collect()
    }
}

/// The paths of `#[path = "…"]` and `#[cfg_attr(…, path = "…")]`.
fn paths(attributes: &[Attribute]) -> Vec<String> {
    let metas = attributes.iter().flat_map(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let parts = parts(list.tokens.clone()).into_iter().skip(1);
            parts.filter_map(|part| syn::parse2(part).ok()).collect()
        }
        meta => vec![meta.clone()],
    });
    metas.filter_map(|meta| path_in(&meta)).collect()
}

fn path_in(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The names of the files of a crate with these files.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, text).expect("a file");
        }
        let found = find_files(&Files::default(), &folder.path().join("lib.rs"), |_| true);
        let names = found.iter().map(|file| file.strip_prefix(folder.path()).expect("within").display());
        names.map(|name| name.to_string()).collect()
    }

    #[test]
    fn modules_are_followed_as_the_compiler_does() {
        let files = [
            ("lib.rs", "mod a; mod b; mod inner { mod c; } #[path = \"odd.rs\"] mod d; mod missing;"),
            ("a.rs", "mod deep;"),
            ("a/deep.rs", ""),
            ("b/mod.rs", "mod beside;"),
            ("b/beside.rs", ""),
            ("inner/c.rs", ""),
            ("odd.rs", "mod e;"),
            ("e.rs", ""),
            ("unreached.rs", ""),
        ];
        let expected =
            ["a/deep.rs", "a.rs", "b/beside.rs", "b/mod.rs", "e.rs", "inner/c.rs", "lib.rs", "odd.rs"];
        assert_eq!(found(&files), expected);
    }

    #[test]
    fn modules_in_macro_input_are_found_except_tests() {
        let files = [
            (
                "lib.rs",
                "#[cfg(test)] mod tests; cfg_rt! { pub mod rt; #[cfg(all(test, unix))] mod more; } mod own;",
            ),
            ("tests.rs", ""),
            ("rt.rs", ""),
            ("more.rs", ""),
            ("own.rs", "#![cfg(test)]"),
        ];
        assert_eq!(found(&files), ["lib.rs", "rt.rs"]);
    }
}
