//! A source file, with the open brackets at each place.
//!
//! It is scanned once; then the open brackets at a place are found in as many steps as they are
//! nested.

use std::ops::Range;

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
        let mut signs = Cursor { text: &text, at: 0 };
        while let Some((at, sign)) = signs.next_sign() {
            match sign {
                '{' | '(' | '[' => {
                    brackets.push(Bracket { header: start..at, end: text.len(), around: innermost });
                    innermost = Some(brackets.len() - 1);
                    start = at + 1;
                }
                '}' | ')' | ']' => {
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
                ';' => start = at + 1,
                _ => {}
            }
        }
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

/// Iterates over the signs of a source text outside of comments and literals.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next character of code, and its offset.
    fn next_sign(&mut self) -> Option<(usize, char)> {
        loop {
            let at = self.at;
            let sign = self.rest().chars().next()?;
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.skip_comment();
            } else if sign == '"' {
                self.skip_text();
            } else if sign == '\'' {
                self.skip_character();
            } else if sign.is_alphanumeric() || sign == '_' {
                self.skip_word();
                return Some((at, sign));
            } else {
                self.at += sign.len_utf8();
                return Some((at, sign));
            }
        }
    }

    /// Skips a comment, with nested ones.
    fn skip_comment(&mut self) {
        let mut depth = 0usize;
        while let Some(sign) = self.rest().chars().next() {
            let step = match &self.rest().as_bytes()[..self.rest().len().min(2)] {
                b"/*" => {
                    depth += 1;
                    2
                }
                b"*/" => {
                    depth -= 1;
                    2
                }
                _ => sign.len_utf8(),
            };
            self.at += step;
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_text(&mut self) {
        let mut escaped = false;
        let end = self.rest().char_indices().skip(1).find(|&(_, sign)| {
            let ends = sign == '"' && !escaped;
            escaped = sign == '\\' && !escaped;
            ends
        });
        self.at += end.map_or(self.rest().len(), |(end, _)| end + 1);
    }

    /// Skips a character literal, or the sign of a lifetime.
    fn skip_character(&mut self) {
        let mut signs = self.rest().char_indices().skip(1);
        let (first, second) = (signs.next(), signs.next());
        self.at += match (first, second) {
            (Some((_, '\\')), Some(_)) => {
                let end = self.rest().char_indices().skip(3).find(|&(_, sign)| sign == '\'');
                end.map_or(self.rest().len(), |(end, _)| end + 1)
            }
            (Some(_), Some((end, '\''))) => end + 1,
            _ => 1,
        };
    }

    /// Skips a name or a number, with a text right after it: `br#"…"#`.
    fn skip_word(&mut self) {
        let end = self.rest().find(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let end = end.unwrap_or(self.rest().len());
        let is_raw = matches!(&self.rest()[..end], "r" | "br" | "cr");
        self.at += end;
        if !is_raw {
            return;
        }
        let hashes = self.rest().len() - self.rest().trim_start_matches('#').len();
        if self.rest()[hashes..].starts_with('"') {
            let closing = format!("\"{}", "#".repeat(hashes));
            let from = hashes + 1;
            let end = self.rest()[from..].find(&closing).map(|end| from + end + closing.len());
            self.at += end.unwrap_or(self.rest().len());
        }
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
