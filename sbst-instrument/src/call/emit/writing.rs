//! Expressions in emitted code that write arguments as nodes of a test case.

use proc_macro2::TokenStream;
use quote::{quote_spanned, ToTokens};
use sbst_source::span::mixed_site;
use syn::Path;

/// The expression that appends the target of a reference to `nodes`, and is true if this was
/// possible. The traits for it are in scope.
pub(crate) fn write_down(reference: &impl ToTokens, runtime: &Path) -> TokenStream {
    quote_spanned!(mixed_site()=> (&&#runtime::__private::ToWrite(#reference)).write_down(nodes))
}

/// The expression that evaluates these until one fails, and returns how many succeeded.
pub(crate) fn write_all(writing: impl Iterator<Item = TokenStream>) -> TokenStream {
    let at = mixed_site();
    quote_spanned! {at=>
        {
            let mut written = 0;
            _ = true #( && #writing && { written += 1; true } )*;
            written
        }
    }
}
