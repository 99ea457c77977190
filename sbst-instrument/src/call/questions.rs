//! The questions to the compiler whether instances of a function meet its bounds (`verdicts.rs`).
//!
//! ```text
//! const _: () = {
//!     struct __SbstBounds<I>(PhantomData<fn() -> I>);
//!     impl<I> Bounds for __SbstBounds<I> {}
//!     impl<'sbst, T: Device + 'sbst> __SbstBounds<(T,)> { const ARE_MET: bool = true; }
//!     const _: () = if __SbstBounds::<(Lamp,)>::ARE_MET { panic!("sbst: bounds are met: 1f") };
//! };
//! ```
//!
//! A constant of the type itself is preferred to that of the trait, which is false, but only if the
//! bounds of its block are met.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use syn::Path;

use super::constants::{declarations, open_names};
use super::header::Header;
use super::instance::all;
use super::instantiated::for_expressions;
use super::{verdicts, ways::Ways, Callee};
use crate::call::items::Items;
use crate::syntax::{lifetimes::declared, spans::as_ours};

impl Callee {
    /// The questions about all instances of a function that is generic; nothing of another one.
    pub(crate) fn questions(&self, runtime: &Path) -> TokenStream {
        let (at, generics) = (mixed_site(), &self.opened.signature.generics);
        let open = open_names(generics);
        if open.is_empty() {
            return TokenStream::new();
        }
        let lifetimes = declared(generics);
        let mut items = Items::new(runtime, Vec::new()).at(self.opened.signature.ident.span());
        let ways = Ways::from_callee(self, &mut items);
        let asked = all(self, &open, &ways).into_iter().map(|(_, instance)| {
            let message = verdicts::message(instance.number(self));
            let types = instance.types.iter().map(|ty| as_ours(for_expressions(ty, &lifetimes)));
            quote_spanned! {at=>
                const _: () = if __SbstBounds::<(#(#types,)*)>::ARE_MET {
                    ::core::panic!(#message)
                };
            }
        });
        let (names, constants) = (ways.names.emit(), declarations(generics));
        let Header { declared, names: parameters, predicates } = Header::from_generics(generics);
        quote_spanned! {at=>
            const _: () = {
                #names
                #constants
                struct __SbstBounds<I>(::core::marker::PhantomData<fn() -> I>);
                impl<I> #runtime::__private::Bounds for __SbstBounds<I> {}
                impl<'sbst, #(#declared),*> __SbstBounds<(#(#parameters,)*)> where #(#predicates),* {
                    const ARE_MET: ::core::primitive::bool = true;
                }
                use #runtime::__private::Bounds as _;
                #(#asked)*
            };
        }
    }
}
