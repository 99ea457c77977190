//! Writing arguments down as nodes of a test case, as what is emitted does it.

use proc_macro2::TokenStream;
use quote::{quote_spanned, ToTokens};
use sbst_source::span::mixed_site;
use syn::Path;

/// The expression that appends what a reference refers to to `nodes`, and says whether it could.
/// The traits for that are in scope.
pub(crate) fn write_down(reference: &impl ToTokens, runtime: &Path) -> TokenStream {
    quote_spanned!(mixed_site()=> (&&#runtime::__private::ToWrite(#reference)).write_down(nodes))
}

/// The expression that does all of this, until something cannot be written, and says how much
/// could.
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
