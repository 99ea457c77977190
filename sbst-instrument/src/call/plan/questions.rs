//! Queries to the compiler: whether instances of a function meet its bounds (`verdicts.rs`).
//!
//! ```text
//! const _: () = {
//!     struct __SbstBounds<I>(PhantomData<fn() -> I>);
//!     impl<I> Bounds for __SbstBounds<I> {}
//!     impl<'sbst, T: Device + 'sbst> __SbstBounds<(T,)> { const ARE_MET: bool = true; }
//!     const _: () = if __SbstBounds::<(Lamp,)>::ARE_MET { panic!("sbst: bounds are met: 1f|…") };
//! };
//! ```
//!
//! With many candidates, there are also queries for each parameter alone, with the bounds that
//! mention no other parameter.
//!
//! The constant of the trait is false. A constant of the type itself is preferred to it, but only
//! if the bounds of its block are met.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use sbst_vocabulary::fnv1a;
use syn::{GenericParam, Generics, Path, TypeParamBound, WherePredicate};

use crate::call::building::items::Items;
use crate::call::building::names::Names;
use crate::call::plan::exchanged_types::ExchangedTypes;
use crate::call::plan::header::for_expressions;
use crate::call::plan::header::in_tuple;
use crate::call::plan::header::Header;
use crate::call::plan::instance::all;
use crate::call::plan::instance::alone;
use crate::call::plan::instance::are_too_many;
use crate::call::plan::instance::Instance;
use crate::call::plan::planner::{MatchingType, AGAIN};
use crate::call::plan::verdicts;
use crate::call::plan::ways::Ways;
use crate::call::signature::callee::Callee;
use crate::call::signature::constants::all_names;
use crate::call::signature::constants::declarations;
use crate::call::signature::constants::open_names;
use crate::call::signature::determined_parameters::determined_by;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::mentions_path;
use crate::syntax::{lifetimes::declared, spans::as_ours};

impl Callee {
    /// The queries for all instances of a generic function. For any other function, the message has
    /// the types that it takes and returns.
    pub(crate) fn questions(&self, runtime: &Path) -> TokenStream {
        let (at, generics) = (mixed_site(), &self.opened.signature.generics);
        let open = open_names(generics);
        let lifetimes = declared(generics);
        let mut items = Items::new(runtime, Vec::new()).at(self.opened.signature.ident.span());
        let function = self.place();
        let met = |number, rank, ExchangedTypes { takes, gives }| MatchingType {
            number,
            function: function.clone(),
            rank,
            takes,
            gives,
        };
        let answers = verdicts::answers();
        if open.is_empty() && answers.is_some() {
            return TokenStream::new();
        }
        if open.is_empty() {
            let exchanged =
                ExchangedTypes::from_instance(self, &open, None, (&Names::default(), items.place.as_ref()));
            if exchanged.takes.is_empty() && exchanged.gives.is_empty() {
                return TokenStream::new();
            }
            let message = verdicts::message(&met(fnv1a(function.bytes()), 0, exchanged));
            return quote_spanned!(at=> const _: () = ::core::panic!(#message););
        }
        let mut ways = Ways::from_callee(self, &mut items);
        let mut alone = TokenStream::new();
        match answers {
            None if are_too_many(&ways) => alone = self.questions_alone(&open, &ways, runtime),
            None => {}
            Some(answers) if !ways.widen(self, &open, answers, &mut items) => return TokenStream::new(),
            Some(_) => {}
        }
        let first = AGAIN * answers.map_or(0, |answers| answers.plan.rounds());
        let is_new = |instance: &Instance| {
            answers.is_none_or(|answers| answers.plan.standing(instance.number(self)).is_none())
        };
        let asked = all(self, &open, &ways).into_iter().enumerate();
        let asked = asked.filter(|(_, (_, instance))| is_new(instance)).map(|(rank, (_, instance))| {
            let around = (&ways.names, items.place.as_ref());
            let exchanged = ExchangedTypes::from_instance(self, &open, Some(&instance), around);
            let message = verdicts::message(&met(instance.number(self), first + rank, exchanged));
            let are_there = ways.names.are_there(instance.types.iter());
            let types = open.iter().zip(&instance.types);
            let types =
                types.map(|(name, ty)| in_tuple(name, as_ours(for_expressions(ty, &lifetimes)), generics));
            quote_spanned! {at=>
                const _: () = if #are_there __SbstBounds::<(#(#types,)*)>::ARE_MET {
                    ::core::panic!(#message)
                };
            }
        });
        let (names, constants) = (ways.names.emit(), declarations(generics));
        let Header { declared, names: parameters, predicates } = Header::from_generics(generics);
        quote_spanned! {at=>
            const _: () = {
                #names
                #constants
                struct __SbstBounds<I>(::core::marker::PhantomData<fn() -> I>);
                impl<I> #runtime::__private::Bounds for __SbstBounds<I> {}
                impl<'sbst, #(#declared),*> __SbstBounds<(#(#parameters,)*)> where #(#predicates),* {
                    const ARE_MET: ::core::primitive::bool = true;
                }
                use #runtime::__private::Bounds as _;
                #(#asked)*
                #alone
            };
        }
    }

    /// The queries for the candidates of each parameter alone.
    fn questions_alone(&self, open: &[&Ident], ways: &Ways, runtime: &Path) -> TokenStream {
        let (at, generics) = (mixed_site(), &self.opened.signature.generics);
        let (lifetimes, function) = (declared(generics), self.place());
        let of_parameters = open.iter().zip(alone(self, open, ways)).map(|(name, candidates)| {
            let asked = candidates.into_iter().flatten().map(|(ty, number)| {
                let message = verdicts::message_of_candidate(number, &function);
                let are_there = ways.names.are_there(std::iter::once(&ty));
                let ty = in_tuple(name, as_ours(for_expressions(&ty, &lifetimes)), generics);
                quote_spanned! {at=>
                    const _: () = if #are_there __SbstBounds::<(#ty,)>::ARE_MET {
                        ::core::panic!(#message)
                    };
                }
            });
            let Header { declared, names, predicates } = Header::from_generics(&only(generics, name));
            quote_spanned! {at=>
                const _: () = {
                    struct __SbstBounds<I>(::core::marker::PhantomData<fn() -> I>);
                    impl<I> #runtime::__private::Bounds for __SbstBounds<I> {}
                    impl<'sbst, #(#declared),*> __SbstBounds<(#(#names,)*)> where #(#predicates),* {
                        const ARE_MET: ::core::primitive::bool = true;
                    }
                    #(#asked)*
                };
            }
        });
        of_parameters.collect()
    }
}

/// A parameter with the parameters that it determines, and the bounds without other parameters.
fn only(generics: &Generics, name: &Ident) -> Generics {
    let mut kept = determined_by(generics, name);
    kept.push(name);
    let others: Vec<&Ident> = all_names(generics).into_iter().filter(|other| !kept.contains(other)).collect();
    let is_kept = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => !others.iter().any(|other| mentions_path(&bound.path, other)),
        _ => true,
    };
    let mut left = generics.clone();
    let parameters = generics.params.iter().filter(|parameter| match parameter {
        GenericParam::Lifetime(_) => true,
        GenericParam::Type(parameter) => kept.contains(&&parameter.ident),
        GenericParam::Const(parameter) => kept.contains(&&parameter.ident),
    });
    left.params = parameters.cloned().collect();
    for parameter in left.type_params_mut() {
        parameter.bounds = std::mem::take(&mut parameter.bounds).into_iter().filter(is_kept).collect();
    }
    if let Some(clause) = &mut left.where_clause {
        for predicate in std::mem::take(&mut clause.predicates) {
            let WherePredicate::Type(mut typed) = predicate else { continue };
            if mentions_any(&typed.bounded_ty, others.iter().copied()) {
                continue;
            }
            typed.bounds = typed.bounds.into_iter().filter(is_kept).collect();
            clause.predicates.push(WherePredicate::Type(typed));
        }
    }
    left
}
