//! Types that contain others, as they are written: how values of such a type are composed from
//! values of its parts.
//!
//! A type written `Vec<Player>` is repeated with functions of the runtime's `compose`, down to
//! types without parts. A name only proposes a type: if it is not the standard library's, the
//! runtime treats it as unknown. A type of the package without a derive is built from its fields
//! (`built_types.rs`). A pointer to a trait object is built by a type with the trait
//! (`trait_objects.rs`).

pub(crate) mod trait_objects;

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{GenericArgument, Path, PathArguments, Type, TypePath};

use crate::call::building::items::bring_from;
use crate::call::building::items::Items;
use crate::syntax::lifetimes::peeled;
use crate::syntax::spans::as_ours;
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::types::{composing, has_known_parts, is_leaf};

/// Traits that method look-up tries, in order, to build a part.
const CHOOSING: [&str; 5] = ["IsInput", "IsArbitrary", "IsComposed", "IsDefault", "IsUnknown"];

const LARGEST_TUPLE: usize = 12;

/// The expression that composes values of a type of others. `None` if it has no parts, or if all of
/// them are known to be inputs.
pub(crate) fn composition(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    let has_parts = matches!(peeled(ty), Type::Slice(_)) || composed(ty, items).is_some();
    has_parts.then(|| part(ty, items)).flatten()
}

/// The expression that builds a part of another type. `None` if the part is known to be an input.
pub(crate) fn part(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    if !has_unknown(ty) && !trait_objects::has_any(ty, items) {
        return None;
    }
    let runtime = items.runtime;
    let traits = bring_from(&CHOOSING, &quote_spanned!(mixed_site()=> #runtime::__private::compose));
    let chosen = chosen(ty, items);
    Some(quote_spanned!(mixed_site()=> { #traits #chosen }))
}

/// True if a type contains a trait object, or a name that is neither a composed type of the
/// standard library nor an input.
fn has_unknown(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= matches!(node, Node::Type(Type::TraitObject(_)));
        if let Node::Type(Type::Path(path)) = node {
            let last = path.path.segments.last();
            let is_known = last.is_some_and(|last| has_known_parts(&last.ident.to_string()));
            found |= path.qself.is_some() || !is_known;
        }
        true
    });
    found
}

fn chosen(ty: &Type, items: &mut Items<'_>) -> TokenStream {
    let (at, runtime) = (mixed_site(), items.runtime);
    let compose = quote_spanned!(at=> #runtime::__private::compose);
    let ty = peeled(ty);
    if let Type::Slice(slice) = ty {
        let element = chosen(&slice.elem, items);
        return quote_spanned!(at=> #compose::slice(#element));
    }
    let ours = as_ours(ty);
    let is_known = |path: &TypePath| {
        path.qself.is_none() && path.path.get_ident().is_some_and(|name| is_leaf(&name.to_string()))
    };
    match (ty, composed(ty, items)) {
        (Type::Path(path), None) if is_known(path) => quote_spanned!(at=> #compose::Of::<#ours>::NEW),
        (_, Some(composed)) => {
            quote_spanned!(at=> (&&#compose::Node::<#ours, _>::composed(#composed)).chosen())
        }
        (_, None) => quote_spanned!(at=> (&&#compose::Node::<#ours>::LEAF).chosen()),
    }
}

fn composed(ty: &Type, items: &mut Items<'_>) -> Option<TokenStream> {
    let (at, runtime) = (mixed_site(), items.runtime);
    let compose = quote_spanned!(at=> #runtime::__private::compose);
    if let Some(pointer) = items.pointer(peeled(ty)) {
        return Some(quote_spanned!(at=> #compose::Of::<#pointer>::NEW));
    }
    match peeled(ty) {
        // A type without a size has no values, but a function may return the reference.
        Type::Reference(reference) if matches!(peeled(&reference.elem), Type::TraitObject(_)) => None,
        Type::Reference(reference) => {
            let inner = chosen(&reference.elem, items);
            Some(match reference.mutability {
                Some(_) => quote_spanned!(at=> #compose::mutable(#inner)),
                None => quote_spanned!(at=> #compose::shared(#inner)),
            })
        }
        Type::Array(array) => {
            let (element, length) = (chosen(&array.elem, items), as_ours(&array.len));
            Some(quote_spanned!(at=> #compose::array::<_, { #length }>(#element)))
        }
        Type::Tuple(tuple) if (1..=LARGEST_TUPLE).contains(&tuple.elems.len()) => {
            let parts = tuple.elems.iter().map(|ty| chosen(ty, items));
            Some(quote_spanned!(at=> #compose::tuple((#(#parts,)*))))
        }
        Type::Path(TypePath { qself, path, .. }) => {
            let of_standard = if qself.is_none() { compose_path(path, items) } else { None };
            of_standard.or_else(|| {
                let built = items.built(peeled(ty))?;
                Some(quote_spanned!(at=> #compose::Of::<#built>::NEW))
            })
        }
        _ => None,
    }
}

/// The composition of a type with a name from the standard library.
fn compose_path(path: &Path, items: &mut Items<'_>) -> Option<TokenStream> {
    let (at, runtime) = (mixed_site(), items.runtime);
    let compose = quote_spanned!(at=> #runtime::__private::compose);
    let (name, arguments) = arguments(path)?;
    if let (true, [inner]) = (name == "Peekable", &arguments[..]) {
        // Its inner type must be an iterator, with any items.
        let Type::Path(TypePath { qself: None, path, .. }) = peeled(inner) else { return None };
        let is_iterator =
            path.segments.last().is_some_and(|last| last.ident == "IntoIter" || last.ident == "Iter");
        let inner = composed(inner, items).filter(|_| is_iterator)?;
        return Some(quote_spanned!(at=> #compose::peekable(#inner)));
    }
    let function = Ident::new(composing(&name, arguments.len())?, at);
    let parts: Vec<TokenStream> = arguments.iter().map(|ty| chosen(ty, items)).collect();
    Some(quote_spanned!(at=> #compose::#function(#(#parts),*)))
}

/// The name and the type arguments of a type, if all its arguments are types or lifetimes.
pub(crate) fn arguments(path: &Path) -> Option<(String, Vec<&Type>)> {
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
    let types = types.map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((last.ident.to_token_stream().to_string(), types.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::{parse_quote, parse_str};

    fn composed_as(ty: &str) -> String {
        let runtime = parse_quote!(rt);
        let mut items = Items::new(&runtime, Vec::new());
        let composition = composition(&parse_str(ty).unwrap(), &mut items);
        let text = composition.map(|tokens| tokens.to_string()).unwrap_or_default();
        let text: String = text.split_whitespace().collect();
        let (_, text) = text.split_once("IsUnknownas_};").unwrap_or_default();
        let text = text.replace("rt::__private::compose::", "");
        text.strip_suffix('}').unwrap_or_default().to_owned()
    }

    #[test]
    fn types_with_unknown_parts_are_composed_as_written() {
        for (ty, composed) in [
            ("Vec<Player>", "(&&Node::<Vec<Player>,_>::composed(vec((&&Node::<Player>::LEAF).chosen()))).chosen()"),
            ("[m::Player]", "slice((&&Node::<m::Player>::LEAF).chosen())"),
            (
                "std::collections::HashMap<String, [Player; N]>",
                "(&&Node::<std::collections::HashMap<String,[Player;N]>,_>::composed(hash_map(Of::<String>::NEW,\
                 (&&Node::<[Player;N],_>::composed(array::<_,{N}>((&&Node::<Player>::LEAF).chosen()))).chosen()))).chosen()",
            ),
            (
                "Option<&'_ mut [Player]>",
                "(&&Node::<Option<&'_mut[Player]>,_>::composed(option((&&Node::<&'_mut[Player],_>::composed(\
                 mutable(slice((&&Node::<Player>::LEAF).chosen())))).chosen()))).chosen()",
            ),
            (
                "(Player, u8)",
                "(&&Node::<(Player,u8),_>::composed(tuple(((&&Node::<Player>::LEAF).chosen(),Of::<u8>::NEW,)))).chosen()",
            ),
            (
                "Peekable<IntoIter<Token<'_>>>",
                "(&&Node::<Peekable<IntoIter<Token<'_>>>,_>::composed(peekable(into_iter((&&Node::<Token<'_>>::LEAF)\
                 .chosen())))).chosen()",
            ),
        ] {
            assert_eq!(composed_as(ty), composed, "{ty}");
        }
    }

    #[test]
    fn types_without_unknown_parts_are_not_composed() {
        for ty in [
            "Player",
            "m::Queue<Player>",
            "Vec<u8>",
            "&[Option<String>]",
            "()",
            "Result<Player>",
            "Vec<Player, A, B>",
        ] {
            assert_eq!(composed_as(ty), "", "{ty}");
        }
    }

    #[test]
    fn an_adaptor_of_an_own_iterator_is_not_taken_apart() {
        assert_eq!(composed_as("Peekable<Lexer>"), "");
        assert_eq!(
            composed_as("Vec<Peekable<Lexer>>"),
            "(&&Node::<Vec<Peekable<Lexer>>,_>::composed(vec((&&Node::<Peekable<Lexer>>::LEAF).chosen()))).chosen()"
        );
    }
}
