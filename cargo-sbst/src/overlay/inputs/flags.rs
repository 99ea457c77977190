//! Types of flags that the macro of the crate `bitflags` makes: one structure for each in its
//! arguments, which takes attributes. Any bits with a name make a value.

use super::constructors::Constructor;
use super::{Candidate, Way};
use cargo_metadata::camino::Utf8Path;
use proc_macro2::{Span, TokenTree};
use sbst_analysis::annotate::{Origin, Site};
use syn::{Generics, Item, Type};

/// A type of flags: `pub struct Options: u32 { … }`.
pub struct Flags {
    name: String,
    site: Site,
    bits: String,
}

/// Returns the types of flags that an item makes.
pub fn find(item: &Item, skipped: usize) -> Vec<Flags> {
    let Item::Macro(item) = item else { return Vec::new() };
    if item.mac.path.segments.last().is_none_or(|last| last.ident != "bitflags") {
        return Vec::new();
    }
    let tokens: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
    let found = tokens.windows(4).enumerate().filter_map(|(at, tokens)| match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Punct(sign), TokenTree::Ident(bits)]
            if *word == "struct" && sign.as_char() == ':' =>
        {
            Some((at, name, bits))
        }
        _ => None,
    });
    let flags = found.map(|(at, name, bits)| {
        let first =
            tokens[..at].iter().rposition(|token| !is_visibility(token)).map_or(0, |before| before + 1);
        let offset = skipped + tokens[first].span().byte_range().start;
        let line = |span: Span| span.start().line;
        Flags {
            name: name.to_string(),
            site: Site {
                offset,
                name: offset,
                end: skipped + bits.span().byte_range().end,
                lines: line(tokens[first].span())..=line(bits.span()),
                origin: Origin::Source,
                around: None,
            },
            bits: bits.to_string(),
        }
    });
    flags.collect()
}

/// True for `pub`, and its restriction.
fn is_visibility(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => *word == "pub",
        TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Parenthesis,
        _ => false,
    }
}

impl Flags {
    pub fn candidate<'a>(self, file: &'a Utf8Path, module: &str) -> Candidate<'a> {
        let bits: Type = syn::parse_str(&self.bits).expect("a word is a type");
        Candidate {
            file,
            name: self.name,
            module: module.to_owned(),
            site: self.site,
            way: Way::Constructors,
            generics: Generics::default(),
            default: Some(Constructor::from_bits(bits)),
            is_copy: true,
            is_clone: true,
            has_function: false,
            shows_no_field: false,
        }
    }
}
