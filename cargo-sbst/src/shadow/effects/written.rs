//! What a procedural macro may write: the words of what it is given, and those of its own sources.
//!
//! 1. The sources are those of its crate and of the crates that it uses, but for those that read and print tokens ([`TOOLS`]).
//! 2. Their words are all names, in templates and elsewhere, and what texts name: a text that is a name as a whole, or a path in a text. Comments are none.
//! 3. It may write something with effects if a word of its sources stands for that: a module of the standard library with effects as a part of a path, foreign
//!    code, `asm!`, `include!`, a method of paths. What it uses while the crate is compiled cannot be told from that, so it counts.

use super::standard;
use super::uses::{is_group, is_path_separator, is_sign, word};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Crates that read, make and print tokens, and write none of their own.
pub const TOOLS: [&str; 6] = ["proc_macro2", "quote", "syn", "synstructure", "unicode_ident", "unicode_xid"];

/// Modules that are an effect as a part of a path.
const MODULES: [&str; 4] = ["fs", "net", "os", "process"];
/// Names that are an effect wherever they stand.
const NAMES: [&str; 9] = [
    "asm",
    "global_asm",
    "include",
    "libc",
    "naked_asm",
    "remove_var",
    "set_current_dir",
    "set_var",
    "stdin",
];

/// The words of sources, and the first of them that is an effect.
#[derive(Debug, Default)]
pub struct Words {
    pub all: BTreeSet<String>,
    pub effect: Option<String>,
}

impl Words {
    /// Adds those of a source.
    pub fn add(&mut self, tokens: TokenStream) {
        self.walk(&tokens.into_iter().collect::<Vec<_>>(), false);
    }

    /// Adds those that the texts of a source name: what a program writes that writes text.
    pub fn add_texts(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_texts(group.stream()),
                TokenTree::Literal(literal) => self.text(&literal.to_string()),
                _ => {}
            }
        }
    }

    /// `of_path` says whether what is in the group may be the end of a path.
    fn walk(&mut self, tokens: &[TokenTree], of_path: bool) {
        for (at, token) in tokens.iter().enumerate() {
            let before = |back: usize| at.checked_sub(back);
            let behind_separator = before(2).is_some_and(|before| is_path_separator(tokens, before));
            match token {
                TokenTree::Group(group) => {
                    if !is_documentation(tokens, at) {
                        self.walk(&group.stream().into_iter().collect::<Vec<_>>(), behind_separator);
                    }
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let in_path = of_path || behind_separator || is_path_separator(tokens, at + 1);
                    let is_called = is_group(tokens.get(at + 1), Delimiter::Parenthesis);
                    let is_method = before(1).is_some_and(|at| is_sign(tokens.get(at), '.')) && is_called;
                    let is_foreign = name == "extern"
                        && matches!(tokens.get(at + 1), Some(TokenTree::Literal(_) | TokenTree::Group(_)));
                    let is_effect = NAMES.contains(&&*name)
                        || in_path && MODULES.contains(&&*name)
                        || is_method && standard::is_effect_of_paths(&name)
                        || is_foreign;
                    self.word(name, is_effect);
                }
                TokenTree::Literal(literal) => self.text(&literal.to_string()),
                TokenTree::Punct(_) => {}
            }
        }
    }

    /// What a text names, as it is written.
    fn text(&mut self, literal: &str) {
        let Some(start) = literal.find('"') else { return };
        let text = literal[start..].trim_matches(|sign| sign == '"' || sign == '#');
        let is_name = |word: &str| word.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if !text.is_empty() && is_name(text) {
            let is_effect = MODULES.contains(&text) || NAMES.contains(&text);
            return self.word(text.to_owned(), is_effect);
        }
        let paths = text.split(|sign: char| !(sign.is_alphanumeric() || "_:{}".contains(sign)));
        for path in paths.filter(|path| path.contains("::")) {
            for name in path.split([':', '{', '}']).filter(|name| !name.is_empty()) {
                let is_effect = MODULES.contains(&name) || NAMES.contains(&name);
                self.word(name.to_owned(), is_effect);
            }
        }
        let is_foreign = text.contains("extern \\\"") || text.contains("extern \"") || text.contains("asm!");
        if is_foreign || text.contains("include!") {
            self.word("extern".to_owned(), true);
        }
    }

    fn word(&mut self, word: String, is_effect: bool) {
        if is_effect && self.effect.is_none() {
            self.effect = Some(word.clone());
        }
        self.all.insert(word);
    }
}

/// Whether the group at `at` is that of an attribute that documents.
fn is_documentation(tokens: &[TokenTree], at: usize) -> bool {
    let TokenTree::Group(group) = &tokens[at] else { return false };
    super::uses::is_attribute(tokens, at)
        && word(group.stream().into_iter().next().as_ref()).is_some_and(|word| word == "doc")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(text: &str) -> Option<String> {
        let mut words = Words::default();
        words.add(text.parse().unwrap());
        words.effect
    }

    #[test]
    fn what_stands_in_templates_and_texts_may_be_written() {
        for (text, expected) in [
            ("quote!(::std::fs::remove_file(#p))", "fs"),
            ("quote!(use std::{process, io};)", "process"),
            ("Ident::new(\"net\", span)", "net"),
            ("\"::std::process::exit(1)\".parse::<TokenStream>()", "process"),
            ("format!(\"std::{}::fs\", x)", "fs"),
            ("quote!(extern \"C\" { fn f(); })", "extern"),
            ("quote!(asm!(#x))", "asm"),
            ("quote!(#path.exists())", "exists"),
            ("quote!(stdin())", "stdin"),
        ] {
            assert_eq!(effect(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "/// Reads `std::fs`.\nfn process(os: &str) -> usize { fail(\"std is no process, nor fs\") }",
            "quote!(::core::mem::swap(#a, #b))",
            "extern crate proc_macro;",
            "let exists = metadata(x);",
        ] {
            assert_eq!(effect(text), None, "{text}");
        }
    }

    #[test]
    fn of_a_program_that_writes_text_only_texts_count() {
        let mut words = Words::default();
        words.add_texts("std::fs::write(path, \"pub const N: u8 = 1; use std::mem;\")".parse().unwrap());
        assert_eq!(words.effect, None);
        words.add_texts("f(\"std::fs::read(x)\")".parse().unwrap());
        assert_eq!(words.effect.as_deref(), Some("fs"));
    }
}
