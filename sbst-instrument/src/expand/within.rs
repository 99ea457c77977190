//! The block around a function made by a macro, as the command passes it.
//!
//! An attribute in the definition of a macro is expanded with it. So the header of the block around
//! the function, written into the attribute's arguments, arrives with its fragments replaced: `impl
//! Width for $T` as `impl Width for u8`. All expansions are one target, so they are named as in the
//! definition: `<$T as Width>::width`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use sbst_source::visit_mut::{self, VisitMut};
use syn::{ItemImpl, ItemTrait, Signature, Type};

use crate::attribute::arguments::Within;
use sbst_source::enclosing::belongs_to_a_type;
use sbst_source::standing::{Owner, Standing};

/// The prefix of a name that replaces a fragment while a header is parsed.
const FRAGMENT: &str = "__SbstFragment_";

pub(crate) fn find_standing(within: &Within, signature: &Signature) -> Standing {
    let owner = match (&within.written, within.header.is_empty()) {
        (None, true) if belongs_to_a_type(signature) => Owner::Unknown,
        (None, true) => Owner::None,
        (written, _) => {
            let named =
                written.as_ref().and_then(|written| owner(as_names(written.value().parse().ok()?))?.name());
            named_as(owner(within.header.clone()).unwrap_or(Owner::Unknown), named)
        }
    };
    Standing::free().owned(owner)
}

fn owner(header: TokenStream) -> Option<Owner> {
    let braces = TokenTree::from(Group::new(Delimiter::Brace, TokenStream::new()));
    let block: TokenStream = header.into_iter().chain([braces]).collect();
    if let Ok(mut block) = syn::parse2::<ItemImpl>(block.clone()) {
        Ungrouped.visit_item_impl_mut(&mut block);
        return Some(Owner::from_impl(&block));
    }
    syn::parse2::<ItemTrait>(block).ok().map(|definition| Owner::from_trait(&definition))
}

fn named_as(owner: Owner, name: Option<String>) -> Owner {
    let Some(name) = name.filter(|name| name.contains(FRAGMENT)) else { return owner };
    let name = name.replace(FRAGMENT, "$");
    match owner {
        Owner::Type { generics, self_type, implemented, associated, .. } => {
            Owner::Type { generics, self_type, implemented, associated, named: Some(name) }
        }
        other => other,
    }
}

/// Replaces fragments by names: `$T` becomes one.
fn as_names(tokens: TokenStream) -> TokenStream {
    let mut replaced: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Ident(name))) if sign.as_char() == '$' => {
                replaced.push(Ident::new(&format!("{FRAGMENT}{name}"), name.span()).into());
                tokens.next();
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), as_names(group.stream()));
                inner.set_span(group.span());
                replaced.push(inner.into());
            }
            _ => replaced.push(token),
        }
    }
    replaced.into_iter().collect()
}

/// Removes the invisible groups around type arguments in a macro's expansion.
struct Ungrouped;

impl VisitMut for Ungrouped {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        while let Type::Group(group) = ty {
            *ty = (*group.elem).clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::arguments::Arguments;
    use proc_macro2::Span;
    use quote::{format_ident, quote};
    use syn::{parse_quote, LitStr};

    fn path(written: &str, header: TokenStream, signature: &Signature) -> Option<String> {
        let written = (!written.is_empty()).then(|| LitStr::new(written, Span::call_site()));
        let standing = find_standing(&Within { written, header }, signature);
        let is_known = !matches!(standing.owner, Owner::Unknown);
        is_known.then(|| standing.function_path(&format_ident!("f")))
    }

    #[test]
    fn expansions_of_one_block_have_one_name_and_their_own_types() {
        let signature: Signature = parse_quote!(fn f(&self));
        let ty = TokenTree::from(Group::new(Delimiter::None, quote!(u8)));
        let header = quote!(impl Width for #ty);
        assert_eq!(path("impl Width for $T", header.clone(), &signature).unwrap(), "<$T as Width>::f");
        let within = find_standing(&Within { written: None, header }, &signature);
        let Owner::Type { self_type, .. } = within.owner else { panic!("it has a type") };
        assert!(matches!(*self_type, Type::Path(_)), "without the brackets");
        assert_eq!(path("impl<'a> $ T<'a>", quote!(impl<'a> S<'a>), &signature).unwrap(), "$T<'a>::f");
        assert_eq!(path("impl S", quote!(impl S), &signature).unwrap(), "S::f");
        assert_eq!(path("trait $T", quote!(trait T), &signature).unwrap(), "T::f");
    }

    #[test]
    fn the_attribute_accepts_the_text_of_the_command() {
        let tokens =
            quote!(crate = ::sbst, within("impl Width for $T", impl Width for u8), skip = Effects("", "no"));
        let within = Arguments::parse(tokens).unwrap().within.unwrap();
        assert_eq!(within.header.to_string(), "impl Width for u8");
        assert!(Arguments::parse(quote!(within())).unwrap().within.unwrap().written.is_none());
    }

    #[test]
    fn owners_that_cannot_be_determined_are_unknown() {
        assert_eq!(path("", quote!(), &parse_quote!(fn f(n: u8))).unwrap(), "f");
        assert_eq!(path("", quote!(), &parse_quote!(fn f(n: u8) -> Self)), None, "it belongs to some type");
        assert_eq!(path("impl $($T)*", quote!(impl A B), &parse_quote!(fn f())), None);
    }
}
