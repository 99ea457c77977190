//! Items that represent something in the types of emitted code: bounds, templates, and builders of
//! the package's types.

use sbst_source::span::mixed_site;
use std::{collections::BTreeMap, rc::Rc};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use syn::{ConstParam, Path, Type};

use crate::attribute::bounds::Bounds;
use crate::attribute::template::Template;
use crate::syntax::spans::as_ours;
use sbst_source::enclosing::find_module;
use sbst_source::package::modules::{own_crate, Crate, Module};
use sbst_source::package::{own_types, OwnTypes};

/// A module of the crate that is compiled.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) own: Rc<Crate>,
    pub(crate) module: Rc<Module>,
}

pub(crate) struct Items<'a> {
    pub(crate) runtime: &'a Path,
    /// The constants of the generic type, which its bounds may mention.
    constants: Vec<&'a ConstParam>,
    bounds: usize,
    templates: usize,
    /// The module of the code, if it can be found.
    pub(crate) place: Option<Place>,
    /// The types of the package in a test; otherwise the sources have them.
    types: Option<&'a OwnTypes>,
    /// The emitted types for types of the package, and for pointers to trait objects, by their
    /// text. `None` for a type that cannot be built of its parts.
    pub(crate) built: BTreeMap<String, Option<Ident>>,
    /// The number of types of other crates among them.
    pub(crate) of_others: usize,
    pub(crate) tokens: TokenStream,
}

impl<'a> Items<'a> {
    pub(crate) fn new(runtime: &'a Path, constants: Vec<&'a ConstParam>) -> Items<'a> {
        let (place, built, tokens) = (None, BTreeMap::new(), TokenStream::new());
        Items { runtime, constants, bounds: 0, templates: 0, place, types: None, built, of_others: 0, tokens }
    }

    /// Items for code in the module around `place`.
    pub(crate) fn at(self, place: Span) -> Items<'a> {
        let found = own_crate().and_then(|own| {
            let (file, modules) = find_module(place)?;
            let module = own.module_in(&file, &modules)?;
            Some(Place { own, module })
        });
        Items { place: found, ..self }
    }

    #[cfg(test)]
    pub(crate) fn in_module(self, own: Rc<Crate>, module: Rc<Module>) -> Items<'a> {
        Items { place: Some(Place { own, module }), ..self }
    }

    #[cfg(test)]
    pub(crate) fn with_types(self, types: &'a OwnTypes) -> Items<'a> {
        Items { types: Some(types), ..self }
    }

    pub(crate) fn types(&self) -> &'a OwnTypes {
        self.types.unwrap_or_else(|| own_types())
    }

    /// Registers another name of a type with its builder.
    pub(crate) fn register_alias(&mut self, ty: &Type, built: Option<Ident>) {
        self.built.insert(ty.to_token_stream().to_string(), built);
    }

    pub(crate) fn name_of_built(&self) -> Ident {
        format_ident!("__SbstBuilt{}", self.built.len(), span = mixed_site())
    }

    /// A type that represents the bounds of `of`. A compiler error in them has no place in the
    /// source, but names the type.
    pub(crate) fn bounds(&mut self, bounds: &Bounds, of: &str) -> TokenStream {
        let (at, runtime) = (mixed_site(), self.runtime);
        if bounds.is_none() {
            return quote_spanned!(at=> #runtime::__private::Unbounded);
        }
        let name = format_ident!("__SbstBounds{}_of_{of}", self.bounds, span = at);
        self.bounds += 1;
        let elements = match &bounds.elements {
            Some(elements) => self.bounds(elements, &format!("elements_of_{of}")),
            None => quote_spanned!(at=> #runtime::__private::WithoutLength<Self>),
        };
        let value = bounds.emit(runtime);
        let (generics, arguments) = self.generics();
        self.tokens.extend(quote_spanned! {at=>
            struct #name #generics;
            impl #generics #runtime::__private::Within for #name #arguments {
                const BOUNDS: #runtime::__private::shape::Bounds = #value;
                type Elements = #elements;
            }
        });
        quote_spanned!(at=> #name #arguments)
    }

    pub(crate) fn template(&mut self, template: &Template) -> Ident {
        let (at, runtime) = (mixed_site(), self.runtime);
        let name = format_ident!("__SbstTemplate{}", self.templates, span = at);
        self.templates += 1;
        let text = template.emit();
        self.tokens.extend(quote_spanned! {at=>
            struct #name;
            impl #runtime::__private::Template for #name {
                const TEXT: &'static ::core::primitive::str = #text;
            }
        });
        name
    }

    /// The constants, as parameters and as arguments.
    fn generics(&self) -> (TokenStream, TokenStream) {
        if self.constants.is_empty() {
            return (TokenStream::new(), TokenStream::new());
        }
        let at = mixed_site();
        let names: Vec<TokenStream> =
            self.constants.iter().map(|constant| as_ours(&constant.ident)).collect();
        let types = self.constants.iter().map(|constant| as_ours(&constant.ty));
        (quote_spanned!(at=> <#(const #names: #types),*>), quote_spanned!(at=> <#(#names),*>))
    }
}

/// Imports traits of the runtime, nameless. One of a preferred trait and its fallback often remains
/// unused.
pub(crate) fn bring_into_scope(traits: &[&str], runtime: &Path) -> TokenStream {
    bring_from(traits, &quote_spanned!(mixed_site()=> #runtime::__private))
}

/// Statements that bring traits of a module of the runtime into scope.
pub(crate) fn bring_from(traits: &[&str], module: &TokenStream) -> TokenStream {
    if traits.is_empty() {
        return TokenStream::new();
    }
    let at = mixed_site();
    let traits = traits.iter().map(|name| Ident::new(name, at));
    quote_spanned! {at=>
        #[allow(unused_imports)]
        use #module::{#(#traits as _),*};
    }
}
