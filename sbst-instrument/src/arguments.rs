//! What stands in the parentheses of `#[sbst::instrument(…)]`.
//!
//! An argument that is not known is an error that lists those that are: one that was silently ignored would be
//! found out only when a search behaves in an unexpected way.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Path, Result, Token};

/// The arguments of the attribute.
#[derive(Default)]
pub struct Arguments {
    /// `crate = path`: where the runtime is found, when its usual name does not lead there.
    pub runtime: Option<Path>,
}

impl Arguments {
    /// Parses the tokens between the attribute's parentheses.
    pub fn parse(tokens: TokenStream) -> Result<Self> {
        syn::parse2(tokens)
    }
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut arguments = Arguments::default();
        while !input.is_empty() {
            let name = input.call(Ident::parse_any)?;
            if name != "crate" {
                let message = format!("unknown argument `{name}`; the known one is `crate = path`");
                return Err(Error::new(name.span(), message));
            }
            input.parse::<Token![=]>()?;
            let path = input.call(Path::parse_mod_style)?;
            if arguments.runtime.replace(path).is_some() {
                return Err(Error::new(name.span(), "argument `crate` given twice; keep one"));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(arguments)
    }
}
