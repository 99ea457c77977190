//! Removes `#[sbst(…)]` from the parameters of functions, which the compiler would reject.
//!
//! The functions are the item itself, or those of an `impl` block, a trait or a module. Functions
//! within functions are left alone: they have their own attributes.
//!
//! The rest is unchanged, token for token. An item without such attributes is returned itself.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

use crate::keys::{Keys, PARAMETER};
use crate::misuse::Misuse;
use crate::tokens::{regrouped, sign, stream};

/// An item without the attributes, and the mistake in them.
pub(crate) fn strip(item: TokenStream) -> (TokenStream, Option<Misuse>) {
    let keys = Keys::on(PARAMETER);
    let mut search = Search { passed: Passed::Nothing, open: 0, sign: ' ', found: false, keys };
    let stripped = search.walk(item.clone());
    (if search.found { stream(stripped) } else { item }, search.keys.misuse)
}

/// The path to the parameters: the first parentheses after a function's name and its `<…>`.
struct Search {
    passed: Passed,
    /// The number of `<` without their `>`.
    open: usize,
    /// The last token, if it was a sign.
    sign: char,
    /// True if an attribute was found.
    found: bool,
    keys: Keys,
}

/// The kind of the last token.
enum Passed {
    Nothing,
    /// `impl`, `trait` or `mod`: the next braces contain functions.
    Container,
    Keyword,
    Name,
    /// The parameters of a function, whose body comes next.
    Parameters,
}

impl Search {
    /// The tokens, with the attributes of any parameters among them removed.
    fn walk(&mut self, item: TokenStream) -> Vec<TokenTree> {
        let mut tokens = Vec::new();
        for token in item {
            tokens.push(match token {
                TokenTree::Group(group) => self.group(group),
                other => {
                    self.advance(&other);
                    other
                }
            });
        }
        tokens
    }

    fn group(&mut self, group: Group) -> TokenTree {
        let found = self.found;
        self.found = false;
        let tokens = match (&self.passed, group.delimiter()) {
            (Passed::Parameters, Delimiter::Brace) => {
                self.passed = Passed::Nothing;
                Vec::new()
            }
            (Passed::Parameters, _) => Vec::new(),
            (Passed::Container, Delimiter::Brace) => {
                self.passed = Passed::Nothing;
                let tokens = self.walk(group.stream());
                self.passed = Passed::Nothing;
                tokens
            }
            // The tokens of a macro's substitution.
            (_, Delimiter::None) => self.walk(group.stream()),
            (Passed::Name, Delimiter::Parenthesis) if self.open == 0 => {
                self.passed = Passed::Parameters;
                self.take(group.stream())
            }
            // `fn(…)` is a type, perhaps that of an `impl` block.
            (Passed::Keyword, _) => {
                self.passed = Passed::Container;
                Vec::new()
            }
            _ => Vec::new(),
        };
        let changed = self.found;
        self.found |= found;
        if changed {
            regrouped(&group, tokens)
        } else {
            TokenTree::Group(group)
        }
    }

    /// The parameters without the attributes. Adjacent attributes belong to one parameter.
    fn take(&mut self, parameters: TokenStream) -> Vec<TokenTree> {
        let mut rest = Vec::new();
        for token in parameters {
            match &token {
                TokenTree::Group(brackets) if brackets.delimiter() == Delimiter::Bracket => {
                    // A pattern may be in brackets as well.
                    if !rest.is_empty()
                        && sign(&rest, rest.len() - 1) == '#'
                        && self.keys.read_brackets(brackets)
                    {
                        self.found = true;
                        rest.pop();
                        continue;
                    }
                }
                TokenTree::Punct(sign) if sign.as_char() == '#' => {}
                _ => self.keys.next_thing(),
            }
            rest.push(token);
        }
        rest
    }

    fn advance(&mut self, token: &TokenTree) {
        let before = self.sign;
        self.sign = ' ';
        match (&self.passed, token) {
            (Passed::Nothing | Passed::Container, TokenTree::Ident(word)) => match &*word.to_string() {
                "fn" => self.passed = Passed::Keyword,
                "impl" | "trait" | "mod" => self.passed = Passed::Container,
                _ => {}
            },
            // A function without a body.
            (Passed::Parameters, TokenTree::Punct(sign)) if sign.as_char() == ';' => {
                self.passed = Passed::Nothing;
            }
            (Passed::Keyword, TokenTree::Ident(_)) => self.passed = Passed::Name,
            (Passed::Name, TokenTree::Punct(sign)) => {
                self.sign = sign.as_char();
                if self.sign == '<' {
                    self.open += 1;
                } else if self.sign == '>' && before != '-' {
                    self.open -= 1;
                }
            }
            _ => {}
        }
    }
}
