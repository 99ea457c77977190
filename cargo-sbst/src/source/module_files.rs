//! The files of the modules of a workspace's crates, each parsed once.

use crate::cargo::features::Features;
use crate::cargo::workspace::{CrateRoot, SourceTree};
use crate::source::crate_sources::CrateSources;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_source::files::{Files, ParsedFile};
use std::collections::BTreeSet;
use std::rc::Rc;

pub struct ModuleFile {
    /// The file's name, from the root of the workspace.
    pub name: String,
    /// The module's path, with the name of its crate.
    pub module: String,
    pub source: Rc<ParsedFile>,
}

/// Returns the files of all modules, the libraries' first. A file shared by a binary and the
/// library belongs to the library.
pub fn module_files(sources: &SourceTree) -> Vec<ModuleFile> {
    let parsed = Files::default();
    let mut files = Vec::new();
    let mut seen: BTreeSet<Utf8PathBuf> = BTreeSet::new();
    for CrateRoot { crate_name, file } in &sources.roots {
        let modules = CrateSources::load(crate_name, file, &Features::default(), &parsed).modules;
        for module in modules.iter().filter(|module| module.inline.is_empty()) {
            if !seen.insert(module.file.clone()) {
                continue;
            }
            let name = module.file.strip_prefix(&sources.workspace_root).unwrap_or(&module.file).to_string();
            let Ok(source) = parsed.read(module.file.as_std_path()) else { continue };
            let around: Vec<&str> =
                [crate_name].into_iter().chain(&module.path).map(String::as_str).collect();
            files.push(ModuleFile { name, module: around.join("::"), source });
        }
    }
    files
}
