//! The generic parameters and bounds of a function as the header of an implementation. It is for
//! code that queries the compiler about types, or names associated types by the bounds.
//!
//! The bounds are repeated as they were written, so types meet them if and only if the function
//! takes these types.

use crate::call::types::ours::SELF;
use crate::syntax::lifetimes::elide;
use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use sbst_vocabulary::obstacle::Obstacle;
use std::collections::BTreeSet;
use syn::{
    BoundLifetimes, GenericParam, Generics, Lifetime, ParenthesizedGenericArguments, PredicateType, Type,
    TypeFnPtr, TypeParamBound, TypeReference, WherePredicate,
};

use crate::call::signature::callee::Callee;
use crate::call::signature::constants::all_names;
use crate::call::signature::constants::as_type;
use crate::call::signature::constants::open_names;
use crate::call::signature::determined_parameters::determined;
use crate::call::types::mentions::may_be_unsized;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::mentions_path;
use crate::syntax::lifetimes::declared;
use crate::syntax::spans::as_ours;

/// The generic parameters of a function as those of an implementation.
pub(crate) struct Header {
    /// The parameters as the implementation declares them, after the lifetime of an execution.
    pub(crate) declared: Vec<TokenStream>,
    /// The type in a tuple for each open parameter.
    pub(crate) names: Vec<TokenStream>,
    pub(crate) predicates: Vec<TokenStream>,
}

impl Header {
    pub(crate) fn from_generics(generics: &Generics) -> Header {
        let at = mixed_site();
        let (all, determined) = (all_names(generics), determined(generics));
        let lifetimes = declared(generics);
        let mut bind = Bind { declared: &lifetimes };
        let mut predicates: Vec<TokenStream> = Vec::new();
        for parameter in generics.type_params() {
            let name = as_ours(&parameter.ident);
            let bounds = parameter.bounds.iter().filter(|bound| is_informative(bound)).cloned();
            let bounds = bounds.map(|mut bound| {
                bind.visit_type_param_bound_mut(&mut bound);
                as_ours(bound)
            });
            predicates.push(quote_spanned!(at=> #name: #(#bounds +)* 'sbst));
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            let WherePredicate::Type(mut clause) = predicate.clone() else { continue };
            clause.bounds = clause.bounds.into_iter().filter(is_informative).collect();
            // A bound without parameters holds already.
            let about = quote_spanned!(at=> (#clause,));
            let about: Type =
                syn::parse2(quote_spanned!(at=> fn(#about))).unwrap_or_else(|_| clause.bounded_ty.clone());
            let bounds = clause.bounds.iter().any(|bound| bound_mentions(bound, &all));
            if !clause.bounds.is_empty() && (bounds || mentions_any(&about, all.iter().copied())) {
                bind.visit_predicate_type_mut(&mut clause);
                Elided.visit_type_mut(&mut clause.bounded_ty);
                predicates.push(as_ours(clause));
            }
        }
        let parameters = generics.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(parameter) => {
                let name = as_ours(&parameter.ident);
                let is_open = !determined.contains(&&parameter.ident);
                let relaxed = may_be_unsized(&parameter.ident, generics)
                    .then(|| quote_spanned!(at=> : ?::core::marker::Sized));
                let declared = quote_spanned!(at=> #name #relaxed);
                Some((declared, is_open.then(|| in_tuple(&parameter.ident, name, generics))))
            }
            GenericParam::Const(parameter) => {
                let (name, ty) = (as_ours(&parameter.ident), as_ours(&parameter.ty));
                let among_types = as_type(parameter, &name).into_token_stream();
                Some((quote_spanned!(at=> const #name: #ty), Some(among_types)))
            }
        });
        let (declared, names): (Vec<TokenStream>, Vec<Option<TokenStream>>) = parameters.unzip();
        Header { declared, names: names.into_iter().flatten().collect(), predicates }
    }
}

/// The type for a parameter as an element of a tuple, behind a pointer if it may have no size.
pub(crate) fn in_tuple(name: &Ident, ty: TokenStream, generics: &Generics) -> TokenStream {
    match may_be_unsized(name, generics) {
        true => quote_spanned!(mixed_site()=> *const #ty),
        false => ty,
    }
}

/// True if a bound is not just `?Sized`.
fn is_informative(bound: &TypeParamBound) -> bool {
    !matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some())
}

fn bound_mentions(bound: &TypeParamBound, open: &[&Ident]) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    open.iter().any(|name| mentions_path(&bound.path, name))
}

/// The reason why no instance can be called.
pub(crate) fn no_instance(callee: &Callee) -> Obstacle {
    let open = open_names(&callee.opened.signature.generics);
    let nameless = &callee.opened.nameless;
    let named: Vec<String> = open
        .iter()
        .filter(|name| !nameless.contains(name))
        .map(|name| if **name == SELF { "Self".to_owned() } else { name.to_string() })
        .collect();
    if named.is_empty() {
        return Obstacle::NoType;
    }
    let generics = &callee.opened.signature.generics;
    let of_types = generics.type_params().any(|parameter| !nameless.contains(&parameter.ident));
    let tried = match (of_types, generics.const_params().next().is_some()) {
        (true, false) => "types",
        (true, true) => "types and constants",
        (false, _) => "constants",
    };
    Obstacle::NoInstance(tried.into(), named.join(",").into())
}

/// A type of an instance as the body of a function can write it: without the lifetime of an
/// execution and the function's lifetimes.
pub(crate) fn for_expressions(ty: &Type, declared: &BTreeSet<Ident>) -> Type {
    struct Elided;
    impl VisitMut for Elided {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident == "sbst" {
                *lifetime = Lifetime::new("'_", lifetime.span());
            }
        }
    }
    let mut ty = ty.clone();
    Elided.visit_type_mut(&mut ty);
    elide(&mut ty, declared);
    ty
}

/// Writes `'sbst` for lifetimes of the function.
pub(crate) struct Bind<'a> {
    pub(crate) declared: &'a BTreeSet<Ident>,
}

impl Bind<'_> {
    /// Also for elided lifetimes.
    pub(crate) fn everywhere(&mut self, ty: &mut Type) {
        self.visit_type_mut(ty);
        Elided.visit_type_mut(ty);
    }
}

fn ours() -> Lifetime {
    Lifetime::new("'sbst", mixed_site())
}

impl Bind<'_> {
    /// Visits the type after `for<'a>`: its lifetimes are others, even if the function declares one
    /// of the same name.
    fn behind(&mut self, bound: Option<&BoundLifetimes>, visit: impl FnOnce(&mut Bind<'_>)) {
        let names = bound.iter().flat_map(|bound| &bound.lifetimes).filter_map(|parameter| match parameter {
            GenericParam::Lifetime(parameter) => Some(&parameter.lifetime.ident),
            _ => None,
        });
        let names: Vec<&Ident> = names.collect();
        let declared = self.declared.iter().filter(|name| !names.contains(name)).cloned().collect();
        visit(&mut Bind { declared: &declared });
    }
}

impl VisitMut for Bind<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.declared.contains(&lifetime.ident) {
            *lifetime = ours();
        }
    }

    fn visit_predicate_type_mut(&mut self, clause: &mut PredicateType) {
        let bound = clause.lifetimes.take();
        self.behind(bound.as_ref(), |within| visit_mut::visit_predicate_type_mut(within, clause));
        clause.lifetimes = bound;
    }

    fn visit_type_fn_ptr_mut(&mut self, pointer: &mut TypeFnPtr) {
        let bound = pointer.lifetimes.take();
        self.behind(bound.as_ref(), |within| visit_mut::visit_type_fn_ptr_mut(within, pointer));
        pointer.lifetimes = bound;
    }

    fn visit_type_param_bound_mut(&mut self, bound: &mut TypeParamBound) {
        let behind = match bound {
            TypeParamBound::Trait(bound) => bound.lifetimes.take(),
            _ => None,
        };
        self.behind(behind.as_ref(), |within| visit_mut::visit_type_param_bound_mut(within, bound));
        if let TypeParamBound::Trait(bound) = bound {
            bound.lifetimes = behind;
        }
        Elided.visit_type_param_bound_mut(bound);
    }
}

/// Writes `'sbst` for elided lifetimes, except in the signatures of functions.
struct Elided;

impl VisitMut for Elided {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = ours();
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime.get_or_insert_with(ours);
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::format_ident;
    use syn::parse_quote;

    #[test]
    fn a_lifetime_behind_for_is_no_lifetime_of_the_function() {
        let declared = [format_ident!("a")].into();
        let mut bind = Bind { declared: &declared };
        let text = |mut ty: Type, bind: &mut Bind<'_>| {
            bind.visit_type_mut(&mut ty);
            ty.to_token_stream().to_string()
        };
        let pointer: Type = parse_quote!((&'a u8, for<'a> fn(&'a u8)));
        assert_eq!(text(pointer, &mut bind), "(& 'sbst u8 , for < 'a > fn (& 'a u8))");
        let mut clause: WherePredicate = parse_quote!(for<'a> &'a T: Get<'a> + for<'b> Set<'b>);
        let before = clause.to_token_stream().to_string();
        bind.visit_where_predicate_mut(&mut clause);
        assert_eq!(clause.to_token_stream().to_string(), before);
    }
}
