//! The code of unit tests among the sources of a package.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns the bodies of the items behind `#[cfg(test)]` and `#[test]`.
pub fn bodies(source: TokenStream) -> Vec<TokenStream> {
    let mut found = Vec::new();
    let mut is_test = false;
    let mut before_is_sign = false;
    for token in source {
        let is_sign = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '#');
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && before_is_sign => {
                is_test |= is_of_tests(group.stream());
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                match std::mem::take(&mut is_test) {
                    true => found.push(group.stream()),
                    false => found.extend(bodies(group.stream())),
                }
            }
            // A declaration without a body.
            TokenTree::Punct(end) if end.as_char() == ';' => is_test = false,
            _ => {}
        }
        before_is_sign = is_sign;
    }
    found
}

fn is_of_tests(attribute: TokenStream) -> bool {
    let text: String = attribute.to_string().split_whitespace().collect();
    ["test", "cfg(test)"].contains(&text.as_str()) || text.starts_with("cfg(all(test,")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_stand_behind_attributes_of_tests() {
        let source = "fn f() { g(1) } #[cfg(test)] mod inner; fn h() { 2 }
            mod other { #[cfg(all(test, unix))] mod tests { #[test] fn t() { 3 } } }
            #[derive(Debug)] struct S { a: u8 } #[test] fn u() { 4 }";
        let bodies = bodies(source.parse().unwrap());
        let text: Vec<String> = bodies.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["# [test] fn t () { 3 }", "4"]);
    }
}
