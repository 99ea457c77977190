//! The uses of a generic parameter in a function: the places where its type appears.

use crate::call::signature::callee::Callee;
use crate::call::signature::parameter::Making;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::in_owner;
use crate::call::types::mentions::last_name;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::mentions_path;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::call::types::standard_bounds::is_marker;
use crate::syntax::lifetimes::peeled;
use crate::syntax::walk::{Node, Walk as _};
use proc_macro2::Ident;
use sbst_source::package::OwnTypes;
use sbst_vocabulary::standard::types::is_pointer;
use syn::{ReturnType, Type, TypeParamBound, TypePath, WherePredicate};

use super::proposed::asked_elsewhere;

/// True if bounds of the package do not show the use of a parameter.
pub(super) fn asks_for_nothing(callee: &Callee, name: &Ident, types: &OwnTypes) -> bool {
    find_bounds(name, &callee.opened.signature.generics).all(is_marker)
        && asked_elsewhere(callee, name, types).is_empty()
}

/// True if a function's result type mentions a parameter.
fn gives(callee: &Callee, name: &Ident) -> bool {
    match &callee.opened.signature.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => mentions_any(ty, [name]),
    }
}

/// Rule 6 of [`super`].
pub(super) fn may_vary(callee: &Callee, name: &Ident, types: &OwnTypes) -> bool {
    let taken: Vec<&Type> = callee
        .opened
        .signature
        .inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(peeled(&typed.ty)),
            syn::FnArg::Receiver(_) => None,
        })
        .map(|ty| match ty {
            Type::Reference(reference) => peeled(&reference.elem),
            ty => ty,
        })
        .filter(|ty| mentions_any(ty, [name]))
        .collect();
    let of_own = |ty: &&Type| last_name(ty).is_some_and(|last| types.is_generic(&last.to_string()));
    let is_one = |ty: &Type| single(ty) == Some(name) || in_owner(ty).and_then(single) == Some(name);
    match taken[..] {
        [] => true,
        [ty] if is_one(ty) => true,
        _ => taken.iter().any(of_own),
    }
}

/// True if a parameter is part of a generic type of the package, in the function's own type or its
/// parameters.
pub(super) fn in_generic(callee: &Callee, name: &Ident, types: &OwnTypes) -> bool {
    let mut found = false;
    let mut look = |node: Node<'_>| {
        if let Node::Type(ty) = node {
            let is_generic = last_name(ty).is_some_and(|last| types.is_generic(&last.to_string()));
            found |= is_generic && mentions_any(ty, [name]);
        }
        !found
    };
    callee.own.iter().for_each(|own| own.ty.walk(&mut look));
    callee.opened.signature.inputs.iter().for_each(|input| input.walk(&mut look));
    found
}

/// The parameter of the function with the argument that shows a generic parameter, if no other type
/// mentions this. The flag is true if it is only a part of the argument's type.
pub(super) fn showing_parameter(callee: &Callee, name: &Ident) -> Option<(usize, bool)> {
    let generics = &callee.opened.signature.generics;
    let is_own = callee.own.as_ref().is_some_and(|own| {
        mentions_any(&own.ty, [name]) || own.of_trait.as_ref().is_some_and(|path| mentions_path(path, name))
    });
    let in_bound = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => mentions_path(&bound.path, name),
        _ => false,
    };
    let in_others = generics.type_params().any(|parameter| parameter.bounds.iter().any(in_bound));
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let in_clauses = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(clause) => Some(clause),
        _ => None,
    });
    let in_clauses = in_clauses.into_iter().any(|clause| {
        let is_other = single(&clause.bounded_ty) != Some(name) && mentions_any(&clause.bounded_ty, [name]);
        is_other || clause.bounds.iter().any(in_bound)
    });
    let mut mentioning = callee.opened.signature.inputs.iter().enumerate().filter(|(_, input)| match input {
        syn::FnArg::Typed(typed) => mentions_any(&typed.ty, [name]),
        syn::FnArg::Receiver(_) => false,
    });
    let (index, _) = mentioning.next().filter(|_| mentioning.next().is_none())?;
    let Making::Building(ty, _) = &callee.parameters[index].making else { return None };
    if is_part_of_type(ty, name) {
        return Some((index, true));
    }
    // Values behind a pointer do not show the type where a call could name it.
    let is_nameless = callee.opened.nameless.contains(name);
    let is_direct = single(ty) == Some(name) || is_nameless && in_owner(ty).and_then(single) == Some(name);
    let is_free = !is_own && !in_others && !in_clauses && !gives(callee, name);
    (is_direct && is_free).then_some((index, false))
}

/// True if a parameter is an argument of a type, or the length of an array in it.
fn is_part_of_type(ty: &Type, name: &Ident) -> bool {
    match peeled(ty) {
        Type::Reference(reference) => is_part_of_type(&reference.elem, name),
        Type::Path(TypePath { qself: None, path, .. }) => {
            let is_owner = path.segments.last().is_some_and(|last| {
                last.ident == "Option" || last.ident == "Vec" || is_pointer(&last.ident.to_string())
            });
            argument_types(path).into_iter().any(|argument| match single(argument) {
                Some(argument) => argument == name && !is_owner,
                None => is_part_of_type(argument, name),
            })
        }
        Type::Array(array) => {
            matches!(&array.len, syn::Expr::Path(length) if length.path.is_ident(name))
                || is_part_of_type(&array.elem, name)
        }
        Type::Slice(slice) => is_part_of_type(&slice.elem, name),
        _ => false,
    }
}
