//! Constant parameters: the values to try, and their representation among the types of an instance.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use sbst_source::span::mixed_site;
use syn::{parse_quote, ConstParam, GenericParam, Generics, Type};

use crate::call::signature::determined_parameters::determined;
use crate::syntax::spans::as_ours;

/// The names of the open parameters, types and constants.
pub(crate) fn open_names(generics: &Generics) -> Vec<&Ident> {
    let determined = determined(generics);
    all_names(generics).into_iter().filter(|name| !determined.contains(name)).collect()
}

/// The names of all parameters except lifetimes.
pub(crate) fn all_names(generics: &Generics) -> Vec<&Ident> {
    let names = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => Some(&parameter.ident),
        GenericParam::Const(parameter) => Some(&parameter.ident),
    });
    names.collect()
}

/// The type that represents a constant among the types of an instance.
pub(crate) fn as_type(constant: &ConstParam, value: &TokenStream) -> Type {
    let name = name(constant);
    parse_quote!(#name<#value>)
}

pub(crate) fn declarations(generics: &Generics) -> TokenStream {
    let at = mixed_site();
    let declarations = generics.const_params().map(|constant| {
        let (name, ty) = (name(constant), as_ours(&constant.ty));
        quote_spanned!(at=> struct #name<const VALUE: #ty>;)
    });
    declarations.collect()
}

fn name(constant: &ConstParam) -> Ident {
    format_ident!("__SbstConstant_{}", constant.ident, span = mixed_site())
}
