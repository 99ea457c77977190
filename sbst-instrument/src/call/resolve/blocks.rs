//! Properties of implementing blocks, and of their types.

use std::collections::BTreeSet;

use quote::ToTokens as _;
use syn::{Ident, Item, Path, Type, TypeParamBound};

use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::syntax::lifetimes::peeled;
use sbst_vocabulary::standard::types;

/// True if a parameter of a block needs the trait that the block implements: `Many<P>`.
pub(super) fn asks_for_itself(block: &Item) -> bool {
    let Item::Impl(block) = block else { return false };
    let last = |path: &Path| path.segments.last().map(|last| last.ident.clone());
    let own = block.trait_.as_ref().and_then(|(of_trait, _)| last(of_trait));
    block.generics.type_params().any(|parameter| {
        find_bounds(&parameter.ident, &block.generics).any(|bound| match bound {
            TypeParamBound::Trait(bound) => last(&bound.path) == own,
            _ => false,
        })
    })
}

/// True for an array with too few elements to be of interest.
pub(super) fn is_short_array(ty: &Type) -> bool {
    let Type::Array(array) = ty else { return false };
    matches!(&*array.len.to_token_stream().to_string(), "0" | "1")
}

/// True for a pointer to one of these parameters: `&'_ T`, `Box<T>`.
pub(super) fn is_pointer_to_any(ty: &Type, names: &BTreeSet<Ident>) -> bool {
    let is_parameter = |ty: &Type| single(peeled(ty)).is_some_and(|name| names.contains(name));
    match ty {
        Type::Reference(reference) => is_parameter(&reference.elem),
        Type::Path(path) => {
            let is_pointer =
                |name: &Ident| name == "Cow" || name == "Pin" || types::is_pointer(&name.to_string());
            let last = path.path.segments.last();
            last.is_some_and(|last| is_pointer(&last.ident))
                && argument_types(&path.path).into_iter().any(is_parameter)
        }
        _ => false,
    }
}
