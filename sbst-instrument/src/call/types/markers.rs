//! Open parameters of a call in the bounds of others: `F: Parser<I>`.
//!
//! 1. While types that meet a bound are searched, such a parameter has a marked name, and is a
//!    placeholder in the types found: `Char<Error<I>>`.
//! 2. An associated type of such a parameter is unknown, so it has no implications.
//! 3. Only types that are [well formed](crate::call::resolve::well_formed) for all choices are
//!    found.

use proc_macro2::Ident;
use quote::format_ident;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{Type, TypeParamBound, TypePath};

use crate::call::types::mentions::single;
use crate::syntax::walk::{Node, Walk as _};

const MARK: &str = "__SbstOpen";

/// Returns a bound with these parameters marked in its arguments.
pub(crate) fn marked(bound: &TypeParamBound, open: &[&Ident]) -> TypeParamBound {
    let mut bound = bound.clone();
    Marking(open).visit_type_param_bound_mut(&mut bound);
    bound
}

/// Returns a type with these parameters marked in it.
pub(crate) fn marked_type(ty: &Type, open: &[&Ident]) -> Type {
    let mut ty = ty.clone();
    Marking(open).visit_type_mut(&mut ty);
    ty
}

struct Marking<'a>(&'a [&'a Ident]);

impl VisitMut for Marking<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match single(ty).filter(|name| self.0.contains(name)).cloned() {
            Some(name) => {
                let name = mark(&name);
                *ty = syn::parse_quote!(#name);
            }
            None => {
                // `P::Output`
                if let Type::Path(TypePath { qself: None, path, .. }) = ty {
                    let first = &mut path.segments[0].ident;
                    if self.0.contains(&&*first) {
                        *first = mark(first);
                    }
                }
                visit_mut::visit_type_mut(self, ty);
            }
        }
    }
}

/// Returns the name that marks a parameter.
pub(crate) fn mark(name: &Ident) -> Ident {
    format_ident!("{MARK}{name}", span = name.span())
}

/// Returns the parameter of a marked name.
pub(crate) fn unmark(name: &Ident) -> Option<Ident> {
    name.to_string().strip_prefix(MARK).map(|own| Ident::new(own, name.span()))
}

/// Returns a type with the original names of its parameters.
pub(crate) fn unmarked(mut ty: Type) -> Type {
    struct Unmarking;
    impl VisitMut for Unmarking {
        fn visit_ident_mut(&mut self, name: &mut Ident) {
            if let Some(own) = unmark(name) {
                *name = own;
            }
        }
    }
    Unmarking.visit_type_mut(&mut ty);
    ty
}

pub(crate) fn is_marked(name: &Ident) -> bool {
    name.to_string().starts_with(MARK)
}

/// True if a type mentions a marked parameter.
pub(crate) fn mentions_marked(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= matches!(node, Node::Type(ty) if single(ty).is_some_and(is_marked));
        true
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;
    use syn::parse_quote;

    #[test]
    fn parameters_are_marked_as_types_and_get_their_names_back() {
        let (input, output): (Ident, Ident) = (parse_quote!(I), parse_quote!(O));
        let bound = marked(&parse_quote!(Parser<I, Vec<O>, E, I::Item>), &[&input, &output]);
        let text = bound.to_token_stream().to_string().replace(' ', "");
        assert_eq!(text, "Parser<__SbstOpenI,Vec<__SbstOpenO>,E,__SbstOpenI::Item>");
        let ty: Type = parse_quote!(Char<Error<__SbstOpenI>>);
        assert!(mentions_marked(&ty));
        let ty = unmarked(ty);
        assert!(!mentions_marked(&ty));
        assert_eq!(ty.to_token_stream().to_string().replace(' ', ""), "Char<Error<I>>");
    }
}
