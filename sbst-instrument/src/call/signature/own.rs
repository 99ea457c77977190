//! The type that `Self` means.

use syn::Type;

/// The type that `Self` means.
pub(crate) struct Own {
    pub(crate) ty: Type,
    pub(crate) of_trait: Option<syn::Path>,
}
