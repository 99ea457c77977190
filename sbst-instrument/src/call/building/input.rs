//! Enums in an annotated module without our derive: each variant is a way to a value, with its
//! fields as arguments. The emitted derive is the user's usual one, `#[derive(sbst::Input)]`. As
//! for types of whole crates, its fields may have any type.

use quote::ToTokens as _;
use sbst_source::span::mixed_site;
use syn::{parse_quote_spanned, Attribute, ItemEnum, Path};

/// True if the derive can be added: the enum has variants, no derive, and generic parameters and a
/// layout that the derive supports.
pub(crate) fn may_derive(definition: &ItemEnum) -> bool {
    !definition.variants.is_empty()
        && !definition.attrs.iter().any(is_of_ours)
        && definition.generics.where_clause.is_none()
}

/// True if an attribute derives an input, perhaps under a condition, or is a key for that.
pub(crate) fn is_of_ours(attribute: &Attribute) -> bool {
    let says = |word: &str| {
        let text = attribute.meta.to_token_stream().to_string();
        text.split(|character: char| !character.is_alphanumeric() && character != '_')
            .any(|part| part == word)
    };
    attribute.path().is_ident("sbst")
        || (attribute.path().is_ident("derive") || attribute.path().is_ident("cfg_attr")) && says("Input")
}

pub(crate) fn derive(definition: &mut ItemEnum, runtime: &Path) {
    let at = mixed_site();
    definition.attrs.push(parse_quote_spanned!(at=> #[derive(#runtime::Input)]));
    mark_lenient(&mut definition.attrs, runtime);
}

pub(crate) fn mark_lenient(attributes: &mut Vec<Attribute>, runtime: &Path) {
    attributes.push(parse_quote_spanned!(mixed_site()=> #[sbst(lenient, crate = #runtime)]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::{parse_quote, parse_str};

    fn derives(definition: &str) -> bool {
        may_derive(&parse_str(definition).unwrap())
    }

    #[test]
    fn an_enum_becomes_an_input_unless_it_has_a_derive_or_cannot() {
        assert!(derives("#[derive(Clone, Debug)] #[repr(u8)] enum Stroke { Solid, Dashed(u8) }"));
        assert!(derives("#[cfg_attr(test, derive(Debug))] pub enum Tree<'a, T: Ord> { Leaf(&'a T) }"));
        assert!(derives("enum Boxed<T: ?Sized> { One(Box<T>) }"));
        for definition in [
            "enum Never {}",
            "#[derive(sbst::Input)] enum Stroke { Solid }",
            "#[derive(Clone, Input)] enum Stroke { Solid }",
            "#[cfg_attr(feature = \"search\", derive(sbst::Input))] enum Stroke { Solid }",
            "#[sbst(construct = pick)] enum Stroke { Solid }",
            "enum Boxed<T> where T: Ord { One(T) }",
        ] {
            assert!(!derives(definition), "{definition}");
        }
    }

    #[test]
    fn the_added_derive_is_that_of_a_user_or_of_the_command() {
        let mut definition: ItemEnum = parse_quote!(
            #[derive(Debug)]
            enum Stroke {
                Solid,
            }
        );
        derive(&mut definition, &parse_quote!(::rt));
        let wanted: ItemEnum = parse_quote! {
            #[derive(Debug)]
            #[derive(::rt::Input)]
            #[sbst(lenient, crate = ::rt)]
            enum Stroke { Solid, }
        };
        assert_eq!(definition.to_token_stream().to_string(), wanted.to_token_stream().to_string());
    }
}
