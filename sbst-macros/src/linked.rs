//! Expansion in this process, by the linked library.

use proc_macro::{Span, TokenStream};
use sbst_instrument::{runtime_path, Mode};

use crate::misuse::Misuse;

pub(crate) fn instrument(arguments: TokenStream, item: TokenStream) -> Result<TokenStream, Misuse> {
    let mode = Mode::of_macro(cfg!(feature = "search"), cfg!(feature = "symbolic"));
    let expanded = sbst_instrument::instrument(arguments.into(), item.into(), runtime_path(), mode);
    answer(expanded)
}

#[cfg(feature = "search")]
pub(crate) fn derive(item: TokenStream) -> Result<TokenStream, Misuse> {
    answer(sbst_instrument::derive_input(item.into(), runtime_path()))
}

fn answer<T: Into<TokenStream>>(expanded: Result<T, sbst_instrument::Error>) -> Result<TokenStream, Misuse> {
    expanded.map(Into::into).map_err(|error| {
        // Only the tokens of a compile error include the last span.
        let mut spans = TokenStream::from(error.to_compile_error()).into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        Misuse::between(first, spans.last().unwrap_or(first), error.to_string())
    })
}
