//! The parts of a value, for comparing it part by part with another (the runtime's `known.rs`). A
//! generic type is skipped, because its instances are unknown here.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{parse_quote_spanned, Data, DeriveInput, Fields, GenericParam, Lifetime, Path};

use crate::syntax::spans::{as_ours, versioned};

/// The implementation of the runtime's `Parts`, and the registration of the type.
pub(super) fn implementation(item: &DeriveInput, runtime: &Path) -> TokenStream {
    let at = mixed_site();
    let is_packed = item.attrs.iter().any(|attribute| {
        attribute.path().is_ident("repr") && attribute.to_token_stream().to_string().contains("packed")
    });
    let has_types =
        item.generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    if is_packed || has_types {
        return TokenStream::new();
    }
    let variants: Vec<(Option<&Ident>, &Fields)> = match &item.data {
        Data::Struct(data) => vec![(None, &data.fields)],
        Data::Enum(data) => {
            data.variants.iter().map(|variant| (Some(&variant.ident), &variant.fields)).collect()
        }
        Data::Union(_) => return TokenStream::new(),
    };
    if variants.is_empty() {
        return TokenStream::new();
    }
    let path = |variant: &Option<&Ident>| match variant.map(as_ours) {
        Some(variant) => quote_spanned!(at=> Self::#variant),
        None => quote_spanned!(at=> Self),
    };
    let (mut kinds, mut counts, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (variant, fields)) in (0_u32..).zip(&variants) {
        let path = path(variant);
        kinds.push(match variant {
            Some(_) => quote_spanned!(at=> #path { .. } => #runtime::__private::Kind::Variant(#number)),
            None => quote_spanned!(at=> #path { .. } => #runtime::__private::Kind::Product),
        });
        let count = fields.len();
        counts.push(quote_spanned!(at=> #path { .. } => #count));
        for (index, member) in fields.members().enumerate() {
            let (member, part) = (as_ours(member), format_ident!("part", span = at));
            parts.push(quote_spanned! {at=>
                (#path { #member: #part, .. }, #index) => #runtime::__private::KnownPart::from_value(#part)
            });
        }
    }
    let registry = versioned("KNOWN");
    let (parameters, arguments, conditions) = item.generics.split_for_impl();
    let [parameters, arguments, conditions] = [as_ours(parameters), as_ours(arguments), as_ours(conditions)];
    let name = as_ours(&item.ident);
    let always: Vec<Lifetime> =
        item.generics.lifetimes().map(|_| parse_quote_spanned!(at=> 'static)).collect();
    let always = (!always.is_empty()).then(|| quote_spanned!(at=> <#(#always),*>));
    quote_spanned! {at=>
        #[automatically_derived]
        #[allow(deprecated, unreachable_patterns)]
        impl #parameters #runtime::__private::Parts for #name #arguments #conditions {
            fn kind(&self) -> #runtime::__private::Kind {
                match self { #(#kinds,)* }
            }
            fn count(&self) -> ::core::primitive::usize {
                match self { #(#counts,)* }
            }
            fn part(&self, index: ::core::primitive::usize) -> #runtime::__private::KnownPart<'_> {
                match (self, index) {
                    #(#parts,)*
                    _ => #runtime::__private::KnownPart::UNKNOWN,
                }
            }
        }
        #[#runtime::__private::linkme::distributed_slice(#runtime::__private::#registry)]
        #[linkme(crate = #runtime::__private::linkme)]
        static __SBST_KNOWN: &[#runtime::__private::KnownType] =
            &#runtime::__private::Known::<#name #always>::TYPES;
    }
}
