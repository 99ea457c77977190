//! Types that mention `'static`: what says how their values are built. Nothing that an execution
//! builds lives so long, but the runtime keeps texts and slices of plain values for ever, and leaks
//! values of types that have a name and no arguments (its `permanent`).

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{parse_quote, Path, PathArguments, Type, TypePath};

use crate::call::composition::{arguments, is_composed};
use crate::syntax::lifetimes::{peeled, Mentioned};
use crate::syntax::spans::as_ours;

/// Types of which a slice is written as a literal that lives for ever, and whose values are equal
/// or not.
const PLAIN: [&str; 14] =
    ["bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// Types of the standard library that are only had behind pointers.
const UNSIZED: [&str; 4] = ["str", "Path", "OsStr", "CStr"];

/// The type that says how values of a type are built that mentions `'static`. `None` if it does
/// not, or if they cannot be built.
pub(crate) fn lasting(ty: &Type, runtime: &Path) -> Option<TokenStream> {
    Mentioned::of(ty).is_static.then(|| built(ty, runtime)).flatten()
}

/// True if values of a type can be built that mentions `'static`.
pub(crate) fn lasts(ty: &Type) -> bool {
    lasting(ty, &parse_quote!(runtime)).is_some()
}

/// The builder of a type that is, or is a part of, one that mentions `'static`.
fn built(ty: &Type, runtime: &Path) -> Option<TokenStream> {
    let at = Span::mixed_site();
    let ty = peeled(ty);
    if !Mentioned::of(ty).is_static {
        return Some(as_ours(ty));
    }
    match ty {
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => {
                if reference.mutability.is_some() {
                    return None;
                }
                match kept(&reference.elem, runtime) {
                    Some(kept) => Some(quote_spanned!(at=> #runtime::__private::Permanent<#kept>)),
                    None => {
                        let leaked = leaked(&reference.elem)?;
                        Some(quote_spanned!(at=> #runtime::__private::PermanentValue<#leaked>))
                    }
                }
            }
            lifetime => {
                let (lifetime, mutability) = (as_ours(lifetime), as_ours(reference.mutability));
                let inner = built(&reference.elem, runtime)?;
                Some(quote_spanned!(at=> & #lifetime #mutability #inner))
            }
        },
        Type::Slice(slice) => {
            let element = built(&slice.elem, runtime)?;
            Some(quote_spanned!(at=> [#element]))
        }
        Type::Array(array) => {
            let (element, length) = (built(&array.elem, runtime)?, as_ours(&array.len));
            Some(quote_spanned!(at=> [#element; #length]))
        }
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|ty| built(ty, runtime)).collect::<Option<Vec<_>>>()?;
            Some(quote_spanned!(at=> (#(#parts,)*)))
        }
        Type::Path(TypePath { qself: None, path, .. }) => of_path(path, runtime),
        _ => None,
    }
}

fn of_path(path: &Path, runtime: &Path) -> Option<TokenStream> {
    let at = Span::mixed_site();
    let (name, types) = arguments(path)?;
    if let ("Cow", [inner]) = (&*name, &types[..]) {
        let kept = kept(inner, runtime)?;
        return Some(quote_spanned!(at=> #runtime::__private::PermanentCow<#kept>));
    }
    // A type of one's own may have bounds that only its own arguments meet.
    if !is_composed(&name, types.len()) {
        return None;
    }
    let parts = types.iter().map(|ty| built(ty, runtime)).collect::<Option<Vec<_>>>()?;
    let mut outer = path.clone();
    outer.segments.last_mut()?.arguments = PathArguments::None;
    let outer = as_ours(outer);
    Some(quote_spanned!(at=> #outer<#(#parts),*>))
}

/// A type whose values a reference may point at for ever, each of them at its own: one that has a
/// name and no arguments.
fn leaked(ty: &Type) -> Option<TokenStream> {
    match peeled(ty) {
        Type::Path(TypePath { qself: None, path, .. }) => {
            let is_plain = path.segments.iter().all(|segment| segment.arguments.is_empty());
            let is_unsized =
                UNSIZED.iter().any(|name| path.segments.last().is_some_and(|last| last.ident == name));
            (is_plain && !is_unsized).then(|| as_ours(path))
        }
        _ => None,
    }
}

/// Types that a reference may point at for ever.
fn kept(ty: &Type, runtime: &Path) -> Option<TokenStream> {
    let at = Span::mixed_site();
    let named = |ty: &Type, names: &[&str]| matches!(ty, Type::Path(path) if path.qself.is_none() && names.iter().any(|name| path.path.is_ident(name)));
    match peeled(ty) {
        ty if named(ty, &["str"]) => Some(as_ours(ty)),
        Type::Slice(slice) => {
            let element = peeled(&slice.elem);
            let is_text =
                || matches!(element, Type::Reference(reference) if named(&reference.elem, &["str"]));
            if named(element, &PLAIN) {
                let element = as_ours(element);
                Some(quote_spanned!(at=> [#element]))
            } else if is_text() {
                let element = built(element, runtime).filter(|_| Mentioned::of(element).is_static)?;
                Some(quote_spanned!(at=> [#element]))
            } else {
                None
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_str;

    fn said(ty: &str) -> Option<String> {
        let lasting = lasting(&parse_str(ty).unwrap(), &parse_quote!(rt))?;
        let text: String = lasting.to_string().split_whitespace().collect();
        Some(text.replace("rt::__private::", ""))
    }

    #[test]
    fn texts_and_slices_of_plain_values_are_kept_for_ever_wherever_they_stand() {
        for (ty, lasting) in [
            ("&'static str", "Permanent<str>"),
            ("&'static [u8]", "Permanent<[u8]>"),
            ("&'static [&'static str]", "Permanent<[Permanent<str>]>"),
            ("Cow<'static, str>", "PermanentCow<str>"),
            ("std::borrow::Cow<'static, [i32]>", "PermanentCow<[i32]>"),
            ("Option<&'static str>", "Option<Permanent<str>>"),
            ("&[(&'static str, m::Own)]", "&[(Permanent<str>,m::Own,)]"),
            ("&'_ mut std::vec::Vec<&'static str>", "&'_mutstd::vec::Vec<Permanent<str>>"),
            ("[Cow<'static, str>; 3]", "[PermanentCow<str>;3]"),
            ("&'static Own", "PermanentValue<Own>"),
            ("Option<&'static m::Own>", "Option<PermanentValue<m::Own>>"),
        ] {
            assert_eq!(said(ty).as_deref(), Some(lasting), "{ty}");
        }
    }

    #[test]
    fn nothing_else_is() {
        for ty in [
            "&str",
            "&'static Own<u8>",
            "&'static mut Own",
            "&'static Path",
            "&'static mut str",
            "&'static [String]",
            "&'static [Own]",
            "&'static [&str]",
            "Own<'static>",
            "Own<&'static str>",
            "fn(&'static str)",
            "Cow<'static, Path>",
            "Option<Own<'static>>",
        ] {
            assert_eq!(said(ty), None, "{ty}");
        }
    }
}
