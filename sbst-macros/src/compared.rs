//! Both expansions, compared for our own tests. The macro panics at a difference.

use proc_macro::{Delimiter, TokenStream, TokenTree};

use crate::misuse::Misuse;
use crate::{linked, served};

pub(crate) fn instrument(arguments: TokenStream, item: TokenStream) -> Result<TokenStream, Misuse> {
    let served = served::instrument(arguments.clone(), item.clone());
    compare(linked::instrument(arguments, item), served)
}

#[cfg(feature = "search")]
pub(crate) fn derive(item: TokenStream) -> Result<TokenStream, Misuse> {
    let served = served::derive(item.clone());
    compare(linked::derive(item), served)
}

/// Returns the linked expansion.
fn compare(
    linked: Result<TokenStream, Misuse>,
    served: Result<TokenStream, Misuse>,
) -> Result<TokenStream, Misuse> {
    let (expected, found) = (describe(&linked), describe(&served));
    for at in 0..expected.len().max(found.len()) {
        if !are_alike(expected.get(at), found.get(at)) {
            let around = |tokens: &[String]| {
                tokens[at.saturating_sub(30).min(tokens.len())..(at + 5).min(tokens.len())].join("\n  ")
            };
            panic!("token {at} differs\n  {}\nserved\n  {}", around(&expected), around(&found));
        }
    }
    linked
}

/// True for the same token with the same span. For one sign of an operator in our code, only one of
/// the expansions has the exact place.
fn are_alike(linked: Option<&String>, served: Option<&String>) -> bool {
    let (Some(linked), Some(served)) = (linked, served) else { return false };
    let split = |text: &str| {
        let (token, bytes) = text.rsplit_once(" bytes(")?;
        let (start, end) = bytes.trim_end_matches(')').split_once("..")?;
        Some((token.to_owned(), start.parse().ok()?..end.parse().ok()?))
    };
    linked == served
        || match (split(linked), split(served)) {
            (Some((linked, part)), Some((served, whole))) => {
                let whole: std::ops::Range<u32> = whole;
                let is_part = whole.start <= part.start && part.end <= whole.end && whole.len() < 4;
                linked == served && linked.contains([':', '&', '|', '=', '<', '>', '.', '-']) && is_part
            }
            _ => false,
        }
}

fn describe(expansion: &Result<TokenStream, Misuse>) -> Vec<String> {
    let mut tokens = Vec::new();
    match expansion {
        Ok(stream) => add(stream.clone(), &mut tokens),
        // With the places.
        Err(misuse) => add(misuse.compile_error(TokenStream::new()), &mut tokens),
    }
    tokens
}

/// Adds the tokens, with their places and hygiene.
fn add(stream: TokenStream, tokens: &mut Vec<String>) {
    for token in stream {
        let span = token.span();
        let text = match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => "group".to_owned(),
            TokenTree::Group(group) => format!("{:?}", group.delimiter()),
            TokenTree::Punct(sign) => format!("{sign} {:?}", sign.spacing()),
            other => other.to_string(),
        };
        tokens.push(format!("{text} {span:?}"));
        if let TokenTree::Group(group) = token {
            add(group.stream(), tokens);
            tokens.push("end".to_owned());
        }
    }
}
