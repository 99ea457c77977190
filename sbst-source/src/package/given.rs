//! Macros of a package that implement traits for their input, and the types in their inputs. After
//! `keys! { struct Id; }`, an `Id` may have the traits with an `impl … for $name` in `keys`. A
//! macro may also implement traits for tuples of several lengths.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::{in_angles, path, Token};

#[derive(Debug, Default)]
pub struct Given {
    /// The macros that implement a trait, by its name.
    macros: BTreeMap<String, BTreeSet<String>>,
    /// The words that may be types in the inputs of a macro.
    inputs: BTreeMap<String, BTreeSet<String>>,
    /// The traits that macros implement for tuples.
    of_tuples: BTreeSet<String>,
}

impl Given {
    /// Reads the rules of a macro.
    pub(super) fn read_definition(&mut self, name: &str, rules: &[Token<'_>]) {
        let blocks = rules.iter().enumerate().filter(|(_, token)| **token == Token::Word("impl"));
        for (of_trait, implementor) in blocks.filter_map(|(at, _)| implemented(&rules[at + 1..])) {
            match implementor {
                Token::Sign('$') => {
                    self.macros.entry(of_trait.to_owned()).or_default().insert(name.to_owned());
                }
                Token::Sign('(') => _ = self.of_tuples.insert(of_trait.to_owned()),
                _ => {}
            }
        }
    }

    /// Reads the input of a macro.
    pub(super) fn read_invocation(&mut self, name: &str, input: &[Token<'_>]) {
        let words = input.iter().filter_map(|token| match token {
            Token::Word(word) if word.starts_with(char::is_uppercase) => Some((*word).to_owned()),
            _ => None,
        });
        self.inputs.entry(name.to_owned()).or_default().extend(words);
    }

    /// True if a macro implements a trait for tuples.
    pub(super) fn is_of_tuples(&self, name: &str) -> bool {
        self.of_tuples.contains(name)
    }

    /// The words in the inputs of macros with an implementation of a trait.
    pub(super) fn with_trait(&self, name: &str) -> BTreeSet<&str> {
        let macros = self.macros.get(name).into_iter().flatten();
        let words = macros.filter_map(|name| self.inputs.get(name)).flatten();
        words.map(String::as_str).collect()
    }
}

/// The trait of a block `<…> $crate::Trait<…> for $name`, from after its `impl`, and the first
/// token of the type.
fn implemented<'a>(block: &[Token<'a>]) -> Option<(&'a str, Token<'a>)> {
    let block = in_angles(block).map_or(block, |(_, rest)| rest);
    let block = block.strip_prefix(&[Token::Sign('$')]).unwrap_or(block);
    let (name, rest) = path(block)?;
    let rest = in_angles(rest).map_or(rest, |(_, rest)| rest);
    match rest {
        [Token::Word("for"), first, ..] => Some((name, *first)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn type_has_traits_implemented_by_macro_for_its_input() {
        let mut given = Given::default();
        given.read_definition(
            "keys",
            &words(
                "{ ($(#[$m:meta])* $v:vis struct $name:ident;) => { $v struct $name(u64);
                unsafe impl $crate::Key for $name {} impl<'a> From<&'a u64> for $name {}
                impl Other for Vec<$name> {} impl<$($x),*> Collect<u8> for ($($x,)*) {} } }",
            ),
        );
        given.read_invocation("keys", &words("{ pub struct Id; }"));
        given.read_invocation("others", &words("(Name)"));
        assert_eq!(given.with_trait("Key"), ["Id"].into());
        assert_eq!(given.with_trait("From"), ["Id"].into());
        assert_eq!(given.with_trait("Other"), [].into());
        assert_eq!(["Collect", "Key"].map(|name| given.is_of_tuples(name)), [true, false]);
    }
}
