//! The header of the implementation: one lifetime for all, and a bound on each type parameter. The
//! types of fields have no bounds, because they may be recursive.

use sbst_source::span::mixed_site;
use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::visit_mut::VisitMut;
use syn::punctuated::Punctuated;
use syn::{
    parse_quote_spanned, DeriveInput, GenericParam, Generics, Lifetime, Path, PredicateType, Token, Type,
    TypeParamBound, TypePath, WherePredicate,
};

use crate::call::resolve::view::execution_lifetime;
use crate::call::types::mentions::is_relaxed;
use crate::syntax::walk::{Node, Walk as _};
use crate::syntax::{lifetimes::declared, spans::as_ours};

/// Writes the lifetime of an execution for each of the `declared` ones.
pub(super) struct Unify(BTreeSet<Ident>);

impl Unify {
    pub(super) fn from_generics(generics: &Generics) -> Unify {
        Unify(declared(generics))
    }
}

impl VisitMut for Unify {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.0.contains(&lifetime.ident) {
            *lifetime = execution_lifetime();
        }
    }
}

/// Removes the `?Sized` bounds of parameters: only values with a size are built.
pub(super) fn drop_relaxed(generics: &mut Generics) {
    let asked = |bounds: Punctuated<TypeParamBound, Token![+]>| -> Punctuated<TypeParamBound, Token![+]> {
        bounds.into_iter().filter(|bound| !is_relaxed(bound)).collect()
    };
    for parameter in generics.type_params_mut() {
        parameter.bounds = asked(std::mem::take(&mut parameter.bounds));
    }
    if let Some(clause) = &mut generics.where_clause {
        let kept =
            std::mem::take(&mut clause.predicates).into_iter().filter_map(|predicate| match predicate {
                WherePredicate::Type(clause) => {
                    let bounds = asked(clause.bounds);
                    (!bounds.is_empty()).then_some(WherePredicate::Type(PredicateType { bounds, ..clause }))
                }
                other => Some(other),
            });
        clause.predicates = kept.collect();
    }
}

/// The parts of the header, and the constant `BORROWS`.
pub(super) struct Header {
    pub(super) parameters: TokenStream,
    pub(super) name: TokenStream,
    pub(super) conditions: TokenStream,
    /// The constant `BORROWS`, where it can be more exact than the runtime's default.
    pub(super) borrows: TokenStream,
}

impl Header {
    /// For `item`, with fields of these types and these additional conditions.
    pub(super) fn from_item<'a>(
        item: &DeriveInput,
        types: impl Iterator<Item = &'a Type>,
        conditions: Vec<WherePredicate>,
        runtime: &Path,
    ) -> Header {
        let at = mixed_site();
        let mut generics = item.generics.clone();
        Unify::from_generics(&item.generics).visit_generics_mut(&mut generics);
        let name = as_ours(&item.ident);
        let arguments = generics.params.iter().map(argument);
        let name = match generics.params.is_empty() {
            true => name,
            false => quote_spanned!(at=> #name<#(#arguments),*>),
        };
        let borrows = borrows(&generics, runtime);

        let lifetime = execution_lifetime();
        let input = quote_spanned!(at=> #runtime::__private::Input<#lifetime>);
        let projections = projections(&generics, types);
        for parameter in generics.type_params_mut() {
            parameter.bounds.push(parse_quote_spanned!(at=> #input));
        }
        // A single lifetime needs no bounds on others.
        let is_lifetime = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(_));
        let others = generics.params.into_iter().filter(|parameter| !is_lifetime(parameter));
        generics.params = [parse_quote_spanned!(at=> #lifetime)].into_iter().chain(others).collect();
        let written = generics.where_clause.take().map(|clause| clause.predicates).unwrap_or_default();
        let written =
            written.into_iter().filter(|condition| !matches!(condition, WherePredicate::Lifetime(_)));
        let added = projections.iter().map(|projection| parse_quote_spanned!(at=> #projection: #input));
        generics.make_where_clause().predicates = written.chain(conditions).chain(added).collect();
        let (parameters, _, conditions) = generics.split_for_impl();
        Header { parameters: as_ours(parameters), name, conditions: as_ours(conditions), borrows }
    }
}

fn argument(parameter: &GenericParam) -> TokenStream {
    match parameter {
        GenericParam::Lifetime(_) => execution_lifetime().into_token_stream(),
        GenericParam::Type(parameter) => as_ours(&parameter.ident),
        GenericParam::Const(parameter) => as_ours(&parameter.ident),
    }
}

/// A type without lifetimes borrows if one of its parameters does.
fn borrows(generics: &Generics, runtime: &Path) -> TokenStream {
    let at = mixed_site();
    if generics.lifetimes().next().is_some() {
        return TokenStream::new();
    }
    let lifetime = execution_lifetime();
    let parameters = generics.type_params().map(|parameter| &parameter.ident);
    quote_spanned! {at=>
        const BORROWS: ::core::primitive::bool =
            false #(|| <#parameters as #runtime::__private::Build<#lifetime>>::BORROWS)*;
    }
}

/// Returns the types that a parameter's implementation of a trait names: `T::Item`,
/// `<T as Trait>::Item`.
fn projections<'a>(generics: &Generics, types: impl Iterator<Item = &'a Type>) -> Vec<TypePath> {
    let parameters: BTreeSet<&Ident> = generics.type_params().map(|parameter| &parameter.ident).collect();
    let is_parameter = |ty: &Type| {
        let Type::Path(ty) = ty else { return false };
        ty.path.get_ident().is_some_and(|name| parameters.contains(name))
    };
    let mut found = Vec::new();
    let mut look = |node: Node<'_>| {
        if let Node::Type(Type::Path(ty)) = node {
            let of_parameter = match &ty.qself {
                Some(own) => is_parameter(&own.ty),
                None => ty.path.segments.len() > 1 && parameters.contains(&ty.path.segments[0].ident),
            };
            if of_parameter {
                found.push(ty.clone());
            }
        }
        true
    };
    types.for_each(|ty| ty.walk(&mut look));
    found
}
