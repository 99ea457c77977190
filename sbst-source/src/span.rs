//! Spans, and queries about them.
//!
//! Tokens come from the compiler, from a text, or from a macro in another process, whose spans stay
//! there. In the last case the tokens have spans of a text made for them, and a table has the
//! answers. All queries about spans, and all spans of the macro's own code, go through this module;
//! clippy rejects others.
//!
//! 1. The spans of the macro are numbered. The place of the macro's call is 0; then a token has one
//!    number, and a group three: of the whole, of its opening and of its closing delimiter.
//! 2. Each span has a line in the text as the user's code, and one as the macro's own code in that
//!    place. So a span determines its number and its hygiene.
//! 3. The delimiters of a group have no lines of the user's kind. They are the first and the last
//!    character of the group's line, as `proc_macro2` expects.
//! 4. A span without a line comes from the library itself, and is placed at the macro's call.

#![allow(clippy::disallowed_methods)]

use std::{cell::RefCell, path::PathBuf, rc::Rc};

pub use proc_macro2::LineColumn;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The word for `$crate`, which is not an identifier outside of a compiler.
pub const DOLLAR_CRATE: &str = "__dollar_crate";

/// The hygiene of a macro's own code, at the place of its call.
pub fn mixed_site() -> Span {
    with_table(|table| table.ours[0]).unwrap_or_else(Span::mixed_site)
}

/// A span of mixed site that points at `span`.
pub fn located(span: Span) -> Span {
    with_table(|table| table.ours[table.find(span).number as usize])
        .unwrap_or_else(|| span.resolved_at(Span::mixed_site()))
}

pub fn start(span: Span) -> LineColumn {
    with_table(|table| table.place(span).start).unwrap_or_else(|| span.start())
}

pub fn end(span: Span) -> LineColumn {
    with_table(|table| table.place(span).end).unwrap_or_else(|| span.end())
}

/// The file's name as shown by the compiler.
pub fn file(span: Span) -> String {
    match with_table(|table| table.ask(Question::File, span)) {
        Some(answer) => answer.unwrap_or_default(),
        None => span.file(),
    }
}

/// The file, if it can be read.
pub fn local_file(span: Span) -> Option<PathBuf> {
    match with_table(|table| table.ask(Question::LocalFile, span)) {
        Some(answer) => answer.map(PathBuf::from),
        None => span.local_file(),
    }
}

/// The span of the first token.
pub trait Spanned {
    fn span(&self) -> Span;
}

impl<T: ToTokens + ?Sized> Spanned for T {
    fn span(&self) -> Span {
        let first = self.to_token_stream().into_iter().next();
        first.map_or_else(Span::call_site, |token| token.span())
    }
}

/// True for `$crate`, which names a crate by its own origin.
pub fn is_dollar_crate(word: &Ident) -> bool {
    word == "$crate" || word == DOLLAR_CRATE
}

/// A word as displayed to the user.
pub fn word_text(word: &Ident) -> String {
    if is_dollar_crate(word) {
        "$crate".to_owned()
    } else {
        word.to_string()
    }
}

/// The extent of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub start: LineColumn,
    pub end: LineColumn,
}

/// The span of a token in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Token(Place),
    Group { open: Place, close: Place },
}

/// A question answered by the other process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    File,
    LocalFile,
}

/// A span of the other process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    pub number: u32,
    /// True for the hygiene of the macro's own code.
    pub is_ours: bool,
}

/// The spans of another process by the rules above.
pub struct Table {
    /// The numbers of the spans by line of the text.
    lines: Vec<Numbered>,
    /// The spans of the macro's own code by number.
    ours: Vec<Span>,
    /// The places by number.
    places: Vec<Place>,
    ask: Box<dyn Fn(Question, u32) -> Option<String>>,
}

impl Table {
    /// Returns the table, and the spans of the tokens.
    pub fn new(
        call: Place,
        tokens: &[Sent],
        ask: Box<dyn Fn(Question, u32) -> Option<String>>,
    ) -> (Table, Vec<Span>) {
        let mut table = Table { lines: Vec::new(), ours: Vec::new(), places: Vec::new(), ask };
        let (mut text, mut of_tokens) = (String::new(), Vec::with_capacity(tokens.len()));
        table.number(call, &mut text);
        for token in tokens {
            let (width, places) = match *token {
                Sent::Token(place) => ("a\n", vec![place]),
                Sent::Group { open, close } => {
                    ("abc\n", vec![Place { start: open.start, end: close.end }, open, close])
                }
            };
            of_tokens.push(table.lines.len());
            table.lines.push(Numbered { number: table.next_number(), is_ours: false });
            text.push_str(width);
            places.into_iter().for_each(|place| table.number(place, &mut text));
        }
        let words: TokenStream = text.parse().expect("words");
        let spans: Vec<Span> = words.into_iter().map(|word: TokenTree| word.span()).collect();
        let ours = table.lines.iter().zip(&spans).filter(|(line, _)| line.is_ours);
        table.ours = ours.map(|(_, span)| *span).collect();
        (table, of_tokens.into_iter().map(|line| spans[line]).collect())
    }

    fn next_number(&self) -> u32 {
        u32::try_from(self.places.len()).expect("fewer spans than the compiler has")
    }

    /// Adds a span, with its line as the macro's own.
    fn number(&mut self, place: Place, text: &mut String) {
        self.lines.push(Numbered { number: self.next_number(), is_ours: true });
        self.places.push(place);
        text.push_str("a\n");
    }

    /// Answers all questions in this thread from the table while `run` runs.
    pub fn serve<T>(self, run: impl FnOnce() -> T) -> T {
        struct Reset;
        impl Drop for Reset {
            fn drop(&mut self) {
                TABLE.take();
            }
        }
        TABLE.set(Some(Rc::new(self)));
        let _reset = Reset;
        run()
    }

    fn find(&self, span: Span) -> Numbered {
        // Spans of different texts cannot be joined.
        if self.ours[0].join(span).is_none() {
            return Numbered { number: 0, is_ours: false };
        }
        let (start, end) = (span.start(), span.end());
        let Numbered { number, is_ours } = self.lines[start.line - 1];
        let part = match (start.column, end.column) {
            (0, 1) if !is_ours && self.is_group(start.line - 1) => 1,
            (2, _) => 2,
            _ => 0,
        };
        Numbered { number: number + part, is_ours }
    }

    /// True if the user's line has the three numbers of a group.
    fn is_group(&self, line: usize) -> bool {
        self.lines.get(line + 2).is_some_and(|other| other.is_ours)
    }

    fn place(&self, span: Span) -> Place {
        self.places[self.find(span).number as usize]
    }

    fn ask(&self, question: Question, span: Span) -> Option<String> {
        (self.ask)(question, self.find(span).number)
    }
}

/// True if the tokens come from a macro in another process.
pub fn is_served() -> bool {
    with_table(|_| ()).is_some()
}

/// Returns the span's number, if a table is in use.
pub fn numbered(span: Span) -> Option<Numbered> {
    with_table(|table| table.find(span))
}

thread_local! {
    static TABLE: RefCell<Option<Rc<Table>>> = const { RefCell::new(None) };
}

fn with_table<T>(answer: impl FnOnce(&Table) -> T) -> Option<T> {
    TABLE.with_borrow(|table| table.as_deref().map(answer))
}

#[cfg(test)]
mod tests;
