//! What of the crates that the members of a workspace depend on has effects, by their own sources.
//!
//! 1. The functions of a crate's library are searched by the rules for the members; what of its names reaches an effect then, its [`Surface`] says. Of what stands
//!    behind features that are off, in tests, benchmarks, examples and the build script, nothing counts.
//! 2. What is included counts as if it stood there. What a build script has written is not there yet: it is taken to be harmless if the script needs no other
//!    crates, and none of its texts names an effect.
//! 3. A type with an effect in a method that the standard library has as well is an effect itself, since its methods cannot be told from those. If it is not a type
//!    of the crate, or only the trait is known, the crate is not looked into.
//! 4. Procedural macros are judged by what they may [write](super::written).
//! 5. Neither is what cannot be read, or is too large.

use super::super::features::Features;
use super::items::{Declaration, Items, Kind};
use super::names::{Names, Reached};
use super::standard::{self, CONVERTERS, OPERATORS};
use super::surface::{Expansion, PassedOn, Surface};
use super::written::{TOOLS, Words};
use super::{Cause, Crates, module, ways};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{DependencyKind, Metadata, Node, NodeDep, Package, PackageId, Target};
use included::{Included, with_included};
use proc_macro2::TokenStream;
use sbst_instrument::annotate::module_files::files_of;
use sbst_instrument::annotate::without_prefix;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::rc::Rc;

mod included;

/// The most bytes of sources that are looked into, package by package: more takes longer than a build is worth.
const MOST_BYTES: usize = 3 << 20;

/// Looks into packages, each once.
pub struct Dependencies<'a> {
    metadata: &'a Metadata,
    nodes: BTreeMap<&'a PackageId, &'a Node>,
    known: BTreeMap<&'a PackageId, Option<Rc<Surface>>>,
    /// Whether the metadata has all that is compiled: that of features that it was not read with is not in it.
    are_all_there: bool,
}

/// The sources of a library, by file.
struct Sources {
    files: Vec<(Utf8PathBuf, TokenStream)>,
    has_paths: bool,
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
        let deps = self.deps(&package.id);
        if self.are_all_there {
            // What is optional and not chosen is not compiled, nor is what would use it.
            let is_there = |name: &str| deps.iter().any(|dependency| dependency.name == name);
            crates.absent.extend(crates.foreign.extract_if(.., |name| !is_there(name)));
        }
        for dependency in deps {
            if !crates.foreign.contains(&dependency.name) {
                continue;
            }
            if let Some(surface) = self.surface(&dependency.pkg) {
                crates.foreign.remove(&dependency.name);
                crates.declared.extend(&surface.declared);
                crates.known.insert(dependency.name.clone(), surface);
            }
        }
        crates
    }

    fn deps(&self, id: &PackageId) -> &'a [NodeDep] {
        self.nodes.get(id).map_or(&[], |node| &node.deps)
    }

    fn surface(&mut self, id: &'a PackageId) -> Option<Rc<Surface>> {
        if let Some(known) = self.known.get(id) {
            return known.clone();
        }
        let package = self.package(id)?;
        let found = match macros(package) {
            Some(target) => Some(self.written(package, target)),
            None => self.look_into(package),
        };
        let found = found.map(Rc::new);
        self.known.insert(id, found.clone());
        found
    }

    fn package(&self, id: &PackageId) -> Option<&'a Package> {
        self.metadata.packages.iter().find(|package| package.id == *id)
    }

    fn look_into(&mut self, package: &'a Package) -> Option<Surface> {
        let library = package.targets.iter().find(|target| target.is_lib() || target.is_rlib())?;
        let sources = self.sources(package, library)?;
        let mut items = Items::default();
        for (path, tokens) in sources.files {
            items.add(0, module(&path), tokens);
        }
        let crates = self.of(package, &BTreeSet::from([library.name.replace('-', "_")]));
        let names = Names::new(&items, &crates, sources.has_paths);
        let mut reached: Vec<Reached> =
            items.declarations.iter().map(|declaration| names.reached(declaration)).collect();
        let causes = causes(&items, &mut reached)?;
        Some(surface(&items, &names, &crates, &causes))
    }

    /// What the macros of a package write.
    fn written(&self, package: &'a Package, target: &Target) -> Surface {
        let mut words = Words::default();
        let mut names = BTreeSet::new();
        let is_read = self.words(package, target, &mut words, &mut BTreeSet::new(), &mut names);
        let cause = match words.effect {
            Some(effect) => Some(format!("`{effect}`, which a macro may write")),
            None if is_read.is_none() => Some(format!("the macros of `{}`", package.name)),
            None => None,
        };
        let words = Some(Rc::new(words.all));
        let expansion = Expansion { cause: cause.map(Cause::unknown), words };
        let macros = names.into_iter().map(|name| (name, expansion.clone())).collect();
        let mut surface = Surface { is_of_macros: true, is_plain: true, ..Surface::default() };
        surface.declared.macros = macros;
        surface
    }

    /// Adds the words of a package and of those that it uses; `names` gets the functions of the first. Nothing if there is something that cannot be read.
    fn words(
        &self,
        package: &'a Package,
        target: &Target,
        words: &mut Words,
        seen: &mut BTreeSet<&'a PackageId>,
        names: &mut BTreeSet<String>,
    ) -> Option<()> {
        if !seen.insert(&package.id) {
            return Some(());
        }
        let sources = self.sources(package, target);
        let is_first = seen.len() == 1;
        for (path, tokens) in sources.as_ref().into_iter().flat_map(|sources| &sources.files) {
            if is_first {
                let mut items = Items::default();
                items.add(0, module(path), tokens.clone());
                let functions = items.declarations.into_iter().filter(|found| found.kind == Kind::Function);
                names.extend(functions.map(|found| found.name));
            }
            words.add(tokens.clone());
        }
        sources?;
        for dependency in self.deps(&package.id) {
            let is_normal = dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            let other = self.package(&dependency.pkg)?;
            if is_normal && !TOOLS.contains(&&*other.name.replace('-', "_")) {
                let target = macros(other).or_else(|| library(other))?;
                self.words(other, target, words, seen, names)?;
            }
        }
        Some(())
    }

    /// What of a library is compiled, as far as that can be told.
    fn sources(&self, package: &Package, library: &Target) -> Option<Sources> {
        let features = Features::of(self.metadata, &package.id, self.are_all_there);
        let root = library.src_path.as_std_path();
        let mut sources = Sources { files: Vec::new(), has_paths: false };
        let mut bytes = 0;
        for path in files_of(root, |attributes| features.allow(attributes)) {
            let path = Utf8PathBuf::from_path_buf(path).ok()?;
            let text = fs::read_to_string(&path).ok()?;
            let tokens = features.compiled(without_prefix(&text).1.parse::<TokenStream>().ok()?);
            let mut included = Included::default();
            let tokens = with_included(tokens, path.parent()?, &mut included)?;
            bytes += text.len() + included.bytes;
            if bytes > MOST_BYTES || included.is_generated && !is_harmless_script(package) {
                return None;
            }
            sources.has_paths |= standard::PATHS.iter().any(|word| text.contains(word));
            sources.files.push((path, tokens));
        }
        Some(sources)
    }
}

fn macros(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| target.is_proc_macro())
}

fn library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| target.is_lib() || target.is_rlib())
}

/// Whether what a package's build script writes has no effects.
fn is_harmless_script(package: &Package) -> bool {
    let needs_others = package.dependencies.iter().any(|dependency| dependency.kind == DependencyKind::Build);
    let script = package.targets.iter().find(|target| target.is_custom_build());
    let Some(script) = script.filter(|_| !needs_others) else { return false };
    let mut words = Words::default();
    for path in files_of(script.src_path.as_std_path(), |_| true) {
        let text = fs::read_to_string(path).ok();
        let tokens = text.and_then(|text| without_prefix(&text).1.parse::<TokenStream>().ok());
        let Some(tokens) = tokens else { return false };
        words.add_texts(tokens);
    }
    words.effect.is_none()
}

/// What each declaration reaches, types whose methods cannot be told from those of the standard library among them.
fn causes(items: &Items, reached: &mut [Reached]) -> Option<BTreeMap<usize, Cause>> {
    let mut of_types: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, declaration) in items.declarations.iter().enumerate().filter(|(_, found)| found.is_type) {
        of_types.entry(&declaration.name).or_default().push(number);
    }
    loop {
        let ways = ways(reached);
        let cause_of = |number: usize| {
            let mut at = number;
            while ways[&at] != at {
                at = ways[&at];
            }
            reached[at].cause.clone()
        };
        let causes: BTreeMap<usize, Cause> =
            ways.keys().filter_map(|number| Some((*number, cause_of(*number)?))).collect();
        let mut is_done = true;
        for (number, cause) in &causes {
            let declaration = &items.declarations[*number];
            if !has_standard_name(declaration) {
                continue;
            }
            let Some(owner) = declaration.owners.first() else { continue };
            for of_type in of_types.get(&**owner)?.iter().filter(|of_type| !causes.contains_key(of_type)) {
                reached[*of_type].cause = Some(cause.clone());
                is_done = false;
            }
        }
        if is_done {
            return Some(causes);
        }
    }
}

/// Whether a function is called as one of the standard library is, or without its name.
fn has_standard_name(declaration: &Declaration) -> bool {
    let of_trait = declaration.of_trait.as_deref();
    let is_without_name = of_trait.is_some_and(|of| OPERATORS.contains(&of) || CONVERTERS.contains(&of));
    declaration.kind == Kind::Function
        && !declaration.owners.is_empty()
        && (is_without_name || standard::is_method(&declaration.name))
}

fn surface(items: &Items, names: &Names<'_>, crates: &Crates, causes: &BTreeMap<usize, Cause>) -> Surface {
    let mut surface = Surface::default();
    surface.declared.extend(&crates.declared);
    for (number, declaration) in items.declarations.iter().enumerate() {
        let (name, cause) = (&declaration.name, causes.get(&number).cloned());
        match declaration.kind {
            Kind::Macro => {
                let known = surface.declared.macros.entry(name.clone()).or_default();
                known.cause = known.cause.take().or(cause);
            }
            Kind::Other => {
                if let Some(cause) = cause {
                    surface.others.entry(name.clone()).or_insert(cause);
                }
            }
            Kind::Function | Kind::Foreign => {
                if name == "$" {
                    surface.nameless = surface.nameless.take().or(cause.clone());
                }
                let by_owner = surface.functions.entry(name.clone()).or_default();
                let free = String::new();
                let owners = if declaration.owners.is_empty() {
                    std::slice::from_ref(&free)
                } else {
                    &declaration.owners
                };
                for owner in owners {
                    let known = by_owner.entry(owner.clone()).or_default();
                    *known = known.take().or_else(|| cause.clone());
                }
                if !declaration.owners.is_empty() {
                    let known = surface.declared.methods.entry(name.clone()).or_default();
                    *known = known.take().or_else(|| cause.filter(|_| !standard::is_method(name)));
                }
            }
        }
    }
    for (number, scope) in items.scopes.iter().enumerate() {
        for (name, path) in &scope.passed_on {
            let found = names.imported(path, number).into_iter();
            match name {
                Some(name) => {
                    let others =
                        found.filter(|found| !matches!(found, PassedOn::Own(other) if other == name));
                    surface.passed_on.entry(name.clone()).or_default().extend(others);
                }
                None => {
                    surface.globs.extend(found.filter(|found| !matches!(found, PassedOn::Own(_))));
                }
            }
        }
    }
    let mut types = items.declarations.iter().filter(|declaration| declaration.kind == Kind::Other);
    surface.is_plain =
        causes.is_empty() && !items.has_functions_in_types && types.all(|of| names.is_plain(of));
    surface
}

#[cfg(test)]
mod tests {
    use super::*;
    use cargo_metadata::MetadataCommand;

    #[test]
    fn of_each_function_of_a_crate_it_is_known_what_it_reaches() {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).exec().unwrap();
        let id = |name: &str| &metadata.packages.iter().find(|package| package.name == name).unwrap().id;
        let mut dependencies = Dependencies::new(&metadata, true);
        let memchr = dependencies.surface(id("memchr")).unwrap();
        assert!(memchr.is_harmless() && memchr.declared.methods.contains_key("find_iter"));
        let derives = dependencies.surface(id("serde_derive")).unwrap();
        assert!(derives.is_of_macros);
    }

    #[test]
    #[ignore]
    fn table() {
        let manifest = std::env::var("SBST_MANIFEST").unwrap();
        let mut command = MetadataCommand::new();
        command
            .manifest_path(&manifest)
            .other_options(["--offline", "--filter-platform", "x86_64-unknown-linux-gnu"].map(str::to_owned));
        let metadata = command.exec().unwrap();
        let start = std::time::Instant::now();
        let mut dependencies = Dependencies::new(&metadata, true);
        for package in &metadata.packages {
            let before = std::time::Instant::now();
            let surface = dependencies.surface(&package.id);
            let took = before.elapsed().as_millis();
            match surface {
                None => println!("{} {} UNKNOWN", package.name, took),
                Some(surface) if surface.is_harmless() => println!("{} {} harmless", package.name, took),
                Some(surface) => {
                    println!(
                        "{} {} {} of {} functions, {} others, {} macros",
                        package.name,
                        took,
                        surface
                            .functions
                            .values()
                            .flat_map(|found| found.values())
                            .filter(|found| found.is_some())
                            .count(),
                        surface.functions.values().flat_map(|found| found.values()).count(),
                        surface.others.len(),
                        surface.declared.macros.values().filter(|found| found.cause.is_some()).count()
                    );
                    for (name, by) in surface.functions.iter().take(4000) {
                        for (owner, cause) in by {
                            if let Some(cause) = cause {
                                println!("    {owner}::{name}: {} {:?}", cause.what, cause.within)
                            }
                        }
                    }
                    for (name, cause) in &surface.others {
                        println!("    {name}: {} {:?}", cause.what, cause.within)
                    }
                    for (name, expansion) in &surface.declared.macros {
                        if let Some(cause) = &expansion.cause {
                            println!("    {name}!: {}", cause.what)
                        }
                    }
                    println!("    globs {}", surface.globs.len());
                }
            }
        }
        println!("{:?}", start.elapsed());
    }
}
