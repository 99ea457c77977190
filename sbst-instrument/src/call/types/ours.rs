//! Our types and names in emitted code.

use sbst_vocabulary::DOUBLE_TYPE;
use syn::{Type, TypePath};

use crate::call::types::mentions::last_name;

/// The name of the type that implements a trait, for calls of the trait's default methods.
pub(crate) const SELF: &str = "__SbstSelf";

/// The trait for associated types by bounds.
pub(crate) const GIVEN: &str = "__SbstGiven";

/// True for a type that is named through a trait of ours.
pub(crate) fn is_named_by_us(ty: &TypePath) -> bool {
    let of_trait = ty.qself.as_ref().and_then(|qself| ty.path.segments.get(qself.position.checked_sub(1)?));
    of_trait.is_some_and(|of_trait| of_trait.ident == GIVEN || of_trait.ident == "SbstNamed")
}

/// True for the type of a double.
pub(crate) fn is_double(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name.to_string().starts_with(DOUBLE_TYPE))
}
