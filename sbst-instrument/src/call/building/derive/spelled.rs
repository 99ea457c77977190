//! Texts that parse as values of a type, for tests (the runtime's `spelling.rs`).
//!
//! Method look-up tests whether a type parses, so the type has no generic parameters. A value
//! without parts is written as briefly as its text would be.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use syn::{Data, DeriveInput, Fields, Path};

use super::{source::Source, Naming};
use crate::attribute::template::Template;
use crate::call::building::items::bring_into_scope;

/// Wraps the code for a value, so that its text is noted too.
pub(super) fn building(
    build: TokenStream,
    item: &DeriveInput,
    source: &Source,
    naming: &Naming,
    runtime: &Path,
) -> TokenStream {
    if source.is_of_makers() || !item.generics.params.is_empty() || !has_parts(&item.data) {
        return build;
    }
    let at = mixed_site();
    let template = Template::parsed(&naming.in_tests).emit();
    let traits = bring_into_scope(&["CannotSpell", "Spells"], runtime);
    quote_spanned! {at=>
        let node = frame.position();
        let value = { #build };
        frame.spell(node, #template, &|| {
            #traits
            (&&#runtime::__private::Spelled::<Self>(&value)).text()
        });
        value
    }
}

/// True if values have several parts, or one in a variant.
fn has_parts(data: &Data) -> bool {
    let of_fields = |fields: &Fields| !fields.is_empty();
    match data {
        Data::Struct(data) => of_fields(&data.fields),
        Data::Enum(data) => data.variants.iter().any(|variant| of_fields(&variant.fields)),
        Data::Union(_) => false,
    }
}
