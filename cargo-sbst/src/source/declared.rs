//! Types that a macro of the crate declares: `enum Header { … }` in one of its rules, or
//! `pub struct $Name`, which a call names.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::BTreeMap;

/// The types in the definitions of macros, by the names of these.
#[derive(Default)]
pub struct Declared(BTreeMap<String, Vec<DeclaredType>>);

#[derive(Clone)]
struct DeclaredType {
    /// The name; `None` if a parameter of the macro names it.
    name: Option<Ident>,
    visibility: syn::Visibility,
}

impl Declared {
    /// Adds the types in the expansions of a macro's rules.
    pub fn define<'t>(&mut self, name: &Ident, bodies: impl Iterator<Item = &'t TokenStream>) {
        let mut found = Vec::new();
        bodies.for_each(|body| find(body.clone(), &mut found));
        self.0.insert(name.to_string(), found);
    }

    /// Returns the names and visibilities of the types that a call of a macro may declare.
    pub fn of_call(&self, name: &Ident, input: TokenStream) -> Vec<(Ident, syn::Visibility)> {
        let declared = self.0.get(&name.to_string()).map_or(&[][..], Vec::as_slice);
        let mut given = input.into_iter().filter_map(|token| match token {
            TokenTree::Ident(ident) if is_type(&ident) => Some(ident),
            _ => None,
        });
        // The parameters are given in the order of their declarations, most often.
        let named = declared.iter().map(|one| {
            let name = one.name.clone().or_else(|| given.next());
            name.map(|name| (name, one.visibility.clone()))
        });
        named.flatten().collect()
    }
}

/// True for a name like `Header`, but not `HEADER`.
fn is_type(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

fn find(tokens: TokenStream, found: &mut Vec<DeclaredType>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_sign = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == '$');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            // A repetition.
            TokenTree::Group(group) if at > 0 && is_sign(at - 1) => find(group.stream(), found),
            TokenTree::Ident(word) if ["struct", "enum", "union"].iter().any(|known| word == known) => {
                let name = match tokens.get(at + 1) {
                    Some(TokenTree::Ident(name)) => Some(name.clone()),
                    _ if is_sign(at + 1) => None,
                    _ => continue,
                };
                found.push(DeclaredType { name, visibility: visibility(&tokens[..at]) });
            }
            _ => {}
        }
    }
}

/// Returns the visibility that stands at the end of tokens.
pub fn visibility(before: &[TokenTree]) -> syn::Visibility {
    let tokens = match before {
        [.., TokenTree::Ident(word), TokenTree::Group(within)] if word == "pub" => {
            quote::quote!(#word #within)
        }
        [.., TokenTree::Ident(word)] if word == "pub" => word.to_token_stream(),
        _ => return syn::Visibility::Inherited,
    };
    syn::parse2(tokens).unwrap_or(syn::Visibility::Inherited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{format_ident, quote};

    #[test]
    fn a_call_declares_the_types_of_the_rules_and_those_that_it_names() {
        let mut declared = Declared::default();
        let body = quote! {
            #[derive(Debug)]
            enum Header { $($name,)+ }
            $(pub(crate) struct $Core { state: u8 } impl $Core {})+
            fn f() { struct Local; }
        };
        declared.define(&format_ident!("headers"), [&body].into_iter());
        let found = declared.of_call(&format_ident!("headers"), quote!(FIRST, Core8, "text"));
        let found = found
            .iter()
            .map(|(name, visibility)| format!("{} {name}", visibility.to_token_stream()).replace(' ', ""));
        assert_eq!(found.collect::<Vec<_>>(), ["Header", "pub(crate)Core8"]);
        assert!(declared.of_call(&format_ident!("others"), quote!(Core8)).is_empty());
    }
}
