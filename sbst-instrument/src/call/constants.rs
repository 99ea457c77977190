//! Constant parameters on which bounds depend, like `where Block<N>: Cipher`. A number that stands
//! for all of them may not meet the bounds, so these stay generic, and the compiler chooses among
//! some values, as it does among types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use sbst_source::span::mixed_site;
use syn::{parse_quote, ConstParam, Expr, GenericParam, Generics, Type};

use super::generics::Own;
use super::mentions::{bounds_mention, mentions_any};
use super::substitution::single;
use crate::syntax::spans::as_ours;

/// The number that a constant is if nobody chose one and nothing depends on it: small, and yet more
/// than one.
pub(super) const SMALL_NUMBER: &str = "3";

/// Values tried for a number: widths and block sizes, as bounds ask for them, all within an `i8`.
const NUMBERS: [&str; 16] =
    [SMALL_NUMBER, "4", "8", "2", "1", "16", "32", "64", "0", "5", "6", "7", "12", "20", "24", "28"];

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

/// True if it depends on the constant what the bounds say, perhaps of `Self`. Those of `functions`,
/// which become closures, do not count.
pub(super) fn is_decisive(
    constant: &ConstParam,
    generics: &Generics,
    own: Option<&Own>,
    functions: &[&Ident],
) -> bool {
    let is_mentioned = |name: &Ident| bounds_mention(name, generics, functions);
    let is_of_self = own.is_some_and(|own| mentions_any(&own.ty, [&constant.ident]));
    is_mentioned(&constant.ident) || is_of_self && is_mentioned(&Ident::new("Self", Span::call_site()))
}

/// The names of the parameters that are left to be chosen, types and constants.
pub(super) fn open_names(generics: &Generics) -> Vec<&Ident> {
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
