//! Texts in the names of mutants, equal to those of cargo-mutants.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// Returns tokens as text whose spaces do not depend on the source: after commas and arrows, and
/// between words.
pub(super) fn plain_text(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    write(tokens.into_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(sign) => {
                let is_bar = sign.as_char() == '|';
                if is_bar && !text.is_empty() && !text.ends_with([' ', '|']) {
                    text.push(' ');
                }
                text.push(sign.as_char());
                let ends = matches!(sign.as_char(), ',' | ';') || text.ends_with("->");
                if ends && tokens.peek().is_some() {
                    text.push(' ');
                }
            }
            word => {
                if text.ends_with("=>") || text.ends_with(['=', '|']) {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
                let is_followed = match tokens.peek() {
                    Some(TokenTree::Ident(_) | TokenTree::Literal(_)) => true,
                    Some(TokenTree::Punct(sign)) => !",;<>:.!".contains(sign.as_char()),
                    Some(TokenTree::Group(_)) | None => false,
                };
                if is_followed {
                    text.push(' ');
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_those_in_names_of_mutants() {
        let texts = [
            ("-> Option < Self :: Item >", "-> Option<Self::Item>"),
            ("Result<(),Error>", "Result<(), Error>"),
            ("&'a mut str", "&'a mut str"),
            ("<impl Iterator for Merge < AE , BE >> :: next", "<impl Iterator for Merge<AE, BE>>::next"),
            ("[u8;4]", "[u8; 4]"),
            ("impl Iterator<Item=String>", "impl Iterator<Item = String>"),
            ("Some(1)|None", "Some(1) | None"),
            ("Ok(vec ! [String :: new()])", "Ok(vec![String::new()])"),
        ];
        for (written, expected) in texts {
            let tokens: TokenStream = written.parse().expect(written);
            assert_eq!(plain_text(tokens), expected);
        }
    }
}
