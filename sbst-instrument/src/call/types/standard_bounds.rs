//! Bounds on traits of the standard library, by their names, and types that meet them.

use syn::{parse_quote, GenericArgument, Ident, Path, PathArguments, Type, TypeParamBound};

use crate::call::types::mentions::single;
use sbst_vocabulary::prelude::is_in_some_edition;
use sbst_vocabulary::standard::traits;

/// True for a trait that does not show the use of a parameter.
pub(crate) fn is_of_any(name: &Ident) -> bool {
    traits::is(&name.to_string(), traits::Fact::Number)
}

/// True for a trait that is in scope without an import.
pub(crate) fn is_of_prelude(name: &Ident) -> bool {
    is_of_any(name) || is_in_some_edition(&name.to_string())
}

/// True if a small number certainly meets a bound.
pub(crate) fn is_marker(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            bound.maybe.is_some() || bound.path.segments.last().is_some_and(|last| is_of_any(&last.ident))
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    }
}

/// A type of the standard library that meets all bounds, if one is known.
pub(crate) fn standard_type(asked: &[&TypeParamBound]) -> Option<Type> {
    let mut others = asked.iter().filter(|bound| !is_marker(bound));
    let Some(TypeParamBound::Trait(bound)) = others.next() else { return Some(parse_quote!(i32)) };
    if others.next().is_some() {
        return None;
    }
    let last = bound.path.segments.last()?;
    Some(match &*last.ident.to_string() {
        "BuildHasher" => {
            parse_quote!(::std::hash::BuildHasherDefault<::std::collections::hash_map::DefaultHasher>)
        }
        "Hasher" => parse_quote!(::std::collections::hash_map::DefaultHasher),
        "Read" | "BufRead" | "Seek" => parse_quote!(::std::io::Cursor<::std::vec::Vec<u8>>),
        "Write" => parse_quote!(::std::vec::Vec<u8>),
        operator if traits::operator(operator).is_some() => parse_quote!(i32),
        // Each type converts from itself.
        "From" | "Into" => {
            let of = argument_types(&bound.path).into_iter().next()?;
            let is_number = single(of).is_some_and(|name| name.to_string().starts_with(char::is_lowercase));
            is_number.then(|| of.clone())?
        }
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" => {
            parse_quote!(::std::vec::IntoIter<i32>)
        }
        _ => return None,
    })
}

/// The types among the arguments of a path.
pub(crate) fn argument_types(path: &Path) -> Vec<&Type> {
    let Some(PathArguments::AngleBracketed(arguments)) = path.segments.last().map(|last| &last.arguments)
    else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}
