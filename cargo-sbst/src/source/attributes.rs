//! Attributes of items.

use syn::spanned::Spanned;

#[derive(Default)]
pub struct ItemAttributes {
    /// The `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    /// True for `#[doc(hidden)]`.
    pub hidden: bool,
    /// True if the documentation has a section `# Panics`.
    pub documents_panics: bool,
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
                found.documents_panics |= is_heading_of_panics(&attribute.meta);
            } else if path.is_ident("derive") {
                let mut names = tokens.split(|c: char| !c.is_alphanumeric() && c != '_');
                found.derives_partial_eq |= names.any(|name| name == "PartialEq");
            } else if path.is_ident("non_exhaustive") {
                found.non_exhaustive = true;
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

/// True for a line of documentation `# Panics`, at any level.
fn is_heading_of_panics(meta: &syn::Meta) -> bool {
    let syn::Meta::NameValue(pair) = meta else { return false };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return false };
    text.value().lines().map(str::trim).any(|line| {
        let title = line.trim_start_matches('#');
        title.len() < line.len() && title.trim().to_lowercase().starts_with("panic")
    })
}
