//! Functions on single tokens.
//!
//! Every user of our macros compiles this crate. Its compile time is spent on generic functions of
//! the standard library, instantiated for each type and closure. So the code of a normal build has
//! loops instead.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// The tokens of a stream, without the invisible groups in which a macro's substitutions arrive.
pub(crate) fn flat(stream: TokenStream) -> Vec<TokenTree> {
    let mut tokens = Vec::new();
    collect(stream, &mut tokens);
    tokens
}

/// Adds the tokens of a stream, without invisible groups.
fn collect(stream: TokenStream, tokens: &mut Vec<TokenTree>) {
    for token in stream {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                collect(group.stream(), tokens)
            }
            other => tokens.push(other),
        }
    }
}

/// The sign at an index; a space if the token is not a sign.
pub(crate) fn sign(tokens: &[TokenTree], index: usize) -> char {
    match tokens.get(index) {
        Some(TokenTree::Punct(sign)) => sign.as_char(),
        _ => ' ',
    }
}

/// The word at an index; empty if the token is not a word.
pub(crate) fn word(tokens: &[TokenTree], index: usize) -> String {
    match tokens.get(index) {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    }
}

/// True if the token at an index is this word.
pub(crate) fn is_word(tokens: &[TokenTree], index: usize, expected: &str) -> bool {
    word(tokens, index) == expected
}

/// The group at an index.
pub(crate) fn group(tokens: &[TokenTree], index: usize, delimiter: Delimiter) -> Option<&Group> {
    match tokens.get(index) {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// Other tokens in the same delimiters.
pub(crate) fn regrouped(group: &Group, tokens: Vec<TokenTree>) -> TokenTree {
    let mut other = Group::new(group.delimiter(), stream(tokens));
    other.set_span(group.span());
    TokenTree::Group(other)
}

/// Tokens as a stream.
pub(crate) fn stream(tokens: Vec<TokenTree>) -> TokenStream {
    TokenStream::from_iter(tokens)
}

/// The parts as one text.
pub(crate) fn text(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}
