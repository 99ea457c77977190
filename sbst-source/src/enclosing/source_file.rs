//! A source file, with the open brackets at each place.
//!
//! It is scanned once; then the open brackets at a place are found in as many steps as they are
//! nested.

use std::ops::Range;

use crate::words::{each_word, Token};

pub(super) struct SourceFile {
    text: String,
    lines: Vec<usize>,
    /// The brackets in the order in which they open.
    brackets: Vec<Bracket>,
}

struct Bracket {
    /// Their item or statement, up to the opening bracket.
    header: Range<usize>,
    /// The place of the closing bracket, or the end of the file.
    end: usize,
    /// The index of the brackets around them.
    around: Option<usize>,
}

impl SourceFile {
    pub(super) fn new(text: String) -> SourceFile {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut brackets: Vec<Bracket> = Vec::new();
        let mut innermost: Option<usize> = None;
        // The beginning of the current item or statement.
        let mut start = 0;
        each_word(&text, |at, token| match token {
            Token::Sign('{' | '(' | '[') => {
                brackets.push(Bracket { header: start..at, end: text.len(), around: innermost });
                innermost = Some(brackets.len() - 1);
                start = at + 1;
            }
            Token::Sign(sign @ ('}' | ')' | ']')) => {
                start = at + 1;
                if let Some(closed) = innermost.map(|index| &mut brackets[index]) {
                    closed.end = at;
                    innermost = closed.around;
                    // Their contents belong to the tokens before them.
                    if sign != '}' {
                        start = closed.header.start;
                    }
                }
            }
            Token::Sign(';') => start = at + 1,
            Token::Sign(_) | Token::Word(_) => {}
        });
        SourceFile { lines, brackets, text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The offset of a line, counted from 1, and a column in characters, counted from 0.
    pub(super) fn offset(&self, line: usize, column: usize) -> Option<usize> {
        let before = *self.lines.get(line.checked_sub(1)?)?;
        let line = self.text[before..].split_inclusive('\n').next()?;
        let (within, _) = line.char_indices().nth(column)?;
        Some(before + within)
    }

    /// The texts before the open brackets at `place`, outermost first.
    pub(super) fn headers(&self, place: usize) -> Vec<&str> {
        let opened = self.brackets.partition_point(|bracket| bracket.header.end < place);
        let mut index = opened.checked_sub(1);
        let mut headers = Vec::new();
        while let Some(bracket) = index.map(|index| &self.brackets[index]) {
            if place < bracket.end {
                headers.push(&self.text[bracket.header.clone()]);
            }
            index = bracket.around;
        }
        headers.reverse();
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_characters() {
        let source = |text: &str| SourceFile::new(text.to_owned());
        assert_eq!(source("é\näb c").offset(2, 3), Some("é\näb ".len()));
        assert_eq!(source("a").offset(2, 0), None);
        assert_eq!(source("a\n").offset(2, 0), None);
    }

    #[test]
    fn open_brackets_are_found_at_each_place() {
        let text = "a { b(c; d) e { f } } g [h] i { j";
        let source = SourceFile::new(text.to_owned());
        let at = |sign: char| source.headers(text.find(sign).unwrap());
        assert_eq!(at('a'), [""; 0]);
        assert_eq!(at('d'), ["a ", " b"]);
        assert_eq!(at('e'), ["a "]);
        assert_eq!(at('f'), ["a ", " b(c; d) e "]);
        assert_eq!(at('h'), [" g "]);
        assert_eq!(at('j'), [" g [h] i "]);
    }
}
