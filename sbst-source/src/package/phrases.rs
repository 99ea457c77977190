//! Phrases among the tokens of a file: bounds of a parameter, bodies of types, generic arguments.

use super::group;
use crate::words::{path, Token};

/// The type of bytes, the only type read with its argument.
pub(super) const BYTES: &str = "Vec<u8>";

/// Returns the parameter in `T: A + B`, and its bounds except lifetimes.
pub(super) fn condition<'a>(tokens: &[Token<'a>]) -> Option<(&'a str, Vec<String>)> {
    let [Token::Word(name), Token::Sign(':'), rest @ ..] = tokens else { return None };
    if let [Token::Sign(':'), ..] = rest {
        return None;
    }
    let mut depth = 0_usize;
    let bounds = rest.split(|token| {
        match token {
            Token::Sign('<' | '(') => depth += 1,
            Token::Sign('>' | ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == Token::Sign('+')
    });
    let written = |bound: &[Token<'_>]| {
        let mut text = String::new();
        for token in bound {
            match token {
                Token::Word(word) => {
                    let is_behind_word = text.ends_with(|last: char| last.is_alphanumeric() || last == '_');
                    text.extend(is_behind_word.then_some(' '));
                    text.push_str(word);
                }
                Token::Sign(sign) => text.push(*sign),
            }
        }
        text
    };
    Some((name, bounds.map(written).filter(|bound| !bound.is_empty() && !bound.contains('?')).collect()))
}

/// Returns the words of a type's declaration, after its name.
pub(super) fn declaration<'t, 'a>(tokens: &'t [Token<'a>]) -> impl Iterator<Item = &'a str> + 't {
    let body = tokens.iter().position(|token| matches!(token, Token::Sign('{' | '(' | ';')));
    let body = body.map_or(&tokens[..0], |start| group(&tokens[start..]));
    body.iter().filter_map(|token| match token {
        Token::Word(word) => Some(*word),
        Token::Sign(_) => None,
    })
}

/// Returns the last names of paths in `<A, b::B>`, and `Vec<u8>`.
pub(super) fn arguments(tokens: &[Token<'_>]) -> Option<Vec<String>> {
    let mut rest = match tokens {
        [Token::Sign('<'), rest @ ..] => rest,
        [Token::Sign(':'), Token::Sign(':'), Token::Sign('<'), rest @ ..] => rest,
        _ => return None,
    };
    let mut found = Vec::new();
    loop {
        // Lifetimes are skipped.
        while let [Token::Sign(','), after @ ..] = rest {
            rest = after;
        }
        let (name, sign, after) = match rest {
            [Token::Word("Vec"), Token::Sign('<'), Token::Word("u8"), Token::Sign('>'), sign, after @ ..] => {
                (BYTES, sign, after)
            }
            _ => match path(rest)? {
                (name, [sign, after @ ..]) => (name, sign, after),
                _ => return None,
            },
        };
        found.push(name.to_owned());
        match sign {
            Token::Sign(',') => rest = after,
            Token::Sign('>') => return Some(found),
            _ => return None,
        }
    }
}
