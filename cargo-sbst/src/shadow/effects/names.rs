//! What names mean, as far as the sources tell: by scopes, imports and globs; what stays open means everything of that name.

use super::items::{Declaration, Items, Kind, Scope};
use super::standard::{self, CONVERSIONS, CONVERTERS, OPERATORS};
use super::surface::{Expansion, PassedOn, Surface};
use super::uses::{SOME_TYPE, Use, is_lower};
use super::{Cause, Crates};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How often a name may stand for another one.
const MOST_RENAMES: usize = 8;
/// What a path means.
enum Meaning {
    /// Something of the standard library, or of a crate that is harmless.
    Standard(Vec<String>),
    /// Something of a crate that is not looked into.
    Foreign(Vec<String>),
    /// Something of the sources; whether it may stand anywhere in them, and not in the scope alone.
    Own(Vec<String>, bool),
}

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

/// Traits of which one leads to the other's methods.
const ITERATORS: [&str; 5] =
    ["DoubleEndedIterator", "ExactSizeIterator", "FusedIterator", "IntoIterator", "Iterator"];
const READERS: [&str; 4] = ["BufRead", "Read", "Seek", "Write"];

/// Whether a trait is known to be one of the standard library by its name.
fn is_of_standard(name: &String) -> bool {
    OPERATORS.contains(&&**name) || ITERATORS.contains(&&**name)
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

    /// Whether a method is called on values of a type of the sources alone, and not by what a trait of the sources promises.
    fn is_of_values(&self, method: &Declaration) -> bool {
        let is_type = |owner: &String| {
            let is_certain = !is_lower(owner) && !self.traits.contains(&**owner);
            is_certain && self.types.contains(&**owner) && self.others.contains_key(&**owner)
        };
        let is_standard = |of: &String| is_of_standard(of) && !self.traits.contains(&**of);
        !method.is_default
            && method.owners.first().is_some_and(is_type)
            && method.of_trait.as_ref().is_none_or(is_standard)
    }

    /// Whether there may be a value that has a method's trait, of whatever type, where these traits are mentioned.
    pub fn may_have(&self, method: &Declaration, traits: &BTreeSet<String>) -> bool {
        let Some(of_trait) = &method.of_trait else { return false };
        let leads_to = |name: &String| {
            // One of the sources may demand any other.
            self.traits.contains(&**name)
                || name == of_trait
                || [&ITERATORS[..], &READERS]
                    .iter()
                    .any(|kin| kin.contains(&&**name) && kin.contains(&&**of_trait))
        };
        traits.iter().any(leads_to)
    }

    fn method(&self, name: &str, of_self: bool, declaration: &Declaration, reached: &mut Reached) {
        let own: Vec<&Vec<usize>> =
            declaration.owners.iter().filter_map(|owner| self.owned.get(&(owner.as_str(), name))).collect();
        if of_self && !own.is_empty() {
            own.into_iter().for_each(|found| reached.add(Some(found)));
            return;
        }
        if standard::is_effect_of_paths(name) && self.has_paths {
            reached.effect(Cause::known(format!("the method `{name}`, which may be that of a path")));
        }
        for number in self.methods.get(name).into_iter().flatten() {
            match self.is_of_values(&self.items.declarations[*number]) {
                true => reached.of_values.insert(*number),
                false => reached.declarations.insert(*number),
            };
        }
        for (_, other) in CONVERSIONS.iter().filter(|(method, _)| *method == name) {
            reached.add(self.methods.get(other));
        }
        let is_standard = standard::is_method(name);
        let of_known = self.crates.declared.methods.get(name).filter(|_| !is_standard);
        if let Some(cause) = of_known {
            reached.calls_theirs = true;
            if let Some(cause) = cause.clone() {
                reached.effect(cause.within(format!("`{name}`")));
            }
        }
        if !self.methods.contains_key(name) && !is_standard && of_known.is_none() {
            reached.declarations.extend(&self.nameless);
            if !self.crates.foreign.is_empty() {
                reached.effect(Cause::unknown(format!("the method `{name}` of another crate")));
            }
        }
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
        if let Some(found) = self.macros.get(last) {
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

    /// What something that is imported or passed on stands for.
    pub fn imported(&self, path: &[String], scope: usize) -> Vec<PassedOn> {
        let passed_on = |meaning: Meaning| match meaning {
            Meaning::Standard(path) => match self.crates.known.get(&path[0]) {
                Some(surface) => Some(PassedOn::Known(surface.clone(), path[1..].to_vec())),
                None if self.crates.absent.contains(&path[0]) => None,
                None => Some(PassedOn::Standard(path)),
            },
            Meaning::Foreign(path) => Some(PassedOn::Unknown(path)),
            Meaning::Own(path, _) => path.last().cloned().map(PassedOn::Own),
        };
        self.meanings(path, scope, false, MOST_RENAMES - 1).into_iter().filter_map(passed_on).collect()
    }

    fn meanings(&self, path: &[String], scope: usize, called: bool, renames: usize) -> Vec<Meaning> {
        let [head, rest @ ..] = path else { return Vec::new() };
        let (mut meanings, is_certain) = self.named(path, scope, called, renames);
        if is_certain {
            return meanings;
        }
        let scopes = || self.scopes(scope);
        let is_known = self.types.contains(&**head) || standard::is_type(head);
        // A type of the same name elsewhere does not come into the scope by itself.
        let is_here = standard::is_type(head) || scopes().any(|scope| scope.free.contains_key(head));
        let mut is_open = scopes().any(|scope| scope.is_open);
        for glob in scopes().flat_map(|scope| &scope.globs) {
            let of = self.named(glob, scope, false, renames.min(MOST_RENAMES - 1)).0;
            for of in of {
                match of {
                    Meaning::Standard(of) => {
                        // A word alone may as well be a variable.
                        let is_meant = standard::may_have(&of, head)
                            && (called || !rest.is_empty() || !is_lower(head) || standard::is_function(head));
                        let meant = of.iter().chain(path).cloned().collect();
                        meanings.extend((is_meant && !is_here).then_some(Meaning::Standard(meant)));
                    }
                    Meaning::Foreign(of) => {
                        let is_own =
                            is_known || self.free.contains_key(&**head) || self.modules.contains(&**head);
                        let is_meant = (called || !rest.is_empty()) && !is_own;
                        let meant = of.iter().chain(path).cloned().collect();
                        meanings.extend(is_meant.then_some(Meaning::Foreign(meant)));
                    }
                    Meaning::Own(..) => is_open = true,
                }
            }
            is_open |= self.modules.contains(glob.last().map_or("", String::as_str));
        }
        if is_open {
            for (scope, import) in self.imports.get(&**head).into_iter().flatten() {
                let meant: Vec<String> = import.iter().chain(rest).cloned().collect();
                match import.first() == Some(head) {
                    true => meanings.push(self.outside(&meant)),
                    false => meanings.extend(self.meanings(&meant, *scope, called, renames.min(2) - 1)),
                }
            }
        }
        meanings.push(Meaning::Own(path.to_vec(), is_open));
        meanings
    }

    /// What a path means by the names in its scope and those of crates, and whether it can mean nothing else.
    fn named(&self, path: &[String], scope: usize, called: bool, renames: usize) -> (Vec<Meaning>, bool) {
        let [head, rest @ ..] = path else { return (Vec::new(), true) };
        let is_root = matches!(&**head, "crate" | "self" | "super" | "Self" | SOME_TYPE);
        // A word alone that no import stands for is no crate.
        let is_path = !rest.is_empty() || renames < MOST_RENAMES;
        if is_path && self.is_standard(head) {
            return (vec![Meaning::Standard(path.to_vec())], true);
        }
        if is_root || renames == 0 {
            return (vec![Meaning::Own(path.to_vec(), true)], true);
        }
        for scoped in self.scopes(scope) {
            if rest.is_empty() && scoped.free.contains_key(head) {
                return (vec![Meaning::Own(path.to_vec(), false)], true);
            }
            let mut found = Vec::new();
            for (_, import) in scoped.imports.iter().filter(|(name, _)| name == head) {
                let meant: Vec<String> = import.iter().chain(rest).cloned().collect();
                match import.first() == Some(head) {
                    true => found.push(self.outside(&meant)),
                    false => found.extend(self.meanings(&meant, scope, called, renames - 1)),
                }
            }
            // What is imported may stand anywhere.
            for meaning in &mut found {
                if let Meaning::Own(_, anywhere) = meaning {
                    *anywhere = true;
                }
            }
            if !found.is_empty() {
                return (found, true);
            }
        }
        let is_crate = self.crates.foreign.contains(head) || self.crates.members.contains(head);
        if is_crate && is_path {
            return (vec![self.outside(path)], !self.modules.contains(&**head));
        }
        (Vec::new(), false)
    }

    /// Whether a name is that of a crate of the standard library, or of one as harmless, which has no names of effects.
    fn is_standard(&self, name: &str) -> bool {
        matches!(name, "std" | "core" | "alloc")
            || (self.crates.known.contains_key(name) || self.crates.absent.contains(name))
                && !self.modules.contains(name)
    }

    /// A scope and those around it, up to the module.
    fn scopes(&self, scope: usize) -> impl Iterator<Item = &Scope> {
        std::iter::successors(Some(&self.items.scopes[scope]), |scope| {
            scope.parent.map(|parent| &self.items.scopes[parent])
        })
    }

    /// A path that begins with the name of a crate, or of a module in older editions.
    fn outside(&self, path: &[String]) -> Meaning {
        match path.first().map(String::as_str) {
            Some(name) if self.is_standard(name) => Meaning::Standard(path.to_vec()),
            Some(name) if self.crates.foreign.contains(name) => Meaning::Foreign(path.to_vec()),
            Some(name) if self.crates.members.contains(name) && path.len() > 1 => {
                let mut path = path.to_vec();
                "crate".clone_into(&mut path[0]);
                Meaning::Own(path, true)
            }
            _ => Meaning::Own(path.to_vec(), true),
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

    /// A function of a type or a trait.
    fn associated(&self, owner: &str, name: &str, of: &Declaration, reached: &mut Reached) {
        if !is_lower(name) {
            return;
        }
        let of_known = self.crates.declared.methods.get(name).and_then(Option::as_ref);
        let owners: Vec<&str> =
            if owner == "Self" { of.owners.iter().map(String::as_str).collect() } else { vec![owner] };
        let found: Vec<usize> =
            owners.iter().filter_map(|owner| self.owned.get(&(*owner, name))).flatten().copied().collect();
        let all = self.methods.get(name).into_iter().flatten();
        if let Some(cause) = of_known.filter(|_| found.is_empty()) {
            reached.effect(cause.clone().within(format!("`{owner}::{name}`")));
        }
        if standard::is_type(owner) || !found.is_empty() {
            let defaults = all.filter(|number| self.items.declarations[**number].is_default);
            reached.declarations.extend(defaults);
            reached.declarations.extend(found);
        } else {
            // Another name of a type, a type that is a parameter, a macro's.
            reached.declarations.extend(all);
            reached.declarations.extend(&self.nameless);
        }
    }

    fn module(&self, scope: usize) -> &str {
        self.scopes(scope).last().map_or("", |scope| &scope.module)
    }
}
