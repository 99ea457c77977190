//! Types identified by name alone, in other modules than the viewing one.

use std::rc::Rc;

use syn::{Item, Path};

use super::resolution::Search;
use super::{Crate, Meaning, Module};
use crate::visibility::Visibility;

/// A type whose name has another meaning, or none, in a module.
#[derive(Clone)]
pub struct Elsewhere {
    /// The path by which the module can write it.
    pub path: Path,
    /// True if other crates can write it, too, by the visibility of the modules around it.
    pub is_public: bool,
}

impl Crate {
    /// The crate's type of this name, unless that is the name's meaning in a module.
    ///
    /// `None` if it is ambiguous, may be absent, or is invisible to the module.
    pub fn elsewhere(&self, module: &Rc<Module>, name: &str) -> Option<Elsewhere> {
        let here = self.resolve(module, &syn::parse_str(name).ok()?, module);
        if here.is_some_and(|named| matches!(named.meaning, Meaning::Item(..))) {
            return None;
        }
        let mut found = self.find_all(name);
        let (home, index) = found.pop().filter(|_| found.is_empty())?;
        let declared = &home.items[index];
        if home.has_condition || declared.has_condition {
            return None;
        }
        let search = Search { of: self, viewer: module };
        let full: Vec<String> = home.path.iter().chain([&declared.name]).cloned().collect();
        let is_seen = declared.visibility.reaches(&module.path) && search.is_reached(&home.path);
        let passed_on = search.passed_on(&home, index);
        let is_public = self.is_public(&home, index);
        let path = if is_seen { search.written(&full) } else { None };
        let path = path.or(passed_on)?;
        Some(Elsewhere { path, is_public })
    }

    /// True if the crate declares types of this name, and a module can write none of them.
    pub fn is_out_of_reach(&self, module: &Rc<Module>, name: &str) -> bool {
        let here = syn::parse_str(name).ok().and_then(|path| self.meaning(module, &path));
        !matches!(here, Some(Meaning::Item(..)))
            && !self.find_all(name).is_empty()
            && self.elsewhere(module, name).is_none()
    }

    /// True if other crates can write an item, by the visibility of the modules around it.
    pub fn is_public(&self, home: &Rc<Module>, index: usize) -> bool {
        let Some(declared) = home.items.get(index) else { return false };
        let search = Search { of: self, viewer: home };
        declared.visibility == Visibility::Public
            && (self.is_shown(&home.path) || search.passed_on(home, index).is_some())
    }

    /// True if a module and all modules around it are visible to other crates.
    fn is_shown(&self, path: &[String]) -> bool {
        (1..=path.len()).all(|end| {
            let module = self.module(&path[..end]);
            module.is_some_and(|module| module.visibility == Visibility::Public)
        })
    }

    /// The structures, enums and unions of this name in all modules.
    fn find_all(&self, name: &str) -> Vec<(Rc<Module>, usize)> {
        let mut found = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(path) = open.pop() {
            let Some(module) = self.module(&path) else { continue };
            for (index, item) in module.items.iter().enumerate() {
                if item.is_module {
                    open.push(module.path.iter().chain([&item.name]).cloned().collect());
                } else if item.name == name && is_type(module.item(index).as_deref()) {
                    found.push((module.clone(), index));
                }
            }
        }
        found
    }
}

fn is_type(item: Option<&Item>) -> bool {
    matches!(item, Some(Item::Struct(_) | Item::Enum(_) | Item::Union(_)))
}
