//! Types whose private fields code with `unsafe` may rely on.

use super::each_item;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::{BTreeMap, BTreeSet};
use syn::Item;

/// Returns the names and words in tokens.
fn words(tokens: TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => found.extend(words(group.stream())),
            TokenTree::Ident(word) => _ = found.insert(word.to_string()),
            _ => {}
        }
    }
    found
}

/// Returns the words of functions and blocks with `unsafe` in them, and of the types that these
/// mention (rule 4).
pub fn words_with_unsafe(items: &[Item]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    each_item(items, "", &mut |item, _| match item {
        Item::Mod(_) => {}
        Item::Struct(item) => {
            declared.entry(item.ident.to_string()).or_default().extend(words(item.fields.to_token_stream()));
        }
        item => {
            let words = words(item.to_token_stream());
            if words.contains("unsafe") {
                found.extend(words);
            }
        }
    });
    let mut open: Vec<String> = found.iter().cloned().collect();
    while let Some(name) = open.pop() {
        let words = declared.remove(&name).unwrap_or_default();
        open.extend(words.iter().cloned());
        found.extend(words);
    }
    found
}
