//! Which functions reach something outside of the process, so that calling them with searched values may do harm.
//!
//! There are no types here, only sources, so every rule errs on the side of leaving a function out.
//!
//! 1. **Effects** are what [`standard`] names: files, processes, the network, changes of the environment, reading the standard input, asking for the time of day or the arguments of the process, assembler;
//!    functions in `extern` blocks; `include!` in a body. Types count as well: without `File` or `Command` there is none to call methods of. Printing, reading
//!    the environment, measuring how long something takes, and threads are no effects.
//! 2. **Names** ([`names`]) mean what scopes, imports, renames, globs and re-exports say. What that leaves open means everything of that name.
//! 3. **Calls**: a path means the function, called or not, since it may be called where it is handed to. A method means all methods of that name in the sources, one of
//!    `self` those of the type if it has any; but none of a type of which there can be no value ([`values`]). Macros of the sources are searched like functions, and what any macro is given as well.
//! 4. **Types** mean what they are made of, and their operators: `Drop`, `Deref`, `Display`, `Iterator` and the like are called without their names. `?`, `into`,
//!    `parse` and `collect` mean all conversions of the sources.
//! 5. **Paths**: methods like `exists` and `metadata` ask the disk, unless no source has the word `Path` or its like.
//! 6. **Unknown** are functions and macros of crates that are neither members of the workspace nor harmless ([`dependencies`] looks into them), procedural
//!    macros, and methods whose name neither the sources nor the standard library has, if there are such crates. All of them count as effects.
//!    Harmless crates call what is written for traits that are not of the sources. Crates that are optional and not chosen are not called at all, and what
//!    stands behind a feature that is off is not looked at.
//! 7. The compiler evaluates constants and static variables, without effects. What a procedural macro makes of one may still have functions in it; but for
//!    data alone, by its type (numbers, texts, collections of them, types of harmless crates that have no functions in their values: a table of `phf`),
//!    it may be anything.
//! 8. A function reaches what its callees reach. What a person has annotated is called whatever it reaches.
//!
//! What this cannot see: methods of other crates' values that are called as methods of the standard library are, if the value does not
//! come from a function that counts already; code that attributes and macros of other crates write as items.

mod dependencies;
mod items;
mod names;
mod standard;
mod surface;
mod uses;
mod values;
mod written;

use super::eligibility::Source;
use super::features::Known;
use cargo_metadata::Metadata;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use dependencies::Dependencies;
use items::{Items, Kind};
use names::{Names, Reached};
use proc_macro2::TokenStream;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use surface::{Declared, Surface};

/// The end of every reason.
pub const HOW_TO_ALLOW: &str = "`--allow-effects` calls it all the same";

/// The most functions that a reason names between the function and the effect.
const MOST_NAMED: usize = 4;

/// Something with effects, or something unknown, as a reason names it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cause {
    what: String,
    /// Whether it is known to have effects, and not merely unknown.
    is_known: bool,
    /// What of a crate that was looked into reaches it.
    within: Option<String>,
}

impl Cause {
    fn known(what: String) -> Cause {
        Cause { what, is_known: true, within: None }
    }

    fn unknown(what: String) -> Cause {
        Cause { what, is_known: false, within: None }
    }

    /// The same, reached by something of a crate that was looked into: the outermost is named.
    fn within(self, what: String) -> Cause {
        Cause { within: Some(what), ..self }
    }
}

/// The crates that paths may begin with.
#[derive(Debug, Default)]
pub struct Crates {
    /// Those of the workspace, whose sources are there.
    members: BTreeSet<String>,
    /// Others, which are not looked into.
    foreign: BTreeSet<String>,
    /// Others, which are.
    known: BTreeMap<String, Rc<Surface>>,
    /// Others that are optional and not chosen, so that what uses them is not compiled.
    absent: BTreeSet<String>,
    /// What those that are looked into declare.
    declared: Declared,
}

impl Crates {
    /// Those that the members of a workspace know.
    pub fn of(metadata: &Metadata, known: Known) -> Crates {
        let mut members = BTreeSet::new();
        for package in metadata.workspace_packages() {
            let libraries = package.targets.iter().filter(|target| target.is_lib() || target.is_rlib());
            members.extend(libraries.map(|target| target.name.replace('-', "_")));
        }
        let mut dependencies = Dependencies::new(metadata, known);
        let mut crates = Crates { members: members.clone(), ..Crates::default() };
        for package in metadata.workspace_packages() {
            let found = dependencies.of(package, &members);
            crates.foreign.extend(found.foreign);
            for (name, surface) in found.known {
                // One name may mean different crates.
                let other = crates.known.insert(name.clone(), surface.clone());
                if other.is_some_and(|other| !Rc::ptr_eq(&other, &surface)) {
                    crates.foreign.insert(name);
                }
            }
            crates.absent.extend(found.absent);
            crates.declared.extend(&found.declared);
        }
        crates.known.retain(|name, _| !crates.foreign.contains(name));
        crates.absent.retain(|name| !crates.foreign.contains(name) && !crates.known.contains_key(name));
        crates
    }

    /// Whether no value of a crate that was looked into has functions in it.
    fn is_plain(&self, name: &str) -> bool {
        self.known.get(name).is_some_and(|surface| surface.is_plain)
    }
}

/// The functions that reach effects, by file and by the place of their names in it, with the reason.
pub fn find(sources: &[Source<'_>], crates: &Crates) -> BTreeMap<(Utf8PathBuf, usize), String> {
    let mut items = Items::default();
    for (number, source) in sources.iter().enumerate() {
        if let Ok(tokens) = source.text[source.skipped..].parse::<TokenStream>() {
            items.add(number, module(source.path), source.features.compiled(tokens));
        }
    }
    let has_paths =
        sources.iter().any(|source| standard::PATHS.iter().any(|word| source.text.contains(word)));
    let names = Names::new(&items, crates, has_paths);
    let reached: Vec<Reached> =
        items.declarations.iter().map(|declaration| names.reached(declaration)).collect();
    let ways = ways(&reached);
    let mut reasons = BTreeMap::new();
    for (number, declaration) in items.declarations.iter().enumerate() {
        if declaration.kind == Kind::Function
            && !declaration.is_annotated
            && ways.contains_key(&number)
            && let Some(way) = values::way(number, &items, &names, &reached)
        {
            let (file, place) = declaration.place;
            let place = sources[file].skipped + place;
            reasons.insert((sources[file].path.to_owned(), place), reason(&way, &items, &reached));
        }
    }
    reasons
}

/// For each declaration that reaches an effect, the next one on a shortest way, itself if it has the effect; any value may be there.
fn ways(reached: &[Reached]) -> BTreeMap<usize, usize> {
    let mut callers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (caller, found) in reached.iter().enumerate() {
        let callees = found.declarations.iter().chain(&found.of_values);
        callees.for_each(|callee| callers.entry(*callee).or_default().push(caller));
    }
    let with_cause = |is_meant: fn(&Cause) -> bool| {
        let found = reached.iter().enumerate();
        let found = found.filter(move |(_, found)| found.cause.as_ref().is_some_and(is_meant));
        found.map(|(number, _)| (number, number))
    };
    let mut ways = BTreeMap::new();
    // What is known says more, so it goes first.
    for is_meant in [|cause: &Cause| cause.is_known, |cause: &Cause| !cause.is_known] {
        let mut next: VecDeque<(usize, usize)> = with_cause(is_meant).collect();
        while let Some((number, way)) = next.pop_front() {
            if let Entry::Vacant(entry) = ways.entry(number) {
                entry.insert(way);
                next.extend(callers.get(&number).into_iter().flatten().map(|caller| (*caller, number)));
            }
        }
    }
    ways
}

/// Says what the way from a function to an effect is, whose first step is the function.
fn reason(way: &[usize], items: &Items, reached: &[Reached]) -> String {
    let mut named: Vec<String> = Vec::new();
    for at in &way[1..] {
        let declaration = &items.declarations[*at];
        let sign = if declaration.kind == Kind::Macro { "!" } else { "" };
        named.push(format!("`{}{sign}`", declaration.name));
    }
    let cause = way.last().and_then(|last| reached[*last].cause.as_ref());
    let what = cause.map_or("an effect", |cause| &cause.what);
    let aside = if cause.is_some_and(|cause| !cause.is_known) { ", which is not looked into," } else { "" };
    named.extend(cause.and_then(|cause| cause.within.clone()));
    // The first and the last tell most.
    if named.len() > MOST_NAMED {
        named.splice(2..named.len() - 2, ["…".to_owned()]);
    }
    let through = if named.is_empty() { String::new() } else { format!(" through {}", named.join(" → ")) };
    let text = format!("it reaches {what}{aside}{through}");
    format!("{}; {HOW_TO_ALLOW}", text.trim_end_matches(','))
}

/// The name of a file's module.
fn module(file: &Utf8Path) -> &str {
    match file.file_stem().unwrap_or_default() {
        "lib" | "main" => "",
        "mod" => file.parent().and_then(Utf8Path::file_name).unwrap_or_default(),
        name => name,
    }
}

#[cfg(test)]
mod tests;
