//! The type of `Self`.

use syn::Type;

pub(crate) struct Own {
    pub(crate) ty: Type,
    pub(crate) of_trait: Option<syn::Path>,
}
