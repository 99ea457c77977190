//! The fields of variants that tests take out of results. From an `Entry`, for example, a test gets
//! its `OccupiedEntry`; perhaps no other function returns one (the runtime's `elements.rs`).
//!
//! A variant with one field counts, if its type may be one of the package: other types are built
//! directly. An enum with a destructor is skipped, because its fields cannot be moved out of it.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use sbst_source::package::own_types;
use sbst_source::span::mixed_site;
use syn::{Data, DeriveInput, Generics, Path, Type, TypePath};

use super::{source::Source, Naming};
use crate::syntax::spans::as_ours;
use sbst_vocabulary::standard::types::has_known_parts;

/// The implementation of the runtime's `Elements`; empty for a type without elements.
pub(super) fn implementation(
    item: &DeriveInput,
    source: &Source,
    naming: &Naming,
    runtime: &Path,
) -> TokenStream {
    let at = mixed_site();
    let (Data::Enum(data), Source::Variants(products)) = (&item.data, source) else {
        return TokenStream::new();
    };
    if own_types().has_destructor(&item.ident.to_string()) {
        return TokenStream::new();
    }
    let taken = products.iter().filter_map(|product| {
        let variant = data.variants.iter().find(|variant| Some(&variant.ident) == product.variant())?;
        let mut fields = variant.fields.iter().zip(variant.fields.members());
        let (field, member) = fields.next().filter(|_| variant.fields.len() == 1)?;
        let is_taken = product.is_written() && may_be_own(&field.ty, &item.generics);
        is_taken.then_some((product, field, member))
    });
    let taken: Vec<_> = taken.collect();
    if taken.is_empty() {
        return TokenStream::new();
    }
    let kinds = taken.iter().map(|(product, field, _)| {
        let (ty, pattern) = (as_ours(&field.ty), product.template(naming).emit());
        quote_spanned!(at=> #runtime::__private::Element::from_variant::<#ty>(#pattern))
    });
    let kept = taken.iter().enumerate().map(|(index, (product, _, member))| {
        let (variant, member) = (product.variant().map(as_ours), as_ours(member));
        quote_spanned! {at=>
            (Self::#variant { #member: element }, #index) => frame.keep_element(element, true)
        }
    });
    let (parameters, arguments, conditions) = item.generics.split_for_impl();
    let [parameters, arguments, conditions] = [as_ours(parameters), as_ours(arguments), as_ours(conditions)];
    let name = as_ours(&item.ident);
    quote_spanned! {at=>
        #[automatically_derived]
        #[allow(deprecated, unreachable_patterns)]
        impl #parameters #runtime::__private::Elements for #name #arguments #conditions {
            fn kinds() -> #runtime::__private::Kinds {
                #runtime::__private::Kinds::from_variants(&[#(#kinds),*])
            }
            fn keep_one<'sbst>(
                self,
                frame: &'sbst #runtime::__private::Frame<'sbst>,
                wanted: ::core::primitive::usize,
            ) {
                match (self, wanted) {
                    #(#kept,)*
                    _ => frame.refuse(),
                }
            }
        }
    }
}

/// True for a type that is neither a parameter nor, by its name, in the standard library.
fn may_be_own(ty: &Type, generics: &Generics) -> bool {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return false };
    let (Some(first), Some(last)) = (path.segments.first(), path.segments.last()) else { return false };
    !has_known_parts(&last.ident.to_string())
        && generics.type_params().all(|parameter| parameter.ident != first.ident)
}

#[cfg(test)]
mod tests {
    use super::super::derive_input;
    use syn::parse_quote;

    fn emitted(item: proc_macro2::TokenStream) -> String {
        derive_input(item, parse_quote!(rt)).unwrap().to_string().replace(' ', "")
    }

    #[test]
    fn own_types_are_taken_out_of_variants_with_one_field() {
        let entry = emitted(quote::quote! {
            #[sbst(lenient)]
            pub enum Entry<'a, K, V> {
                Vacant(VacantEntry<'a, K, V>),
                Occupied { entry: OccupiedEntry<'a, K, V> },
                Both(OccupiedEntry<'a, K, V>, u8),
                Key(K),
                Text(String),
            }
        });
        assert!(entry.contains("from_variant::<VacantEntry<'a,K,V>>"), "{entry}");
        assert!(entry.contains("(Self::Occupied{entry:element},1usize)=>frame.keep_element"), "{entry}");
        assert_eq!(entry.matches("from_variant::<").count(), 2, "{entry}");
        assert!(!emitted(quote::quote!(
            enum Stroke {
                Solid,
                Dashed(u8),
            }
        ))
        .contains("Elements"));
    }
}
