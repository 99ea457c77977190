//! Names for the functions and paths of a [story](super::story), in a test's scope or for readers.

use super::call::{self, BLOCK_ON, Callee, SHOWN_BY};
use super::claim::{self, Shown};
use super::idiom::{self, Idiom, Implementation, Way};
use super::scope::{Import, Scope, last_name};
use crate::source::name_resolution::{Entity, Named};
use crate::source::{identifiers, items};
use cargo_metadata::camino::Utf8Path;
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::Called;
use sbst_model::target::{CallForm, Parameter};
use sbst_vocabulary::standard::types::is_number;
use std::collections::BTreeSet;

/// The longest name of a generic parameter, in characters: longer ones may be types.
const LONGEST_GENERIC: usize = 2;

/// Style of names in a story.
pub trait Naming {
    /// Returns a path in an expression.
    fn path(&mut self, path: &str) -> String;
    /// Returns the function of a call; `is_known` is true if the type of its receiver is known.
    fn function(&mut self, called: &Called, is_known: bool) -> Callee;
    /// Returns the assertion of a call's result; `None` if it cannot be written.
    fn assertion(&mut self, _call: &str, _shown: &Shown<'_>) -> Option<String> {
        None
    }
    /// True if lists and texts are literals, with their types left to the compiler.
    fn is_bare(&self) -> bool {
        false
    }
    /// True if a variable may not have this name.
    fn is_taken(&self, name: &str) -> bool;
}

/// Names in a generated module.
pub struct InScope<'s, 'a> {
    pub scope: &'s mut Scope<'a>,
    pub used: Vec<Import>,
    /// The `#[cfg]`s of called functions.
    pub cfgs: Vec<String>,
    /// Imports that a test needs if it mentions their names.
    pub if_mentioned: Vec<Import>,
    /// First names of written paths.
    first_names: BTreeSet<String>,
    /// Items of the file that are left to inference, because the test has no value of them.
    inferred: BTreeSet<String>,
    style: Style,
}

/// The style of calls of traits' functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As by hand, with generic arguments left to the compiler.
    Bare,
    /// As by hand: operators, `value.f(..)` and `T::f(..)`.
    Idiomatic,
    /// `<T as Trait>::f(..)`, which is never ambiguous.
    Qualified,
}

impl Naming for InScope<'_, '_> {
    fn path(&mut self, path: &str) -> String {
        if self.inferred.contains(path) {
            return "_".to_owned();
        }
        let path = self.scope.path(path, &mut self.used).unwrap_or_else(|| path.to_owned());
        self.note(path)
    }

    fn function(&mut self, called: &Called, is_known: bool) -> Callee {
        let generics = self.generics(&called.form, &called.parameters);
        let exports = self.scope.reach.exports;
        let file = Utf8Path::new(&called.place.file);
        let found = exports.find_function(&called.id.path, file, called.place.line as usize);
        if found.is_none() && called.form.owner.is_none() {
            // The function belongs to another crate, or comes from a macro.
            let is_own = (called.id.path).strip_prefix(&exports.sources.crate_name);
            let inside = is_own.filter(|_| self.scope.reach.module().is_some());
            let path = inside.map_or_else(|| self.path(&called.id.path), |rest| format!("crate{rest}"));
            return Callee { path, generics, idiom: None };
        }
        self.note_cfgs(found);
        self.callee((&called.id.path, &called.form, &called.parameters), is_known, found)
    }

    fn assertion(&mut self, call: &str, shown: &Shown<'_>) -> Option<String> {
        let claim = claim::exact(self.scope, call, shown)?;
        self.used.extend(claim.imports);
        Some(claim.line)
    }

    fn is_bare(&self) -> bool {
        self.style == Style::Bare
    }

    fn is_taken(&self, name: &str) -> bool {
        self.first_names.contains(name)
    }
}

impl<'s, 'a> InScope<'s, 'a> {
    pub fn new(scope: &'s mut Scope<'a>, style: Style) -> InScope<'s, 'a> {
        let first_names = [BLOCK_ON, SHOWN_BY].map(str::to_owned).into();
        let inferred = BTreeSet::new();
        InScope {
            scope,
            used: Vec::new(),
            cfgs: Vec::new(),
            if_mentioned: Vec::new(),
            first_names,
            inferred,
            style,
        }
    }

    /// Leaves items with these paths to inference.
    pub fn inferring(self, inferred: BTreeSet<String>) -> InScope<'s, 'a> {
        InScope { inferred, ..self }
    }

    /// Records a written path, whose first name variables must not hide.
    fn note(&mut self, path: String) -> String {
        self.first_names.insert(path.split("::").next().unwrap_or_default().to_owned());
        path
    }

    /// Returns the function of calls, given its definition's path, its form and parameters, and the
    /// item found.
    pub fn callee(
        &mut self,
        (path, form, parameters): (&str, &CallForm, &[Parameter]),
        is_known: bool,
        found: Option<Entity>,
    ) -> Callee {
        let generics = self.generics(form, parameters);
        Callee { generics, ..self.name_and_idiom((path, form), is_known, found) }
    }

    fn generics(&mut self, form: &CallForm, parameters: &[Parameter]) -> String {
        match self.style {
            Style::Bare => String::new(),
            Style::Idiomatic if arguments_tell(form, parameters) => String::new(),
            _ => form.generics.with_paths(|path| self.path(path)),
        }
    }

    fn name_and_idiom(
        &mut self,
        (path, form): (&str, &CallForm),
        is_known: bool,
        found: Option<Entity>,
    ) -> Callee {
        // The standard library calls it.
        if form.written_to.as_ref().is_some_and(|formatter| formatter.letters.is_some()) {
            return Callee::default();
        }
        let Some(owner) = &form.owner else {
            let path = self.scope.function(path, found, &mut self.used);
            return self.note(path).into();
        };
        let name = called_name(path);
        let idiom = self.idiom(owner, &name, form);
        if idiom.is_some() && self.style != Style::Qualified {
            let path = format!("{owner}::{name}");
            return Callee { path, idiom, ..Callee::default() };
        }
        let mut named = Vec::new();
        let write = |path: &str| match self.inferred.contains(path) {
            true => "_".to_owned(),
            false => self.scope.path(path, &mut named).unwrap_or_else(|| path.to_owned()),
        };
        let implementor = owner.with_paths(write);
        let of_type = match implementor.split_once("::<") {
            Some((of_type, _)) if self.style == Style::Bare && !implementor.starts_with('<') => of_type,
            _ => &implementor,
        };
        let path = format!("{of_type}::{name}");
        if self.style != Style::Qualified && form.has_receiver && !is_known && implementor.contains("::<") {
            self.if_mentioned.extend(named);
            let idiom = Some(Idiom { way: Way::Method, implementor, other: None });
            return Callee { path, idiom, ..Callee::default() };
        }
        if idiom.is_some() {
            self.if_mentioned.extend(named);
            return Callee { path, idiom, ..Callee::default() };
        }
        // A method call on a value of known type needs no import.
        if !call::is_method(form, &path, is_known) {
            self.used.extend(named);
        }
        path.into()
    }

    /// Returns the idiomatic call of a trait's function, and records the necessary imports.
    fn idiom(&mut self, owner: &Expression, name: &str, form: &CallForm) -> Option<Idiom> {
        let implementation = Implementation::from_owner(owner)?;
        let of_trait = implementation.trait_path().map(str::to_owned)?;
        let Implementation { implementor, of_trait: with_arguments } = &implementation;
        let standard = match self.scope.reach.named(&of_trait) {
            Some((_, Named::Foreign(path))) => is_standard(&path).then(|| last_name(&path).to_owned()),
            Some((_, Named::Item { .. })) => None,
            None => Some(last_name(&of_trait).to_owned()),
        };
        let mut named = Vec::new();
        let write = |path: &str| match self.inferred.contains(path) {
            true => "_".to_owned(),
            false => self.scope.path(path, &mut named).unwrap_or_else(|| path.to_owned()),
        };
        let written = implementor.with_paths(write);
        let of_standard = standard.as_deref().and_then(|standard| idiom::of_standard(standard, name));
        if self.style == Style::Qualified {
            let argument = with_arguments.to_string();
            let argument = argument.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
            let is_operator = |way: &Way| matches!(way, Way::Operator(_) | Way::Assignment(_));
            let conversion = || {
                let is_from = standard.as_deref() == Some("From") && argument.is_some_and(is_number);
                is_from.then(|| idiom::of_others(form.has_receiver, &written)).flatten()
            };
            let way = of_standard.filter(is_operator).or_else(conversion)?;
            let other = argument.map_or_else(|| written.clone(), str::to_owned);
            if way == Way::Associated {
                self.used.extend(named);
                self.note(written.clone());
            }
            return Some(Idiom { way, implementor: written, other: Some(other) });
        }
        let way = match of_standard {
            Some(way) => way,
            None if self.has_inherent(implementor, name) => return None,
            None => {
                let way = idiom::of_others(form.has_receiver, &written)?;
                let needs_import = standard.is_none_or(|standard| !self.scope.is_in_prelude(&standard));
                if needs_import {
                    let mut used = Vec::new();
                    let imported = self.scope.path(&of_trait, &mut used).filter(|path| path != "_")?;
                    if imported != last_name(&of_trait) {
                        // The name has another meaning, but methods need no name.
                        used = vec![Import { cfgs: Vec::new(), path: format!("{imported} as _") }];
                    }
                    self.used.extend(used);
                }
                way
            }
        };
        match way {
            Way::Associated | Way::Parse => {
                self.used.extend(named);
                self.note(written.clone());
            }
            _ => self.if_mentioned.extend(named),
        }
        Some(Idiom { way, implementor: written, other: None })
    }

    /// True if a type of the crate has an inherent function of this name, which hides a trait's.
    fn has_inherent(&self, implementor: &Expression, name: &str) -> bool {
        let paths = implementor.0.iter().filter_map(|piece| match piece {
            Piece::Path(path) => Some(last_name(path)),
            _ => None,
        });
        let types: BTreeSet<&str> = paths.collect();
        let functions = self.scope.reach.exports.sources.modules.iter().flat_map(|module| &module.functions);
        functions.filter(|function| function.name == name && function.of_trait.is_none()).any(|function| {
            function
                .owner
                .as_deref()
                .is_some_and(|owner| types.contains(owner.split('<').next().unwrap_or(owner)))
        })
    }

    /// Returns the type of a formatted value if its generic arguments must be written; empty if
    /// not.
    pub fn shown_type(&mut self, form: &CallForm) -> String {
        let is_shown = form.written_to.as_ref().is_some_and(|formatter| formatter.letters.is_some());
        let shown = form.generic_implementor().filter(|_| is_shown);
        shown.map_or_else(String::new, |ty| ty.with_paths(|path| self.path(path)))
    }

    /// Records the `#[cfg]`s of a function.
    pub fn note_cfgs(&mut self, found: Option<Entity>) {
        let Some(Entity::Function(module, at)) = found else { return };
        let exports = self.scope.reach.exports;
        let own = &exports.sources.function((module, at)).cfgs;
        self.cfgs.extend(exports.sources.modules[module].cfgs.iter().chain(own).cloned());
    }
}

/// Names for readers: the last names of paths.
#[derive(Default)]
pub struct AsRead {
    /// Names of functions called without an owner, which variables must not share.
    functions: BTreeSet<String>,
}

impl Naming for AsRead {
    fn path(&mut self, path: &str) -> String {
        last_name(path).to_owned()
    }

    fn function(&mut self, called: &Called, is_known: bool) -> Callee {
        let name = called_name(&called.id.path);
        match &called.form.owner {
            Some(owner) => {
                let implemented = Implementation::from_owner(owner).and_then(|implementation| {
                    let of_trait = last_name(implementation.trait_path()?).to_owned();
                    let implementor = implementation.implementor.to_string();
                    let way = idiom::of_standard(&of_trait, &name)
                        .or_else(|| idiom::of_others(called.form.has_receiver, &implementor))?;
                    Some(Idiom { way, implementor, other: None })
                });
                let is_generic = implemented.is_none() && called.form.has_receiver && !is_known;
                let implementor = owner.to_string();
                let inherent = is_generic.then_some(Idiom { way: Way::Method, implementor, other: None });
                let idiom = implemented.or(inherent);
                Callee { path: format!("{owner}::{name}"), idiom, generics: called.form.generics.to_string() }
            }
            None => {
                self.functions.insert(name.clone());
                Callee { path: name, generics: called.form.generics.to_string(), idiom: None }
            }
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.functions.contains(name)
    }
}

/// True if the arguments of a call determine its generic arguments: each is the type of a
/// parameter.
fn arguments_tell(form: &CallForm, parameters: &[Parameter]) -> bool {
    let is_generic =
        |ty: &&str| ty.starts_with(|sign: char| sign.is_ascii_uppercase()) && ty.len() <= LONGEST_GENERIC;
    let types = parameters
        .iter()
        .map(|parameter| parameter.type_text.trim_start_matches('&').trim_start_matches("mut ").trim_start());
    let generic: BTreeSet<&str> = types.filter(is_generic).collect();
    let generics = form.generics.to_string();
    let number = generics.strip_prefix("::<").and_then(|inside| inside.strip_suffix('>'));
    number.is_some_and(|inside| {
        let path: Option<syn::Path> = syn::parse_str(&format!("T<{inside}>")).ok();
        let arguments = path.and_then(|path| match &path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments.args.len()),
            _ => None,
        });
        arguments == Some(generic.len())
    })
}

/// True for a path of the standard library, or a name of its prelude.
fn is_standard(path: &str) -> bool {
    !path.contains("::") || ["std::", "core::", "alloc::"].iter().any(|krate| path.starts_with(krate))
}

/// Returns the name of a function as in source.
fn called_name(path: &str) -> String {
    identifiers::as_identifier(items::definition_names(path).last().map_or("", String::as_str))
}
