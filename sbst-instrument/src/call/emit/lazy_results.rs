//! Lazy results: they are computed only when their items are requested.
//!
//! The signature decides which results are lazy, since the written tests must request items in the
//! same way. The runtime checks that a type is the one of its name.
//!
//! 1. `impl Iterator<…>` and `Box<dyn Iterator<…>>`, also by the names of the traits that only
//!    iterators have. `impl IntoIterator<…>` makes one.
//! 2. Adaptors of the standard library around unnameable types: `Map<Chars<'_>, impl FnMut(char) ->
//!    u8>`.
//! 3. Each of these in an `Option` or a `Result`.
//! 4. No other types: a type that the user names shows its state with `{:?}`, and its `next` is a
//!    target.

use syn::{GenericArgument, Path, PathArguments, ReturnType, Token, Type, TypeParamBound};

use crate::call::signature::callee::Callee;
use crate::syntax::lifetimes::peeled;
use sbst_vocabulary::standard::traits::{is, Fact};

/// Types of `std::iter` around another type.
const ADAPTORS: [&str; 25] = [
    "Chain",
    "Cloned",
    "Copied",
    "Cycle",
    "Enumerate",
    "Filter",
    "FilterMap",
    "FlatMap",
    "Flatten",
    "FromFn",
    "Fuse",
    "Inspect",
    "Map",
    "MapWhile",
    "Peekable",
    "RepeatWith",
    "Rev",
    "Scan",
    "Skip",
    "SkipWhile",
    "StepBy",
    "Successors",
    "Take",
    "TakeWhile",
    "Zip",
];

pub(crate) struct Lazy {
    /// True if it is an iterator; else it makes one.
    pub(crate) is_iterator: bool,
    /// True if it is in an `Option` or a `Result`.
    pub(crate) is_inner: bool,
}

impl Callee {
    /// The way to the items of the result, if it is lazy.
    pub(crate) fn gives_items(&self) -> Option<Lazy> {
        let ReturnType::Type(_, output) = &self.opened.signature.output else { return None };
        lazy(output)
    }
}

fn lazy(ty: &Type) -> Option<Lazy> {
    if let Some(is_iterator) = is_iterator(ty) {
        return Some(Lazy { is_iterator, is_inner: false });
    }
    let (name, inner) = named(ty)?;
    let inner = inner.into_iter().next().filter(|_| name == "Option" || name == "Result")?;
    Some(Lazy { is_iterator: is_iterator(inner)?, is_inner: true })
}

/// True if it is an iterator, false if it makes one.
fn is_iterator(ty: &Type) -> Option<bool> {
    if let Type::ImplTrait(opaque) = peeled(ty) {
        return by_bounds(&opaque.bounds);
    }
    let (name, inner) = named(ty)?;
    match inner[..] {
        [inner] if name == "Box" => match peeled(inner) {
            Type::TraitObject(object) => by_bounds(&object.bounds).filter(|is_iterator| *is_iterator),
            inner => is_iterator(inner).filter(|is_iterator| *is_iterator),
        },
        ref parts => {
            let is_hidden =
                |part: &&Type| matches!(peeled(part), Type::ImplTrait(_)) || is_iterator(part).is_some();
            (ADAPTORS.contains(&&*name) && parts.iter().any(is_hidden)).then_some(true)
        }
    }
}

fn by_bounds(bounds: &syn::punctuated::Punctuated<TypeParamBound, Token![+]>) -> Option<bool> {
    let last = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => last_name(&bound.path),
        _ => None,
    };
    let mut names = bounds.iter().filter_map(last);
    names.find_map(|name| match &*name {
        "IntoIterator" => Some(false),
        name => is(name, Fact::Iterator).then_some(true),
    })
}

/// The last name of a type's path, and the types that are its generic arguments.
fn named(ty: &Type) -> Option<(String, Vec<&Type>)> {
    let Type::Path(path) = peeled(ty) else { return None };
    let arguments = match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        _ => Vec::new(),
    };
    let types = arguments.into_iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((last_name(&path.path)?, types.collect()))
}

fn last_name(path: &Path) -> Option<String> {
    path.segments.last().map(|last| last.ident.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word for the way to the items of a type.
    fn asked(ty: &str) -> &'static str {
        match lazy(&syn::parse_str(ty).unwrap()) {
            None => "",
            Some(Lazy { is_iterator: true, is_inner: false }) => "iterator",
            Some(Lazy { is_iterator: true, is_inner: true }) => "inner iterator",
            Some(Lazy { is_iterator: false, is_inner: false }) => "collection",
            Some(Lazy { is_iterator: false, is_inner: true }) => "inner collection",
        }
    }

    #[test]
    fn opaque_types_are_classified_by_their_bounds() {
        for (ty, expected) in [
            ("impl Iterator<Item = u8> + 'a", "iterator"),
            ("(impl Clone + std::iter::DoubleEndedIterator<Item = &'a str>)", "iterator"),
            ("Box<dyn Iterator<Item = Word<'a>> + Send + 'a>", "iterator"),
            ("Box<impl ExactSizeIterator>", "iterator"),
            ("impl IntoIterator<Item = u8>", "collection"),
            ("Option<impl Iterator<Item = u8>>", "inner iterator"),
            ("io::Result<Box<dyn Iterator<Item = u8>>>", "inner iterator"),
            ("Result<impl IntoIterator<Item = u8>, Error>", "inner collection"),
            ("impl Future<Output = u8>", ""),
            ("Box<dyn Fn() -> u8>", ""),
            ("Vec<Box<dyn Iterator<Item = u8>>>", ""),
            ("&mut dyn Iterator<Item = u8>", ""),
        ] {
            assert_eq!(asked(ty), expected, "{ty}");
        }
    }

    #[test]
    fn adaptors_are_lazy_only_around_unnameable_types() {
        for (ty, expected) in [
            ("std::iter::FromFn<impl FnMut() -> Option<u8>>", "iterator"),
            ("Peekable<Map<Chars<'a>, impl FnMut(char) -> u8>>", "iterator"),
            ("Option<Rev<Box<dyn DoubleEndedIterator<Item = u8>>>>", "inner iterator"),
            ("Peekable<Chars<'a>>", ""),
            ("std::vec::IntoIter<u8>", ""),
            ("Take<Self>", ""),
            ("Range<usize>", ""),
        ] {
            assert_eq!(asked(ty), expected, "{ty}");
        }
    }
}
