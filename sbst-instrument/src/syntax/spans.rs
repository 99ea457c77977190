//! The user's tokens within our code.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, ToTokens};
pub(crate) use sbst_source::span::located;
use sbst_source::span::{is_dollar_crate, mixed_site};

/// The tokens as ours, at the user's places. They have their meaning from outside of the function,
/// whose parameters may have the same names, and the user's lints ignore them.
pub(crate) fn as_ours(tokens: impl ToTokens) -> TokenStream {
    tokens.into_token_stream().into_iter().map(token_as_ours).collect()
}

fn token_as_ours(token: TokenTree) -> TokenTree {
    let mut token = match token {
        TokenTree::Group(group) => {
            let mut ours = Group::new(group.delimiter(), as_ours(group.stream()));
            ours.set_span(group.span());
            ours.into()
        }
        // The word names a crate by its own origin.
        TokenTree::Ident(word) if is_dollar_crate(&word) => return word.into(),
        other => other,
    };
    token.set_span(located(token.span()));
    token
}

/// The place of the user's tokens, for our code about them.
pub(crate) fn find_place(tokens: impl ToTokens) -> Span {
    let first = tokens.into_token_stream().into_iter().next();
    first.map_or_else(mixed_site, |token| located(token.span()))
}

/// The name of a registry, with the version in it, so that an attribute cannot register with
/// another version's runtime.
pub(crate) fn versioned(name: &str) -> Ident {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    format_ident!("{name}_{version}", span = mixed_site())
}
