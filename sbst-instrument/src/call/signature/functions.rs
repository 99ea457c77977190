//! Type parameters that are types of functions, or of collections of another parameter's associated
//! types.
//!
//! 1. A type only of arguments is that of a closure.
//! 2. One within another type (`Map<P, F>`) or in a result is a function pointer with the signature
//!    of its bound: `fn(P::Output) -> O`. A pointer has all traits of closures, and is one type for
//!    all functions that take such a value.
//! 3. A parameter that is iterated over, with items of an associated type of another parameter (`I:
//!    IntoIterator<Item = G::Node>`), is a vector of these.

use proc_macro2::Ident;
use sbst_source::visit_mut::VisitMut as _;
use syn::punctuated::Punctuated;
use syn::{
    parse_quote, FnArg, GenericArgument, Generics, Path, PathArguments, PathSegment, ReturnType, Signature,
    Token, TraitBound, Type, TypeParamBound, TypePath, WherePredicate,
};

use crate::call::signature::function_type::called;
use crate::call::signature::own::Own;
use crate::call::types::mentions::bounds_mention;
use crate::call::types::mentions::count_mentions;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::in_owner;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::mentions_path;
use crate::call::types::mentions::single;
use crate::call::types::substitution::Substitution;
use crate::syntax::lifetimes::peeled;
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::traits::{is, Fact};

/// A type parameter that is the type of a function, with its bounds.
pub(crate) type Function = (Ident, Punctuated<TypeParamBound, Token![+]>);

/// Rule 1: the type parameters that are types of functions, and appear in parameters alone.
pub(crate) fn closures(signature: &Signature, own: Option<&Own>) -> Vec<Function> {
    let parameters = signature.generics.type_params().filter_map(|parameter| {
        let bounds: Punctuated<TypeParamBound, Token![+]> =
            find_bounds(&parameter.ident, &signature.generics).cloned().collect();
        called(bounds.iter())?;
        let name = &parameter.ident;
        let is_own = own.is_some_and(|own| is_of_own(name, own));
        let is_given = mentions_output(signature, name);
        let mentions: usize = signature.inputs.iter().map(|input| count_mentions(input, name)).sum();
        let direct = signature.inputs.iter().filter(|input| match input {
            FnArg::Typed(typed) => is_passed_as(&typed.ty, &parameter.ident),
            FnArg::Receiver(_) => false,
        });
        (!is_own
            && !is_given
            && mentions > 0
            && mentions == direct.count()
            && !bounds_mention(name, &signature.generics, &[name]))
        .then(|| (parameter.ident.clone(), bounds))
    });
    parameters.collect()
}

fn is_of_own(name: &Ident, own: &Own) -> bool {
    let of_trait = own.of_trait.iter().any(|path| mentions_path(path, name));
    of_trait || mentions_any(&own.ty, [name])
}

fn mentions_output(signature: &Signature, name: &Ident) -> bool {
    match &signature.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => count_mentions(&**ty, name) > 0,
    }
}

/// Rules 2 and 3: the type parameters replaced by function pointers and vectors, with these types.
pub(crate) fn pointers(
    signature: &Signature,
    own: Option<&Own>,
    closures: &[Function],
    runtime: &Path,
) -> Vec<(Ident, Type)> {
    let generics = &signature.generics;
    let others = generics.type_params().map(|parameter| &parameter.ident);
    let others = others.filter(|name| !closures.iter().any(|(closure, _)| closure == *name));
    let pointers = others.filter_map(|name| {
        let bounds: Vec<&TypeParamBound> = find_bounds(name, generics).collect();
        let is_called = called(bounds.iter().copied()).is_some();
        let is_own = own.is_some_and(|own| is_of_own(name, own));
        let is_mentioned = is_own
            || mentions_output(signature, name)
            || signature.inputs.iter().any(|input| count_mentions(input, name) > 0);
        let pointer = match is_called {
            true => bounds.iter().rev().find_map(|bound| pointer(bound))?,
            false => vector(name, &bounds, generics, runtime)?,
        };
        let is_of_itself = is_own && mentions_any(&pointer, [&Ident::new("Self", name.span())]);
        let is_type_alone = is_mentioned && !is_of_itself && !bounds_mention(name, generics, &[name]);
        is_type_alone.then(|| (name.clone(), pointer))
    });
    pointers.collect()
}

/// The function pointer that meets a bound.
fn pointer(bound: &TypeParamBound) -> Option<Type> {
    let TypeParamBound::Trait(TraitBound { lifetimes, path, .. }) = bound else { return None };
    let PathArguments::Parenthesized(called) = &path.segments.last()?.arguments else { return None };
    let (inputs, output) = (&called.inputs, &called.output);
    Some(parse_quote!(#lifetimes fn(#inputs) #output))
}

/// The vector, or its iterator, that meets bounds (rule 3).
fn vector(name: &Ident, bounds: &[&TypeParamBound], generics: &Generics, runtime: &Path) -> Option<Type> {
    let (mut item, mut is_iterator) = (None, false);
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let last = bound.path.segments.last()?;
        is_iterator |= is(&last.ident.to_string(), Fact::Iterator);
        if !is_iterator && last.ident != "IntoIterator" {
            return None;
        }
        item = item.or_else(|| item_of(last));
    }
    let item = item.filter(|item| !mentions_any(item, [name]) && has_associated(item, generics))?;
    Some(match is_iterator {
        true => parse_quote!(#runtime::__private::stand_ins::IntoIter<#item>),
        false => parse_quote!(#runtime::__private::stand_ins::Vec<#item>),
    })
}

fn item_of(last: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(clause) if clause.ident == "Item" => Some(&clause.ty),
        _ => None,
    })
}

/// True if an associated type of a parameter is in a type.
fn has_associated(ty: &Type, generics: &Generics) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        if let Node::Type(Type::Path(TypePath { qself, path, .. })) = node {
            let is_first = |name: &Ident| path.segments.len() > 1 && path.segments[0].ident == *name;
            found |= generics.type_params().any(|parameter| match qself {
                Some(qself) => mentions_any(&qself.ty, [&parameter.ident]),
                None => is_first(&parameter.ident),
            });
        }
        !found
    });
    found
}

/// True if a parameter's type is the type parameter, a reference to it, or a box of it.
fn is_passed_as(ty: &Type, name: &Ident) -> bool {
    match peeled(ty) {
        Type::Reference(reference) => single(peeled(&reference.elem)) == Some(name),
        ty => single(ty) == Some(name) || in_owner(ty).is_some_and(|inner| single(inner) == Some(name)),
    }
}

/// Writes `impl Fn(…)` for the type parameters of closures.
pub(crate) fn take_closures(signature: &mut Signature, functions: &[Function]) {
    let mut substitution = Substitution::default();
    for (name, bounds) in functions {
        let opaque = parse_quote!(impl #bounds);
        substitution.types.insert(name.clone(), opaque);
    }
    signature.inputs.iter_mut().for_each(|input| substitution.visit_fn_arg_mut(input));
    let names: Vec<&Ident> = functions.iter().map(|(name, _)| name).collect();
    drop_predicates(&mut signature.generics, &names);
}

/// Drops the `where` clause's bounds on these parameters.
pub(crate) fn drop_predicates(generics: &mut Generics, names: &[&Ident]) {
    let Some(clause) = &mut generics.where_clause else { return };
    let about = |predicate: &WherePredicate| match predicate {
        WherePredicate::Type(clause) => single(&clause.bounded_ty).is_some_and(|name| names.contains(&name)),
        _ => false,
    };
    let predicates = std::mem::take(&mut clause.predicates).into_iter();
    clause.predicates = predicates.filter(|predicate| !about(predicate)).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;
    use syn::ItemFn;

    /// The closures of a function and its pointers; for a method, those of its type as well.
    fn found(function: &str, own: Option<&str>) -> (Vec<String>, Vec<String>) {
        let function: ItemFn = syn::parse_str(function).unwrap();
        let own = own.map(|own| Own { ty: syn::parse_str(own).unwrap(), of_trait: None });
        let closures = closures(&function.sig, own.as_ref());
        let pointers = pointers(&function.sig, own.as_ref(), &closures, &parse_quote!(::sbst));
        let text = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
        (
            closures.iter().map(|(name, _)| name.to_string()).collect(),
            pointers.iter().map(|(name, ty)| format!("{name}={}", text(ty))).collect(),
        )
    }

    #[test]
    fn functions_are_closures_as_arguments_and_pointers_in_types() {
        let of = |function, own| {
            let (closures, pointers) = found(function, own);
            (closures.join(" "), pointers.join(" "))
        };
        let pair = |closures: &str, pointers: &str| (closures.to_owned(), pointers.to_owned());
        assert_eq!(of("fn f<F: Fn(u8) -> bool>(f: F) {}", None), pair("F", ""));
        assert_eq!(of("fn f<F>(f: Option<F>) where F: FnMut(&str, u8) {}", None), pair("", "F=fn(&str,u8)"));
        assert_eq!(
            of("fn f<P: Parser<I>, I, O, F: FnMut(P::Output) -> O + Clone>(&mut self) {}", Some("Map<P, F>")),
            pair("", "F=fn(P::Output)->O")
        );
        assert_eq!(of("fn lazy<T, F: FnOnce() -> T>(f: F) -> Lazy<T, F> {}", None), pair("", "F=fn()->T"));
        assert_eq!(
            of("fn f<F: for<'x> Fn(&'x u8) -> &'x u8>(f: [F; 2]) {}", None),
            pair("", "F=for<'x>fn(&'xu8)->&'xu8")
        );
    }

    #[test]
    fn a_collection_of_another_parameters_items_is_a_vector() {
        let of = |function| found(function, None).1.join(" ").replace("::sbst::__private::stand_ins::", "");
        assert_eq!(of("fn f<A: Array, I: IntoIterator<Item = A::Item>>(a: A, i: I) {}"), "I=Vec<A::Item>");
        let iterator = "fn f<G: Graph, I>(i: I) where I: Iterator<Item = (u8, G::Node)> {}";
        assert_eq!(of(iterator), "I=IntoIter<(u8,G::Node)>");
        for other in [
            "fn f<I: IntoIterator<Item = u8>>(i: I) {}",
            "fn f<A: Array, I: IntoIterator<Item = A::Item> + Clone>(i: I) {}",
            "fn f<A: Array, I: IntoIterator<Item = A::Item>>(i: I) where I::IntoIter: Clone {}",
        ] {
            assert_eq!(of(other), "", "{other}");
        }
    }

    #[test]
    fn a_parameter_with_other_bounds_is_neither() {
        for (function, own) in [
            ("fn f<F: Fn() + Display>(f: Vec<F>) {}", None),
            ("fn f<F: Fn(), T: Uses<F>>(f: Vec<F>) {}", None),
            ("fn f<F: Fn(Self)>(&self) {}", Some("Own<F>")),
            ("fn f<F: Ord>(f: Vec<F>) {}", None),
            ("fn f<F: Fn()>() {}", None),
        ] {
            assert_eq!(found(function, own), (Vec::new(), Vec::new()), "{function}");
        }
    }
}
