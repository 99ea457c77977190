//! Code of the user's within code of ours.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, ToTokens};
pub(crate) use sbst_source::span::located;
use sbst_source::span::{is_dollar_crate, mixed_site};

/// The tokens as ours, at the places of the user's: they mean what they mean outside of the
/// function whose parameter has the same name as one of them, and lints that the user has turned on
/// do not see them.
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
        // It names a crate by where it comes from.
        TokenTree::Ident(word) if is_dollar_crate(&word) => return word.into(),
        other => other,
    };
    token.set_span(located(token.span()));
    token
}

/// Where tokens of the user's stand, for code of ours that is about them.
pub(crate) fn find_place(tokens: impl ToTokens) -> Span {
    let first = tokens.into_token_stream().into_iter().next();
    first.map_or_else(mixed_site, |token| located(token.span()))
}

/// The names of registries have the version in them: an attribute cannot register with another
/// version's runtime.
pub(crate) fn versioned(name: &str) -> Ident {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    format_ident!("{name}_{version}", span = mixed_site())
}
