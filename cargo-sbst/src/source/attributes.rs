//! Attributes and visibilities of items.

use super::items::path_names;
use syn::spanned::Spanned;

/// Visibility of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    Public,
    /// Visible from the module with this path and its descendants.
    Within(Vec<String>),
}

#[derive(Default)]
pub struct ItemAttributes {
    /// The `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    /// True for `#[doc(hidden)]`.
    pub hidden: bool,
    /// The value of `#[path]`.
    pub path: Option<String>,
    /// True if `PartialEq` is derived.
    pub derives_partial_eq: bool,
    /// True for `#[non_exhaustive]`.
    pub non_exhaustive: bool,
}

impl ItemAttributes {
    /// Reads the attributes of an item.
    pub fn from_attributes(attributes: &[syn::Attribute]) -> ItemAttributes {
        let mut found = ItemAttributes::default();
        for attribute in attributes {
            let path = attribute.path();
            let tokens = match &attribute.meta {
                syn::Meta::List(list) => list.tokens.to_string(),
                _ => String::new(),
            };
            if path.is_ident("cfg") {
                found.cfgs.push(format!("#[cfg({})]", source_text(&attribute.meta).unwrap_or(tokens)));
            } else if path.is_ident("doc") {
                found.hidden |= tokens == "hidden";
            } else if path.is_ident("derive") {
                let mut names = tokens.split(|c: char| !c.is_alphanumeric() && c != '_');
                found.derives_partial_eq |= names.any(|name| name == "PartialEq");
            } else if path.is_ident("non_exhaustive") {
                found.non_exhaustive = true;
            } else if path.is_ident("path")
                && let syn::Meta::NameValue(pair) = &attribute.meta
                && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value
            {
                found.path = Some(text.value());
            }
        }
        found
    }
}

/// Returns the text between the parentheses of `cfg(…)`, on one line with its author's spacing.
fn source_text(meta: &syn::Meta) -> Option<String> {
    let text = meta.span().source_text()?;
    let inner = text.trim().strip_prefix("cfg")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    (!inner.contains("//")).then(|| inner.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Visibility {
    /// Returns the meaning of a visibility in the module with this path.
    pub fn resolve(visibility: &syn::Visibility, module: &[String]) -> Visibility {
        let syn::Visibility::Restricted(restricted) = visibility else {
            return match visibility {
                syn::Visibility::Public(_) => Visibility::Public,
                _ => Visibility::Within(module.to_vec()),
            };
        };
        let mut scope = module.to_vec();
        for segment in path_names(&restricted.path) {
            match segment.as_str() {
                "crate" => scope.clear(),
                "self" => {}
                "super" => drop(scope.pop()),
                _ => scope.push(segment),
            }
        }
        Visibility::Within(scope)
    }

    /// True if the module with this path sees the item.
    pub fn reaches(&self, module: &[String]) -> bool {
        match self {
            Visibility::Public => true,
            Visibility::Within(scope) => module.starts_with(scope),
        }
    }
}
