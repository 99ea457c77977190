//! Names of generic parameters in types and bounds.

use proc_macro2::Ident;
use syn::{GenericArgument, Generics, PathArguments, Type, TypeParamBound, TypePath, WherePredicate};

use crate::syntax::walk::{Node, Walk};
use sbst_vocabulary::standard::types::is_pointer;

pub(crate) fn find_bounds<'a>(
    name: &'a Ident,
    generics: &'a Generics,
) -> impl Iterator<Item = &'a TypeParamBound> {
    let inline = generics.type_params().filter(move |parameter| parameter.ident == *name);
    let inline = inline.flat_map(|parameter| &parameter.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let clause = predicates.filter_map(move |predicate| match predicate {
        WherePredicate::Type(clause) if single(&clause.bounded_ty) == Some(name) => Some(&clause.bounds),
        _ => None,
    });
    inline.chain(clause.flatten())
}

/// True for `?Sized`, which is not a requirement.
pub(crate) fn is_relaxed(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some())
}

/// True if a parameter may be a type without a size.
pub(crate) fn may_be_unsized(name: &Ident, generics: &Generics) -> bool {
    find_bounds(name, generics).any(is_relaxed)
}

/// True if bounds other than those of these `parameters` mention `name`: `F::Output: Ord`, `T:
/// Uses<F>`.
pub(crate) fn bounds_mention(name: &Ident, generics: &Generics, parameters: &[&Ident]) -> bool {
    let others = generics.type_params().filter(|parameter| !parameters.contains(&&parameter.ident));
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let predicates = predicates.filter(|predicate| match predicate {
        WherePredicate::Type(clause) => {
            single(&clause.bounded_ty).is_none_or(|name| !parameters.contains(&name))
        }
        _ => true,
    });
    others.flat_map(|parameter| &parameter.bounds).any(|bound| count_mentions(bound, name) > 0)
        || predicates.into_iter().any(|predicate| count_mentions(predicate, name) > 0)
}

/// The last name of a path.
pub(crate) fn last_name(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(TypePath { path, .. }) => path.segments.last().map(|last| &last.ident),
        _ => None,
    }
}

/// `T` of `Box<T>`, `Rc<T>` and `Arc<T>`.
pub(crate) fn in_owner(ty: &Type) -> Option<&Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return None };
    let last = path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments)
            if is_pointer(&last.ident.to_string()) && arguments.args.len() == 1 =>
        {
            match &arguments.args[0] {
                GenericArgument::Type(inner) => Some(inner),
                _ => None,
            }
        }
        _ => None,
    }
}

pub(crate) fn count_mentions(tree: &impl Walk, name: &Ident) -> usize {
    let mut count = 0;
    tree.walk(&mut |node| {
        count += usize::from(matches!(node, Node::Path(path)
            if path.leading_colon.is_none() && path.segments.first().is_some_and(|first| first.ident == *name)));
        true
    });
    count
}

pub(crate) fn mentions_path(path: &syn::Path, name: &Ident) -> bool {
    count_mentions(path, name) > 0
}

pub(crate) fn mentions_any<'a>(ty: &Type, names: impl IntoIterator<Item = &'a Ident>) -> bool {
    names.into_iter().any(|name| count_mentions(ty, name) > 0)
}

/// The name, if a type is a single name.
pub(crate) fn single(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(TypePath { qself: None, path, .. }) => path.get_ident(),
        _ => None,
    }
}

/// The name of the trait of a bound without arguments.
pub(crate) fn name_of_trait(bound: &TypeParamBound) -> Option<&Ident> {
    match bound {
        TypeParamBound::Trait(bound) if bound.maybe.is_none() => {
            bound.path.segments.last().filter(|last| last.arguments.is_none()).map(|last| &last.ident)
        }
        _ => None,
    }
}
