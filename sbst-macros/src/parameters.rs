//! Takes `#[sbst(…)]` off the parameters of a function: the compiler knows no such attribute there.
//!
//! Everything else stays as it is, token for token. An item that has none is handed back itself.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

use crate::attributes::{self, Attribute};

/// An item, and what was taken off its parameters.
pub(crate) struct Stripped {
    pub(crate) item: TokenStream,
    /// The attributes of each parameter that has any.
    #[cfg_attr(feature = "rewrite", allow(dead_code))] // the library behind reads the item as it was
    pub(crate) attributes: Vec<Vec<Attribute>>,
}

/// Takes the attributes off.
pub(crate) fn strip(item: TokenStream) -> Stripped {
    let mut search = Search { awaited: Awaited::Function, sign: ' ', attributes: Vec::new() };
    let stripped = search.walk(item.clone()).filter(|_| !search.attributes.is_empty());
    Stripped { item: stripped.unwrap_or(item), attributes: search.attributes }
}

/// The way to the parameters: what stands in the first parentheses after the function's name and what is in `<…>`.
struct Search {
    awaited: Awaited,
    /// The last token, if it was a sign.
    sign: char,
    attributes: Vec<Vec<Attribute>>,
}

#[derive(PartialEq)]
enum Awaited {
    Function,
    Name,
    Parameters,
    /// As many `>`.
    EndOfGenerics(usize),
}

impl Search {
    /// `tokens` with the parameters stripped, if those are among them.
    fn walk(&mut self, tokens: TokenStream) -> Option<TokenStream> {
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (index, stripped) = tokens.iter().enumerate().find_map(|(index, token)| {
            let stripped = match token {
                TokenTree::Group(group) => self.group(group),
                other => {
                    self.advance(other);
                    None
                }
            };
            stripped.map(|group| (index, group))
        })?;
        tokens[index] = stripped.into();
        Some(tokens.into_iter().collect())
    }

    fn group(&mut self, group: &Group) -> Option<Group> {
        let stripped = match group.delimiter() {
            // What a macro substituted.
            Delimiter::None => self.walk(group.stream())?,
            Delimiter::Parenthesis if self.awaited == Awaited::Parameters => {
                let (stripped, attributes) = attributes::take(group.stream());
                self.attributes = attributes;
                stripped
            }
            _ => return None,
        };
        Some(attributes::regrouped(group, stripped))
    }

    fn advance(&mut self, token: &TokenTree) {
        let before = std::mem::replace(&mut self.sign, ' ');
        match token {
            TokenTree::Ident(word) => match self.awaited {
                Awaited::Function if word.to_string() == "fn" => self.awaited = Awaited::Name,
                Awaited::Name => self.awaited = Awaited::Parameters,
                _ => {}
            },
            TokenTree::Punct(sign) => {
                self.sign = sign.as_char();
                self.awaited = match (&self.awaited, self.sign) {
                    (Awaited::Parameters, '<') => Awaited::EndOfGenerics(1),
                    (Awaited::EndOfGenerics(open), '<') => Awaited::EndOfGenerics(open + 1),
                    (Awaited::EndOfGenerics(1), '>') if before != '-' => Awaited::Parameters,
                    (Awaited::EndOfGenerics(open), '>') if before != '-' => Awaited::EndOfGenerics(open - 1),
                    _ => return,
                };
            }
            _ => {}
        }
    }
}
