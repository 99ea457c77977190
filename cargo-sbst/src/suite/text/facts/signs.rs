//! Names of the signs in texts, which distinguish `"-a="` from `"-a"`.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Signs, each with its name.
const NAMES: [(char, &str); 30] = [
    ('=', "equals_sign"),
    ('"', "quote"),
    ('\'', "apostrophe"),
    ('/', "slash"),
    ('\\', "backslash"),
    ('.', "dot"),
    (',', "comma"),
    (':', "colon"),
    (';', "semicolon"),
    ('@', "at_sign"),
    ('#', "hash"),
    ('%', "percent_sign"),
    ('&', "ampersand"),
    ('*', "asterisk"),
    ('+', "plus"),
    ('-', "dash"),
    ('?', "question_mark"),
    ('!', "exclamation_mark"),
    ('(', "parenthesis"),
    ('[', "bracket"),
    ('{', "brace"),
    ('<', "angle_bracket"),
    ('|', "bar"),
    ('~', "tilde"),
    ('^', "caret"),
    ('$', "dollar_sign"),
    ('_', "underscore"),
    (' ', "space"),
    ('\t', "tab"),
    ('\n', "newline"),
];

/// Returns the names of the signs in the texts of these expressions, in the order of the table.
pub fn of_texts(sources: impl Iterator<Item = String>) -> Vec<String> {
    let mut signs = BTreeSet::new();
    for source in sources.filter(|source| source.contains(['"', '\''])) {
        let tokens = source.parse::<TokenStream>().unwrap_or_default();
        collect(tokens, &mut signs);
    }
    let named = NAMES.iter().filter(|(sign, _)| signs.contains(sign)).map(|(_, name)| *name);
    let has = |class: fn(char) -> bool| signs.iter().any(|sign| class(*sign));
    let classes = [
        ("digits", has(|sign| sign.is_ascii_digit())),
        ("capitals", has(|sign| sign.is_ascii_uppercase())),
        ("control_character", has(|sign| sign.is_ascii_control() && !['\t', '\n'].contains(&sign))),
        ("non_ascii", has(|sign| !sign.is_ascii())),
    ];
    let classes = classes.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name);
    named.chain(classes).map(str::to_owned).collect()
}

fn collect(tokens: TokenStream, signs: &mut BTreeSet<char>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), signs),
            TokenTree::Literal(literal) => match syn::Lit::new(literal) {
                syn::Lit::Str(text) => signs.extend(text.value().chars()),
                syn::Lit::ByteStr(text) => signs.extend(text.value().into_iter().map(char::from)),
                syn::Lit::Char(sign) => _ = signs.insert(sign.value()),
                _ => {}
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_texts_have_names_and_other_literals_none() {
        let of = |source: &str| of_texts([source.to_owned()].into_iter());
        assert_eq!(of("Parser::from_args([\"-a=\", \"b\"])"), ["equals_sign", "dash"]);
        assert_eq!(of("f(b\"a1\", 'A', \"ä\")"), ["digits", "capitals", "non_ascii"]);
        assert_eq!(of("-1 / 2"), [""; 0]);
    }
}
