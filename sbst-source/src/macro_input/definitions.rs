//! Facts about items in the input of macros, from the definitions of these macros.
//!
//! 1. No rule can match an attribute if none mentions `#` or takes items or any tokens.
//! 2. Conditions before items in a definition apply to the items it passes on: one of them is true.
//!    Conditions made of input select between forms of one item.
//!
//! With several definitions of one name, any of them may be meant.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, File, Item};

/// Fragments whose input may begin with an attribute.
const WITH_ATTRIBUTES: [&str; 3] = ["item", "stmt", "tt"];

/// The definitions of macros, by name.
#[derive(Clone, Debug, Default)]
pub struct Definitions(BTreeMap<String, Definition>);

#[derive(Clone, Debug, Default)]
struct Definition {
    takes_attributes: bool,
    conditions: BTreeSet<String>,
    /// True if one of its rules has no conditions.
    is_unconditional: bool,
}

impl Definitions {
    pub fn add_file(&mut self, file: &File) {
        self.add_items(&file.items);
    }

    fn add_items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Macro(item) => {
                    let Some(name) = &item.ident else { continue };
                    let definition = self.0.entry(name.to_string()).or_default();
                    definition.add(item.mac.tokens.clone());
                }
                Item::Mod(module) => self.add_items(module.content.as_ref().map_or(&[], |(_, items)| items)),
                _ => {}
            }
        }
    }

    /// True if an item in the input of a macro may have an attribute, or if that is unknown.
    pub fn may_take_attributes(&self, name: &str) -> bool {
        self.0.get(name).is_none_or(|definition| definition.takes_attributes)
    }

    /// The condition under which a macro passes items on, if any.
    pub(super) fn condition(&self, name: &str) -> Option<Attribute> {
        let definition = self.0.get(name).filter(|known| !known.is_unconditional)?;
        let any = definition.conditions.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let any: TokenStream = any.parse().ok()?;
        Some(syn::parse_quote!(#[cfg(any(#any))]))
    }
}

impl Definition {
    fn add(&mut self, definition: TokenStream) {
        for (matcher, stands_for) in rules(definition) {
            let mut found = BTreeSet::new();
            find_conditions(stands_for, &mut found);
            self.takes_attributes |= may_match_attribute(matcher);
            self.is_unconditional |= found.is_empty();
            self.conditions.extend(found);
        }
    }
}

/// The rules of a macro's definition, each with its matcher and its expansion.
pub fn rules(definition: TokenStream) -> Vec<(TokenStream, TokenStream)> {
    let is_sign = |token: &TokenTree, sign: char| matches!(token, TokenTree::Punct(punctuation) if punctuation.as_char() == sign);
    let tokens: Vec<TokenTree> = definition.into_iter().collect();
    let rules = tokens.windows(4).filter_map(|tokens| match tokens {
        [TokenTree::Group(matcher), equals, greater, TokenTree::Group(stands_for)]
            if is_sign(equals, '=') && is_sign(greater, '>') =>
        {
            Some((matcher.stream(), stands_for.stream()))
        }
        _ => None,
    });
    rules.collect()
}

fn may_match_attribute(matcher: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = matcher.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => may_match_attribute(group.stream()),
        TokenTree::Punct(sign) => sign.as_char() == '#',
        TokenTree::Ident(word) => {
            let is_fragment =
                matches!(&tokens[..at], [.., TokenTree::Punct(colon)] if colon.as_char() == ':');
            is_fragment && WITH_ATTRIBUTES.iter().any(|fragment| word == fragment)
        }
        TokenTree::Literal(_) => false,
    })
}

/// Finds the predicates of `#[cfg(…)]` that are not made of input, in repetitions (`$( … )*`), but
/// not in items.
fn find_conditions(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let [.., TokenTree::Punct(before)] = &tokens[..at] else { continue };
        match (before.as_char(), group.delimiter()) {
            ('$', Delimiter::Parenthesis) => find_conditions(group.stream(), found),
            ('#', Delimiter::Bracket) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let [TokenTree::Ident(word), TokenTree::Group(condition)] = &inside[..] else { continue };
                let text = condition.stream().to_string();
                found.extend(Some(text).filter(|text| *word == "cfg" && !text.contains('$')));
            }
            _ => {}
        }
    }
}
