//! The modules of a crate, read from its sources: the file and the items of each.
//!
//! 1. `mod x;` is followed by the compiler's rules ([`sbst_source::module_files`]).
//! 2. Of the items from macros, those in the [input](sbst_source::macro_input) of a macro are found;
//!    others stay unknown. Functions in a macro's definition are recorded with their lines.
//! 3. Code that is certainly not compiled is skipped. Both sides of another `#[cfg]` are read; a
//!    place in a file distinguishes them later.

use super::attributes::ItemAttributes;
use super::items::{self, MadeFunction};
use super::module::{Module, utf8};
use crate::cargo::features::Features;
use cargo_metadata::camino::Utf8Path;
use proc_macro2::TokenTree;
use sbst_source::conditional::item_attributes;
use sbst_source::files::Files;
use sbst_source::module_files::Folders;
use sbst_source::visibility::Visibility;

/// A crate's modules; the first is its root.
pub struct CrateSources {
    features: Features,
    pub crate_name: String,
    /// The modules, each after its parent.
    pub modules: Vec<Module>,
    /// Files that could not be read or parsed, with the error.
    pub unknown: Vec<String>,
    /// True if the root has `#![no_std]`, perhaps under a condition: then `std` is not in scope.
    pub is_without_std: bool,
}

impl CrateSources {
    /// Reads a crate, starting at its root file.
    pub fn load(crate_name: &str, root: &Utf8Path, features: &Features, files: &Files) -> CrateSources {
        let mut sources = CrateSources {
            features: features.clone(),
            crate_name: crate_name.to_owned(),
            modules: Vec::new(),
            unknown: Vec::new(),
            is_without_std: false,
        };
        let directory = root.parent().unwrap_or(Utf8Path::new(""));
        let folders = Folders::from_file(root.as_std_path(), directory.as_std_path());
        let module = Module::new(Vec::new(), None, root.to_owned(), folders, Visibility::Public);
        sources.load_file(module, files);
        sources
    }

    /// Returns the modules with a path, without the crate's name: more than one if a `#[cfg]`
    /// chooses between them.
    pub fn modules_at<'a>(&'a self, path: &'a [String]) -> impl Iterator<Item = usize> + 'a {
        self.modules.iter().enumerate().filter(move |(_, module)| module.path == path).map(|(index, _)| index)
    }

    /// Returns the innermost known module around an item that the sources do not contain, given its
    /// definition's path.
    pub fn module_around(&self, definition: &str) -> Option<usize> {
        let names = items::definition_names(definition);
        let names = names.get(1..names.len().checked_sub(1)?)?;
        (0..=names.len()).rev().find_map(|end| self.modules_at(&names[..end]).next())
    }

    /// Returns the function in a macro's definition at this line.
    pub fn made_at(&self, file: &Utf8Path, line: usize) -> Option<&MadeFunction> {
        let in_file =
            self.modules.iter().filter(|module| module.file == file).flat_map(|module| &module.made);
        in_file
            .filter(|made| (made.lines.0..=made.lines.1).contains(&line))
            .min_by_key(|made| made.lines.1 - made.lines.0)
    }

    fn load_file(&mut self, mut module: Module, files: &Files) {
        let source = files.read(module.file.as_std_path()).map_err(|error| error.to_string());
        let parsed = source.as_ref().map_err(Clone::clone);
        match parsed.and_then(|source| source.with_inputs().map_err(|error| error.to_string())) {
            Ok(file) => {
                if module.parent.is_none() {
                    self.is_without_std = file.attrs.iter().any(says_no_std);
                }
                let attributes = ItemAttributes::from_attributes(&file.attrs);
                module.cfgs.extend(attributes.cfgs);
                module.hidden |= attributes.hidden;
                self.add(module, &file.items, files);
            }
            Err(error) => {
                // The file of another platform's module may be missing.
                if module.cfgs.is_empty() || module.file.exists() {
                    self.unknown.push(format!("{}: {error}", module.file));
                }
                self.add(module, &[], files);
            }
        }
    }

    fn add(&mut self, mut module: Module, content: &[syn::Item], files: &Files) {
        let content: Vec<&syn::Item> =
            content.iter().filter(|item| self.features.allow(item_attributes(item))).collect();
        for item in &content {
            module.add(item);
        }
        let index = self.modules.len();
        if let Some(parent) = module.parent {
            self.modules[parent].children.push(index);
        }
        self.modules.push(module);
        for item in content {
            if let syn::Item::Mod(child) = item {
                self.add_child(index, child, files);
            }
        }
    }

    fn add_child(&mut self, parent: usize, item: &syn::ItemMod, files: &Files) {
        let around = &self.modules[parent];
        let attributes = ItemAttributes::from_attributes(&item.attrs);
        let name = items::plain_name(&item.ident);
        let (file, folders) = match (&item.content, around.folders.find_file(item)) {
            (Some(_), _) => (around.file.clone(), around.folders.within(item)),
            (None, Some((file, folder))) => (utf8(file.clone()), Folders::from_file(&file, &folder)),
            (None, None) => {
                let missing = around.folders.usual_file(&name);
                (utf8(missing.clone()), Folders::from_file(&missing, &missing.with_extension("")))
            }
        };
        let path = around.path.iter().cloned().chain([name.clone()]).collect();
        let visibility = Visibility::resolve(&item.vis, &around.path);
        let mut child = Module::new(path, Some(parent), file, folders, visibility);
        child.cfgs = around.cfgs.iter().cloned().chain(attributes.cfgs).collect();
        child.hidden = around.hidden || attributes.hidden;
        match &item.content {
            Some((_, content)) => {
                child.inline = around.inline.iter().cloned().chain([name]).collect();
                self.add(child, content, files);
            }
            None => self.load_file(child, files),
        }
    }
}

/// True for `#![no_std]` or `#![cfg_attr(…, no_std)]`.
fn says_no_std(attribute: &syn::Attribute) -> bool {
    match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("no_std"),
        syn::Meta::List(list) => {
            let is_word = |token| matches!(token, TokenTree::Ident(word) if word == "no_std");
            list.path.is_ident("cfg_attr") && list.tokens.clone().into_iter().any(is_word)
        }
        syn::Meta::NameValue(_) => false,
    }
}
