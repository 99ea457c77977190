//! The blocks that implement traits, anywhere in the crate.
//!
//! 1. Blocks for tests do not count.
//! 2. Usual macros of the module or of one around it are read: `macro_rules! counts { ($($t:ty)*)
//!    => { $( impl Count for $t { … } )* } }`. Each argument of a call replaces the single variable
//!    in the header of a block.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{parse_quote, ImplItem, Item, ItemImpl, Path, Type, TypePath};

use super::parsed::Parsed;
use super::resolution::Search;
use super::{Crate, Meaning, Module, ModulePath};
use crate::conditional::is_for_tests;
use crate::visibility::Visibility;

/// A block or a constant with its module.
type Placed = (Rc<Module>, Rc<Parsed<Item>>);

/// The headers of blocks by the last names of their traits.
pub(super) type Implementations = BTreeMap<String, Vec<Placed>>;

/// Headers of blocks with their modules.
pub type Blocks = Rc<[Placed]>;

/// The name that replaces a trait's.
const NO_TRAIT: &str = "";

/// The word that replaces a trait's name for constants, before the last name of their type.
const CONSTANT: &str = "const ";

/// The most modules of another crate to read for its blocks.
const MOST_MODULES: usize = 200;

/// The most counted arguments of a macro call: a call may list a million sizes.
const MOST_ARGUMENTS: usize = 16;

/// The last name of the trait of a block, and the block without its items.
pub(super) fn header(item: &Item) -> Option<(String, String)> {
    let Item::Impl(block) = item else { return None };
    let (of_trait, _) = block.trait_.as_ref().filter(|_| !is_for_tests(&block.attrs))?;
    let name = of_trait.segments.last()?.ident.to_string();
    let header = ItemImpl { attrs: Vec::new(), items: Vec::new(), ..block.clone() };
    Some((name, header.to_token_stream().to_string()))
}

/// The name that replaces a trait's, and a block without a trait, with its public constants and
/// public `const` functions. Code executable by the compiler has no effects.
pub(super) fn makers(item: &Item) -> Option<(String, String)> {
    let Item::Impl(block) = item else { return None };
    if block.trait_.is_some() || is_for_tests(&block.attrs) {
        return None;
    }
    let mut block = block.clone();
    block.attrs.retain(|attribute| attribute.path().is_ident("cfg"));
    block.items.retain_mut(|item| match item {
        ImplItem::Fn(function) => {
            function.block.stmts.clear();
            matches!(function.vis, syn::Visibility::Public(_))
                && function.sig.constness.is_some()
                && function.sig.receiver().is_none()
        }
        ImplItem::Const(constant) => {
            constant.expr = parse_quote!(0);
            matches!(constant.vis, syn::Visibility::Public(_))
        }
        _ => false,
    });
    (!block.items.is_empty()).then(|| (NO_TRAIT.to_owned(), block.to_token_stream().to_string()))
}

/// The name that replaces a trait's, and a constant of a module, without its value.
pub(super) fn constant(item: &Item) -> Option<(String, String)> {
    let Item::Const(item) = item else { return None };
    if !item.generics.params.is_empty() || item.ident == "_" || is_for_tests(&item.attrs) {
        return None;
    }
    let mut item = item.clone();
    let Type::Path(TypePath { qself: None, path, .. }) = &*item.ty else { return None };
    let key = format!("{CONSTANT}{}", path.segments.last()?.ident);
    item.attrs.retain(|attribute| attribute.path().is_ident("cfg"));
    *item.expr = parse_quote!(0);
    Some((key, item.to_token_stream().to_string()))
}

/// The headers in the definitions of macros, by the macros' names; and the calls of macros.
#[derive(Default)]
pub(super) struct Macros {
    headers: Vec<(String, String)>,
    calls: Vec<(String, String)>,
}

impl Macros {
    /// True if a module calls macros, which may declare any item.
    pub(super) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    pub(super) fn new(items: &[&Item]) -> Macros {
        let mut found = Macros::default();
        for item in items {
            let Item::Macro(item) = item else { continue };
            if is_for_tests(&item.attrs) {
                continue;
            }
            let Some(called) = item.mac.path.segments.last().map(|last| last.ident.to_string()) else {
                continue;
            };
            match &item.ident {
                Some(name) => headers_in(item.mac.tokens.clone(), &name.to_string(), &mut found.headers),
                None => found.calls.push((called, item.mac.tokens.to_string())),
            }
        }
        found
    }
}

/// Finds the headers of blocks in the definition of a macro.
fn headers_in(tokens: TokenStream, name: &str, found: &mut Vec<(String, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if *word == "impl" => {
                let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
                let Some(end) = tokens[at..].iter().position(is_body) else { continue };
                let header: TokenStream = tokens[at..at + end].iter().cloned().collect();
                found.push((name.to_owned(), header.to_string()));
            }
            TokenTree::Group(group) => headers_in(group.stream(), name, found),
            _ => {}
        }
    }
}

/// The arguments of a call: the tokens between commas, or each token without any comma.
fn arguments(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if matches!(sign.as_char(), ',' | ';'));
    let parts: Vec<&[TokenTree]> = match tokens.iter().any(is_comma) {
        true => tokens.split(is_comma).filter(|part| !part.is_empty()).collect(),
        false => tokens.chunks(1).collect(),
    };
    parts.into_iter().take(MOST_ARGUMENTS).map(|part| part.iter().cloned().collect()).collect()
}

/// A header with its variable replaced by an argument. `None` if it has several variables.
fn with_argument(header: TokenStream, argument: &TokenStream) -> Option<TokenStream> {
    fn put(
        tokens: TokenStream,
        argument: &TokenStream,
        variable: &mut Option<String>,
    ) -> Option<TokenStream> {
        let mut filled = TokenStream::new();
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '$' => {
                    let TokenTree::Ident(name) = tokens.next()? else { return None };
                    if name != variable.get_or_insert_with(|| name.to_string()) {
                        return None;
                    }
                    filled.extend(argument.clone());
                }
                TokenTree::Group(group) => {
                    let inside = put(group.stream(), argument, variable)?;
                    filled.extend([TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inside))]);
                }
                other => filled.extend([other]),
            }
        }
        Some(filled)
    }
    let mut variable = None;
    put(header, argument, &mut variable).filter(|_| variable.is_some())
}

impl Crate {
    /// The blocks that implement the trait of a path in a module, each with its own module. Names
    /// with an unknown meaning are equal if their spelling is.
    pub fn implementing(&self, of_trait: &Path, home: &Rc<Module>) -> Blocks {
        let Some(name) = of_trait.segments.last().map(|last| last.ident.to_string()) else {
            return Blocks::default();
        };
        let meaning = self.meaning(home, of_trait);
        let key = match &meaning {
            Some(Meaning::Item(module, index)) => format!("{}#{index}", module.path.join("::")),
            _ => format!("{name} {:?}", home.root()),
        };
        if let Some(known) = self.implementing.borrow().get(&key) {
            return known.clone();
        }
        let is_meant = |(module, header): &&Placed| {
            let header = header.get();
            let Some(Item::Impl(ItemImpl { trait_: Some((path, _)), .. })) = header.as_deref() else {
                return false;
            };
            is_same(meaning.as_ref(), self.meaning(module, path).as_ref())
        };
        let mut found: Vec<Placed> = Vec::new();
        for root in self.with_blocks(meaning.as_ref(), home) {
            let all = self.implementations_in(&root);
            found.extend(all.get(&name).into_iter().flatten().filter(is_meant).cloned());
        }
        let found: Blocks = found.into();
        self.implementing.borrow_mut().insert(key, found.clone());
        found
    }

    /// The blocks without a trait of another crate's type, if they contain makers of values.
    pub fn find_makers(&self, home: &Rc<Module>, index: usize) -> Vec<ItemImpl> {
        let all = self.implementations_in(home.root());
        let of_type = all.get(NO_TRAIT).into_iter().flatten().filter_map(|(module, block)| {
            let item = block.get()?;
            let Item::Impl(block) = &*item else { return None };
            let Type::Path(TypePath { qself: None, path, .. }) = &*block.self_ty else { return None };
            let Some(Meaning::Item(found, at)) = self.meaning(module, path) else { return None };
            let is_there = !self.may_be_missing(module, &block.attrs);
            (at == index && Rc::ptr_eq(&found, home) && is_there).then(|| block.clone())
        });
        of_type.collect()
    }

    /// The constants of a type in modules of its crate, each with the path by which a module can
    /// write it, and its written type.
    pub fn find_constants(&self, home: &Rc<Module>, index: usize, viewer: &Module) -> Vec<(Path, Type)> {
        let all = self.implementations_in(home.root());
        let search = Search { of: self, viewer };
        let key = home.items.get(index).map(|item| format!("{CONSTANT}{}", item.name)).unwrap_or_default();
        let found = all.get(&key).into_iter().flatten().filter_map(|(module, constant)| {
            let item = constant.get()?;
            let Item::Const(constant) = &*item else { return None };
            let Type::Path(TypePath { qself: None, path, .. }) = &*constant.ty else { return None };
            let Some(Meaning::Item(found, at)) = self.meaning(module, path) else { return None };
            let is_there = !module.has_condition && !self.may_be_missing(module, &constant.attrs);
            let is_seen = Visibility::resolve(&constant.vis, &module.path).reaches(&viewer.path)
                && search.is_reached(&module.path);
            if at != index || !Rc::ptr_eq(&found, home) || !is_there || !is_seen {
                return None;
            }
            let names: Vec<String> =
                module.path.iter().cloned().chain([constant.ident.unraw().to_string()]).collect();
            Some((search.written(&names)?, Type::clone(&constant.ty)))
        });
        found.collect()
    }

    /// The roots of the crates that may have blocks of a trait: the compiled one, the one that
    /// mentions the trait, the one that declares it, and the users of the latter.
    fn with_blocks(&self, of_trait: Option<&Meaning>, home: &Rc<Module>) -> Vec<ModulePath> {
        let mut roots = vec![Vec::new(), home.root().to_vec()];
        if let Some(Meaning::Item(declared_in, _)) = of_trait {
            roots.push(declared_in.root().to_vec());
            let users = declared_in.root().first().map(|mark| self.crates.find_users(mark));
            roots.extend(users.into_iter().flatten().map(|user| vec![user]));
        }
        let mut seen = BTreeSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        roots
    }

    fn implementations_in(&self, root: &[String]) -> Rc<Implementations> {
        if let Some(known) = self.implementations.borrow().get(root) {
            return known.clone();
        }
        let found = Rc::new(self.find_implementations(root));
        self.implementations.borrow_mut().insert(root.to_vec(), found.clone());
        found
    }

    fn find_implementations(&self, root: &[String]) -> Implementations {
        let mut modules: Vec<Rc<Module>> = Vec::new();
        let mut open = vec![root.to_vec()];
        while let Some(path) = open.pop() {
            if !root.is_empty() && modules.len() >= MOST_MODULES {
                break;
            }
            let Some(module) = self.module(&path) else { continue };
            let inner = module.items.iter().filter(|item| item.is_module && !item.is_for_tests).rev();
            open.extend(inner.map(|item| [&module.path[..], std::slice::from_ref(&item.name)].concat()));
            modules.push(module);
        }
        let mut found = Implementations::new();
        for module in &modules {
            for (of_trait, header) in &module.implementations {
                found.entry(of_trait.clone()).or_default().push((module.clone(), header.clone()));
            }
            for (name, call) in &module.macros.calls {
                let headers = modules.iter().filter(|around| module.path.starts_with(&around.path));
                let headers = headers.flat_map(|around| &around.macros.headers);
                let headers = headers.filter(|(of, _)| of == name).map(|(_, header)| header);
                for (of_trait, header) in headers.flat_map(|header| made(header, call)) {
                    let header = Rc::new(Parsed::from_text(header));
                    found.entry(of_trait).or_default().push((module.clone(), header));
                }
            }
        }
        found
    }
}

fn is_same(one: Option<&Meaning>, other: Option<&Meaning>) -> bool {
    match (one, other) {
        (Some(Meaning::Item(home, index)), Some(Meaning::Item(other_home, other_index))) => {
            Rc::ptr_eq(home, other_home) && index == other_index
        }
        (Some(Meaning::Item(..)), _) | (_, Some(Meaning::Item(..))) => false,
        _ => true,
    }
}

/// The headers made by a macro call from one in the macro's definition, with their traits.
fn made(in_macro: &str, call: &str) -> Vec<(String, String)> {
    let (Ok(in_macro), Ok(call)) = (in_macro.parse::<TokenStream>(), call.parse()) else { return Vec::new() };
    let made = arguments(call).into_iter().filter_map(|argument| {
        let filled = with_argument(in_macro.clone(), &argument)?;
        header(&syn::parse2(quote::quote!(#filled {})).ok()?)
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Configuration;

    /// The types of a crate that implement a trait, as written.
    fn types(source: &str, of_trait: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("lib.rs"), source).unwrap();
        let own = Crate::new(&folder.path().join("lib.rs"), false, Configuration::default());
        let root = own.module(&[]).unwrap();
        let found = own.implementing(&syn::parse_str(of_trait).unwrap(), &root);
        let blocks = found.iter().map(|(_, header)| header.get().unwrap());
        let types = blocks.filter_map(|block| match &*block {
            Item::Impl(block) => Some(block.self_ty.to_token_stream().to_string().replace(' ', "")),
            _ => None,
        });
        types.collect()
    }

    #[test]
    fn blocks_of_trait_are_found_in_all_modules_except_tests() {
        let source = "pub trait Draw {} mod other { pub trait Draw {} impl Draw for f32 {} } mod a { impl<T> super::Draw for Vec<T> {} mod b { impl crate::Draw for u8 {} } }
            impl Draw for &str {} impl Show for u16 {} #[cfg(test)] impl Draw for u32 {} #[cfg(test)] mod tests { impl Draw for u64 {} }";
        assert_eq!(types(source, "Draw"), ["&str", "Vec<T>", "u8"]);
    }

    #[test]
    fn macros_make_a_block_of_each_argument() {
        let source =
            "macro_rules! counts { ($($t:ty),*) => { $( impl Count for $t { const N: u8 = 1; } )* } }
            macro_rules! arrays { ($($size:expr)*) => { $( unsafe impl<T> Array for [T; $size] {} )* } }
            macro_rules! pairs { ($a:ty, $b:ty) => { impl Count for ($a, $b) {} } }
            counts! { u8, Vec<u8> } arrays!(0 1 2); pairs!(u8, u16); mod inner { counts!(i8); } other!(i16);";
        assert_eq!(types(source, "Count"), ["u8", "Vec<u8>", "i8"]);
        assert_eq!(types(source, "Array"), ["[T;0]", "[T;1]", "[T;2]"]);
    }
}
