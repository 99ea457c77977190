//! Types that are proposed for a parameter: by the implementations of the package, its
//! declarations, and the arguments of its generic types.

use quote::ToTokens as _;
use syn::{parse_quote, GenericArgument, Ident, PathArguments, Type, TypeParamBound};

use crate::call::building::items::Items;
use crate::call::building::names::MOST_OWN;
use crate::call::plan::candidate::Candidate;
use crate::call::plan::verdicts;
use crate::call::resolve::implementations::Declaration;
use crate::call::resolve::matching_type::MatchingType;
use crate::call::resolve::view::execution_lifetime;
use crate::call::resolve::view::View;
use crate::call::signature::callee::Callee;
use crate::call::signature::constants::open_names;
use crate::call::types::markers::marked;
use crate::call::types::markers::mentions_marked;
use crate::call::types::markers::unmark;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::may_be_unsized;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::single;
use crate::call::types::ours::is_double;
use crate::call::types::standard_bounds::is_marker;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::OwnTypes;

/// The most types that are tried for a trait without known implementations: each takes the compiler
/// milliseconds, with the bounds of graphs.
const MOST_GUESSED: usize = 4;

/// The bounds elsewhere on a parameter without bounds here: first those of other blocks of the
/// callee's type, then those of blocks of types with the same parameter.
pub(super) fn asked_elsewhere(callee: &Callee, name: &Ident, types: &OwnTypes) -> Vec<TypeParamBound> {
    if find_bounds(name, &callee.opened.signature.generics).any(|bound| !is_marker(bound)) {
        return Vec::new();
    }
    let asked = asked_of_type(callee, name, types);
    if !asked.iter().all(is_marker) {
        return asked;
    }
    let mut texts: Vec<&str> = Vec::new();
    let related = related(callee, name, types);
    for bound in related.iter().flat_map(|place| types.find_asked_of(place)) {
        if !texts.contains(&bound) {
            texts.push(bound);
        }
    }
    texts.into_iter().filter_map(|bound| syn::parse_str(bound).ok()).collect()
}

/// The places of a parameter among those of generic types, and the places of the same parameter in
/// others.
fn related(callee: &Callee, name: &Ident, types: &OwnTypes) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for place in places(callee, name) {
        for related in types.find_related(place) {
            if !found.contains(&related) {
                found.push(related);
            }
        }
    }
    found
}

/// The bounds of other blocks of the callee's type.
fn asked_of_type(callee: &Callee, name: &Ident, types: &OwnTypes) -> Vec<TypeParamBound> {
    let Some(Type::Path(own)) = callee.own.as_ref().map(|own| &own.ty) else { return Vec::new() };
    let Some(last) = own.path.segments.last() else { return Vec::new() };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return Vec::new() };
    // A lifetime is not a type or a constant.
    let parameters =
        arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
    let parameters: Vec<String> = parameters.map(|argument| quote::quote!(#argument).to_string()).collect();
    let of_type = last.ident.to_string();
    let name = name.to_string();
    types.find_asked(&of_type, &parameters, &name).filter_map(|bound| syn::parse_str(bound).ok()).collect()
}

/// Types with too few values to distinguish two elements. They are tried after all others.
const WITH_FEW_VALUES: [&str; 2] = ["bool", "()"];

/// The arguments that the package gives a generic type elsewhere for a parameter.
pub(super) fn named_for<'t>(callee: &Callee, name: &Ident, types: &'t OwnTypes) -> Vec<&'t str> {
    let mut found = Vec::new();
    let related = related(callee, name, types);
    let defaults = related.iter().filter_map(|place| types.default_of(place));
    let named = related.iter().flat_map(|(of, index)| types.named_for(of, *index));
    for mentioned in defaults.chain(named) {
        if !found.contains(&mentioned) && !WITH_FEW_VALUES.contains(&mentioned) {
            found.push(mentioned);
        }
    }
    found.truncate(MOST_OWN);
    found
}

/// The numbers that the package gives a generic type elsewhere for a constant.
pub(super) fn numbers_for<'t>(callee: &Callee, name: &Ident, types: &'t OwnTypes) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (of, index) in related(callee, name, types) {
        for number in types.numbers_for(&of, index) {
            if !found.contains(&number) {
                found.push(number);
            }
        }
    }
    found.truncate(MOST_OWN);
    found
}

/// The places of a parameter among the arguments of generic types, with the names of these.
fn places(callee: &Callee, name: &Ident) -> Vec<(String, usize)> {
    let mut places: Vec<(String, usize)> = Vec::new();
    let mut look = |node: Node<'_>| {
        if let Node::PathSegment(syn::PathSegment {
            ident,
            arguments: PathArguments::AngleBracketed(arguments),
        }) = node
        {
            let types =
                arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
            for (index, argument) in types.enumerate() {
                if matches!(argument, GenericArgument::Type(ty) if single(ty) == Some(name)) {
                    places.push((ident.to_string(), index));
                }
            }
        }
        true
    };
    callee.own.iter().for_each(|own| own.ty.walk(&mut look));
    let signature = &callee.opened.signature;
    signature.inputs.iter().for_each(|input| input.walk(&mut look));
    signature.output.walk(&mut look);
    places
}

/// The candidates for a parameter, first those by implementations. Doubles, types `given` to a
/// macro that implements a trait, and the usual numbers follow. A macro may implement a trait of
/// the package for numbers, too.
pub(super) fn found(
    (callee, name, asked): (&Callee, &Ident, &[TypeParamBound]),
    view: View<'_>,
    given: Vec<Candidate>,
    usual: impl FnOnce() -> Vec<Candidate>,
    items: &mut Items<'_>,
) -> Vec<Candidate> {
    let generics = &callee.opened.signature.generics;
    let open: Vec<&Ident> = generics.type_params().map(|parameter| &parameter.ident).collect();
    let bounds = find_bounds(name, generics).chain(asked);
    let bounds: Vec<TypeParamBound> = bounds.map(|bound| marked(bound, &open)).collect();
    let bounds = bounds.iter().map(|bound| (bound, view.module));
    let (read, unread): (Vec<_>, Vec<_>) =
        bounds.partition(|(bound, _)| view.declaration(bound) != Declaration::Unread);
    let asks_own = read.iter().any(|(bound, _)| view.declaration(bound) == Declaration::Own);
    let matching = view.ranked(&read, may_be_unsized(name, generics));
    let (mut doubles, mut matching): (Vec<MatchingType>, Vec<MatchingType>) =
        matching.into_iter().partition(|matching| is_double(&matching.ty));
    if !doubles.is_empty() {
        // A double implements more than one method.
        let (functions, others) =
            matching.into_iter().partition(|matching| matches!(matching.ty, Type::FnPtr(_)));
        doubles.extend::<Vec<MatchingType>>(functions);
        matching = others;
    }
    let others = match (asks_own, matching.is_empty()) {
        (false, true) => usual(),
        _ => usual().into_iter().take(MOST_GUESSED).collect(),
    };
    // A bound that names another parameter, `Iterator<Item = Result<T, E>>`, is met by no other
    // candidate.
    let names_other = |candidate: &Candidate| {
        candidate.inside.as_ref().is_some_and(|inside| mentions_any(inside, open.iter().copied()))
    };
    let (mut first, mut others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|candidate| !matching.is_empty() && names_other(candidate));
    let matching = defaults_for(callee, name, view).into_iter().chain(matching).chain(doubles);
    let matching = matching.flat_map(|matching| {
        let reference = reference(&matching).filter(|_| !read.is_empty());
        [matching].into_iter().chain(reference)
    });
    let mut of_package: Vec<Candidate> = matching.map(|matching| candidate(matching, view, items)).collect();
    of_package.extend(given);
    let has_own = !of_package.is_empty();
    of_package.iter_mut().for_each(|candidate| candidate.is_meant = !candidate.is_guess);
    // A macro may implement the trait for them.
    let is_meant = asks_own && verdicts::answers().is_some();
    others.iter_mut().for_each(|candidate| candidate.is_meant = is_meant);
    let mut candidates = Vec::new();
    [&mut first, &mut of_package, &mut others].into_iter().for_each(|some| candidates.append(some));
    if !has_own {
        candidates
            .extend(view.types_with(&unread).into_iter().map(|matching| candidate(matching, view, items)));
    }
    candidates
}

/// The reference to a type of the package, which may implement the traits as well.
fn reference(matching: &MatchingType) -> Option<MatchingType> {
    let is_path =
        matches!(matching.ty, Type::Path(_)) && !is_double(&matching.ty) && !mentions_marked(&matching.ty);
    let (ty, lifetime) = (&matching.ty, execution_lifetime());
    is_path.then(|| MatchingType { is_guess: true, ..MatchingType::alone(parse_quote!(& #lifetime #ty)) })
}

fn candidate(matching: MatchingType, view: View<'_>, items: &mut Items<'_>) -> Candidate {
    let is_guess = matching.is_guess;
    let built = if mentions_marked(&matching.ty) { None } else { items.built(&matching.ty) };
    let is_own = view.is_own(&matching.ty);
    let [implied, wished] = [matching.implied, matching.wished]
        .map(|pairs| pairs.into_iter().filter_map(|(name, ty)| Some((unmark(&name)?, ty))).collect());
    let inside = repeated(&matching.ty);
    let candidate = Candidate::implementing(matching.ty, is_own, built).implying(implied, wished);
    Candidate { is_guess, inside, ..candidate }
}

/// The type of all elements of a tuple, and so its `Item`.
fn repeated(ty: &Type) -> Option<Type> {
    let Type::Tuple(tuple) = ty else { return None };
    let text = |ty: &Type| ty.to_token_stream().to_string();
    let first = tuple.elems.first()?;
    tuple.elems.iter().all(|element| text(element) == text(first)).then(|| first.clone())
}

/// The candidates for a parameter that other parameters' candidates imply.
pub(super) fn implied(
    name: &Ident,
    all: &[Vec<Candidate>],
    view: View<'_>,
    items: &mut Items<'_>,
) -> Vec<Candidate> {
    let implied = all.iter().flatten().flat_map(|candidate| &candidate.implied);
    proposed_in(implied, name, view, items)
}

/// The candidates for a parameter that meet the bounds of other parameters' candidates.
pub(super) fn wished(
    name: &Ident,
    all: &[Vec<Candidate>],
    view: View<'_>,
    items: &mut Items<'_>,
) -> Vec<Candidate> {
    let wished = all.iter().flatten().flat_map(|candidate| &candidate.wished);
    proposed_in(wished, name, view, items)
}

fn proposed_in<'a>(
    pairs: impl Iterator<Item = &'a (Ident, Type)>,
    name: &Ident,
    view: View<'_>,
    items: &mut Items<'_>,
) -> Vec<Candidate> {
    let types: Vec<Type> = pairs.filter(|(of, _)| of == name).map(|(_, ty)| ty.clone()).collect();
    let well_formed = types.into_iter().filter(|ty| view.takes_any(ty) && view.has_size(ty));
    well_formed.map(|ty| candidate(MatchingType::alone(ty), view, items)).collect()
}

/// The defaults for a parameter in the package's generic types of the signature.
fn defaults_for(callee: &Callee, name: &Ident, view: View<'_>) -> Vec<MatchingType> {
    let open = open_names(&callee.opened.signature.generics);
    let mut found = Vec::new();
    let mut look = |node: Node<'_>| {
        if let Node::Path(path) = node {
            let default = view.default_for(path, name, &open);
            found.extend(default.map(MatchingType::alone));
        }
        true
    };
    callee.own.iter().for_each(|own| own.ty.walk(&mut look));
    callee.opened.signature.inputs.iter().for_each(|input| input.walk(&mut look));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::arguments::Arguments;
    use crate::call::plan::candidates::Table;
    use crate::call::resolve::view::in_user;
    use sbst_source::standing::Standing;
    use syn::ItemFn;

    #[test]
    fn candidates_naming_a_parameter_precede_types_of_the_package() {
        let source = "pub mod kinds { pub trait More: Iterator {} impl<I: Iterator> More for I {}
                pub struct Ones; impl Iterator for Ones { type Item = u8; } }
            pub mod user { use crate::kinds::More; }";
        let function: ItemFn = parse_quote!(
            fn f<I: More + Iterator<Item = Result<T, u8>>, T>(items: I) {}
        );
        let callee = Callee::from_signature(&function.sig, &Standing::free(), &Arguments::default()).unwrap();
        let (runtime, name) = (parse_quote!(sbst), parse_quote!(I));
        let types = in_user(source, |view| {
            let generics = &callee.opened.signature.generics;
            let (view_of_table, is_nested, is_shared) = (Some(view), false, false);
            let runtime = &runtime;
            let table = Table { runtime, generics, proposed: &[], view: view_of_table, is_nested, is_shared };
            let mut items = Items::new(runtime, Vec::new());
            let found = found((&callee, &name, &[]), view, Vec::new(), || table.find(&name), &mut items);
            let text = |candidate: &Candidate| candidate.ty.to_token_stream().to_string().replace(' ', "");
            found.iter().map(text).collect::<Vec<String>>()
        });
        assert_eq!(types[0], "sbst::__private::stand_ins::IntoIter<Result<T,u8>>");
        assert_eq!(types[1], "crate::kinds::Ones");
    }
}
