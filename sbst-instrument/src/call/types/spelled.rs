//! Types that any test can write: of the language, of the standard library's prelude, stand-ins of
//! the runtime, and whole paths of the standard library.

use syn::{GenericArgument, PathArguments, Type, TypeParamBound, TypePath, TypeTraitObject};

use crate::attribute::stand_ins::{is_stand_in, stand_in};
use crate::attribute::template::Pieces;
use quote::ToTokens as _;
use sbst_vocabulary::standard::types::{is, Fact};
use sbst_vocabulary::standard::CRATES;

/// Returns a type without parameters as a test writes it; `None` if the test may not have one of
/// its names.
pub(crate) fn spelled(ty: &Type) -> Option<Pieces> {
    text(ty).map(Pieces::source)
}

fn text(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => named(path),
        Type::Reference(reference) => {
            let mutable = if reference.mutability.is_some() { "mut " } else { "" };
            Some(format!("&{mutable}{}", text(&reference.elem)?))
        }
        Type::Tuple(tuple) => {
            let inside = tuple.elems.iter().map(text).collect::<Option<Vec<String>>>()?;
            let comma = if inside.len() == 1 { "," } else { "" };
            Some(format!("({}{comma})", inside.join(", ")))
        }
        Type::Slice(slice) => Some(format!("[{}]", text(&slice.elem)?)),
        Type::Paren(inside) => text(&inside.elem),
        Type::Group(inside) => text(&inside.elem),
        Type::TraitObject(object) => trait_object(object),
        _ => None,
    }
}

fn named(TypePath { qself, path, .. }: &TypePath) -> Option<String> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let last = names.last().filter(|_| qself.is_none())?;
    let is_primitive = last.starts_with(char::is_lowercase)
        && (names.len() == 1 || names.iter().any(|name| name == "primitive"));
    let is_stand_in = is_stand_in(&names);
    let written = match stand_in(last).filter(|_| is_stand_in) {
        Some(written) => written.to_owned(),
        None if is_primitive || is(last, Fact::Prelude) && (is_stand_in || names.len() == 1) => last.clone(),
        None if CRATES.contains(&&*names[0]) => format!("{{{}}}", names.join("::")),
        None => return None,
    };
    let is_plain = |arguments: &PathArguments| arguments.is_none();
    let mut segments = path.segments.iter().rev();
    let arguments = &segments.next()?.arguments;
    if !segments.all(|segment| is_plain(&segment.arguments)) {
        return None;
    }
    match arguments {
        PathArguments::None => Some(written),
        PathArguments::Parenthesized(_) => None,
        PathArguments::AngleBracketed(arguments) => {
            let types =
                arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
            let types = types.map(|argument| match argument {
                GenericArgument::Type(ty) => text(ty),
                _ => None,
            });
            let types = types.collect::<Option<Vec<String>>>()?;
            Some(if types.is_empty() { written } else { format!("{written}<{}>", types.join(", ")) })
        }
    }
}

fn trait_object(object: &TypeTraitObject) -> Option<String> {
    let bounds = object.bounds.iter().map(|bound| match bound {
        TypeParamBound::Lifetime(lifetime) => Some(lifetime.to_string()),
        TypeParamBound::Trait(bound) => {
            let names: Vec<String> =
                bound.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let is_plain = bound.path.segments.iter().all(|segment| segment.arguments.is_none());
            let is_known = CRATES.contains(&&*names[0]) || ["Send", "Sync"].contains(&&*names[0]);
            (is_plain && is_known).then(|| bound.to_token_stream().to_string().replace(' ', ""))
        }
        _ => None,
    });
    Some(format!("dyn {}", bounds.collect::<Option<Vec<String>>>()?.join(" + ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(ty: &str) -> Option<String> {
        text(&syn::parse_str(ty).unwrap())
    }

    #[test]
    fn types_that_any_test_can_write_have_a_source() {
        for (ty, expected) in [
            ("::core::primitive::i32", "i32"),
            ("sbst::__private::stand_ins::IntoIter<::core::primitive::i32>", "{std::vec::IntoIter}<i32>"),
            ("sbst::__private::stand_ins::Vec<&'static str>", "Vec<&str>"),
            ("sbst::__private::stand_ins::Box<(u8,)>", "Box<(u8,)>"),
            ("sbst::__private::stand_ins::Chars<'_>", "{std::str::Chars}"),
            (
                "Box<dyn std::error::Error + Send + Sync + 'static>",
                "Box<dyn std::error::Error + Send + Sync + 'static>",
            ),
            ("std::time::Duration", "{std::time::Duration}"),
            ("&mut [u8]", "&mut [u8]"),
        ] {
            assert_eq!(written(ty).as_deref(), Some(expected), "{ty}");
        }
    }

    #[test]
    fn types_of_the_crate_have_no_source() {
        for ty in ["Own", "Vec<Own>", "own::Kind", "dyn Own", "<T as Own>::Item", "fn(u8) -> u8"] {
            assert_eq!(written(ty), None, "{ty}");
        }
    }
}
