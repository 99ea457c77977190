//! Parameters of a function that others determine.
//!
//! 1. Bounds may name a parameter as the associated type of another one (`N` in `G: Graph<NodeId =
//!    N>`). It is determined by that, and is not chosen: the compiler infers the type.
//! 2. Traits of the standard library are excluded. For `I: Iterator<Item = T>`, the item is chosen,
//!    and a collection of such items is made.
//! 3. A parameter does not determine others that determine it.

use proc_macro2::Ident;
use syn::{GenericArgument, Generics, Path, PathArguments, Type, TypeParamBound, WherePredicate};

use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::mentions_path;
use crate::call::types::mentions::single;
use sbst_vocabulary::standard::traits::{is, Fact};

/// The parameters that others determine.
pub(crate) fn determined(generics: &Generics) -> Vec<&Ident> {
    dependences(generics).into_iter().map(|(name, _)| name).collect()
}

/// The parameters that one determines alone.
pub(crate) fn determined_by<'g>(generics: &'g Generics, name: &Ident) -> Vec<&'g Ident> {
    let mut found: Vec<&Ident> = Vec::new();
    let mut rest = dependences(generics);
    loop {
        let (more, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|(_, of)| of.iter().all(|of| *of == name || found.contains(of)));
        if more.is_empty() {
            return found;
        }
        found.extend(more.into_iter().map(|(name, _)| name));
        rest = others;
    }
}

/// The parameters that others determine, with the determining ones.
fn dependences(generics: &Generics) -> Vec<(&Ident, Vec<&Ident>)> {
    let mut dependences: Vec<(&Ident, Vec<&Ident>)> = Vec::new();
    for (bounded, path) in bounds(generics) {
        let of: Vec<&Ident> =
            names(generics).filter(|name| bounded.mentions(name) || argument_mentions(path, name)).collect();
        for named in equated(path).filter(|named| names(generics).any(|name| name == *named)) {
            let known = dependences.iter().any(|(name, _)| *name == named);
            let is_circular = of.contains(&named) || of.iter().any(|of| depends(of, named, &dependences));
            if !of.is_empty() && !known && !is_circular {
                dependences.push((named, of.clone()));
            }
        }
    }
    dependences
}

/// The bounded type of a bound.
enum Bounded<'a> {
    Parameter(&'a Ident),
    Type(&'a Type),
}

impl Bounded<'_> {
    fn mentions(&self, name: &Ident) -> bool {
        match self {
            Bounded::Parameter(parameter) => *parameter == name,
            Bounded::Type(ty) => mentions_any(ty, [name]),
        }
    }
}

fn names(generics: &Generics) -> impl Iterator<Item = &Ident> {
    generics.type_params().map(|parameter| &parameter.ident)
}

/// The bounds on traits, except those of the standard library and `for<'a> …`.
fn bounds(generics: &Generics) -> impl Iterator<Item = (Bounded<'_>, &Path)> {
    let inline = generics.type_params().flat_map(|parameter| {
        parameter.bounds.iter().map(|bound| (Bounded::Parameter(&parameter.ident), bound))
    });
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let said = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(said) if said.lifetimes.is_none() => Some(said),
        _ => None,
    });
    let said = said.flat_map(|said| said.bounds.iter().map(|bound| (Bounded::Type(&said.bounded_ty), bound)));
    inline.chain(said).filter_map(|(bounded, bound)| match bound {
        TypeParamBound::Trait(bound) if bound.lifetimes.is_none() => {
            let last = bound.path.segments.last()?;
            (!is(&last.ident.to_string(), Fact::Associated)).then_some((bounded, &bound.path))
        }
        _ => None,
    })
}

fn arguments(path: &Path) -> impl Iterator<Item = &GenericArgument> {
    let last = path.segments.last().map(|last| &last.arguments);
    last.into_iter().flat_map(|arguments| match arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        _ => Vec::new(),
    })
}

/// The names equated with associated types in a bound.
fn equated(path: &Path) -> impl Iterator<Item = &Ident> {
    arguments(path).filter_map(|argument| match argument {
        GenericArgument::AssocType(said) => single(&said.ty),
        _ => None,
    })
}

/// True if an argument of a trait mentions a parameter.
fn argument_mentions(path: &Path, name: &Ident) -> bool {
    arguments(path).any(|argument| match argument {
        GenericArgument::Type(ty) => mentions_any(ty, [name]),
        _ => false,
    }) || path.segments.len() > 1 && mentions_path(path, name)
}

fn depends(name: &Ident, on: &Ident, dependences: &[(&Ident, Vec<&Ident>)]) -> bool {
    let of = dependences.iter().find(|(known, _)| *known == name).map(|(_, of)| of);
    of.is_some_and(|of| of.iter().any(|of| *of == on || depends(of, on, dependences)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::{parse_quote, Signature};

    fn of(signature: &str) -> Vec<String> {
        let signature: Signature = syn::parse_str(signature).unwrap();
        determined(&signature.generics).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn associated_types_of_others_are_determined() {
        assert_eq!(of("fn f<N, M, G: Visit<Id = N, Map = M>>()"), ["N", "M"]);
        assert_eq!(of("fn f<G, N>() where G: Data<Weight = N>, N: Copy"), ["N"]);
        assert_eq!(of("fn f<P: Parser<I, Output = O>, I, O>()"), ["O"]);
        assert_eq!(of("fn f<P: Parser<Output = Vec<O>>, O>()"), [""; 0]);
    }

    #[test]
    fn a_parameter_determines_others_alone_or_not() {
        let signature: Signature = parse_quote!(fn f<G: Data<Id = N>, N: To<I, Of = M>, I, M>());
        let by = |name: &str| determined_by(&signature.generics, &quote::format_ident!("{name}"));
        assert_eq!((by("G"), by("I").len()), (vec![&quote::format_ident!("N")], 0));
    }

    #[test]
    fn items_of_iterators_and_results_of_operators_are_chosen() {
        assert_eq!(of("fn f<I: Iterator<Item = T>, T: Add<Output = T>>()"), [""; 0]);
    }

    #[test]
    fn circles_determine_no_parameters() {
        assert_eq!(of("fn f<T: Group<Output = T>>()"), [""; 0]);
        assert_eq!(of("fn f<A: To<Of = B>, B: To<Of = A>>()"), ["B"]);
        let generics: Signature = parse_quote!(fn f<A: To<Of = B>, B: To<Of = C>, C: To<Of = A>>());
        assert_eq!(determined(&generics.generics).len(), 2);
    }
}
