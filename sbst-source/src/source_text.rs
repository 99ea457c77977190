//! Tokens in the usual notation of sources.
//!
//! Reports name a condition by its text. The compiler's stable interface has the source text of one
//! token but not of a range, and a printed token stream has unusual spaces. So the text is composed
//! of the tokens, with a space exactly where the source has a gap. Positions may not show that,
//! because the tokens are on different lines or come from different places (a macro and its
//! arguments). Then convention decides instead.

mod assertion;

pub use assertion::assertion_text;

use crate::span::{self, LineColumn};
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

/// The text of `tokens` on one line.
///
/// ```
/// use sbst_source::source_text::source_text;
///
/// let tokens: proc_macro2::TokenStream = "a.b( 1 )\n   <= -c".parse().unwrap();
/// assert_eq!(source_text(tokens), "a.b( 1 ) <= -c");
/// ```
pub fn source_text(tokens: TokenStream) -> String {
    text_with(tokens, custom)
}

/// The text of a type on one line, in which `<` and `>` are brackets.
pub fn type_text(tokens: TokenStream) -> String {
    text_with(tokens, |before, left, right| {
        left.text != "<" && !matches!(&*right.text, "<" | ">") && custom(before, left, right)
    })
}

fn text_with(tokens: TokenStream, custom: fn(Option<&Piece>, &Piece, &Piece) -> bool) -> String {
    let mut pieces = Vec::new();
    flatten(tokens, &mut pieces);
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            let before = index.checked_sub(2).map(|before| &pieces[before]);
            let previous = &pieces[index - 1];
            let spaced = gap(previous, piece).unwrap_or_else(|| custom(before, previous, piece));
            if spaced {
                text.push(' ');
            }
        }
        // A literal may run over several lines.
        text.push_str(&piece.text.replace('\n', "\\n"));
    }
    text
}

/// The beginning of `tokens`: a line and a column, both counted from 1.
pub fn position(span: Span) -> (u32, u32) {
    let LineColumn { line, column } = span::start(span);
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (narrow(line), narrow(column + 1))
}

/// A token, or one delimiter of a group.
struct Piece {
    text: String,
    start: LineColumn,
    end: LineColumn,
    role: Role,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Word,
    Literal,
    Open,
    Close,
    /// Punctuation; `joint` if more of the same operator follows immediately.
    Punctuation {
        joint: bool,
    },
}

impl Piece {
    fn new(text: impl Into<String>, span: Span, role: Role) -> Self {
        Piece { text: text.into(), start: span::start(span), end: span::end(span), role }
    }

    /// True if an operator after this piece has a left operand. Only keywords that can be right
    /// before an operand matter.
    fn ends_operand(&self) -> bool {
        match self.role {
            Role::Word => {
                !matches!(&*self.text, "return" | "break" | "in" | "match" | "if" | "while" | "mut" | "as")
            }
            Role::Literal | Role::Close => true,
            Role::Open => false,
            Role::Punctuation { .. } => self.text == "?",
        }
    }
}

fn flatten(tokens: TokenStream, pieces: &mut Vec<Piece>) {
    flatten_from(tokens, span::is_served(), pieces);
}

/// Adds the pieces of `tokens`. In a compiler, a group from the parser has lost the places of its
/// delimiters; elsewhere they are ignored, so that the texts are equal. The parser keeps the
/// arguments of macros unchanged.
fn flatten_from(tokens: TokenStream, is_made_again: bool, pieces: &mut Vec<Piece>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => {
                        flatten_from(group.stream(), is_made_again, pieces);
                        continue;
                    }
                };
                let (at_open, at_close) = match is_made_again {
                    true => (group.span(), group.span()),
                    false => (group.span_open(), group.span_close()),
                };
                let is_made_again = is_made_again && !ends_with_macro(pieces);
                pieces.push(Piece::new(open, at_open, Role::Open));
                flatten_from(group.stream(), is_made_again, pieces);
                pieces.push(Piece::new(close, at_close, Role::Close));
            }
            TokenTree::Ident(word) => {
                pieces.push(Piece::new(span::word_text(&word), word.span(), Role::Word));
            }
            TokenTree::Literal(literal) => {
                pieces.push(Piece::new(literal.to_string(), literal.span(), Role::Literal));
            }
            TokenTree::Punct(sign) => {
                let joint = sign.spacing() == Spacing::Joint;
                pieces.push(Piece::new(sign.as_char(), sign.span(), Role::Punctuation { joint }));
            }
        }
    }
}

/// True after the name of a macro and its mark.
fn ends_with_macro(pieces: &[Piece]) -> bool {
    matches!(pieces, [.., name, mark] if mark.text == "!" && name.role == Role::Word && name.ends_operand())
}

/// True if the source has a gap between two pieces of one line. `None` if positions do not show it.
fn gap(left: &Piece, right: &Piece) -> Option<bool> {
    let known = left.start < left.end && right.start < right.end;
    let same_line = left.end.line == right.start.line;
    (known && same_line && left.end <= right.start).then_some(left.end < right.start)
}

/// True if a space between two pieces is customary.
fn custom(before: Option<&Piece>, left: &Piece, right: &Piece) -> bool {
    if left.role == (Role::Punctuation { joint: true }) && matches!(right.role, Role::Punctuation { .. }) {
        return false;
    }
    if left.text == "'" || matches!(&*left.text, "(" | "[" | "." | "!") || matches!(&*right.text, ")" | "]") {
        return false;
    }
    if matches!(&*right.text, "," | ";" | "." | "?" | ":") || left.text == ":" && joined(before, ':') {
        return false;
    }
    // A call or an index.
    if matches!(&*right.text, "(" | "[") && left.ends_operand() {
        return false;
    }
    // The mark of a macro's name.
    if right.text == "!" && left.role == Role::Word && right.role == (Role::Punctuation { joint: false }) {
        return false;
    }
    // A prefix operator is next to its operand.
    let prefix = matches!(&*left.text, "&" | "*" | "-") && !before.is_some_and(|piece| piece.ends_operand());
    let lone = !before.is_some_and(|piece| joined(Some(piece), '&') || joined(Some(piece), '='));
    !(prefix && lone)
}

/// True if `piece` is the first half of an operator that begins with `sign`.
fn joined(piece: Option<&Piece>, sign: char) -> bool {
    piece.is_some_and(|piece| {
        piece.role == (Role::Punctuation { joint: true }) && piece.text.starts_with(sign)
    })
}
