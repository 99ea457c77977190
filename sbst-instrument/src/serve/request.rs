//! Requests: one byte for the macro, one for the mode, the place of the call, and the number of
//! tokens and their places. The tokens themselves follow, with the contents of a group after it.

use std::vec;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use sbst_source::span::{LineColumn, Place, Question, Sent, Table, DOLLAR_CRATE};

use crate::expand::Mode;

pub(super) const END: u8 = 0;
pub(super) const GROUP: u8 = 1;
pub(super) const WORD: u8 = 2;
pub(super) const SIGN: u8 = 3;
pub(super) const LITERAL: u8 = 4;

/// The delimiters by their numbers.
pub(super) const DELIMITERS: [Delimiter; 4] =
    [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None];

pub(super) enum Task {
    Instrument { arguments: TokenStream, item: TokenStream, mode: Mode },
    Derive { item: TokenStream },
}

/// A token of the request, to be recognised in an answer.
pub(super) enum Original {
    Word(String),
    Sign(char, Spacing),
    Literal(String),
    /// A group, and the number after those of its content.
    Group(Delimiter, u32),
    /// A delimiter of the group before, or the macro's call.
    Part,
}

pub(super) struct Request<'b> {
    rest: &'b [u8],
    is_derive: bool,
    mode: Mode,
}

impl<'b> Request<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Request<'b> {
        let mut request = Request { rest: bytes, is_derive: false, mode: Mode::Observe };
        request.is_derive = request.byte() == 1;
        let mode = request.byte();
        request.mode = Mode::of_macro(mode > 0, mode > 1);
        request
    }

    /// Reads the places. Returns the table of spans, and those of the tokens.
    pub(super) fn table(&mut self, ask: Box<dyn Fn(Question, u32) -> Option<String>>) -> (Table, Vec<Span>) {
        let call = self.place();
        let count = self.number();
        let mut sent = Vec::with_capacity(count as usize);
        for _ in 0..count {
            sent.push(match self.byte() {
                0 => Sent::Token(self.place()),
                _ => Sent::Group { open: self.place(), close: self.place() },
            });
        }
        Table::new(call, &sent, ask)
    }

    /// Reads the tokens, which have these spans. Returns the task, and the tokens by number.
    pub(super) fn task(self, spans: Vec<Span>) -> (Task, Vec<Original>) {
        let Request { rest, is_derive, mode } = self;
        let mut tokens = Tokens {
            request: Request { rest, is_derive, mode },
            spans: spans.into_iter(),
            sent: vec![Original::Part],
        };
        let arguments = tokens.stream();
        let item = tokens.stream();
        let task = match is_derive {
            true => Task::Derive { item },
            false => Task::Instrument { arguments, item, mode },
        };
        (task, tokens.sent)
    }

    fn take(&mut self, length: usize) -> &'b [u8] {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().expect("four bytes"))
    }

    fn text(&mut self) -> &'b str {
        let length = self.number();
        str::from_utf8(self.take(length as usize)).expect("text")
    }

    fn place(&mut self) -> Place {
        let mut end = || {
            let (line, column) = (self.number(), self.number());
            // The compiler counts columns from 1.
            LineColumn { line: line as usize, column: (column as usize).saturating_sub(1) }
        };
        Place { start: end(), end: end() }
    }
}

struct Tokens<'b> {
    request: Request<'b>,
    spans: vec::IntoIter<Span>,
    sent: Vec<Original>,
}

impl Tokens<'_> {
    /// Reads tokens up to the end of their stream.
    fn stream(&mut self) -> TokenStream {
        let mut tokens: Vec<TokenTree> = Vec::new();
        loop {
            let kind = self.request.byte();
            if kind == END {
                return tokens.into_iter().collect();
            }
            let span = self.spans.next().expect("a place for each token");
            let mut token = self.token(kind);
            token.set_span(span);
            tokens.push(token);
        }
    }

    fn token(&mut self, kind: u8) -> TokenTree {
        match kind {
            GROUP => {
                let delimiter = DELIMITERS[usize::from(self.request.byte())];
                let at = self.sent.len();
                self.sent.extend([Original::Part, Original::Part, Original::Part]);
                let group = Group::new(delimiter, self.stream());
                self.sent[at] = Original::Group(delimiter, u32::try_from(self.sent.len()).expect("numbers"));
                group.into()
            }
            WORD => {
                let text = match self.request.text() {
                    "$crate" => DOLLAR_CRATE,
                    text => text,
                };
                self.sent.push(Original::Word(text.to_owned()));
                word(text).into()
            }
            SIGN => {
                let sign = char::from_u32(self.request.number()).expect("a sign");
                let spacing = if self.request.byte() == 1 { Spacing::Joint } else { Spacing::Alone };
                self.sent.push(Original::Sign(sign, spacing));
                Punct::new(sign, spacing).into()
            }
            _ => {
                let text = self.request.text();
                self.sent.push(Original::Literal(text.to_owned()));
                let literal: Literal = text.parse().unwrap_or_else(|_| panic!("unknown literal {text}"));
                literal.into()
            }
        }
    }
}

fn word(text: &str) -> Ident {
    match text.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(text, Span::call_site()),
    }
}
