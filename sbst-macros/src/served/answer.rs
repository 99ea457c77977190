//! An answer of the expander: the tokens, or the mistake.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use super::sent::Sent;
use crate::misuse::Misuse;
use crate::tokens::stream;

const TOKENS: u8 = 0;
const REFUSED: u8 = 1;
/// The kind of a frame with a question about a span.
pub(crate) const QUESTION: u8 = 3;

const END: u8 = 0;
const GROUP: u8 = 1;
const WORD: u8 = 2;
const SIGN: u8 = 3;
const LITERAL: u8 = 4;

pub(crate) struct Answer<'b> {
    bytes: &'b [u8],
    at: usize,
    sent: &'b Sent,
    mixed_site: Span,
}

impl<'b> Answer<'b> {
    pub(crate) fn new(bytes: &'b [u8], sent: &'b Sent) -> Self {
        Answer { bytes, at: 0, sent, mixed_site: Span::mixed_site() }
    }

    pub(crate) fn read(&mut self) -> Result<TokenStream, Misuse> {
        match self.byte() {
            TOKENS => Ok(self.stream()),
            REFUSED => {
                let (first, last) = (self.span(), self.span());
                Err(Misuse::between(first, last, self.text().to_owned()))
            }
            // The compiler reports it like a panic of an expansion in this process.
            _ => panic!("{}", self.text()),
        }
    }

    /// Answers a question: the number 1 and a text, or an empty frame.
    pub(crate) fn reply(&mut self) -> Vec<u8> {
        self.at = 1;
        let is_about_local_file = self.byte() == 1;
        let span = self.sent.spans[self.number() as usize];
        let mut reply = vec![1];
        if !is_about_local_file {
            reply.extend_from_slice(span.file().as_bytes());
        } else if let Some(file) = span.local_file() {
            reply.extend_from_slice(file.to_string_lossy().as_bytes());
        } else {
            reply.clear();
        }
        reply
    }

    fn stream(&mut self) -> TokenStream {
        let mut tokens = Vec::new();
        loop {
            let kind = self.byte();
            if kind == END {
                return stream(tokens);
            }
            tokens.push(self.token(kind));
        }
    }

    fn token(&mut self, kind: u8) -> TokenTree {
        if kind > LITERAL {
            return self.sent_token();
        }
        let span = self.span();
        let mut token = match kind {
            GROUP => {
                let delimiter = match self.byte() {
                    0 => Delimiter::Parenthesis,
                    1 => Delimiter::Brace,
                    2 => Delimiter::Bracket,
                    _ => Delimiter::None,
                };
                TokenTree::Group(Group::new(delimiter, self.stream()))
            }
            WORD => {
                let text = self.text();
                return TokenTree::Ident(match text.strip_prefix("r#") {
                    Some(raw) => Ident::new_raw(raw, span),
                    None => Ident::new(text, span),
                });
            }
            SIGN => {
                let sign = char::from_u32(self.number()).unwrap_or(' ');
                let spacing = if self.byte() == 1 { Spacing::Joint } else { Spacing::Alone };
                TokenTree::Punct(Punct::new(sign, spacing))
            }
            _ => match self.text().parse::<Literal>() {
                Ok(literal) => TokenTree::Literal(literal),
                Err(error) => panic!("{error}"),
            },
        };
        token.set_span(span);
        token
    }

    /// A token from the request, perhaps with the hygiene of a macro.
    fn sent_token(&mut self) -> TokenTree {
        let number = self.number();
        match &self.sent.tokens[(number >> 1) as usize] {
            Some(token) if number & 1 == 0 => token.clone(),
            Some(token) => {
                let mut token = token.clone();
                token.set_span(self.find_span(number));
                token
            }
            None => panic!("the expander answers with a token that is none"),
        }
    }

    fn span(&mut self) -> Span {
        let number = self.number();
        self.find_span(number)
    }

    /// The span with a number, whose lowest bit is set for the macro's own hygiene.
    fn find_span(&self, number: u32) -> Span {
        let span = self.sent.spans[(number >> 1) as usize];
        match number {
            1 => self.mixed_site,
            _ if number & 1 == 1 => span.resolved_at(self.mixed_site),
            _ => span,
        }
    }

    fn take(&mut self, length: usize) -> &'b [u8] {
        let taken = &self.bytes[self.at..self.at + length];
        self.at += length;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn number(&mut self) -> u32 {
        let bytes = self.take(4);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    fn text(&mut self) -> &'b str {
        let length = self.number() as usize;
        match std::str::from_utf8(self.take(length)) {
            Ok(text) => text,
            Err(error) => panic!("{error}"),
        }
    }
}
