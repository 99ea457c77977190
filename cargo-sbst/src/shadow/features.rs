//! What of a package is compiled, as far as its features tell.
//!
//! A condition is taken to be false only if it certainly is: the system is known if it is the one that we run on, and what else it asks for (names that a
//! build script sets) is not. What has such a condition is left out of what is decided on, up to where the item, statement or arm certainly ends.

use cargo_metadata::{Metadata, PackageId};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use sbst_instrument::annotate::conditional::parts;
use std::collections::BTreeSet;
use syn::{Attribute, Meta};

/// What is known of the conditions under which a package is compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// The features that are on; nothing is known of them if others were chosen than the workspace was read with.
    on: Option<BTreeSet<String>>,
    /// Whether the package is compiled for the system that we run on.
    is_for_host: bool,
}

/// What can be known of the conditions in a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Whether the metadata was read with the features that are on.
    pub has_features: bool,
    /// Whether packages are compiled for the system that we run on.
    pub is_for_host: bool,
}

/// What a condition may ask of the system.
const SYSTEM: [(&str, &str); 3] = [
    ("target_os", std::env::consts::OS),
    ("target_family", std::env::consts::FAMILY),
    ("target_arch", std::env::consts::ARCH),
];

impl Features {
    /// Those of a package.
    pub fn of(metadata: &Metadata, package: &PackageId, known: Known) -> Features {
        let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
        let node = nodes.into_iter().find(|node| node.id == *package).filter(|_| known.has_features);
        let on = node.map(|node| node.features.iter().map(ToString::to_string).collect());
        Features { on, is_for_host: known.is_for_host }
    }

    /// These alone.
    #[cfg(test)]
    pub fn only(names: &[&str]) -> Features {
        let on = names.iter().map(|name| (*name).to_owned()).collect();
        Features { on: Some(on), is_for_host: true }
    }

    /// What is known of a file that belongs to two packages.
    pub fn of_either(&self, other: &Features) -> Features {
        if self == other { self.clone() } else { Features { on: None, ..*self } }
    }

    /// Whether what has these attributes may be compiled.
    pub fn allow(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().all(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg") => self.holds(list.tokens.clone()) != Some(false),
            _ => true,
        })
    }

    /// Whether what has these attributes is certainly compiled.
    pub fn demand(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().all(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg") => self.holds(list.tokens.clone()) == Some(true),
            _ => true,
        })
    }

    /// The tokens that may be compiled.
    pub fn compiled(&self, tokens: TokenStream) -> TokenStream {
        if *self == Features::default() {
            return tokens;
        }
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut compiled = TokenStream::new();
        let mut at = 0;
        while at < tokens.len() {
            match self.attribute(&tokens, at) {
                Some((false, true)) => return TokenStream::new(),
                Some((false, false)) => at = end(&tokens, at),
                _ => {
                    compiled.extend([match &tokens[at] {
                        TokenTree::Group(group) => {
                            let mut copy = Group::new(group.delimiter(), self.compiled(group.stream()));
                            copy.set_span(group.span());
                            TokenTree::Group(copy)
                        }
                        token => token.clone(),
                    }]);
                    at += 1;
                }
            }
        }
        compiled
    }

    /// If a `#[cfg(…)]` begins at `at`: whether it may hold, and whether it is one of what is around it (`#![cfg(…)]`).
    fn attribute(&self, tokens: &[TokenTree], at: usize) -> Option<(bool, bool)> {
        let is_sign = |at: usize, sign| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
        let is_inner = is_sign(at + 1, '!');
        let Some(TokenTree::Group(group)) = tokens.get(at + 1 + usize::from(is_inner)) else { return None };
        if !is_sign(at, '#') || group.delimiter() != Delimiter::Bracket {
            return None;
        }
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        match &inside[..] {
            [TokenTree::Ident(word), TokenTree::Group(condition)] if *word == "cfg" => {
                Some((self.holds(condition.stream()) != Some(false), is_inner))
            }
            _ => None,
        }
    }

    /// Whether a condition holds, if that is known.
    fn holds(&self, condition: TokenStream) -> Option<bool> {
        let tokens: Vec<TokenTree> = condition.into_iter().collect();
        match &tokens[..] {
            [TokenTree::Ident(word), TokenTree::Punct(sign), TokenTree::Literal(name)]
                if *word == "feature" && sign.as_char() == '=' =>
            {
                let name: syn::LitStr = syn::parse2(TokenTree::Literal(name.clone()).into()).ok()?;
                Some(self.on.as_ref()?.contains(&name.value()))
            }
            [TokenTree::Ident(word), TokenTree::Punct(sign), TokenTree::Literal(name)]
                if sign.as_char() == '=' =>
            {
                let name: syn::LitStr = syn::parse2(TokenTree::Literal(name.clone()).into()).ok()?;
                let (_, ours) = SYSTEM.iter().find(|(about, _)| word == about)?;
                self.is_for_host.then(|| *ours == name.value())
            }
            [TokenTree::Ident(word)] if *word == "unix" || *word == "windows" => {
                self.is_for_host.then(|| *word == std::env::consts::FAMILY)
            }
            [TokenTree::Ident(word), TokenTree::Group(group), ..] => {
                let of_parts = || parts(group.stream()).into_iter().map(|part| self.holds(part));
                match &*word.to_string() {
                    "not" => of_parts().next()?.map(|holds| !holds),
                    "all" if of_parts().any(|part| part == Some(false)) => Some(false),
                    "all" => of_parts().collect::<Option<Vec<bool>>>().map(|_| true),
                    "any" if of_parts().any(|part| part == Some(true)) => Some(true),
                    "any" => of_parts().collect::<Option<Vec<bool>>>().map(|_| false),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Where what has the attribute at `at` certainly has not ended before: behind the first braces or the first `;`, and if it is no item,
/// behind the first `,`.
fn end(tokens: &[TokenTree], at: usize) -> usize {
    let mut from = at;
    while matches!(tokens.get(from), Some(TokenTree::Punct(sign)) if sign.as_char() == '#') {
        from += 2;
    }
    let begins_item = tokens[from.min(tokens.len())..]
        .iter()
        .map_while(|token| match token {
            TokenTree::Ident(word) => Some(word.to_string()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(String::new()),
            _ => None,
        })
        .any(|word| {
            ["fn", "impl", "mod", "trait", "struct", "enum", "union", "use", "extern"].contains(&&*word)
        });
    let is_end = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => sign.as_char() == ';' || sign.as_char() == ',' && !begins_item,
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let behind = tokens[from.min(tokens.len())..].iter().position(is_end);
    behind.map_or(tokens.len(), |behind| from + behind + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(text: &str) -> String {
        Features::only(&["on"]).compiled(text.parse().unwrap()).to_string()
    }

    fn same(text: &str) -> String {
        text.parse::<TokenStream>().unwrap().to_string()
    }

    #[test]
    fn what_stands_behind_a_feature_that_is_off_is_left_out() {
        let text =
            r#"fn a() {} #[cfg(feature = "off")] #[inline] pub(crate) fn b<T, U>(t: T) -> U { t } fn c() {}"#;
        assert_eq!(compiled(text), same("fn a() {} fn c() {}"));
        let text = r#"match x { #[cfg(feature = "off")] "a" => f(1, 2), "b" => g(), #[cfg(feature = "off")] _ => { h() } }"#;
        assert_eq!(compiled(text), same(r#"match x { "b" => g(), }"#));
        let text = r#"{ #[cfg(feature = "off")] let x = f(1); g(x); #[cfg(feature = "off")] h(); }"#;
        assert_eq!(compiled(text), same("{ g(x); }"));
        assert_eq!(compiled(r#"#![cfg(feature = "off")] fn a() {}"#), "");
    }

    #[test]
    fn what_may_be_compiled_stays() {
        for text in [
            r#"#[cfg(feature = "on")] fn a() {}"#,
            r#"#[cfg(miri)] fn a() {}"#,
            r#"#[cfg(not(feature = "off"))] fn a() {}"#,
            r#"#[cfg(any(feature = "off", miri))] fn a() {}"#,
            r#"#[cfg(all(feature = "on", not(miri)))] fn a() {}"#,
            r#"#[cfg_attr(feature = "off", inline)] fn a() {}"#,
        ] {
            assert_eq!(compiled(text), same(text));
        }
    }

    #[test]
    fn conditions_are_built_of_others() {
        for condition in [
            r#"not(feature = "on")"#,
            r#"all(miri, feature = "off")"#,
            r#"any(feature = "off", not(feature = "on"))"#,
            r#"not(any(miri, feature = "on"))"#,
        ] {
            assert_eq!(compiled(&format!("#[cfg({condition})] fn a() {{}} fn b() {{}}")), same("fn b() {}"));
        }
    }

    #[test]
    fn what_is_for_other_systems_is_left_out_where_ours_is_meant() {
        let (ours, other) = if cfg!(windows) { ("windows", "unix") } else { ("unix", "windows") };
        for condition in [
            other.to_owned(),
            format!("not({ours})"),
            "target_os = \"none-of-these\"".to_owned(),
            "all(target_arch = \"other\", unknown)".to_owned(),
        ] {
            let text = format!("#[cfg({condition})] fn a() {{}} fn b() {{}}");
            assert_eq!(compiled(&text), same("fn b() {}"), "{condition}");
            let elsewhere = Features { is_for_host: false, ..Features::only(&["on"]) };
            assert_eq!(elsewhere.compiled(text.parse().unwrap()).to_string(), same(&text), "{condition}");
        }
        let text = format!("#[cfg({ours})] fn a() {{}} #[cfg(unknown)] fn b() {{}}");
        assert_eq!(compiled(&text), same(&text));
    }

    #[test]
    fn where_features_are_not_known_everything_stays() {
        let text = r#"#[cfg(feature = "off")] fn a() {}"#;
        let tokens: TokenStream = text.parse().unwrap();
        assert_eq!(Features::default().compiled(tokens).to_string(), same(text));
    }

    #[test]
    fn more_is_kept_rather_than_less() {
        let text = r#"{ #[cfg(feature = "off")] let x = if y { 1 } else { remove() }; }"#;
        assert!(compiled(text).contains("remove"), "where a statement ends is not told by its first braces");
    }
}
