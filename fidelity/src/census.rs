//! Counts the conditions in source, without the instrumentation: only by the rules of
//! `docs/reference/goals.md`, "Conditions".
//!
//! A condition belongs to a function (or to a macro's definition outside of any), and has a place.
//! A peculiarity may keep it from recording. Peculiar conditions are counted too. Tests are left
//! out, and so is code configured away in the compared build.

mod conditions;
mod macros;
mod patterns;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeMap;
use std::path::Path;

use proc_macro2::Span;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, ImplItem, ImplItemFn, ImplItemMacro, Item, ItemFn, ItemImpl, ItemMacro, ItemMod,
    ItemTrait, Signature, TraitItemFn, TraitItemMacro,
};

use crate::configuration::Configuration;
use sbst_analysis::annotate::without_prefix;
use sbst_source::conditional::{impl_item_attributes, is_for_harness, is_for_tests, item_attributes};

/// A place in a file: line and column, from 1.
pub type Place = (usize, usize);

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The place where it begins, as in reports.
    pub place: Place,
    pub kind: &'static str,
    pub peculiarity: Option<Peculiarity>,
}

/// A reason why a condition may not record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Peculiarity {
    /// Its place in the arguments of this macro, which may not be expressions.
    OpaqueMacro(String),
    /// Its place among tokens for this macro that are no Rust: it may be a condition or not.
    MacroSyntax(String),
    /// Its place in the definition of this macro, outside of functions.
    MacroDefinition(String),
    /// The arm of a `match` with a macro (or a constant block) among its patterns, or such a
    /// pattern itself.
    MacroPattern,
    /// Raw pointers are compared, one of which is cast there.
    PointerCast,
    /// A pattern in a chain of conditions, matched with a value that cannot be read twice.
    ChainedPlace,
}

/// The surroundings of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Plain source.
    Source,
    /// The definition of this macro: the function is compiled once for each use of the macro, or
    /// never.
    MacroDefinition(String),
    /// The arguments of this macro, which may drop the function.
    MacroArguments(String),
    /// No function: the conditions of a macro's definition outside of functions.
    None,
}

/// A function, and its conditions.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The place of its name.
    pub place: Place,
    /// True for a `const fn`.
    pub is_const: bool,
    pub standing: Standing,
    pub conditions: Vec<Found>,
}

/// Returns the functions of `text` in a build with that configuration.
pub fn functions(text: &str, configuration: &Configuration) -> syn::Result<Vec<Function>> {
    let (_, rest) = without_prefix(text);
    let file = syn::parse_file(rest)?;
    let mut census = Census { configuration, functions: Vec::new(), standing: Standing::Source };
    if census.is_counted(&file.attrs) {
        census.visit_file(&file);
    }
    Ok(census.functions)
}

/// Returns the functions of files, by their paths relative to `root`.
pub fn read_files<'p>(
    root: &Path,
    files: impl Iterator<Item = &'p Path>,
    configuration: &Configuration,
) -> BTreeMap<String, Vec<Function>> {
    let counted = files.filter_map(|path| {
        let text = std::fs::read_to_string(path).ok()?;
        let relative = path.strip_prefix(root).unwrap_or(path).display().to_string();
        Some((relative, functions(&text, configuration).ok()?))
    });
    counted.collect()
}

/// Returns the place where a span begins.
fn place(span: Span) -> Place {
    let start = span.start();
    (start.line, start.column + 1)
}

struct Census<'c> {
    configuration: &'c Configuration,
    functions: Vec<Function>,
    standing: Standing,
}

impl Census<'_> {
    fn is_counted(&self, attributes: &[Attribute]) -> bool {
        !is_for_tests(attributes) && self.configuration.holds(attributes)
    }

    fn function(&mut self, signature: &Signature, body: &Block) {
        let (conditions, items) = conditions::find_in_block(body, self.configuration);
        self.functions.push(Function {
            name: signature.ident.to_string(),
            place: place(signature.ident.span()),
            is_const: signature.constness.is_some(),
            standing: self.standing.clone(),
            conditions,
        });
        items.into_iter().for_each(|item| self.visit_item(item));
    }

    /// Counts the functions in the input of a macro.
    fn given(&mut self, call: &syn::Macro) {
        let name = call.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        self.functions.extend(macros::in_arguments(&name, call.tokens.clone(), self.configuration));
    }
}

impl<'ast> Visit<'ast> for Census<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if self.is_counted(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if !is_for_harness(&function.attrs) {
            self.function(&function.sig, &function.block);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if self.is_counted(impl_item_attributes(item)) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(body) = function.default.as_ref().filter(|_| self.is_counted(&function.attrs)) {
            self.function(&function.sig, body);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        match &item.ident {
            Some(name) => {
                let found = macros::in_definition(&name.to_string(), item, self.configuration);
                self.functions.extend(found);
            }
            None => {
                let name =
                    item.mac.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
                // Most such macros pass items on unchanged; the count ignores the others.
                let Ok(items) = syn::parse2::<syn::File>(item.mac.tokens.clone()) else {
                    return self.given(&item.mac);
                };
                let outside = std::mem::replace(&mut self.standing, Standing::MacroArguments(name));
                items.items.iter().for_each(|item| self.visit_item(item));
                self.standing = outside;
            }
        }
    }

    fn visit_impl_item_macro(&mut self, item: &'ast ImplItemMacro) {
        self.given(&item.mac);
    }

    fn visit_trait_item_macro(&mut self, item: &'ast TraitItemMacro) {
        if self.is_counted(&item.attrs) {
            self.given(&item.mac);
        }
    }

    // Parts of these without functions are not part of any execution.
    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        block.items.iter().for_each(|item| self.visit_impl_item(item));
    }

    fn visit_item_trait(&mut self, definition: &'ast ItemTrait) {
        definition.items.iter().for_each(|item| self.visit_trait_item(item));
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        module.content.iter().flat_map(|(_, items)| items).for_each(|item| self.visit_item(item));
    }

    fn visit_expr(&mut self, _: &'ast syn::Expr) {}
}
