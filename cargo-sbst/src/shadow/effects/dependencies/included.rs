//! What `include!` brings in, in its place.

use super::super::uses::{is_sign, word};
use super::Utf8Path;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use sbst_instrument::annotate::without_prefix;
use std::fs;

/// How deep what is included may include more.
const DEEPEST: usize = 4;

/// What was found on the way.
#[derive(Debug, Default)]
pub struct Included {
    /// How much was read.
    pub bytes: usize,
    /// Whether there is something that the build script writes.
    pub is_generated: bool,
    depth: usize,
}

/// The tokens of a file in `folder` with what is included in its place; nothing if that cannot be read.
pub fn with_included(tokens: TokenStream, folder: &Utf8Path, included: &mut Included) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut all = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_include = word(Some(token)).is_some_and(|word| word == "include");
        match (token, tokens.get(at + 2)) {
            (_, Some(TokenTree::Group(given))) if is_include && is_sign(tokens.get(at + 1), '!') => {
                match syn::parse2::<syn::LitStr>(given.stream()) {
                    Ok(name) => all.extend(read(&folder.join(name.value()), included)?),
                    Err(_) if is_of_build_script(&given.stream()) => included.is_generated = true,
                    Err(_) => return None,
                }
                at += 3;
            }
            (TokenTree::Group(group), _) => {
                let inside = with_included(group.stream(), folder, included)?;
                let mut copy = Group::new(group.delimiter(), inside);
                copy.set_span(group.span());
                all.extend([TokenTree::Group(copy)]);
                at += 1;
            }
            _ => {
                all.extend([token.clone()]);
                at += 1;
            }
        }
    }
    Some(all)
}

fn read(path: &Utf8Path, included: &mut Included) -> Option<TokenStream> {
    let text = fs::read_to_string(path).ok().filter(|_| included.depth < DEEPEST)?;
    included.bytes += text.len();
    included.depth += 1;
    let tokens = without_prefix(&text).1.parse::<TokenStream>().ok()?;
    let tokens = with_included(tokens, path.parent()?, included)?;
    included.depth -= 1;
    // It may be an expression.
    let is_items = tokens.clone().into_iter().any(|token| is_sign(Some(&token), ';'));
    match is_items {
        true => Some(tokens),
        false => Some(TokenTree::Group(Group::new(Delimiter::None, tokens)).into()),
    }
}

/// Whether a file's name is told as `concat!(env!("OUT_DIR"), …)`.
fn is_of_build_script(name: &TokenStream) -> bool {
    name.to_string().contains("\"OUT_DIR\"")
}
