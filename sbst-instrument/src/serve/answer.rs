//! Answers: one byte for the kind, and tokens, an error or a question.
//!
//! A token from the request is its number, and so is an unchanged group. Other tokens have the
//! number of their span. The lowest bit of a number is set for the macro's own hygiene.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use sbst_source::span::{numbered, Numbered, Question};
use syn::Error;

use super::request::{Original, DELIMITERS, END, GROUP, LITERAL, SIGN, WORD};

const TOKENS: u8 = 0;
const REFUSED: u8 = 1;
const PANICKED: u8 = 2;
const QUESTION: u8 = 3;

/// A token from the request.
const SENT: u8 = 5;

pub(super) struct Answer(Vec<u8>);

pub(super) fn question(question: Question, number: u32) -> Vec<u8> {
    let mut asked = Answer(vec![QUESTION, u8::from(question == Question::LocalFile)]);
    asked.number(number);
    asked.0
}

impl Answer {
    pub(super) fn tokens(tokens: TokenStream, sent: &[Original]) -> Answer {
        let mut answer = Answer(vec![TOKENS]);
        answer.stream(tokens, sent);
        answer
    }

    /// The first message of an error, and its first and last span.
    pub(super) fn refused(error: &Error) -> Answer {
        // Only the tokens of a compile error include the last span.
        let mut spans = error.to_compile_error().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        let last = spans.last().unwrap_or(first);
        let mut answer = Answer(vec![REFUSED]);
        answer.span(number(first));
        answer.span(number(last));
        answer.text(&error.to_string());
        answer
    }

    pub(super) fn panicked(message: &str) -> Answer {
        let mut answer = Answer(vec![PANICKED]);
        answer.text(message);
        answer
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Adds a stream. Returns the number of the first token and the one after the last, if all are
    /// as in the request.
    fn stream(&mut self, tokens: TokenStream, sent: &[Original]) -> Option<(u32, u32)> {
        let (mut range, mut is_as_sent) = (None, true);
        for token in tokens {
            let part = self.token(token, sent);
            range = match (range, part) {
                (None, Some(part)) => Some(part),
                (Some((first, next)), Some((this, after))) if this == next => Some((first, after)),
                _ => {
                    is_as_sent = false;
                    range
                }
            };
        }
        self.0.push(END);
        range.filter(|_| is_as_sent)
    }

    /// Adds a token. Returns its numbers if it is one of the request, with the user's hygiene.
    fn token(&mut self, token: TokenTree, sent: &[Original]) -> Option<(u32, u32)> {
        let span = number(token.span());
        let original = &sent[span.number as usize];
        let is_sent = match (&token, original) {
            (TokenTree::Ident(word), Original::Word(sent)) => word == sent,
            (TokenTree::Literal(literal), Original::Literal(sent)) => literal.to_string() == *sent,
            (TokenTree::Punct(sign), Original::Sign(sent, spacing)) => {
                sign.as_char() == *sent && sign.spacing() == *spacing
            }
            _ => false,
        };
        if is_sent {
            self.0.push(SENT);
            self.span(span);
            return (!span.is_ours).then_some((span.number, span.number + 1));
        }
        match token {
            TokenTree::Group(group) => return self.group(&group, span, original, sent),
            TokenTree::Ident(word) => {
                self.0.push(WORD);
                self.span(span);
                self.text(&word.to_string());
            }
            TokenTree::Punct(sign) => {
                self.0.push(SIGN);
                self.span(span);
                self.number(sign.as_char().into());
                self.0.push((sign.spacing() == proc_macro2::Spacing::Joint).into());
            }
            TokenTree::Literal(literal) => {
                self.0.push(LITERAL);
                self.span(span);
                self.text(&literal.to_string());
            }
        }
        None
    }

    fn group(
        &mut self,
        group: &proc_macro2::Group,
        span: Numbered,
        original: &Original,
        sent: &[Original],
    ) -> Option<(u32, u32)> {
        let at = self.0.len();
        self.0.push(GROUP);
        self.span(span);
        self.0.push(delimiter(group.delimiter()));
        let is_empty = group.stream().is_empty();
        let content = self.stream(group.stream(), sent);
        let Original::Group(was, end) = *original else { return None };
        let start = span.number + 3;
        let has_all = if is_empty { start == end } else { content == Some((start, end)) };
        if span.is_ours || was != group.delimiter() || !has_all {
            return None;
        }
        self.0.truncate(at);
        self.0.push(SENT);
        self.span(span);
        Some((span.number, end))
    }

    fn span(&mut self, Numbered { number, is_ours }: Numbered) {
        self.number(number << 1 | u32::from(is_ours));
    }

    fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(u32::try_from(text.len()).expect("a text of tokens"));
        self.0.extend(text.as_bytes());
    }
}

fn number(span: Span) -> Numbered {
    numbered(span).expect("a table of spans")
}

fn delimiter(delimiter: Delimiter) -> u8 {
    let found = DELIMITERS.iter().position(|known| *known == delimiter);
    u8::try_from(found.expect("four delimiters")).expect("a small number")
}
