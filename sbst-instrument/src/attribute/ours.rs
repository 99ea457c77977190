//! The `#[sbst(…)]` among an item's attributes.

use proc_macro2::TokenTree;
use syn::{parse::Parser as _, punctuated::Punctuated, Attribute, Error, Meta, Result, Token};

/// Returns our part of an attribute: all of it, perhaps in a `cfg_attr`, as around the main
/// attribute.
pub(crate) fn ours(attribute: &Attribute) -> Result<Vec<Meta>> {
    let (ours, others) = split(attribute);
    if !ours.is_empty() && !others.is_empty() {
        let message = "write `sbst(…)` in a `cfg_attr` of its own";
        return Err(Error::new(attribute.path().segments[0].ident.span(), message));
    }
    Ok(ours)
}

/// Our parts, and the others.
fn split(attribute: &Attribute) -> (Vec<Meta>, Vec<Meta>) {
    let is_ours = |meta: &Meta| meta.path().is_ident("sbst");
    let Meta::List(list) = &attribute.meta else {
        return [attribute.meta.clone()].into_iter().partition(is_ours);
    };
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let after_condition = list.tokens.clone().into_iter().skip_while(|token| !is_comma(token)).skip(1);
    let listed = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(after_condition.collect());
    match listed {
        Ok(listed) if list.path.is_ident("cfg_attr") => listed.into_iter().partition(is_ours),
        _ => [attribute.meta.clone()].into_iter().partition(is_ours),
    }
}

pub(crate) fn strip(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| split(attribute).0.is_empty());
}
