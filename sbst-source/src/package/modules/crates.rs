//! The crates of a compilation, each by the arguments of its compiler.
//!
//! 1. The command's compiler wrapper keeps the arguments of every compilation next to the resulting
//!    library. They contain the root, the edition, the active conditions, and the libraries of
//!    other crates by name.
//! 2. The path of another crate's module begins with the mark of its library: `::` and the name of
//!    the file. So two versions of one crate are two crates.
//! 3. Code names another crate by the compiled crate's name for it, or by a re-export of a named
//!    crate.
//! 4. Without kept arguments, a crate is a mere name: the standard library, and procedural macros.

use std::cell::RefCell;
use std::path::{Path as File, PathBuf};
use std::{collections::BTreeMap, env, fs, rc::Rc};

use super::Crate;
use crate::configuration::{compiler_words, values, Configuration};
use crate::visibility::depth_of_root;
use sbst_vocabulary::standard::CRATES;

/// The ending of files with the arguments of a compilation.
pub const KEPT: &str = "sbst-arguments";

/// A crate by the arguments of its compiler.
pub(super) struct Compilation {
    pub(super) root: PathBuf,
    /// True if paths of imports begin at the root.
    pub(super) is_edition_2015: bool,
    pub(super) configuration: Configuration,
    /// Libraries of other crates by their names.
    libraries: BTreeMap<String, PathBuf>,
}

impl Compilation {
    pub(super) fn new(root: &File, is_edition_2015: bool, configuration: Configuration) -> Compilation {
        let root = super::absolute(root);
        Compilation { root, is_edition_2015, configuration, libraries: BTreeMap::new() }
    }

    /// The compilation by this process, or by the compiler for which it works.
    pub(super) fn own() -> Option<Compilation> {
        Compilation::from_words(compiler_words(), &env::current_dir().ok()?)
    }

    /// The compilation by a compiler with these arguments in this folder.
    pub(super) fn from_words(words: &[String], folder: &File) -> Option<Compilation> {
        let arguments = words.get(1..)?;
        let root = arguments.iter().find(|word| !word.starts_with('-') && word.ends_with(".rs"))?;
        let edition = values(arguments, "--edition").next();
        let library = |text: &str| {
            let (name, library) = text.split_once('=')?;
            // Options precede the name: `priv:name`.
            let name = name.rsplit(':').next()?.to_owned();
            Some((name, folder.join(library)))
        };
        Some(Compilation {
            libraries: values(arguments, "--extern").filter_map(library).collect(),
            ..Compilation::new(
                &folder.join(root),
                edition.is_none_or(|edition| edition == "2015"),
                Configuration::from_arguments(words),
            )
        })
    }

    /// The compilation of a library, if its arguments were kept.
    fn from_library(library: &File) -> Option<Compilation> {
        let text = fs::read_to_string(kept_arguments(library)?).ok()?;
        let mut lines = text.lines();
        let folder = PathBuf::from(lines.next()?);
        let words: Vec<String> = lines.map(str::to_owned).collect();
        Compilation::from_words(&words, &folder)
    }
}

/// The file with the arguments of a library's compilation: `libNAME.rlib`.
pub fn kept_arguments(library: &File) -> Option<PathBuf> {
    let is_library = library.extension().is_some_and(|kind| kind == "rlib" || kind == "rmeta");
    let name = library.file_stem()?.to_str()?.strip_prefix("lib").filter(|_| is_library)?;
    Some(library.with_file_name(format!("{name}.{KEPT}")))
}

/// Keeps the arguments of a compiler in this folder next to its future library, if any. Returns the
/// file.
pub fn keep_arguments(words: &[String], folder: &File) -> Option<PathBuf> {
    let arguments = words.get(1..)?;
    let named = |option, name: &str| values(arguments, option).find_map(|value| value.strip_prefix(name));
    let is_library = values(arguments, "--crate-type").any(|kind| kind == "lib" || kind == "rlib");
    let has_break = words.iter().any(|word| word.contains('\n'));
    let name = values(arguments, "--crate-name").next().filter(|_| is_library && !has_break)?;
    let suffix = named("-C", "extra-filename=").unwrap_or_default();
    let directory = folder.join(values(arguments, "--out-dir").next()?);
    let text = format!("{}\n{}\n", folder.display(), words.join("\n"));
    let file = directory.join(format!("{name}{suffix}.{KEPT}"));
    if fs::read_to_string(&file).is_ok_and(|known| known == text) {
        return Some(file);
    }
    fs::write(&file, text).ok()?;
    Some(file)
}

fn mark(library: &File) -> Option<String> {
    let stem = library.file_stem()?.to_str()?;
    Some(format!("::{}", stem.strip_prefix("lib").unwrap_or(stem)))
}

/// The compiled crate, and the others read so far, by their marks.
pub(super) struct Crates {
    own: Rc<Compilation>,
    others: RefCell<BTreeMap<String, Option<Rc<Compilation>>>>,
}

impl Crates {
    pub(super) fn from_compilation(own: Compilation) -> Crates {
        Crates { own: Rc::new(own), others: RefCell::default() }
    }

    /// The crate of the module with this path.
    pub(super) fn around(&self, module: &[String]) -> Option<Rc<Compilation>> {
        match &module[..depth_of_root(module)] {
            [mark] => self.others.borrow().get(mark)?.clone(),
            _ => Some(self.own.clone()),
        }
    }

    /// The mark of the crate with this name in a module, if its sources can be read.
    pub(super) fn named(&self, module: &[String], name: &str) -> Option<String> {
        let around = self.around(module)?;
        let library = around.libraries.get(name)?;
        let mark = mark(library)?;
        let known = self.others.borrow().get(&mark).map(Option::is_some);
        let is_read = known.unwrap_or_else(|| {
            let found = Compilation::from_library(library).map(Rc::new);
            let is_read = found.is_some();
            self.others.borrow_mut().insert(mark.clone(), found);
            is_read
        });
        is_read.then_some(mark)
    }

    /// The compiled crate's name for the crate with this name in a module.
    pub(super) fn own_name(&self, module: &[String], name: &str) -> Option<String> {
        if depth_of_root(module) == 0 || CRATES.contains(&name) {
            return Some(name.to_owned());
        }
        self.find_name(&mark(self.around(module)?.libraries.get(name)?)?)
    }

    /// The compiled crate's name for the crate with this mark.
    pub(super) fn find_name(&self, of: &str) -> Option<String> {
        let mut named = self.own.libraries.iter();
        named.find(|(_, library)| mark(library).as_deref() == Some(of)).map(|(name, _)| name.clone())
    }

    /// The marks of crates named by the compiled crate that themselves name the one with this mark.
    pub(super) fn find_users(&self, of: &str) -> Vec<String> {
        let named = self.own.libraries.keys().filter_map(|name| self.named(&[], name));
        let uses = |user: &String| {
            let around = self.around(std::slice::from_ref(user));
            around
                .is_some_and(|around| around.libraries.values().any(|used| mark(used).as_deref() == Some(of)))
        };
        named.filter(|user| user != of).filter(uses).collect()
    }
}

impl Crate {
    /// The crate of a compiler with these arguments in this folder.
    pub fn from_words(words: &[String], folder: &File) -> Option<Crate> {
        Compilation::from_words(words, folder).map(Crate::from_compilation)
    }
}
