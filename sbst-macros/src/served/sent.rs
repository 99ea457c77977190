//! A request: tokens with the places of their spans, as numbers for the expander.

use proc_macro::{Delimiter, Spacing, Span, TokenStream, TokenTree};

const END: u8 = 0;
const GROUP: u8 = 1;
const WORD: u8 = 2;
const SIGN: u8 = 3;
const LITERAL: u8 = 4;

/// The spans of a request, and their tokens. A group has three numbers: of the whole, and of its
/// delimiters.
pub(crate) struct Sent {
    pub(crate) spans: Vec<Span>,
    pub(crate) tokens: Vec<Option<TokenTree>>,
    count: u32,
    places: Vec<u8>,
    content: Vec<u8>,
}

impl Sent {
    pub(crate) fn new() -> Self {
        let spans = vec![Span::call_site()];
        Sent { spans, tokens: vec![None], count: 0, places: Vec::new(), content: Vec::new() }
    }

    /// Adds a stream.
    pub(crate) fn stream(&mut self, stream: TokenStream) {
        for token in stream {
            self.count += 1;
            self.token(token);
        }
        self.content.push(END);
    }

    fn token(&mut self, token: TokenTree) {
        let span = token.span();
        self.spans.push(span);
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = (group.span_open(), group.span_close());
                self.spans.push(open);
                self.spans.push(close);
                self.places.push(1);
                place(&mut self.places, open);
                place(&mut self.places, close);
                self.content.push(GROUP);
                self.content.push(match group.delimiter() {
                    Delimiter::Parenthesis => 0,
                    Delimiter::Brace => 1,
                    Delimiter::Bracket => 2,
                    Delimiter::None => 3,
                });
                let inner = group.stream();
                self.tokens.push(Some(token));
                self.tokens.push(None);
                self.tokens.push(None);
                self.stream(inner);
                return;
            }
            TokenTree::Ident(word) => {
                self.content.push(WORD);
                text(&mut self.content, &word.to_string());
            }
            TokenTree::Punct(sign) => {
                self.content.push(SIGN);
                number(&mut self.content, u32::from(sign.as_char()));
                self.content.push(u8::from(sign.spacing() == Spacing::Joint));
            }
            TokenTree::Literal(literal) => {
                self.content.push(LITERAL);
                text(&mut self.content, &literal.to_string());
            }
        }
        self.places.push(0);
        place(&mut self.places, span);
        self.tokens.push(Some(token));
    }

    /// The request of a macro in a mode.
    pub(crate) fn request(&self, kind: u8, mode: u8) -> Vec<u8> {
        let mut request = vec![kind, mode];
        place(&mut request, Span::call_site());
        number(&mut request, self.count);
        request.extend_from_slice(&self.places);
        request.extend_from_slice(&self.content);
        request
    }
}

fn place(bytes: &mut Vec<u8>, span: Span) {
    let end = span.end();
    number(bytes, span.line() as u32);
    number(bytes, span.column() as u32);
    number(bytes, end.line() as u32);
    number(bytes, end.column() as u32);
}

fn number(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    number(bytes, text.len() as u32);
    bytes.extend_from_slice(text.as_bytes());
}
