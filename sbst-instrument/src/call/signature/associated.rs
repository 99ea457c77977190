//! The associated types of a block in the signatures of its functions.
//!
//! `Self::Item` and `<Self as Iterator>::Item` are written as the type that the block declares. So
//! the types of parameters and results are known without the compiler. Associated types with
//! parameters are left unchanged.

use sbst_source::visit_mut::{self, VisitMut};
use syn::{Ident, Type, TypePath};

use crate::call::types::mentions::single;

pub(crate) struct Associated<'a>(pub(crate) &'a [(Ident, Type)]);

impl VisitMut for Associated<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some((_, declared)) =
            associated_of_self(ty).and_then(|name| self.0.iter().find(|(of, _)| of == name))
        {
            *ty = declared.clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// The name of an associated type of `Self`.
fn associated_of_self(ty: &Type) -> Option<&Ident> {
    let Type::Path(TypePath { qself, path, .. }) = ty else { return None };
    let last = path.segments.last().filter(|last| last.arguments.is_none())?;
    let is_of_self = match qself {
        Some(of) => {
            single(&of.ty).is_some_and(|name| name == "Self") && of.position + 1 == path.segments.len()
        }
        None => path.segments.len() == 2 && path.segments[0].ident == "Self",
    };
    is_of_self.then_some(&last.ident)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;
    use syn::{parse_quote, Signature};

    #[test]
    fn associated_types_are_those_that_the_block_declares() {
        let declared =
            [(parse_quote!(Item), parse_quote!(&'a Self)), (parse_quote!(Key), parse_quote!(char))];
        let mut signature: Signature = parse_quote! {
            fn next<B: Borrow<Self::Key>>(key: <Self as Keyed>::Key, other: T::Key) -> Option<Self::Item>
        };
        Associated(&declared).visit_signature_mut(&mut signature);
        let expected: Signature = parse_quote! {
            fn next<B: Borrow<char>>(key: char, other: T::Key) -> Option<&'a Self>
        };
        assert_eq!(signature.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }
}
