//! The meaning of names in modules.
//!
//! Code is emitted with the resulting paths, so only certain meanings are returned:
//!
//! 1. A name means the only compiled item or import that declares it. With two, each may be under a
//!    `#[cfg]` that is not [decided](crate::configuration). An import under such a condition may be
//!    absent, and so may code for tests alone. An import with the name of a certain item is that of
//!    a value or of a macro.
//! 2. A name without a declaration may come from a glob import of the crate. Otherwise a path of
//!    several names begins with another crate, and a single name is the prelude's. Glob imports of
//!    another crate make the meaning unknown, except those of a `prelude`.
//! 3. Only the public items of another crate have a path.
//! 4. A path is for a viewing module. It goes through the modules, items and imports visible to it,
//!    and is the first that leads to the item, or else an import in a module around the item's own.

use std::ptr;
use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::punctuated::Punctuated;
use syn::{Path, PathSegment};

use super::imports::Import;
use super::parsed::Parsed;
use super::{Crate, Declared, Module, ModulePath};
use crate::package::prelude::in_prelude;
use crate::visibility::{depth_of_root, Visibility};
use sbst_vocabulary::standard::types::is_primitive;

/// The longest chain of imports.
const DEEPEST: usize = 16;

#[derive(Clone)]
pub enum Meaning {
    Module(Rc<Module>),
    Item(Rc<Module>, usize),
    Foreign,
}

/// The meaning of a path, and the path by which the viewing module can name it, if any.
#[derive(Clone)]
pub struct Named {
    pub meaning: Meaning,
    pub path: Option<Path>,
}

impl Crate {
    /// The meaning of a path in a module.
    pub fn meaning(&self, module: &Rc<Module>, path: &Path) -> Option<Meaning> {
        Some(self.resolved(module, path, module)?.meaning.clone())
    }

    /// The meaning of a path in a module, for a viewing one.
    pub fn resolve(&self, module: &Rc<Module>, path: &Path, viewer: &Module) -> Option<Named> {
        let resolved = self.resolved(module, path, viewer)?;
        let path = resolved.path.as_ref().and_then(Parsed::get);
        Some(Named { meaning: resolved.meaning.clone(), path: path.map(|path| Path::clone(&path)) })
    }

    /// The meaning of a path, from the cache after the first look-up.
    fn resolved(&self, module: &Rc<Module>, path: &Path, viewer: &Module) -> Option<Rc<Resolved>> {
        let mut text = String::from(if path.leading_colon.is_some() { "::" } else { "" });
        for segment in &path.segments {
            text.push_str(&segment.ident.to_string());
            text.push(' ');
        }
        // Modules keep their addresses for the life of the crate.
        let question: Question = (Rc::as_ptr(module), ptr::from_ref(viewer), text);
        if let Some(known) = self.resolved.borrow().get(&question) {
            return known.clone();
        }
        let resolved = self.look_up(module, path, viewer).map(|Named { meaning, path }| {
            let path = path.map(|path| Parsed::from_text(path.to_token_stream().to_string()));
            Rc::new(Resolved { meaning, path })
        });
        self.resolved.borrow_mut().insert(question, resolved.clone());
        resolved
    }

    fn look_up(&self, module: &Rc<Module>, path: &Path, viewer: &Module) -> Option<Named> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        let search = Search { of: self, viewer };
        if path.leading_colon.is_some() && !self.crates.around(&module.path)?.is_edition_2015 {
            return search.external(module, &names, 0);
        }
        match (search.resolve(module, &names, 0), &names[..]) {
            (Found::One(Named { meaning: Meaning::Module(_) | Meaning::Foreign, .. }), [name])
                if is_primitive(name) =>
            {
                Some(Named { meaning: Meaning::Foreign, path: in_prelude(name) })
            }
            (Found::One(Named { meaning: Meaning::Item(home, index), path: None }), _) => {
                let path = search.passed_on(&home, index);
                Some(Named { meaning: Meaning::Item(home, index), path })
            }
            (Found::One(named), _) => Some(named),
            (Found::None, [name]) => Some(Named { meaning: Meaning::Foreign, path: Some(in_prelude(name)?) }),
            (Found::None | Found::Unclear, _) => None,
        }
    }
}

/// The module of a path, the viewing module, and the path.
pub(super) type Question = (*const Module, *const Module, String);

/// The cached part of a [`Named`].
pub(super) struct Resolved {
    meaning: Meaning,
    path: Option<Parsed<Path>>,
}

#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) of: &'a Crate,
    pub(super) viewer: &'a Module,
}

impl Search<'_> {
    fn resolve(self, module: &Rc<Module>, names: &[String], depth: usize) -> Found {
        let Some((first, rest)) = names.split_first().filter(|_| depth < DEEPEST) else {
            return Found::Unclear;
        };
        let found = match &**first {
            "crate" => self.find_module(module.root()),
            "self" => self.find_module(&module.path),
            "super" => module.around().and_then(|around| self.find_module(around)),
            name => match self.member(module, name, None, depth + 1) {
                Found::None if !rest.is_empty() => {
                    return self.external(module, names, depth).map_or(Found::Unclear, Found::One);
                }
                Found::One(named) => Some(named),
                found => return found,
            },
        };
        let found = found.and_then(|found| {
            rest.iter().try_fold(found, |named, name| self.within(&named, name, depth + 1))
        });
        found.map_or(Found::Unclear, Found::One)
    }

    fn find_module(self, path: &[String]) -> Option<Named> {
        let module = self.of.module(path)?;
        let path = if self.is_reached(path) { self.written(path) } else { None };
        Some(Named { meaning: Meaning::Module(module), path })
    }

    /// The path of an item by the names of its module and its own, if the compiled crate has a name
    /// for its crate.
    pub(super) fn written(self, names: &[String]) -> Option<Path> {
        let root = depth_of_root(names);
        let of_crate = match &names[..root] {
            [mark] => Some(self.of.crates.find_name(mark)?),
            _ => None,
        };
        Some(match of_crate {
            Some(name) => foreign_path(name, &names[root..]),
            None => own_path(names),
        })
    }

    /// The meaning of a path that begins with the name of another crate. Without sources, only its
    /// path is available.
    fn external(self, module: &Module, names: &[String], depth: usize) -> Option<Named> {
        let (first, rest) = names.split_first().filter(|_| depth < DEEPEST)?;
        let read = || {
            let root = self.find_module(&[self.of.crates.named(&module.path, first)?])?;
            rest.iter().try_fold(root, |named, name| self.within(&named, name, depth + 1))
        };
        read().or_else(|| {
            let name = self.of.crates.own_name(&module.path, first);
            let path = name.map(|name| foreign_path(name, rest));
            Some(Named { meaning: Meaning::Foreign, path })
        })
    }

    /// True if a module and all modules around it are visible to the viewer.
    pub(super) fn is_reached(self, path: &[String]) -> bool {
        (1..=path.len()).all(|end| {
            let module = self.of.module(&path[..end]);
            module.is_some_and(|module| module.visibility.reaches(&self.viewer.path))
        })
    }

    fn within(self, named: &Named, name: &str, depth: usize) -> Option<Named> {
        match &named.meaning {
            Meaning::Module(module) if name == "super" => self.find_module(module.around()?),
            Meaning::Module(module) => match self.member(module, name, None, depth) {
                Found::One(named) => Some(named),
                Found::None | Found::Unclear => None,
            },
            Meaning::Item(..) => None,
            Meaning::Foreign => {
                let mut path = named.path.clone()?;
                path.segments.push(segment(name));
                Some(Named { meaning: Meaning::Foreign, path: Some(path) })
            }
        }
    }

    /// The member of a module with this name, if it is visible to the module `from`.
    fn member(self, module: &Rc<Module>, name: &str, from: Option<&Module>, depth: usize) -> Found {
        if depth >= DEEPEST {
            return Found::Unclear;
        }
        let is_seen = |visibility: &Visibility| from.is_none_or(|from| visibility.reaches(&from.path));
        let full: ModulePath = module.path.iter().cloned().chain([name.to_owned()]).collect();
        let path = |visibility: &Visibility| {
            let is_seen = visibility.reaches(&self.viewer.path) && self.is_reached(&module.path);
            if is_seen {
                self.written(&full)
            } else {
                None
            }
        };
        let mut found: Vec<Named> = Vec::new();
        let items = || module.items.iter().enumerate().filter(|(_, item)| item.name == name);
        let has_item = items().any(|(_, item)| !item.has_condition);
        for (index, item) in items().filter(|(_, item)| is_seen(&item.visibility)) {
            let meaning = match item.is_module {
                true => self.of.module(&full).map(Meaning::Module),
                false => Some(Meaning::Item(module.clone(), index)),
            };
            let Some(meaning) = meaning else { return Found::Unclear };
            found.push(Named { meaning, path: path(&item.visibility) });
        }
        let is_named = |import: &&Import| !has_item && import.name.as_deref() == Some(name);
        let imports = module.imports.iter().filter(is_named);
        for import in imports.filter(|import| is_seen(&import.visibility)) {
            let target = self.import(module, import, depth).filter(|_| !import.has_condition);
            let Some(target) = target else { return Found::Unclear };
            found.push(Named { path: path(&import.visibility).or(target.path), ..target });
        }
        match found.len() {
            0 => self.in_globs(module, name, from, depth),
            1 => found.pop().map_or(Found::None, Found::One),
            _ => Found::Unclear,
        }
    }

    /// The items of this name from glob imports.
    fn in_globs(self, module: &Rc<Module>, name: &str, from: Option<&Module>, depth: usize) -> Found {
        let is_seen = |glob: &&Import| from.is_none_or(|from| glob.visibility.reaches(&from.path));
        for glob in module.imports.iter().filter(|import| import.name.is_none()).filter(is_seen) {
            let is_prelude = glob.path.last().is_some_and(|last| last == "prelude");
            let Some(target) = self.import(module, glob, depth) else { continue };
            let found = match target.meaning {
                Meaning::Module(target) if target.path == module.path => Found::None,
                Meaning::Module(target) => match self.member(&target, name, Some(module), depth + 1) {
                    // A macro of another crate may declare it.
                    Found::None if !target.is_own() && target.macros.has_calls() => Found::Unclear,
                    found => found,
                },
                Meaning::Foreign => Found::Unclear,
                Meaning::Item(..) => Found::None,
            };
            match found {
                Found::None => {}
                Found::Unclear if is_prelude => {}
                found => return found,
            }
        }
        Found::None
    }

    /// The path of an item by an import of it in a module around its own.
    pub(super) fn passed_on(self, home: &Rc<Module>, index: usize) -> Option<Path> {
        let Declared { name, visibility, .. } = home.items.get(index)?;
        (0..home.path.len()).rev().find_map(|end| {
            let around = self.of.module(&home.path[..end]).filter(|around| self.is_reached(&around.path))?;
            let is_seen =
                |import: &&Import| import.visibility.reaches(&self.viewer.path) && !import.has_condition;
            let leads_there =
                |import: &Import| match (&self.import(&around, import, 0)?.meaning, &import.name) {
                    (Meaning::Item(found, at), Some(name)) if *at == index && Rc::ptr_eq(found, home) => {
                        Some(name.clone())
                    }
                    // A glob imports the items visible to its module.
                    (Meaning::Module(found), None)
                        if Rc::ptr_eq(found, home) && visibility.reaches(&around.path) =>
                    {
                        Some(name.clone())
                    }
                    _ => None,
                };
            let name = around.imports.iter().filter(is_seen).find_map(leads_there)?;
            self.written(&around.path.iter().cloned().chain([name]).collect::<Vec<_>>())
        })
    }

    /// The item or module at the path of an import.
    fn import(self, module: &Rc<Module>, import: &Import, depth: usize) -> Option<Named> {
        let names = &import.path;
        if import.is_foreign {
            return self.external(module, names, depth + 1);
        }
        let from = match names.first().map(String::as_str) {
            Some("crate" | "self" | "super") => module.clone(),
            _ if self.of.crates.around(&module.path)?.is_edition_2015 => self.of.module(module.root())?,
            _ => module.clone(),
        };
        match (&names[..], self.resolve(&from, names, depth + 1)) {
            // A crate.
            ([_], Found::None) => self.external(module, names, depth + 1),
            (_, Found::One(named)) => Some(named),
            (_, Found::None | Found::Unclear) => None,
        }
    }
}

enum Found {
    One(Named),
    None,
    /// Unknown.
    Unclear,
}

fn segment(name: &str) -> PathSegment {
    PathSegment::from(syn::parse_str(name).unwrap_or_else(|_| match name {
        "crate" | "self" | "super" => Ident::new(name, Span::call_site()),
        name => Ident::new_raw(name, Span::call_site()),
    }))
}

/// `crate::a::b`
fn own_path(names: &[String]) -> Path {
    let segments = ["crate"].into_iter().chain(names.iter().map(String::as_str)).map(segment);
    Path { leading_colon: None, segments: Punctuated::from_iter(segments) }
}

/// `::name::a::b`
fn foreign_path(name: String, names: &[String]) -> Path {
    let segments = [&name].into_iter().chain(names).map(|name| segment(name));
    Path { leading_colon: Some(Default::default()), segments: Punctuated::from_iter(segments) }
}
