//! Constant parameters: the values that are tried, and how they stand among the types of an instance.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use sbst_source::span::mixed_site;
use syn::{parse_quote, ConstParam, Expr, GenericParam, Generics, Type};

use super::determined::determined;
use super::substitution::single;
use crate::syntax::spans::as_ours;

/// The number that is tried first: small, and yet more than one.
pub(super) const SMALL_NUMBER: &str = "3";

/// Values tried for a number: small ones, among them none at all; then widths and block sizes, as bounds
/// ask for them. All are within an `i8`.
const NUMBERS: [&str; 16] =
    [SMALL_NUMBER, "4", "0", "1", "2", "8", "16", "32", "64", "5", "6", "7", "12", "20", "24", "28"];

/// Values tried for a constant of this type, the one that stands for all first.
pub(super) fn values(ty: &Type) -> Vec<&'static str> {
    match single(ty).map(ToString::to_string).as_deref() {
        Some("bool") => vec!["true", "false"],
        Some("char") => vec!["'a'", "' '", "'0'"],
        _ => NUMBERS.to_vec(),
    }
}

pub(super) fn expression(value: &str) -> Expr {
    syn::parse_str(value).unwrap_or_else(|_| parse_quote!(3))
}

/// The names of the parameters that are left to be chosen, types and constants.
pub(super) fn open_names(generics: &Generics) -> Vec<&Ident> {
    let determined = determined(generics);
    all_names(generics).into_iter().filter(|name| !determined.contains(name)).collect()
}

/// The names of all parameters but for lifetimes.
pub(super) fn all_names(generics: &Generics) -> Vec<&Ident> {
    let names = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => Some(&parameter.ident),
        GenericParam::Const(parameter) => Some(&parameter.ident),
    });
    names.collect()
}

/// The type that a constant is among the types of an instance.
pub(super) fn as_type(constant: &ConstParam, value: &TokenStream) -> Type {
    let name = name(constant);
    parse_quote!(#name<#value>)
}

pub(super) fn declarations(generics: &Generics) -> TokenStream {
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
