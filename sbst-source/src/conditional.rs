//! The attributes that restrict an item to tests, or let other code call it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, ImplItem, Item, Meta};

/// True if an item with `attributes` is compiled for tests only.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => demands_test(list.tokens.clone()),
        _ => false,
    })
}

/// True if a function with `attributes` is called by the test harness or the compiler.
pub fn is_for_harness(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let name = attribute.path().segments.last().map(|segment| segment.ident.to_string());
        matches!(
            name.as_deref(),
            Some(
                "test"
                    | "bench"
                    | "proc_macro"
                    | "proc_macro_attribute"
                    | "proc_macro_derive"
                    | "panic_handler"
            )
        )
    })
}

/// True if the condition of a `cfg` is true in tests only: `test`, or `all(…)` with such a
/// condition.
///
/// ```
/// use quote::quote;
/// use sbst_source::conditional::{demands_test, may_need_test};
///
/// assert!(demands_test(quote!(all(unix, test))));
/// let either = quote!(any(feature = "x", test));
/// assert!(!demands_test(either.clone()) && may_need_test(either));
/// ```
pub fn demands_test(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word)] => *word == "test",
        [TokenTree::Ident(word), TokenTree::Group(group), ..]
            if *word == "all" && group.delimiter() == Delimiter::Parenthesis =>
        {
            parts(group.stream()).into_iter().any(demands_test)
        }
        [TokenTree::Ident(word), TokenTree::Group(group), ..]
            if *word == "any" && group.delimiter() == Delimiter::Parenthesis =>
        {
            let parts = parts(group.stream());
            !parts.is_empty() && parts.into_iter().all(demands_test)
        }
        _ => false,
    }
}

/// True if the condition of a `cfg` may be true only because of `test`, which is false when another
/// crate is compiled: `any(feature = "x", test)`.
pub fn may_need_test(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word)] => *word == "test",
        [TokenTree::Ident(word), TokenTree::Group(group), ..] if *word == "all" || *word == "any" => {
            parts(group.stream()).into_iter().any(may_need_test)
        }
        _ => false,
    }
}

/// The tokens between commas.
pub fn parts(list: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in list {
        match &token {
            TokenTree::Punct(sign) if sign.as_char() == ',' => parts.push(TokenStream::new()),
            _ => parts.last_mut().expect("there is always one").extend([token]),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

pub fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

pub fn impl_item_attributes(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        ImplItem::Type(item) => &item.attrs,
        _ => &[],
    }
}
