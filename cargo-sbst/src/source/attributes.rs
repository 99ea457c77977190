//! Attributes of items.

use sbst_source::documentation;
use syn::spanned::Spanned;

#[derive(Default)]
pub struct ItemAttributes {
    /// The `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    /// True for `#[doc(hidden)]`.
    pub hidden: bool,
    /// True if the documentation mentions panics.
    pub documents_panics: bool,
    /// True if the documentation has an example that is tested.
    pub has_example: bool,
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
            }
        }
        let documentation = documentation::text(attributes);
        found.documents_panics = mentions_panics(&documentation);
        found.has_example = has_example(&documentation);
        found
    }
}

/// Returns the text between the parentheses of `cfg(…)`, on one line with its author's spacing.
fn source_text(meta: &syn::Meta) -> Option<String> {
    let text = meta.span().source_text()?;
    let inner = text.trim().strip_prefix("cfg")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    (!inner.contains("//")).then(|| inner.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Words before "panic" that deny it: "never panics", "does not panic", "without a panic".
const DENIALS: [&str; 9] =
    ["not", "never", "without", "no", "cannot", "instead", "avoid", "avoids", "rather"];
/// Words between a denial and "panic", at most.
const BETWEEN: usize = 2;

/// True if a text documents a panic: a section `# Panics`, "Panics if", "will panic".
fn mentions_panics(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ends_sentence = |word: &str| word.ends_with(['.', ':', ';', '!', '?', '#']);
    let is_denied = |at: usize| {
        let before = words[..at].iter().rev().take(1 + BETWEEN).take_while(|word| !ends_sentence(word));
        before.map(|word| plain(word)).any(|word| DENIALS.contains(&word.as_str()) || word.ends_with("n't"))
    };
    let says = |word: &str| ["panic", "panics", "panicked"].contains(&plain(word).as_str());
    words.iter().enumerate().any(|(at, word)| says(word) && !is_denied(at))
}

/// True if a block of code in a text is a test.
fn has_example(text: &str) -> bool {
    let fences = text.lines().filter_map(|line| line.trim().strip_prefix("```"));
    fences.step_by(2).any(|language| {
        let mut words = language.split(',').map(str::trim);
        words.all(|word| word.is_empty() || word == "rust" || word.starts_with("edition"))
    })
}

/// A word in lower case, without punctuation around it.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_mentioned_in_any_form_but_when_they_are_denied() {
        for text in [
            "# Panics\n\nIf it is empty.",
            "***Panics*** if `index` is out of bounds.",
            "Computes in *O(1)* time. Panics if there is none.",
            "This function will panic when `len > 9`.",
            "This set without the byte.\n\nPanics if the byte is not ASCII.",
            "May cause a `panic!` in debug builds.",
        ] {
            assert!(mentions_panics(text), "{text}");
        }
        for text in [
            "It never panics.",
            "This does not ever panic.",
            "A non-panicking version of `get`, which doesn't panic.",
            "Returns `None` instead of a panic.",
            "Returns the hispanic name.",
        ] {
            assert!(!mentions_panics(text), "{text}");
        }
    }

    #[test]
    fn code_blocks_are_examples_unless_marked() {
        for text in ["```\nassert!(f());\n```", "Text:\n ```rust\nf();\n ```", "```text\n```\n```\nf();\n```"]
        {
            assert!(has_example(text), "{text}");
        }
        for text in ["f()", "```text\nf\n```", "```ignore\nf();\n```", "```rust,no_run\nf();\n```"] {
            assert!(!has_example(text), "{text}");
        }
    }

    #[test]
    fn documentation_is_read_over_its_lines() {
        let function: syn::ItemFn =
            syn::parse_quote! { #[doc = " It does"] #[doc = " not panic."] fn f() {} };
        assert!(!ItemAttributes::from_attributes(&function.attrs).documents_panics);
    }
}
