//! The attributes `#[sbst(…)]` among others.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, MetaList, Token};

/// What in an attribute is ours, and the attribute without it, if anything is left. Ours is the whole or, as there may
/// be a condition on the other attribute too, some of what a `cfg_attr` stands before.
pub(crate) fn split(attribute: &Attribute) -> (Vec<Meta>, Option<Attribute>) {
    if attribute.path().is_ident("sbst") {
        return (vec![attribute.meta.clone()], None);
    }
    let Meta::List(list) = &attribute.meta else {
        return (Vec::new(), Some(attribute.clone()));
    };
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let mut tokens = list.tokens.clone().into_iter();
    let condition: TokenStream = tokens.by_ref().take_while(|token| !is_comma(token)).collect();
    let listed = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens.collect());
    let (ours, left): (Vec<Meta>, Vec<Meta>) = match listed {
        Ok(listed) if list.path.is_ident("cfg_attr") => {
            listed.into_iter().partition(|meta| meta.path().is_ident("sbst"))
        }
        _ => return (Vec::new(), Some(attribute.clone())),
    };
    let remaining = (!left.is_empty()).then(|| {
        let mut attribute = attribute.clone();
        let tokens = quote!(#condition, #(#left),*);
        attribute.meta = Meta::List(MetaList { tokens, ..list.clone() });
        attribute
    });
    (ours, remaining)
}

/// Takes the attributes of ours away.
pub(crate) fn strip(attributes: &mut Vec<Attribute>) {
    *attributes = attributes.drain(..).filter_map(|attribute| split(&attribute).1).collect();
}
