//! Values written back as the nodes from which they would be built. They have the type's own
//! lifetimes, because a value to write may have any lifetime. Method look-up tests each field, so a
//! type with fields that cannot be written back compiles.
//!
//! If functions make a structure, its fields are tried as the arguments of one of them; see the
//! runtime's `write_constructed`. A generic structure is not written, because it would have to be
//! built with the lifetimes and types of the value.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{parse_quote_spanned, DeriveInput, Path};

use super::{product::Product, source::Source};
use crate::attribute::keys::Maker;
use crate::call::building::items::bring_into_scope;
use crate::syntax::spans::as_ours;

/// The implementation of the runtime's `Written`; empty if the parts of a value are unknown.
pub(super) fn implementation(item: &DeriveInput, source: &Source, runtime: &Path) -> TokenStream {
    let at = mixed_site();
    let is_packed = item.attrs.iter().any(|attribute| {
        attribute.path().is_ident("repr") && attribute.to_token_stream().to_string().contains("packed")
    });
    let arms: Option<Vec<TokenStream>> = match source {
        _ if is_packed => None,
        Source::Makers(makers, Some(fields)) if item.generics.params.is_empty() => {
            made(fields, makers, runtime).map(|arm| vec![arm])
        }
        Source::Makers(..) => None,
        Source::Fields(product) => {
            arm(product, quote_spanned!(at=> Product), 0, runtime).map(|arm| vec![arm])
        }
        Source::Variants(products) => (0_u64..)
            .zip(products)
            .map(|(index, product)| arm(product, quote_spanned!(at=> Sum), index, runtime))
            .collect(),
    };
    let Some(arms) = arms else { return TokenStream::new() };
    let mut generics = item.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote_spanned!(at=> #runtime::__private::Written));
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let [parameters, arguments, conditions] = [as_ours(parameters), as_ours(arguments), as_ours(conditions)];
    let name = as_ours(&item.ident);
    let traits = bring_into_scope(&["CanWrite", "CannotWrite"], runtime);
    quote_spanned! {at=>
        #[automatically_derived]
        impl #parameters #runtime::__private::Written for #name #arguments #conditions {
            #[allow(unreachable_patterns, unused_variables)]
            fn write(&self, nodes: &mut #runtime::__private::TestCase) -> ::core::primitive::bool {
                #traits
                match self {
                    #( #arms )*
                    _ => false,
                }
            }
        }
    }
}

/// The arm that writes a structure made by one of these functions or constants.
fn made(product: &Product, makers: &[Maker], runtime: &Path) -> Option<TokenStream> {
    let at = mixed_site();
    let (members, names) = parts(product)?;
    // A constant has no arguments.
    let constants = makers.iter().map(|maker| matches!(maker, Maker::Constant(..)));
    let is_constant = constants.clone().any(|is| is).then(|| {
        quote_spanned! {at=>
            const CONSTANTS: &[::core::primitive::bool] = &[#(#constants),*];
            CONSTANTS[maker as usize] ||
        }
    });
    let written = quote_spanned! {at=>
        #runtime::__private::write_parts(nodes, #runtime::__private::NodeKind::Product, 0, |nodes| {
            #is_constant true #( && (&&#runtime::__private::ToWrite(#names)).write_down(nodes) )*
        })
    };
    // With several makers, the index of the maker is the variant around its arguments.
    let written = match makers {
        [_] => written,
        _ => quote_spanned! {at=>
            #runtime::__private::write_parts(nodes, #runtime::__private::NodeKind::Sum, maker, |nodes| #written)
        },
    };
    let count = makers.len() as u64;
    let comparing = ["ComparedByEquality", "ComparedByText", "Incomparable"];
    let comparing = bring_into_scope(&comparing, runtime);
    Some(quote_spanned! {at=>
        Self { #( #members: #names, )* .. } => {
            #comparing
            (0..#count).any(|maker| {
                #runtime::__private::write_constructed::<Self>(
                    nodes,
                    |nodes| #written,
                    |made| (&&&#runtime::__private::Compared(self, made)).is_same(),
                )
            })
        }
    })
}

/// The fields from which a structure or a variant is built, with names for their values.
fn parts(product: &Product) -> Option<(Vec<TokenStream>, Vec<Ident>)> {
    let parts = product.written()?.into_iter().enumerate();
    Some(
        parts
            .map(|(index, member)| (as_ours(member), format_ident!("part_{index}", span = mixed_site())))
            .unzip(),
    )
}

/// The arm that writes a structure or a variant, if its fields show all of its parts.
fn arm(product: &Product, kind: TokenStream, index: u64, runtime: &Path) -> Option<TokenStream> {
    let at = mixed_site();
    let (members, names) = parts(product)?;
    let variant = product.variant().map(as_ours).map(|variant| quote_spanned!(at=> ::#variant));
    Some(quote_spanned! {at=>
        Self #variant { #( #members: #names, )* .. } => {
            #runtime::__private::write_parts(nodes, #runtime::__private::NodeKind::#kind, #index, |nodes| {
                true #( && (&&#runtime::__private::ToWrite(#names)).write_down(nodes) )*
            })
        }
    })
}
