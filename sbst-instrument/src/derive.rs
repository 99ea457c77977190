//! `#[derive(sbst::Input)]`: how values of a type are made of values of its fields, or by functions.
//!
//! What is emitted stands in a constant without a name, where its items are in nobody's way.

mod generics;
mod parts;
mod product;
mod source;
mod written;

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{DeriveInput, Path, Result};

use crate::items::Items;
use crate::keys::{Keys, Place};
use generics::Header;
use source::Source;

/// Expands `#[derive(sbst::Input)] item`. The runtime is looked for at `default_runtime` unless an attribute says
/// otherwise.
pub fn derive_input(item: TokenStream, default_runtime: Path) -> Result<TokenStream> {
    let at = Span::mixed_site();
    let item: DeriveInput = syn::parse2(item)?;
    let keys = Keys::of(&item.attrs, Place::Type)?;
    let source = Source::of(&item, &keys)?;
    let runtime = keys.runtime.unwrap_or(default_runtime);
    let mut items = Items::new(&runtime, item.generics.const_params().collect());
    let shape = source.shape(&mut items, &runtime);
    let build = source.build(&runtime);
    let Header { parameters, name, conditions, borrows } =
        Header::of(&item, source.types(), keys.conditions, &runtime);
    let items = items.tokens;
    let written = written::implementation(&item, &source, &runtime);
    let parts = parts::implementation(&item, &runtime);
    Ok(quote_spanned! {at=>
        const _: () = {
            #items
            #written
            #parts
            #[automatically_derived]
            impl #parameters #runtime::__private::Build<'sbst> for #name #conditions {
                type Value = Self;
                #borrows
                fn shape<__SbstBounds: #runtime::__private::Within>()
                    -> &'static #runtime::__private::shape::Shape
                {
                    #runtime::__private::shape_of::<Self>(#shape)
                }
                #[inline]
                fn build(frame: &'sbst #runtime::__private::Frame<'sbst>) -> Self {
                    if let ::core::option::Option::Some(taken) = frame.taken() {
                        return taken;
                    }
                    #build
                }
            }
        };
    })
}
