//! Fragments of macros in the input of an attribute.
//!
//! The argument of a macro for `$x:expr` comes as a group without delimiters. The compiler forgets
//! such groups in the output of a procedural macro: `$x * 2` for `1 + 2` would become `1 + 2 * 2`.
//! So they get parentheses if adjacent tokens would tear them apart:
//!
//! 1. An operand of a unary operator is torn apart by the tokens that can follow a value: `.`, `?`,
//!    `as`, an index or a call. Other compound expressions are torn apart by everything but the
//!    ends of lists and statements.
//! 2. Types and patterns are written like expressions, and get parentheses as well. Between `<` and
//!    `>`, text that begins with `&` is never an expression.
//! 3. The contents of an attribute are not expressions.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use sbst_source::span::mixed_site;
use syn::Expr;

/// Returns `tokens` with parentheses around groups that would be torn apart.
pub(crate) fn with_fragments_in_parentheses(tokens: TokenStream) -> TokenStream {
    if !has_fragment(tokens.clone()) {
        return tokens;
    }
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let kept = tokens.iter().enumerate().map(|(at, token)| {
        let TokenTree::Group(group) = token else { return token.clone() };
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let is_attribute = group.delimiter() == Delimiter::Bracket && begins_attribute(before);
        if is_attribute {
            return token.clone();
        }
        let delimiter = match group.delimiter() {
            Delimiter::None if is_torn_apart(group, before, after) => Delimiter::Parenthesis,
            delimiter => delimiter,
        };
        let mut inner = Group::new(delimiter, with_fragments_in_parentheses(group.stream()));
        // With our span: a lint reports redundant parentheses.
        let is_ours = delimiter != group.delimiter();
        inner.set_span(if is_ours { mixed_site() } else { group.span() });
        inner.into()
    });
    kept.collect()
}

fn has_fragment(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::None || has_fragment(group.stream()),
        _ => false,
    })
}

/// True for `#` and `#!`.
fn begins_attribute(before: &[TokenTree]) -> bool {
    match before {
        [.., sign, bang] if is_sign(bang, "!") => is_sign(sign, "#"),
        [.., sign] => is_sign(sign, "#"),
        [] => false,
    }
}

/// Rules 1 and 2.
fn is_torn_apart(group: &Group, before: &[TokenTree], after: &[TokenTree]) -> bool {
    let is_followed = after.first().is_some_and(follows_a_value);
    let ends_behind = after.first().is_none_or(|token| ends(token, after.get(1)));
    let ends_before = match before {
        // The second half of `==`, `+=`, `::`.
        [.., TokenTree::Punct(first), _] if first.spacing() == Spacing::Joint => false,
        [.., last] => ends(last, None),
        [] => true,
    };
    if !is_followed && ends_before && ends_behind {
        return false;
    }
    let mut beside = before.last().into_iter().chain(after.first());
    let is_in_angles = beside.any(|token| is_sign(token, "<>"));
    let begins_as_reference = group.stream().into_iter().next().is_some_and(|first| is_sign(&first, "&"));
    if is_in_angles && begins_as_reference {
        return false;
    }
    match syn::parse2::<Expr>(group.stream()) {
        Ok(Expr::Unary(_) | Expr::Reference(_) | Expr::RawAddr(_)) => is_followed,
        Ok(
            Expr::Assign(_)
            | Expr::Binary(_)
            | Expr::Break(_)
            | Expr::Cast(_)
            | Expr::Closure(_)
            | Expr::Range(_)
            | Expr::Return(_)
            | Expr::Yield(_),
        ) => true,
        _ => false,
    }
}

fn follows_a_value(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(_) => is_sign(token, ".?"),
        TokenTree::Ident(word) => *word == "as",
        TokenTree::Group(group) => matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket),
        TokenTree::Literal(_) => false,
    }
}

/// True for tokens between expressions, and before and after them.
fn ends(token: &TokenTree, next: Option<&TokenTree>) -> bool {
    match token {
        TokenTree::Punct(sign) => match sign.as_char() {
            ',' | ';' => true,
            '=' if sign.spacing() == Spacing::Joint => next.is_some_and(|next| is_sign(next, ">")),
            '=' | ':' => sign.spacing() == Spacing::Alone,
            _ => false,
        },
        TokenTree::Ident(word) => {
            ["else", "if", "in", "match", "return", "while"].iter().any(|known| word == known)
        }
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Literal(_) => false,
    }
}

fn is_sign(token: &TokenTree, signs: &str) -> bool {
    matches!(token, TokenTree::Punct(sign) if signs.contains(sign.as_char()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces `x` in a text by the fragment, as a macro does.
    fn expanded(text: &str, fragment: &str) -> String {
        fn put(tokens: TokenStream, fragment: &TokenStream) -> TokenStream {
            let put = tokens.into_iter().map(|token| match token {
                TokenTree::Ident(word) if word == "x" => Group::new(Delimiter::None, fragment.clone()).into(),
                TokenTree::Group(group) => {
                    Group::new(group.delimiter(), put(group.stream(), fragment)).into()
                }
                other => other,
            });
            put.collect()
        }
        let tokens = put(text.parse().unwrap(), &fragment.parse().unwrap());
        with_fragments_in_parentheses(tokens).to_string().replace(' ', "")
    }

    #[test]
    fn fragments_are_kept_together() {
        assert_eq!(expanded("x * 2", "1 + 2"), "(1+2)*2");
        assert_eq!(expanded("vec![-x]", "1 + 2"), "vec![-(1+2)]");
        assert_eq!(expanded("x(2)", "|a| a"), "(|a|a)(2)");
        assert_eq!(expanded("x.abs() - x", "-1"), "(-1).abs()--1");
        assert_eq!(expanded("a == x", "b == c"), "a==(b==c)");
    }

    #[test]
    fn fragments_that_are_not_torn_apart_stay() {
        for text in
            ["f(x, x)", "let a = x;", "S { a: x }", "match x { a => 1 }", "if x { 1 }", "#[x] fn f() {}"]
        {
            assert!(!expanded(text, "a = b").contains("(a=b)"), "{text}");
        }
        assert_eq!(expanded("f(x)[x]", "1 + 2"), "f(1+2)[1+2]");
        assert_eq!(expanded("Vec<x>", "&T"), "Vec<&T>");
        assert_eq!(expanded("x::new() + x", "T"), "T::new()+T");
        assert_eq!(expanded("A<x>", "-1"), "A<-1>");
    }
}
