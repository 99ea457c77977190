//! Code of the user's within code of ours.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens as ours, at the places of the user's: they mean what they mean outside of the function whose parameter has
/// the same name as one of them, and lints that the user has turned on do not see them.
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
        TokenTree::Ident(word) if word == "$crate" => return word.into(),
        other => other,
    };
    token.set_span(token.span().resolved_at(Span::mixed_site()));
    token
}

/// Where tokens of the user's stand, for code of ours that is about them.
pub(crate) fn place_of(tokens: impl ToTokens) -> Span {
    let first = tokens.into_token_stream().into_iter().next();
    first.map_or_else(Span::mixed_site, |token| token.span().resolved_at(Span::mixed_site()))
}
