//! The items of a source for tests alone, in all places: in modules, and in the definitions and
//! arguments of macros.

use super::macro_tokens::is_for_tests;
use super::without_prefix;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::ops::Range;

/// The first words of items, and true for items with a final `;` even after braces.
const ITEMS: [(&str, bool); 18] = [
    ("pub", false),
    ("fn", false),
    ("mod", false),
    ("impl", false),
    ("struct", false),
    ("enum", false),
    ("union", false),
    ("trait", false),
    ("unsafe", false),
    ("async", false),
    ("extern", false),
    ("macro_rules", false),
    ("thread_local", false),
    ("proptest", false),
    ("use", true),
    ("const", true),
    ("static", true),
    ("type", true),
];

/// `text` without these items: every other byte keeps its place.
///
/// ```
/// use sbst_analysis::annotate::own_tests::without_own_tests;
///
/// let text = "fn f() {}\n#[cfg(test)]\nmod tests;\nfn g() {}";
/// assert_eq!(without_own_tests(text), "fn f() {}\n            \n          \nfn g() {}");
/// ```
pub fn without_own_tests(text: &str) -> String {
    let (skipped, rest) = without_prefix(text);
    let Ok(tokens) = rest.parse::<TokenStream>() else { return text.to_owned() };
    let mut ranges = Vec::new();
    find(tokens, &mut ranges);
    let mut without = String::with_capacity(text.len());
    let mut from = 0;
    for Range { start, end } in ranges {
        let (start, end) = (skipped + start, skipped + end);
        without.push_str(&text[from..start]);
        without.extend(text[start..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        from = end;
    }
    without.push_str(&text[from..]);
    without
}

fn find(tokens: TokenStream, ranges: &mut Vec<Range<usize>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let first = at;
        let mut is_for_tests = false;
        while let Some(says) = attribute(&tokens, at) {
            is_for_tests |= says;
            at += 2;
        }
        match end(&tokens, at).filter(|_| is_for_tests) {
            Some(last) => {
                let place = |at: usize| tokens[at].span().byte_range();
                ranges.push(place(first).start..place(last).end);
                at = last + 1;
            }
            None if at > first => {}
            None => {
                if let TokenTree::Group(group) = token {
                    find(group.stream(), ranges);
                }
                at += 1;
            }
        }
    }
}

/// True if the attribute at `at` restricts its item to tests.
fn attribute(tokens: &[TokenTree], at: usize) -> Option<bool> {
    let (TokenTree::Punct(sign), TokenTree::Group(group)) = (tokens.get(at)?, tokens.get(at + 1)?) else {
        return None;
    };
    if sign.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
        return None;
    }
    Some(is_for_tests(group.stream()))
}

/// The last token of the item that begins at `at`, if any.
fn end(tokens: &[TokenTree], at: usize) -> Option<usize> {
    let TokenTree::Ident(word) = tokens.get(at)? else { return None };
    let word = word.to_string();
    let (_, mut by_sign) = *ITEMS.iter().find(|(item, _)| *item == word)?;
    // The word after `pub` decides; `const fn` has a body.
    let words = tokens[at..].iter().map_while(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(String::new()),
        _ => None,
    });
    let words: Vec<String> = words.collect();
    by_sign |= words.iter().any(|word| ["use", "const", "static", "type"].contains(&word.as_str()));
    by_sign &= !words.iter().any(|word| word == "fn");
    let is_last = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Group(group) => !by_sign && group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens[at..].iter().position(is_last).map(|length| at + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let without = without_own_tests(text);
        assert_eq!(without.len(), text.len(), "every byte keeps its place");
        assert_eq!(without.matches('\n').count(), text.matches('\n').count());
        without.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn items_for_tests_are_taken_out_wherever_they_stand() {
        assert_eq!(
            words("fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() {} }\nfn c() {}"),
            "fn a() {} fn c() {}"
        );
        assert_eq!(words("/// Says.\n#[should_panic]\n#[test]\nfn a() { panic!() } fn b() {}"), "fn b() {}");
        assert_eq!(words("#[cfg(test)] use a::{b, c}; #[cfg(all(test, unix))] pub const A: [u8; 2] = { [1, 2] }; fn d() {}"), "fn d() {}");
        assert_eq!(
            words("macro_rules! m { ($t:ident) => { fn a() {} #[cfg(test)] mod $t { #[test] fn b() {} } } }"),
            "macro_rules! m { ($t:ident) => { fn a() {} } }"
        );
        assert_eq!(
            words("mod m { #[cfg(test)] pub(crate) const fn f() {} fn g() {} }"),
            "mod m { fn g() {} }"
        );
    }

    #[test]
    fn everything_else_stays() {
        for text in [
            "#[cfg(not(test))] fn a() {}",
            "#[cfg(any(test, unix))] fn a() {}",
            "struct A { #[cfg(test)] b: u8, c: u8 }",
            "fn é() { let x = \"#[test] fn a() {}\"; }",
        ] {
            assert_eq!(without_own_tests(text), text);
        }
    }
}
