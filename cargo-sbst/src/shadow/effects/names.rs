//! What names mean, as far as the sources tell: by scopes, imports and globs; what stays open means everything of that name.

mod meanings;
mod methods;

use super::items::{Declaration, Items, Kind, Scope};
use super::standard::{self, CONVERTERS, OPERATORS};
use super::surface::{Expansion, Surface};
use super::uses::{SOME_TYPE, Use, is_lower};
use super::{Cause, Crates};
use meanings::Meaning;
use methods::is_of_standard;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How often a name may stand for another one.
const MOST_RENAMES: usize = 8;
/// The declarations by their names.
pub struct Names<'a> {
    items: &'a Items,
    crates: &'a Crates,
    free: BTreeMap<&'a str, Vec<usize>>,
    methods: BTreeMap<&'a str, Vec<usize>>,
    owned: BTreeMap<(&'a str, &'a str), Vec<usize>>,
    others: BTreeMap<&'a str, Vec<usize>>,
    macros: BTreeMap<&'a str, Vec<usize>>,
    operators: BTreeMap<&'a str, Vec<usize>>,
    imports: BTreeMap<&'a str, Vec<(usize, &'a [String])>>,
    types: BTreeSet<&'a str>,
    traits: BTreeSet<&'a str>,
    modules: BTreeSet<&'a str>,
    /// Functions to which macros give their names.
    nameless: Vec<usize>,
    /// Functions of traits of others, which may call them.
    theirs: Vec<usize>,
    has_paths: bool,
}

/// What a declaration reaches by itself.
#[derive(Default)]
pub struct Reached {
    pub declarations: BTreeSet<usize>,
    /// Methods of the sources' types, which are called only if there is a value of the type.
    pub of_values: BTreeSet<usize>,
    /// Traits that are mentioned, of which a value may be.
    pub traits: BTreeSet<String>,
    pub cause: Option<Cause>,
    /// Whether it calls what is written for traits of others.
    calls_theirs: bool,
}

impl Reached {
    fn add(&mut self, found: Option<&Vec<usize>>) {
        self.declarations.extend(found.into_iter().flatten());
    }

    fn effect(&mut self, cause: Cause) {
        // One that is known says more than one that is not.
        if self.cause.as_ref().is_none_or(|known| !known.is_known && cause.is_known) {
            self.cause = Some(cause);
        }
    }
}

impl<'a> Names<'a> {
    pub fn new(items: &'a Items, crates: &'a Crates, has_paths: bool) -> Names<'a> {
        let mut names = Names {
            items,
            crates,
            free: BTreeMap::new(),
            methods: BTreeMap::new(),
            owned: BTreeMap::new(),
            others: BTreeMap::new(),
            macros: BTreeMap::new(),
            operators: BTreeMap::new(),
            imports: BTreeMap::new(),
            traits: items.traits.iter().map(String::as_str).collect(),
            types: items.types.iter().map(String::as_str).collect(),
            modules: items.modules.iter().map(String::as_str).collect(),
            nameless: Vec::new(),
            theirs: Vec::new(),
            has_paths,
        };
        for (number, declaration) in items.declarations.iter().enumerate() {
            let name = declaration.name.as_str();
            match declaration.kind {
                Kind::Macro => names.macros.entry(name).or_default().push(number),
                Kind::Other => names.others.entry(name).or_default().push(number),
                Kind::Function | Kind::Foreign => {
                    if name == "$" {
                        names.nameless.push(number);
                    }
                    let all =
                        if declaration.owners.is_empty() { &mut names.free } else { &mut names.methods };
                    all.entry(name).or_default().push(number);
                    for owner in &declaration.owners {
                        names.owned.entry((owner, name)).or_default().push(number);
                    }
                    let of_trait = declaration.of_trait.as_deref();
                    let is_operator = of_trait.is_some_and(|of| OPERATORS.contains(&of));
                    let is_theirs =
                        |of: &str| !is_operator && !CONVERTERS.contains(&of) && !names.traits.contains(of);
                    if of_trait.is_some_and(is_theirs) {
                        names.theirs.push(number);
                    }
                    if let Some(owner) = declaration.owners.first().filter(|_| is_operator) {
                        names.operators.entry(owner).or_default().push(number);
                    }
                }
            }
        }
        for (scope, found) in items.scopes.iter().enumerate() {
            for (name, path) in &found.imports {
                names.imports.entry(name).or_default().push((scope, path));
            }
        }
        names
    }

    /// What a declaration names.
    pub fn reached(&self, declaration: &Declaration) -> Reached {
        let mut reached = Reached::default();
        if declaration.kind == Kind::Foreign {
            reached.effect(Cause::known(format!("`{}`, which is foreign code", declaration.name)));
        }
        if declaration.name == "$" && declaration.kind == Kind::Function {
            reached.add(self.others.get("$"));
        }
        if let Some(owner) = declaration.owners.first() {
            self.mention(owner, &mut reached);
        }
        let mut seen = HashSet::new();
        for found in declaration.uses.iter().filter(|found| seen.insert(*found)) {
            match found {
                Use::Path { names, called } => {
                    self.path(names, *called, declaration, MOST_RENAMES, &mut reached)
                }
                Use::Method { name, of_self } => self.method(name, *of_self, declaration, &mut reached),
                Use::Macro(names) => {
                    let is_data =
                        declaration.data.as_ref().is_some_and(|of| self.is_data(of, declaration.scope));
                    self.invocation(names, declaration.scope, is_data, &mut reached);
                }
                Use::Question => reached.add(self.methods.get("from")),
            }
        }
        if reached.calls_theirs {
            reached.declarations.extend(&self.theirs);
        }
        let paths = declaration.uses.iter().filter_map(|found| match found {
            Use::Path { names, .. } => Some(names),
            _ => None,
        });
        let is_trait = |name: &&String| self.traits.contains(&***name) || is_of_standard(name);
        reached.traits.extend(paths.flatten().filter(is_trait).cloned());
        reached
    }

    /// A value of the type may be there, and its operators are.
    fn mention(&self, name: &str, reached: &mut Reached) {
        reached.add(self.others.get(name));
        reached.add(self.operators.get(name));
    }

    /// Whether what a type names has no functions in its values.
    pub fn is_plain(&self, of: &Declaration) -> bool {
        let is_plain = |meaning: &Meaning| match meaning {
            Meaning::Standard(path) => {
                let is_lazy = path.last().is_some_and(|last| last.starts_with("Lazy"));
                !is_lazy && (!self.crates.known.contains_key(&path[0]) || self.crates.is_plain(&path[0]))
            }
            Meaning::Foreign(_) => false,
            Meaning::Own(..) => true,
        };
        of.uses.iter().all(|found| match found {
            Use::Path { names, .. } => {
                self.meanings(names, of.scope, false, MOST_RENAMES).iter().all(is_plain)
            }
            _ => true,
        })
    }

    /// Whether values of a type that names this are evaluated by the compiler, and have no functions in them.
    fn is_data(&self, uses: &[Use], scope: usize) -> bool {
        let is_plain = |path: &Vec<String>| match self.meanings(path, scope, false, MOST_RENAMES)[..] {
            [Meaning::Standard(ref path)] => {
                self.crates.is_plain(&path[0]) || standard::is_data(path.last().map_or("", String::as_str))
            }
            [Meaning::Own(ref path, _)] => {
                let name = path.last().map_or("", String::as_str);
                path.len() == 1 && standard::is_data(name) && !self.types.contains(name)
            }
            _ => false,
        };
        uses.iter().all(|found| matches!(found, Use::Path { names, .. } if is_plain(names)))
    }

    /// What a macro reaches; what makes nothing but data is evaluated by the compiler, whatever it is.
    fn invocation(&self, names: &[String], scope: usize, is_data: bool, reached: &mut Reached) {
        let last = names.last().map(String::as_str).unwrap_or_default();
        let (meanings, is_certain) = self.named(names, scope, true, MOST_RENAMES);
        let is_unknown = is_certain && meanings.iter().any(|meaning| matches!(meaning, Meaning::Foreign(_)));
        // By an import it may have another name here.
        let meant = match &meanings[..] {
            [Meaning::Standard(path)] if is_certain => path.last().map(String::as_str),
            _ => None,
        };
        let own = self.macros.get(last);
        let last = meant.unwrap_or(last);
        if let Some(found) = own {
            reached.add(Some(found));
        } else if last.ends_with("asm") || last == "include" {
            reached.effect(Cause::known(format!("`{last}!`")));
        } else if is_data {
            // What stands in it has been seen.
        } else if let Some(expansion) = self.crates.declared.macros.get(last).filter(|_| !is_unknown) {
            self.expansion(expansion, names, reached);
        } else if !standard::is_macro(last) {
            reached.effect(Cause::unknown(format!("the macro `{}!`", names.join("::"))));
        }
    }

    /// What a macro of a crate that was looked into writes.
    fn expansion(&self, expansion: &Expansion, names: &[String], reached: &mut Reached) {
        let name = || format!("`{}!`", names.join("::"));
        if let Some(cause) = expansion.cause.clone() {
            reached.effect(cause.within(name()));
        }
        reached.calls_theirs = true;
        let Some(words) = &expansion.words else { return };
        // Crates of which something has effects.
        let is_unsafe = |of: &Surface| !of.is_harmless();
        let others = self.crates.known.iter().filter(|(_, surface)| is_unsafe(surface)).map(|(name, _)| name);
        if self.crates.foreign.iter().chain(others).any(|name| words.contains(name)) {
            reached.effect(Cause::unknown(format!("the macro {}", name())));
        }
        for of_name in [&self.free, &self.methods, &self.others] {
            let named = of_name.iter().filter(|(name, _)| words.contains(**name));
            named.for_each(|(_, found)| reached.add(Some(found)));
        }
    }

    fn path(&self, path: &[String], called: bool, of: &Declaration, renames: usize, reached: &mut Reached) {
        for meaning in self.meanings(path, of.scope, called, renames) {
            match meaning {
                Meaning::Standard(path) => {
                    if standard::has_effects(&path) {
                        reached.effect(Cause::known(format!("`{}`", path.join("::"))));
                    }
                    self.known(&path, reached);
                    if let [.., owner, name] = &path[..] {
                        reached.add(self.owned.get(&(owner.as_str(), name.as_str())));
                    }
                }
                Meaning::Foreign(path) => {
                    if path.len() > 1 && path.last().is_some_and(|last| is_lower(last)) {
                        reached.effect(Cause::unknown(format!("`{}`", path.join("::"))));
                    }
                }
                Meaning::Own(path, anywhere) => self.own(&path, anywhere, called, of, renames, reached),
            }
        }
    }

    /// What a path into a crate that was looked into reaches.
    fn known(&self, path: &[String], reached: &mut Reached) {
        let Some(surface) = self.crates.known.get(&path[0]).filter(|surface| !surface.is_of_macros) else {
            return;
        };
        if let Some(cause) = surface.reached(&path[1..]) {
            reached.effect(cause.within(format!("`{}`", path.join("::"))));
        }
        if path.last().is_some_and(|last| is_lower(last)) {
            reached.calls_theirs = true;
        }
    }

    fn own(
        &self,
        path: &[String],
        anywhere: bool,
        called: bool,
        of: &Declaration,
        renames: usize,
        reached: &mut Reached,
    ) {
        let Some(last) = path.last() else { return };
        for name in path.iter().filter(|name| !is_lower(name)) {
            match &**name {
                "Self" => of.owners.iter().for_each(|owner| self.mention(owner, reached)),
                name => self.mention(name, reached),
            }
        }
        let Some(before) = path.len().checked_sub(2).map(|at| &path[at]) else {
            return self.alone(last, anywhere, called, of, reached);
        };
        if !is_lower(before) || before == SOME_TYPE || standard::is_type(before) {
            return self.associated(before, last, of, reached);
        }
        let all = self.free.get(&**last).into_iter().chain(self.others.get(&**last)).flatten().copied();
        let all: Vec<usize> = all.collect();
        let in_module = |number: &&usize| self.module(self.items.declarations[**number].scope) == *before;
        let mut meant: Vec<usize> = all.iter().filter(in_module).copied().collect();
        // Another module of that name may have it from elsewhere.
        let passes_on = |scope: &Scope| {
            let is_imported = || scope.imports.iter().any(|(name, _)| name == last);
            scope.parent.is_none() && scope.module == *before && (!scope.globs.is_empty() || is_imported())
        };
        if meant.is_empty() || meant.len() < all.len() && self.items.scopes.iter().any(passes_on) {
            meant = all;
        }
        if meant.is_empty() && called {
            reached.declarations.extend(&self.nameless);
        }
        reached.declarations.extend(meant);
        // Any part of the path may be something that is imported there.
        for (at, name) in path.iter().enumerate().skip(1) {
            for (scope, import) in self.imports.get(&**name).into_iter().flatten() {
                if renames == 0
                    || import.ends_with(&path[at..=at])
                        && import.first().is_some_and(|first| first == "crate")
                {
                    continue;
                }
                let meant: Vec<String> = import.iter().chain(&path[at + 1..]).cloned().collect();
                let there = Declaration {
                    kind: of.kind,
                    name: String::new(),
                    owners: Vec::new(),
                    of_trait: None,
                    is_default: false,
                    scope: *scope,
                    place: (0, 0),
                    data: None,
                    uses: Vec::new(),
                    is_annotated: false,
                    is_type: false,
                };
                if import.first() == Some(name) {
                    match self.outside(&meant) {
                        Meaning::Standard(path) if standard::has_effects(&path) => {
                            reached.effect(Cause::known(format!("`{}`", path.join("::"))));
                        }
                        Meaning::Standard(path) => self.known(&path, reached),
                        Meaning::Foreign(path) if is_lower(last) && path.len() > 1 => {
                            reached.effect(Cause::unknown(format!("`{}`", path.join("::"))));
                        }
                        _ => {}
                    }
                } else {
                    self.path(&meant, called, &there, renames.min(2) - 1, reached);
                }
            }
        }
    }

    /// A name without a path.
    fn alone(&self, name: &str, anywhere: bool, called: bool, of: &Declaration, reached: &mut Reached) {
        if let Some(found) = self.scopes(of.scope).find_map(|scope| scope.free.get(name)) {
            return reached.add(Some(found));
        }
        if anywhere {
            reached.add(self.free.get(name));
            reached.add(self.others.get(name));
        }
        if called && is_lower(name) && !self.free.contains_key(name) && anywhere {
            reached.declarations.extend(&self.nameless);
        }
    }
}
