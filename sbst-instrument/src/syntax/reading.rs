//! Parsing of an item. The compiler supports more syntax than the parser here; an item that only
//! the compiler can parse is left as it is.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use sbst_source::span::mixed_site;
use syn::Item;

/// Parses `tokens` as an item; `None` if they cannot be parsed.
pub(crate) fn read_item(tokens: TokenStream) -> Option<Item> {
    // Arguments of a macro are changed only where necessary.
    syn::parse2(tokens.clone()).or_else(|_| syn::parse2(with_ranges_in_parentheses(tokens))).ok()
}

/// In a slice pattern, the compiler accepts `..=3` as it is, but the parser only in parentheses. In
/// an array or an index, parentheses have no effect.
fn with_ranges_in_parentheses(tokens: TokenStream) -> TokenStream {
    let inner = |token| match token {
        TokenTree::Group(group) => {
            let mut stream = with_ranges_in_parentheses(group.stream());
            if group.delimiter() == Delimiter::Bracket {
                stream = elements(stream);
            }
            let mut with = Group::new(group.delimiter(), stream);
            with.set_span(group.span());
            TokenTree::Group(with)
        }
        other => other,
    };
    tokens.into_iter().map(inner).collect()
}

fn elements(list: TokenStream) -> TokenStream {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let tokens: Vec<TokenTree> = list.into_iter().collect();
    let mut with = TokenStream::new();
    for element in tokens.split_inclusive(is_comma) {
        let (element, comma) = match element.split_last() {
            Some((last, before)) if is_comma(last) => (before, Some(last)),
            _ => (element, None),
        };
        let sign = |index: usize| match element.get(index) {
            Some(TokenTree::Punct(sign)) => Some(sign.as_char()),
            _ => None,
        };
        if [sign(0), sign(1), sign(2)] == [Some('.'), Some('.'), Some('=')] {
            let mut around = Group::new(Delimiter::Parenthesis, element.iter().cloned().collect());
            // With our span: a lint reports redundant parentheses.
            around.set_span(mixed_site());
            with.extend([TokenTree::Group(around)]);
        } else {
            with.extend(element.iter().cloned());
        }
        with.extend(comma.cloned());
    }
    with
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_only_the_compiler_accepts_get_parentheses() {
        let source = "fn f(v: &[i32]) -> i32 { match v { [3, ..=-1, ..] => g(&v[..=2]), _ => 2 } }";
        assert!(read_item(source.parse().unwrap()).is_some());
        assert!(read_item("fn f() { some syntax of tomorrow }".parse().unwrap()).is_none());
    }
}
