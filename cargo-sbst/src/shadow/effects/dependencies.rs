//! Which of the crates that the members of a workspace depend on are harmless, by their own sources.
//!
//! A crate is harmless if nothing in its library has an effect or is unknown by the rules for the members, whoever calls it: neither itself nor what it
//! uses of crates that are not harmless themselves. Procedural macros, libraries with included files, and what cannot be read are not.

use super::super::features::Features;
use super::items::{Items, Kind};
use super::names::Names;
use super::{Crates, module, standard};
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::{DependencyKind, Metadata, Node, Package, PackageId};
use proc_macro2::TokenStream;
use sbst_instrument::annotate::module_files::files_of;
use sbst_instrument::annotate::without_prefix;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The most bytes of sources that are looked into, package by package: more takes longer than a build is worth.
const MOST_BYTES: usize = 3 << 20;

/// What a harmless crate declares that may be used without its name.
#[derive(Clone, Debug, Default)]
pub struct Harmless {
    pub macros: BTreeSet<String>,
    pub methods: BTreeSet<String>,
    /// Whether no type of it has a function in its values.
    pub is_plain: bool,
}

/// Looks into packages, each once.
pub struct Dependencies<'a> {
    metadata: &'a Metadata,
    nodes: BTreeMap<&'a PackageId, &'a Node>,
    known: BTreeMap<&'a PackageId, Option<Harmless>>,
    /// Whether the metadata has all that is compiled: those of features that are chosen are not in it.
    are_all_there: bool,
}

impl<'a> Dependencies<'a> {
    pub fn new(metadata: &'a Metadata, are_all_there: bool) -> Dependencies<'a> {
        let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
        let nodes = nodes.map(|node| (&node.id, node)).collect();
        Dependencies { metadata, nodes, known: BTreeMap::new(), are_all_there }
    }

    /// The crates that the library of a package knows, apart from `members`.
    pub fn of(&mut self, package: &Package, members: &BTreeSet<String>) -> Crates {
        let mut crates = Crates { members: members.clone(), ..Crates::default() };
        let in_code = |name: &str| name.replace('-', "_");
        let normal =
            package.dependencies.iter().filter(|dependency| dependency.kind == DependencyKind::Normal);
        let names = normal.map(|dependency| in_code(dependency.rename.as_ref().unwrap_or(&dependency.name)));
        crates.foreign.extend(names.filter(|name| !members.contains(name)));
        let deps: &'a [cargo_metadata::NodeDep] = self.nodes.get(&package.id).map_or(&[], |node| &node.deps);
        if self.are_all_there {
            // What is optional and not chosen is not compiled, nor is what would use it.
            let is_there = |name: &str| deps.iter().any(|dependency| dependency.name == name);
            crates.absent.extend(crates.foreign.extract_if(.., |name| !is_there(name)));
        }
        for dependency in
            deps.iter().filter(|dependency| crates.foreign.contains(&dependency.name)).collect::<Vec<_>>()
        {
            if let Some(harmless) = self.harmless(&dependency.pkg) {
                crates.foreign.remove(&dependency.name);
                if harmless.is_plain {
                    crates.plain.insert(dependency.name.clone());
                }
                crates.harmless.insert(dependency.name.clone());
                crates.declared.macros.extend(harmless.macros);
                crates.declared.methods.extend(harmless.methods);
            }
        }
        crates
    }

    fn harmless(&mut self, id: &'a PackageId) -> Option<Harmless> {
        if let Some(known) = self.known.get(id) {
            return known.clone();
        }
        let package = self.metadata.packages.iter().find(|package| package.id == *id)?;
        let found = self.look_into(package);
        self.known.insert(id, found.clone());
        found
    }

    fn look_into(&mut self, package: &'a Package) -> Option<Harmless> {
        let library = package.targets.iter().find(|target| target.is_lib() || target.is_rlib())?;
        let mut texts = Vec::new();
        let features = Features::of(self.metadata, &package.id, self.are_all_there);
        for path in files_of(library.src_path.as_std_path(), |attributes| features.allow(attributes)) {
            texts.push((Utf8Path::from_path(&path)?.to_owned(), fs::read_to_string(&path).ok()?));
        }
        if texts.iter().map(|(_, text)| text.len()).sum::<usize>() > MOST_BYTES {
            return None;
        }
        let mut items = Items::default();
        for (path, text) in &texts {
            let tokens = without_prefix(text).1.parse::<TokenStream>().ok()?;
            items.add(0, module(path), features.compiled(tokens));
        }
        if items.has_included {
            return None;
        }
        let crates = self.of(package, &BTreeSet::from([library.name.replace('-', "_")]));
        let has_paths = texts.iter().any(|(_, text)| standard::PATHS.iter().any(|word| text.contains(word)));
        let names = Names::new(&items, &crates, has_paths);
        if items.declarations.iter().any(|declaration| names.reached(declaration).cause.is_some()) {
            return None;
        }
        let mut types = items.declarations.iter().filter(|declaration| declaration.kind == Kind::Other);
        let is_plain = !items.has_functions_in_types && types.all(|of| names.is_plain(of));
        let macros = crates.declared.macros.clone();
        let mut harmless = Harmless { macros, is_plain, ..Harmless::default() };
        for declaration in &items.declarations {
            match declaration.kind {
                Kind::Macro => _ = harmless.macros.insert(declaration.name.clone()),
                Kind::Function => _ = harmless.methods.insert(declaration.name.clone()),
                _ => {}
            }
        }
        Some(harmless)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cargo_metadata::MetadataCommand;

    #[test]
    fn a_crate_is_harmless_if_nothing_in_it_has_effects() {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec().unwrap();
        let id = |name: &str| &metadata.packages.iter().find(|package| package.name == name).unwrap().id;
        let mut dependencies = Dependencies::new(&metadata, true);
        let memchr = dependencies.harmless(id("memchr")).unwrap();
        assert!(memchr.methods.contains("find_iter"));
        assert!(dependencies.harmless(id("csv")).is_none(), "reads and writes files");
        assert!(dependencies.harmless(id("serde_derive")).is_none(), "a procedural macro");
    }
}
