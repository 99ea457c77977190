//! The header of the implementation: one lifetime in the place of all, and a bound on each type parameter, but none on
//! the types of fields, which may be recursive.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{
    parse_quote_spanned, DeriveInput, GenericParam, Generics, Lifetime, Path, Type, TypePath, WherePredicate,
};

use crate::lifetimes::declared;

/// The lifetime of an execution, which values may borrow from.
fn of_execution() -> Lifetime {
    Lifetime::new("'sbst", Span::mixed_site())
}

/// Writes the lifetime of an execution for each of the `declared` ones.
pub(super) struct Unify(BTreeSet<Ident>);

impl Unify {
    /// For those that `generics` declares.
    pub(super) fn of(generics: &Generics) -> Unify {
        Unify(declared(generics))
    }
}

impl VisitMut for Unify {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.0.contains(&lifetime.ident) {
            *lifetime = of_execution();
        }
    }
}

/// The parts of the header, and what goes with them.
pub(super) struct Header {
    /// Parameters and conditions of the implementation.
    pub(super) generics: Generics,
    /// The type with its arguments.
    pub(super) name: TokenStream,
    /// The constant that says whether values may borrow, where that is known better than the runtime's default.
    pub(super) borrows: TokenStream,
}

impl Header {
    /// For `item`, of which values of these types are built.
    pub(super) fn of<'a>(
        item: &DeriveInput,
        types: impl Iterator<Item = &'a Type>,
        runtime: &Path,
    ) -> Header {
        let at = Span::mixed_site();
        let mut generics = item.generics.clone();
        Unify::of(&item.generics).visit_generics_mut(&mut generics);
        let lifetime = of_execution();
        let arguments = generics.params.iter().map(|parameter| match parameter {
            GenericParam::Lifetime(_) => quote_spanned!(at=> #lifetime),
            GenericParam::Type(parameter) => {
                let name = &parameter.ident;
                quote_spanned!(at=> #name)
            }
            GenericParam::Const(parameter) => {
                let name = &parameter.ident;
                quote_spanned!(at=> #name)
            }
        });
        let name = &item.ident;
        let name = match generics.params.is_empty() {
            true => quote_spanned!(at=> #name),
            false => quote_spanned!(at=> #name<#(#arguments),*>),
        };
        let borrows = borrows(&generics, runtime);

        let parameters: BTreeSet<Ident> =
            generics.type_params().map(|parameter| parameter.ident.clone()).collect();
        for parameter in generics.type_params_mut() {
            parameter.bounds.push(parse_quote_spanned!(at=> #runtime::__private::Input<#lifetime>));
        }
        // Their bounds on one another say nothing any more.
        let others =
            generics.params.into_iter().filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
        generics.params = [parse_quote_spanned!(at=> #lifetime)].into_iter().chain(others).collect();
        let mut projections = Projections { parameters: &parameters, found: Vec::new() };
        types.for_each(|ty| projections.visit_type(ty));
        let conditions = generics.make_where_clause();
        let predicates = std::mem::take(&mut conditions.predicates).into_iter();
        conditions.predicates =
            predicates.filter(|condition| !matches!(condition, WherePredicate::Lifetime(_))).collect();
        for projection in projections.found {
            conditions
                .predicates
                .push(parse_quote_spanned!(at=> #projection: #runtime::__private::Input<#lifetime>));
        }
        Header { generics, name, borrows }
    }
}

/// A type without lifetimes borrows what its parameters borrow.
fn borrows(generics: &Generics, runtime: &Path) -> TokenStream {
    let at = Span::mixed_site();
    if generics.lifetimes().next().is_some() {
        return TokenStream::new();
    }
    let lifetime = of_execution();
    let parameters = generics.type_params().map(|parameter| &parameter.ident);
    quote_spanned! {at=>
        const BORROWS: ::core::primitive::bool =
            false #(|| <#parameters as #runtime::__private::Input<#lifetime>>::BORROWS)*;
    }
}

/// Finds types that a parameter's implementation of a trait names: `T::Item`, `<T as Trait>::Item`.
struct Projections<'a> {
    parameters: &'a BTreeSet<Ident>,
    found: Vec<TypePath>,
}

impl<'ast> Visit<'ast> for Projections<'_> {
    fn visit_type_path(&mut self, ty: &'ast TypePath) {
        let first = &ty.path.segments[0];
        let of_parameter = match &ty.qself {
            Some(own) => {
                matches!(&*own.ty, Type::Path(own) if own.path.get_ident().is_some_and(|name| self.parameters.contains(name)))
            }
            None => ty.path.segments.len() > 1 && self.parameters.contains(&first.ident),
        };
        if of_parameter {
            self.found.push(ty.clone());
        }
        visit::visit_type_path(self, ty);
    }
}
