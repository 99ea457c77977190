//! Adds the attribute to source text, to search whole crates without annotations, and to check that
//! it preserves third-party crates.
//!
//! Text in, text out. The attribute is written right before its item, on the same line: every line
//! keeps its number and its format. Annotated are:
//!
//! 1. functions with a body: free, in `impl`s and traits, nested in others, in a `macro_rules!`
//!    definition, and in the input of a macro among items (`cfg_if! { … }`). Such definitions
//!    themselves are included, unless they are exported;
//! 2. for whole items instead ([`Style::Whole`]): `impl`s, traits and inline modules with such
//!    functions, and free functions outside of these.
//!
//! Items for tests alone (`#[cfg(test)]`, `#[test]`, `#[bench]`) are skipped, and so are the entry
//! points of procedural macros, which the compiler itself rewrites.

pub mod macro_tokens;
pub mod own_tests;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use proc_macro2::Span;
use sbst_source::visit::{self, Visit};
use syn::spanned::Spanned as _;
use syn::Visibility;
use syn::{
    Block, FnModifiers, ImplItem, ImplItemFn, ImplItemMacro, Item, ItemFn, ItemMacro, Signature, TraitItemFn,
    TraitItemMacro,
};

pub use macro_tokens::Around;
use sbst_source::conditional::{impl_item_attributes, is_for_harness, is_for_tests, item_attributes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Functions,
    /// Whole `impl`s, traits and inline modules, and the functions outside of them.
    Whole,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Source,
    /// The definition of this macro, compiled at each use of the macro.
    MacroDefinition(String),
    /// The input of this macro, which may or may not accept an attribute.
    MacroArguments(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The offset in bytes from the beginning of the text.
    pub offset: usize,
    /// The offset of the function's name, or of another item's beginning.
    pub name: usize,
    /// The offset of the item's end.
    pub end: usize,
    /// The lines of the item, from 1.
    pub lines: RangeInclusive<usize>,
    pub origin: Origin,
    /// The code around it in the definition of a macro.
    pub around: Option<Around>,
}

/// The policy for the sites of a file.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    pub style: Style,
    /// True to skip definitions of exported macros: in the edition 2015, other crates (tests,
    /// examples) cannot name our crate without an `extern crate`.
    pub skip_exported_macros: bool,
}

/// The places for the attribute in a parsed `text`, in order.
pub fn sites(file: &syn::File, text: &str, policy: Policy) -> Vec<Site> {
    if is_for_tests(&file.attrs) {
        return Vec::new();
    }
    let mut finder = Finder { policy, skipped: without_prefix(text).0, sites: Vec::new() };
    finder.visit_file(file);
    finder.sites.sort_by_key(|site| site.offset);
    finder.sites
}

/// `text` with `attribute` at each of `sites`.
///
/// ```
/// use sbst_analysis::annotate::{insert, sites, Policy, Style};
///
/// let text = "struct S;\nimpl S { pub fn f(&self) {} }\n#[test]\nfn t() {}\n";
/// let policy = Policy { style: Style::Functions, skip_exported_macros: false };
/// let file = syn::parse_file(text).unwrap();
/// let annotated = insert(text, &sites(&file, text, policy), "#[sbst::instrument]");
/// assert_eq!(
///     annotated,
///     "struct S;\nimpl S { #[sbst::instrument] pub fn f(&self) {} }\n#[test]\nfn t() {}\n"
/// );
/// ```
pub fn insert(text: &str, sites: &[Site], attribute: &str) -> String {
    let mut annotated = String::with_capacity(text.len() + sites.len() * (attribute.len() + 1));
    let mut from = 0;
    for site in sites {
        annotated.push_str(&text[from..site.offset]);
        annotated.push_str(attribute);
        annotated.push(' ');
        from = site.offset;
    }
    annotated.push_str(&text[from..]);
    annotated
}

/// The place for an attribute of the item at `offset` that moves no code on the item's lines. It is
/// the end of an earlier line, if only comments and blank lines are in between. Otherwise the place
/// right before the item.
pub fn out_of_the_way(text: &str, offset: usize) -> usize {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let mut start = line_start(offset);
    if !text[start..offset].trim().is_empty() {
        return offset;
    }
    while start > 0 {
        let before = line_start(start - 1);
        let line = text[before..start].trim_end_matches(['\n', '\r']);
        let words = line.trim_start();
        if words.starts_with("//") && !words.starts_with("//!") {
            start = before;
        } else if line.contains("//") || before == 0 && is_shell_line(line) {
            return offset;
        } else {
            return before + line.len();
        }
    }
    offset
}

/// The offset of the first item of a parsed `text`, after the attributes and documentation of the
/// file itself.
pub fn first_item(file: &syn::File, text: &str) -> usize {
    let skipped = without_prefix(text).0;
    file.items.first().map_or(text.len(), |item| skipped + item.span().byte_range().start)
}

/// Returns the length of the beginning outside of spans (a byte order mark and a shebang line), and
/// the rest. The rest begins with the end of that line, so that its lines have the same numbers.
pub fn without_prefix(text: &str) -> (usize, &str) {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = match is_shell_line(rest) {
        true => &rest[rest.find('\n').unwrap_or(rest.len())..],
        false => rest,
    };
    (text.len() - rest.len(), rest)
}

fn is_shell_line(text: &str) -> bool {
    text.strip_prefix("#!").is_some_and(|rest| !rest.trim_start().starts_with('['))
}

struct Finder {
    policy: Policy,
    skipped: usize,
    sites: Vec<Site>,
}

impl Finder {
    /// Adds an item that begins with `first` after its attributes, has its name at `name`, and ends
    /// with `last`.
    fn add(&mut self, first: Span, name: Span, last: Span, origin: Origin) {
        let place = |span: Span| self.skipped + span.byte_range().start;
        self.sites.push(Site {
            offset: place(first),
            name: place(name),
            end: self.skipped + last.byte_range().end,
            lines: first.start().line..=last.end().line,
            origin,
            around: None,
        });
    }

    fn add_function(
        &mut self,
        visibility: &Visibility,
        modifiers: &FnModifiers,
        signature: &Signature,
        body: &Block,
    ) {
        let keyword = modifiers.defaultness.as_ref().map_or(signature.span(), |default| default.span());
        let first = beginning(visibility, keyword);
        self.add(first, signature.ident.span(), body.span(), Origin::Source);
    }

    /// Adds `item`, which begins with `first`, as a whole, if it contains a function. The
    /// definitions of macros in it keep their own sites, because an attribute around them does not
    /// apply to them.
    fn add_whole(&mut self, item: &Item, first: Span) {
        let policy = Policy { style: Style::Functions, ..self.policy };
        let mut inside = Finder { policy, skipped: self.skipped, sites: Vec::new() };
        visit::visit_item(&mut inside, item);
        let (functions, others): (Vec<Site>, Vec<Site>) =
            inside.sites.into_iter().partition(|site| site.origin == Origin::Source);
        if !functions.is_empty() {
            self.add(first, first, item.span(), Origin::Source);
        }
        self.sites.extend(others);
    }

    fn visit_arguments(&mut self, invocation: &syn::Macro) {
        let name = invocation.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        for function in macro_tokens::in_arguments(invocation) {
            self.add(
                function.first,
                function.name.span(),
                function.last,
                Origin::MacroArguments(name.clone()),
            );
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(item_attributes(item)) {
            return;
        }
        let whole = match item {
            _ if self.policy.style != Style::Whole => None,
            Item::Impl(block) => Some(match (&block.modifiers.defaultness, &block.unsafety) {
                (Some(default), _) => default.span(),
                (None, Some(unsafety)) => unsafety.span(),
                (None, None) => block.impl_token.span(),
            }),
            Item::Trait(definition) => {
                let keyword = definition.unsafety.map_or(definition.trait_token.span(), |word| word.span());
                Some(beginning(&definition.vis, keyword))
            }
            Item::Mod(module) if module.content.is_some() => {
                let keyword = module.unsafety.map_or(module.mod_token.span(), |word| word.span());
                Some(beginning(&module.vis, keyword))
            }
            _ => None,
        };
        match whole {
            Some(first) => self.add_whole(item, first),
            None => visit::visit_item(self, item),
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if is_for_harness(&function.attrs) {
            return;
        }
        self.add_function(&function.vis, &function.modifiers, &function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !is_for_tests(impl_item_attributes(item)) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.add_function(&function.vis, &function.modifiers, &function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(body) = function.default.as_ref().filter(|_| !is_for_tests(&function.attrs)) {
            self.add(function.sig.span(), function.sig.ident.span(), body.span(), Origin::Source);
            visit::visit_trait_item_fn(self, function);
        }
    }

    fn visit_impl_item_macro(&mut self, item: &'ast ImplItemMacro) {
        self.visit_arguments(&item.mac);
    }

    fn visit_trait_item_macro(&mut self, item: &'ast TraitItemMacro) {
        if !is_for_tests(&item.attrs) {
            self.visit_arguments(&item.mac);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        let Some(name) = &item.ident else {
            return self.visit_arguments(&item.mac);
        };
        let is_exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
        if is_exported && self.policy.skip_exported_macros {
            return;
        }
        if !is_exported {
            let first = item.mac.path.span();
            self.add(first, first, item.span(), Origin::MacroDefinition(name.to_string()));
        }
        let rules = macro_tokens::rules(item.mac.tokens.clone());
        for function in rules.iter().flat_map(macro_tokens::in_rule) {
            self.add(
                function.first,
                function.name.span(),
                function.last,
                Origin::MacroDefinition(name.to_string()),
            );
            if let Some(site) = self.sites.last_mut() {
                site.around = Some(function.around);
            }
        }
    }
}

/// The first token of an item with `visibility` and then `keyword`.
fn beginning(visibility: &Visibility, keyword: Span) -> Span {
    match visibility {
        Visibility::Inherited => keyword,
        visibility => visibility.span(),
    }
}
