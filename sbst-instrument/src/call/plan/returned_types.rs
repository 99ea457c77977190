//! Candidates from the types that functions of the crate return: if a function returns `Entry<char,
//! u8, RandomState>`, functions of `Entry<K, V, S>` are called for these three types.
//!
//! 1. They are proposed only if no instance is reached otherwise (see [`planner`](super::planner)).
//! 2. Types are texts without paths. A name means a type of the standard library, or the only type
//!    with this name in the function's module or in the crate.

use proc_macro2::Ident;
use syn::{
    parse_quote, Expr, FnArg, GenericArgument, Generics, Path, PathArguments, PathSegment, Type, TypePath,
};

use super::candidate::{drop_repetitions, Candidate};
use super::candidates::Table;
use super::instance::all;
use super::verdicts::Answers;
use super::ways::{candidate_named, Ways};
use crate::call::building::items::Items;
use crate::call::building::names::Names;
use crate::call::resolve::view::{execution_lifetime, View};
use crate::call::signature::callee::Callee;
use crate::call::signature::constants::as_type;
use crate::call::types::mentions::single;
use crate::syntax::walk::{Node, Walk as _};
use quote::ToTokens as _;
use sbst_source::package::own_types;

impl Ways {
    /// Proposes further candidates by the known answers, if no instance is reached. False without
    /// any.
    pub(crate) fn widen(
        &mut self,
        callee: &Callee,
        open: &[&Ident],
        answers: &Answers,
        items: &mut Items<'_>,
    ) -> bool {
        let plan = &answers.plan;
        let mut widens = false;
        for round in 1..=plan.rounds() {
            let numbers: Vec<u64> =
                all(callee, open, self).iter().map(|(_, instance)| instance.number(callee)).collect();
            if numbers.iter().any(|number| plan.is_reached(*number)) {
                break;
            }
            let is_met = numbers.iter().any(|number| plan.standing(*number).is_some());
            widens |= !is_met && self.drop_refused(callee, open, answers);
            widens |= self.follow(callee, open, |name, count| plan.given(round, name, count), items);
        }
        self.spell();
        widens
    }

    /// Proposes the arguments of returned types first. False without any.
    fn follow<'p>(
        &mut self,
        callee: &Callee,
        open: &[&Ident],
        given: impl Fn(&str, usize) -> &'p [String],
        items: &mut Items<'_>,
    ) -> bool {
        let Some(place) = items.place.clone() else { return false };
        let view = View { own: &place.own, module: &place.module, depth: 0 };
        let generics = &callee.opened.signature.generics;
        let mut proposed: Vec<Vec<Candidate>> = vec![Vec::new(); open.len()];
        for path in taken(callee) {
            let Some(last) = path.segments.last() else { continue };
            for text in given(&last.ident.to_string(), arguments(last).len()) {
                let mut reading = Reading { view, generics, items, names: &mut self.names };
                let Some(pairs) = reading.pairs(last, open, text) else { continue };
                pairs.into_iter().for_each(|(index, candidate)| proposed[index].push(candidate));
            }
        }
        let has_any = proposed.iter().any(|candidates| !candidates.is_empty());
        for (mut first, candidates) in proposed.into_iter().zip(&mut self.candidates) {
            first.append(candidates);
            drop_repetitions(&mut first);
            *candidates = first;
        }
        has_any
    }
}

/// The generic types among the parameters of a function.
fn taken(callee: &Callee) -> Vec<Path> {
    let mut found = Vec::new();
    for input in &callee.opened.signature.inputs {
        let FnArg::Typed(typed) = input else { continue };
        typed.ty.walk(&mut |node| {
            if let Node::Type(Type::Path(TypePath { qself: None, path, .. })) = node {
                let last = path.segments.last().map(|last| &last.arguments);
                if matches!(last, Some(PathArguments::AngleBracketed(_))) {
                    found.push(path.clone());
                }
            }
            true
        });
    }
    found
}

struct Reading<'a, 'i> {
    view: View<'a>,
    generics: &'a Generics,
    items: &'a mut Items<'i>,
    names: &'a mut Names,
}

impl Reading<'_, '_> {
    /// The candidates for parameters in a type, by the arguments of a returned one. `None` if one
    /// of them cannot be written here.
    fn pairs(
        &mut self,
        taken: &PathSegment,
        open: &[&Ident],
        given: &str,
    ) -> Option<Vec<(usize, Candidate)>> {
        let given: Path = syn::parse_str(given).ok()?;
        let (taken, given) = (arguments(taken), arguments(given.segments.last()?));
        if taken.len() != given.len() {
            return None;
        }
        let mut pairs = Vec::new();
        for (parameter, argument) in taken.into_iter().zip(given) {
            let GenericArgument::Type(parameter) = parameter else { continue };
            let Some(index) = open.iter().position(|name| single(parameter) == Some(*name)) else { continue };
            pairs.push((index, self.candidate(open[index], argument)?));
        }
        Some(pairs)
    }

    fn candidate(&mut self, name: &Ident, argument: &GenericArgument) -> Option<Candidate> {
        if let Some(constant) = self.generics.const_params().find(|constant| constant.ident == *name) {
            let value: Expr = syn::parse2(argument.to_token_stream()).ok()?;
            let (ty, text) = (as_type(constant, &value.to_token_stream()), value.to_token_stream());
            return Some(Candidate {
                text: Some(text.to_string()),
                constant: Some(value),
                ..Candidate::new(ty)
            });
        }
        match argument {
            GenericArgument::Type(ty) => self.of_type(ty),
            _ => None,
        }
    }

    fn of_type(&mut self, ty: &Type) -> Option<Candidate> {
        match ty {
            Type::Reference(reference) if reference.mutability.is_none() => {
                let (inner, lifetime) = (self.of_type(&reference.elem)?.ty, execution_lifetime());
                let ty = parse_quote!(& #lifetime #inner);
                Some(Candidate { borrows: true, ..Candidate::implementing(ty, false, None) })
            }
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|ty| Some(self.of_type(ty)?.ty));
                let parts = parts.collect::<Option<Vec<Type>>>()?;
                Some(Candidate::same(&parse_quote!((#(#parts,)*))))
            }
            Type::Path(TypePath { qself: None, path, .. }) => {
                let last = path.segments.last()?;
                let text = ty.to_token_stream().to_string().replace(' ', "");
                let own = own_types();
                let name = last.ident.to_string();
                if own.is_plain(&name) && name != "String" {
                    return Some(candidate_named(&name, self.names, self.items));
                }
                if own.is_generic(&name) {
                    return self.of_generic(last);
                }
                let table = Table {
                    runtime: self.items.runtime,
                    generics: self.generics,
                    proposed: &[],
                    view: Some(self.view),
                    is_nested: false,
                    is_shared: true,
                };
                table.is_known(&text).then(|| table.named(&text))
            }
            _ => None,
        }
    }

    /// A generic type of the package.
    fn of_generic(&mut self, last: &PathSegment) -> Option<Candidate> {
        let name = &last.ident;
        let elsewhere = self.view.own.elsewhere(self.view.module, &name.to_string());
        let mut path = elsewhere.map_or_else(|| Path::from(name.clone()), |found| found.path);
        let mut given = Vec::new();
        for argument in arguments(last) {
            given.push(match argument {
                GenericArgument::Type(ty) => GenericArgument::Type(self.of_type(ty)?.ty),
                GenericArgument::Const(value) => GenericArgument::Const(value.clone()),
                _ => return None,
            });
        }
        path.segments.last_mut()?.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#given),*>));
        let ty = Type::Path(TypePath { attrs: Vec::new(), qself: None, path });
        let built = self.items.built(&ty);
        Some(Candidate::implementing(ty, true, built))
    }
}

/// The arguments of a name except lifetimes.
fn arguments(last: &PathSegment) -> Vec<&GenericArgument> {
    match &last.arguments {
        PathArguments::AngleBracketed(given) => {
            given.args.iter().filter(|one| !matches!(one, GenericArgument::Lifetime(_))).collect()
        }
        _ => Vec::new(),
    }
}
