//! Items that stand for something in the types of emitted code: bounds and templates.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{ConstParam, Path};

use crate::bounds::Bounds;
use crate::spans::as_ours;
use crate::template::Template;

/// Collects items for one place.
pub(crate) struct Items<'a> {
    runtime: &'a Path,
    /// The constants that bounds may mention, of the generic type that they are for.
    constants: Vec<&'a ConstParam>,
    bounds: usize,
    templates: usize,
    /// The items.
    pub(crate) tokens: TokenStream,
}

impl<'a> Items<'a> {
    /// None yet.
    pub(crate) fn new(runtime: &'a Path, constants: Vec<&'a ConstParam>) -> Items<'a> {
        Items { runtime, constants, bounds: 0, templates: 0, tokens: TokenStream::new() }
    }

    /// A type that stands for the bounds of what is called `of`. An error that the compiler finds in them has no place in the
    /// source, but names the type.
    pub(crate) fn bounds(&mut self, bounds: &Bounds, of: &str) -> TokenStream {
        let (at, runtime) = (Span::mixed_site(), self.runtime);
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

    /// A type that stands for a template.
    pub(crate) fn template(&mut self, template: &Template) -> Ident {
        let (at, runtime) = (Span::mixed_site(), self.runtime);
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
        let at = Span::mixed_site();
        let names: Vec<TokenStream> =
            self.constants.iter().map(|constant| as_ours(&constant.ident)).collect();
        let types = self.constants.iter().map(|constant| as_ours(&constant.ty));
        (quote_spanned!(at=> <#(const #names: #types),*>), quote_spanned!(at=> <#(#names),*>))
    }
}
