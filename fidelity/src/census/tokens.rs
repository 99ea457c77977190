//! Counts conditions without a syntax tree: among tokens that are no Rust by themselves.
//!
//! Rules: `==`, `!=`, `<=` and `>=` count 1 each (`<` and `>` look like the brackets of generics).
//! The tokens between `if` or `while` and its block count 1 for each operand of `&&` and `||`
//! without such a comparison. `for … in` and a `?` behind an operand count 1. A `match` counts 1
//! for each `=>` in its block but the last.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

/// The conditions: kind and place.
pub(super) fn conditions(tokens: TokenStream) -> Vec<(&'static str, Span)> {
    let mut found = Vec::new();
    scan(&tokens.into_iter().collect::<Vec<_>>(), &mut found);
    found
}

fn scan(tokens: &[TokenTree], found: &mut Vec<(&'static str, Span)>) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if *word == "if" || *word == "while" => {
                let end = at + 1 + header(&tokens[at + 1..]);
                decisions(&tokens[at + 1..end], found);
                at = end;
                continue;
            }
            TokenTree::Ident(word) if *word == "for" && in_of_loop(&tokens[at + 1..]) => {
                found.push(("loop", word.span()));
            }
            TokenTree::Ident(word) if *word == "match" => {
                let end = at + 1 + header(&tokens[at + 1..]);
                scan(&tokens[at + 1..end], found);
                if let Some(TokenTree::Group(block)) = tokens.get(end) {
                    let inner: Vec<TokenTree> = block.stream().into_iter().collect();
                    let arms: Vec<Span> = (1..inner.len())
                        .filter(|&at| is_pair(&inner, at - 1, "=>"))
                        .map(|at| inner[at].span())
                        .collect();
                    found.extend(arms.iter().take(arms.len().saturating_sub(1)).map(|&arm| ("arm", arm)));
                    scan(&inner, found);
                    at = end;
                }
            }
            TokenTree::Punct(sign) if is_comparison(tokens, at) => {
                found.push(("comparison", sign.span()));
                at += 1;
            }
            TokenTree::Punct(sign) if sign.as_char() == '?' && at > 0 && ends_operand(&tokens[at - 1]) => {
                found.push(("try", sign.span()));
            }
            TokenTree::Group(group) => scan(&group.stream().into_iter().collect::<Vec<_>>(), found),
            _ => {}
        }
        at += 1;
    }
}

/// Returns the conditions of an `if`.
fn decisions(tokens: &[TokenTree], found: &mut Vec<(&'static str, Span)>) {
    let mut operand = 0;
    for at in 0..=tokens.len() {
        let ends = at == tokens.len() || is_pair(tokens, at, "&&") || is_pair(tokens, at, "||");
        if !ends {
            continue;
        }
        let part = &tokens[operand..at];
        let before = found.len();
        scan(part, found);
        if let Some(first) = part.first().filter(|_| found.len() == before) {
            found.push(("boolean", first.span()));
        }
        operand = (at + 2).min(tokens.len());
    }
}

/// Returns the number of tokens before the block.
fn header(tokens: &[TokenTree]) -> usize {
    let is_block =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    tokens.iter().position(is_block).unwrap_or(tokens.len())
}

fn in_of_loop(tokens: &[TokenTree]) -> bool {
    tokens[..header(tokens)].iter().any(|token| matches!(token, TokenTree::Ident(word) if *word == "in"))
}

fn is_comparison(tokens: &[TokenTree], at: usize) -> bool {
    ["==", "!=", "<=", ">="].iter().any(|operator| is_pair(tokens, at, operator))
}

/// True if exactly two signs in a row are this operator.
fn is_pair(tokens: &[TokenTree], at: usize, operator: &str) -> bool {
    let mut signs = operator.chars();
    let (first, second) = (signs.next(), signs.next());
    match (tokens.get(at), tokens.get(at + 1)) {
        (Some(TokenTree::Punct(a)), Some(TokenTree::Punct(b))) => {
            a.spacing() == Spacing::Joint && Some(a.as_char()) == first && Some(b.as_char()) == second
        }
        _ => false,
    }
}

fn ends_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        TokenTree::Ident(_) => true,
        _ => false,
    }
}
