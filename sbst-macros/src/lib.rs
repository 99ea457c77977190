//! The attribute `#[sbst::instrument]`. Depend on `sbst-runtime`, which re-exports it, instead of on this crate.
//!
//! In a normal build the attribute hands its item back token for token, and this crate depends on nothing. With the
//! feature `rewrite`, which `cargo sbst` turns on, it hands its item to `sbst-instrument`. Both builds refuse the same
//! items with the same words, so that nobody finds out only in a search that an attribute stands in the wrong place.

mod attributes;
#[cfg(not(feature = "rewrite"))]
mod input;
#[cfg(not(feature = "rewrite"))]
mod keys;
mod misuse;
mod parameters;
#[cfg(feature = "rewrite")]
mod runtime_path;

use proc_macro::TokenStream;

use misuse::Misuse;
use parameters::Stripped;

/// Marks a function as a target of the search.
///
/// The attribute changes nothing in a normal build. `cargo sbst` searches for inputs that reach every outcome of every
/// condition in the function, and writes them down as tests.
///
#[cfg_attr(feature = "rewrite", doc = "```ignore")]
#[cfg_attr(not(feature = "rewrite"), doc = "```")]
/// # mod sbst { pub use sbst_macros::instrument; }
/// #[sbst::instrument]
/// fn grade(points: u32) -> char {
///     if points >= 90 { 'A' } else if points >= 50 { 'B' } else { 'F' }
/// }
/// # fn main() { assert_eq!(grade(60), 'B'); }
/// ```
///
/// It goes on free functions of every kind. One that cannot be called with built values, because it is generic, `async`,
/// `unsafe`, `const` or takes an `impl Trait`, is not searched itself, but its conditions count when others call it.
///
/// # Arguments
///
/// `crate = path`: where the runtime is, if it is re-exported by another crate. A name that `Cargo.toml` gives the
/// dependency is found without.
///
/// ```ignore
/// #[framework::sbst::instrument(crate = ::framework::sbst)]
/// fn parse(text: &str) -> Option<u8> { text.parse().ok() }
/// ```
#[proc_macro_attribute]
pub fn instrument(arguments: TokenStream, item: TokenStream) -> TokenStream {
    // An item that is refused is handed back beside the error, so that no errors about a missing function follow.
    let stripped = parameters::strip(item.clone());
    match misuse::check(arguments.clone(), stripped.item.clone())
        .and_then(|()| expand(arguments, item, &stripped))
    {
        Ok(tokens) => tokens,
        Err(misuse) => {
            let mut tokens = misuse.into_compile_error();
            tokens.extend(stripped.item);
            tokens
        }
    }
}

#[proc_macro_derive(Input, attributes(sbst))]
pub fn input(item: TokenStream) -> TokenStream {
    derive(item).unwrap_or_else(Misuse::into_compile_error)
}

#[cfg(not(feature = "rewrite"))]
fn expand(_: TokenStream, _: TokenStream, stripped: &Stripped) -> Result<TokenStream, Misuse> {
    for attributes in &stripped.attributes {
        keys::check(keys::Place::Parameter, attributes)?;
    }
    Ok(stripped.item.clone())
}

#[cfg(feature = "rewrite")]
fn expand(arguments: TokenStream, item: TokenStream, _: &Stripped) -> Result<TokenStream, Misuse> {
    let expanded = sbst_instrument::instrument(arguments.into(), item.into(), runtime_path::runtime_path());
    Ok(expanded?.into())
}

#[cfg(not(feature = "rewrite"))]
fn derive(item: TokenStream) -> Result<TokenStream, Misuse> {
    input::check(item).map(|()| TokenStream::new())
}

#[cfg(feature = "rewrite")]
fn derive(item: TokenStream) -> Result<TokenStream, Misuse> {
    Ok(sbst_instrument::derive_input(item.into(), runtime_path::runtime_path())?.into())
}
