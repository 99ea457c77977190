//! Rejection of misplaced `#[derive(sbst::Input)]`, as far as tokens show it. The search build
//! finds more mistakes, and has the same messages for these.

use proc_macro::{Delimiter, TokenStream, TokenTree};

use crate::keys::{Keys, FIELD, TYPE, VARIANT};
use crate::misuse::Misuse;
use crate::tokens::{flat, group, is_word, sign, word};

/// Finds a mistake in the item or the attributes in it.
pub(crate) fn check(item: TokenStream) -> Option<Misuse> {
    let item = flat(item);
    let mut keys = Keys::on(TYPE);
    read_attributes(&item, &mut keys);
    let on_type = keys.given.len();
    let mut at = 0;
    while at < item.len() && !is_keyword(&word(&item, at)) {
        at += 1;
    }
    let (name, span) = (word(&item, at + 1), item.get(at + 1)?.span());
    let problem = match &*word(&item, at) {
        "union" => {
            let message = "`#[derive(sbst::Input)]` goes on structures and enums, not on a `union`; put the union in a \
                           structure that has `#[sbst(construct = path)]`";
            return Some(Misuse::at(item[at].span(), &[message]));
        }
        "struct" => {
            // In parentheses or braces, only fields have attributes.
            while at < item.len() {
                read_fields(&item[at], &mut keys);
                at += 1;
            }
            ""
        }
        _ => variants(&item, &mut keys),
    };
    let is_made = |name| (0..on_type).any(|at| is_word(&keys.given, at, name));
    let (is_constructed, is_constant) = (is_made("construct"), is_made("constant"));
    if is_constructed || is_constant {
        if let Some(key) = keys.given.get(on_type) {
            let (key, span) = (word(&keys.given, on_type), key.span());
            let beside = match is_constructed {
                true => "`construct`, whose function makes the whole value",
                false => "`constant`, which is the whole value",
            };
            keys.refuse_beside(&key, span, beside);
        }
    } else if !problem.is_empty() {
        let advice = ", so no value of it can be built; leave the derive out or give `construct = path`";
        keys.refuse(span, &["`", &name, "` ", problem, advice]);
    }
    keys.misuse
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "struct" | "enum" | "union")
}

/// Reads the attributes among tokens. Adjacent ones belong to one item.
fn read_attributes(tokens: &[TokenTree], keys: &mut Keys) {
    let mut at = 0;
    while at < tokens.len() {
        match group(tokens, at + 1, Delimiter::Bracket) {
            Some(brackets) if sign(tokens, at) == '#' => {
                keys.read_brackets(brackets);
                at += 1;
            }
            _ => keys.next_thing(),
        }
        at += 1;
    }
}

fn read_fields(list: &TokenTree, keys: &mut Keys) {
    if let TokenTree::Group(list) = list {
        keys.place = FIELD;
        keys.next_thing();
        read_attributes(&flat(list.stream()), keys);
    }
}

/// Reads the attributes on the variants of an enum and on their fields, and returns the reason why
/// no variant can be built.
fn variants(item: &[TokenTree], keys: &mut Keys) -> &'static str {
    let Some(body) = group(item, item.len() - 1, Delimiter::Brace) else {
        return "";
    };
    let variants = flat(body.stream());
    let (mut at, mut count, mut skipped) = (0, 0, 0);
    while at < variants.len() {
        let start = at;
        while at < variants.len() && is_word(&variants, at, "") {
            at += 1;
        }
        let before = keys.given.len();
        keys.place = VARIANT;
        keys.next_thing();
        read_attributes(&variants[start..at], keys);
        skipped += usize::from(keys.given.len() > before);
        count += 1;
        // The name, right before its fields.
        at += 1;
        if at < variants.len() {
            read_fields(&variants[at], keys);
        }
        while at < variants.len() && sign(&variants, at) != ',' {
            at += 1;
        }
        at += 1;
    }
    match (skipped, count) {
        (_, 0) => "has no variants",
        _ if skipped == count => "has every variant skipped",
        _ => "",
    }
}
