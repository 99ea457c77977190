//! The features that the compiler was given, in an attribute that it runs.
//!
//! An attribute is a part of the process of the compiler, so the arguments of that are those of the
//! crate that is compiled: `--cfg feature="std"`.

use std::collections::BTreeSet;
use std::env;
use std::sync::LazyLock;

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta};

use crate::conditional::parts;

/// The features of the compiled crate; nothing if this is no process of the compiler, or one whose
/// arguments are in a file.
static COMPILED: LazyLock<Option<BTreeSet<String>>> = LazyLock::new(|| {
    let arguments: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into()).collect();
    features(&arguments)
});

fn features(arguments: &[String]) -> Option<BTreeSet<String>> {
    let is_compiler = arguments.iter().any(|argument| argument == "--crate-name");
    let is_in_file = arguments.iter().any(|argument| argument.starts_with('@'));
    if !is_compiler || is_in_file {
        return None;
    }
    let mut features = BTreeSet::new();
    for (at, argument) in arguments.iter().enumerate() {
        let given = match argument.strip_prefix("--cfg") {
            Some("") => arguments.get(at + 1).map(String::as_str),
            Some(joined) => joined.strip_prefix('='),
            None => None,
        };
        let name = given.and_then(|given| given.strip_prefix("feature=\"")?.strip_suffix('"'));
        features.extend(name.map(str::to_owned));
    }
    Some(features)
}

/// True if what has `attributes` is compiled, false if it is not; nothing if nobody knows. True
/// without conditions.
pub fn is_compiled(attributes: &[Attribute]) -> Option<bool> {
    let conditions = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.clone()),
        _ => None,
    });
    all(conditions.map(|condition| holds(condition, &known)))
}

fn known(name: &str, value: Option<&str>) -> Option<bool> {
    match (name, value) {
        ("feature", Some(value)) => Some(COMPILED.as_ref()?.contains(value)),
        _ => None,
    }
}

/// True if a condition holds, by what `known` tells of names with and without a value; nothing if
/// that is not known.
pub fn holds(condition: TokenStream, known: &dyn Fn(&str, Option<&str>) -> Option<bool>) -> Option<bool> {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word), TokenTree::Punct(sign), TokenTree::Literal(value)]
            if sign.as_char() == '=' =>
        {
            let value: syn::LitStr = syn::parse2(TokenTree::Literal(value.clone()).into()).ok()?;
            known(&word.to_string(), Some(&value.value()))
        }
        [TokenTree::Ident(word)] => known(&word.to_string(), None),
        [TokenTree::Ident(word), TokenTree::Group(group), ..] => {
            let of_parts = parts(group.stream()).into_iter().map(|part| holds(part, known));
            match &*word.to_string() {
                "not" => of_parts.last()?.map(|holds| !holds),
                "all" => all(of_parts),
                "any" => all(of_parts.map(|part| part.map(|holds| !holds))).map(|none| !none),
                _ => None,
            }
        }
        _ => None,
    }
}

/// True if all are, false if one is not, whatever is unknown of the others.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut is_known = true;
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_those_of_the_command_line_of_the_compiler() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let line = "--crate-name a --cfg feature=\"std\" --check-cfg cfg(feature,values(\"x\")) --cfg=feature=\"more\" --cfg test";
        let found = features(&words(line)).unwrap();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["more", "std"]);
        assert_eq!(features(&words("test --exact name")), None);
        assert_eq!(features(&words("--crate-name a @file")), None);
    }

    #[test]
    fn a_condition_is_false_if_one_part_says_so_and_unknown_if_none_does() {
        let on = |condition: &str| {
            holds(condition.parse().unwrap(), &|name, value| match (name, value) {
                ("feature", Some(value)) => Some(value == "on"),
                _ => None,
            })
        };
        for (condition, expected) in [
            ("feature = \"on\"", Some(true)),
            ("not(feature = \"on\")", Some(false)),
            ("all(unix, feature = \"off\")", Some(false)),
            ("all(unix, feature = \"on\")", None),
            ("any(unix, feature = \"on\")", Some(true)),
            ("any(feature = \"off\", not(unix))", None),
            ("any()", Some(false)),
        ] {
            assert_eq!(on(condition), expected, "{condition}");
        }
    }
}
