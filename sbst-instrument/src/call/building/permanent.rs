//! The builders of types that mention `'static`. No value built by an execution lives that long.
//! But the runtime keeps texts and slices of plain values forever. It also leaks values of types
//! with a name and no arguments other than numbers and texts (its `permanent`).

use proc_macro2::TokenStream;
use quote::quote_spanned;
use sbst_source::span::mixed_site;
use syn::{parse_quote, Path, PathArguments, Type, TypePath};

use crate::call::building::composition::arguments;
use crate::call::building::items::Items;
use crate::call::types::mentions::single;
use crate::syntax::lifetimes::{peeled, Mentioned};
use crate::syntax::spans::as_ours;
use sbst_vocabulary::standard::types;

/// The builder of a type that mentions `'static`. `None` if it does not, or if it cannot be built.
pub(crate) fn lasting(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    Mentioned::from_type(ty).is_static.then(|| built(ty, items)).flatten()
}

/// True if a type that mentions `'static` can be built.
pub(crate) fn lasts(ty: &Type) -> bool {
    lasting(ty, &mut Items::new(&parse_quote!(runtime), Vec::new())).is_some()
}

/// The builder of a type, or of a part of it, that mentions `'static`.
fn built(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    let (at, runtime) = (mixed_site(), items.runtime);
    let ty = peeled(ty);
    if !Mentioned::from_type(ty).is_static {
        return Some(as_ours(ty));
    }
    match ty {
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => {
                if reference.mutability.is_some() {
                    return None;
                }
                match kept(&reference.elem, items) {
                    Some(kept) => Some(quote_spanned!(at=> #runtime::__private::Permanent<#kept>)),
                    None => {
                        let leaked = leaked(&reference.elem, items)?;
                        Some(quote_spanned!(at=> #runtime::__private::PermanentValue<#leaked>))
                    }
                }
            }
            lifetime => {
                let (lifetime, mutability) = (as_ours(lifetime), as_ours(reference.mutability));
                let inner = built(&reference.elem, items)?;
                Some(quote_spanned!(at=> & #lifetime #mutability #inner))
            }
        },
        Type::Slice(slice) => {
            let element = built(&slice.elem, items)?;
            Some(quote_spanned!(at=> [#element]))
        }
        Type::Array(array) => {
            let (element, length) = (built(&array.elem, items)?, as_ours(&array.len));
            Some(quote_spanned!(at=> [#element; #length]))
        }
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|ty| built(ty, items)).collect::<Option<Vec<_>>>()?;
            Some(quote_spanned!(at=> (#(#parts,)*)))
        }
        Type::Path(TypePath { qself: None, path, .. }) => from_path(path, items),
        _ => None,
    }
}

fn from_path(path: &Path, items: &mut Items<'_>) -> Option<TokenStream> {
    let (at, runtime) = (mixed_site(), items.runtime);
    let (name, parts) = arguments(path)?;
    if let ("Cow", [inner]) = (&*name, &parts[..]) {
        let kept = kept(inner, items)?;
        return Some(quote_spanned!(at=> #runtime::__private::PermanentCow<#kept>));
    }
    // A user's type may have bounds that only its own arguments meet.
    types::composing(&name, parts.len())?;
    let parts = parts.iter().map(|ty| built(ty, items)).collect::<Option<Vec<_>>>()?;
    let mut outer = path.clone();
    outer.segments.last_mut()?.arguments = PathArguments::None;
    let outer = as_ours(outer);
    Some(quote_spanned!(at=> #outer<#(#parts),*>))
}

/// The builder of a type with values that may be leaked, a new one for each reference: the type has
/// a name, and no arguments other than numbers and texts.
fn leaked(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    match peeled(ty) {
        ty @ Type::Path(TypePath { qself: None, path, .. }) => {
            let is_owned = |ty: &&Type| is_exact(ty) || named(ty, "String");
            let is_plain = path.segments.iter().all(|segment| segment.arguments.is_empty())
                || arguments(path)
                    .is_some_and(|(_, types)| types.iter().all(is_owned) && !has_lifetimes(path));
            let is_unsized =
                path.segments.last().is_some_and(|last| types::is_unsized(&last.ident.to_string()));
            let builder = |items: &mut Items<'_>| items.built(ty).map_or_else(|| as_ours(path), as_ours);
            (is_plain && !is_unsized).then(|| builder(items))
        }
        _ => None,
    }
}

/// True for a type by this name alone.
fn named(ty: &Type, name: &str) -> bool {
    single(ty).is_some_and(|single| single == name)
}

/// True for elements of slices that are written as literals, and compared by equality.
fn is_exact(ty: &Type) -> bool {
    single(ty).is_some_and(|name| types::is_exact(&name.to_string()))
}

fn has_lifetimes(path: &Path) -> bool {
    let mentioned =
        Mentioned::from_type(&Type::Path(TypePath { attrs: Vec::new(), qself: None, path: path.clone() }));
    mentioned.is_static || mentioned.elided > 0 || !mentioned.named.is_empty()
}

/// The builder of the target of a `'static` reference.
fn kept(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    let at = mixed_site();
    match peeled(ty) {
        ty if named(ty, "str") => Some(as_ours(ty)),
        Type::Slice(slice) => {
            let element = peeled(&slice.elem);
            let is_text = || matches!(element, Type::Reference(reference) if named(&reference.elem, "str"));
            if is_exact(element) {
                let element = as_ours(element);
                Some(quote_spanned!(at=> [#element]))
            } else if is_text() {
                let element = built(element, items).filter(|_| Mentioned::from_type(element).is_static)?;
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

    fn permanent(ty: &str) -> Option<String> {
        let runtime = parse_quote!(rt);
        let lasting = lasting(&parse_str(ty).unwrap(), &mut Items::new(&runtime, Vec::new()))?;
        let text: String = lasting.to_string().split_whitespace().collect();
        Some(text.replace("rt::__private::", ""))
    }

    #[test]
    fn texts_and_slices_of_plain_values_are_kept_forever_everywhere() {
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
            ("&'static Own<u8>", "PermanentValue<Own<u8>>"),
        ] {
            assert_eq!(permanent(ty).as_deref(), Some(lasting), "{ty}");
        }
    }

    #[test]
    fn values_of_other_types_are_not_kept() {
        for ty in [
            "&str",
            "&'static Own<T>",
            "&'static Own<'_, u8>",
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
            assert_eq!(permanent(ty), None, "{ty}");
        }
    }
}
