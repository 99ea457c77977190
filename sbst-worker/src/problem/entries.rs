//! Entries of maps and sets in `{:?}` texts, as `{1: "a", 2: "b"}`. The order of a hash map changes
//! each time, independently of the function.

use sbst_core::sorted::sort;

/// A parsed text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entries {
    /// The text with the entries of its maps and sets sorted as texts; unchanged if its brackets or
    /// quotes do not match.
    pub sorted: String,
    /// True if a map or a set has several entries.
    pub several: bool,
}

impl Entries {
    /// Parses a text.
    pub(crate) fn parse(text: &str) -> Entries {
        let mut reader = Reader { rest: text, several: false };
        match reader.parts(None) {
            Some(parts) => Entries { sorted: parts.join(", "), several: reader.several },
            None => Entries { sorted: text.to_owned(), several: false },
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
    several: bool,
}

impl Reader<'_> {
    /// Returns the parts between commas before a closing bracket, or the end. `None` without the
    /// bracket.
    fn parts(&mut self, closing: Option<char>) -> Option<Vec<String>> {
        let mut parts = vec![String::new()];
        while let Some(c) = self.rest.chars().next() {
            let part = parts.last_mut()?;
            match c {
                _ if Some(c) == closing => {
                    self.rest = &self.rest[1..];
                    return Some(parts);
                }
                ')' | ']' | '}' => return None,
                '(' | '[' | '{' => {
                    self.rest = &self.rest[1..];
                    // The braces of a struct have spaces inside.
                    let has_entries = c == '{' && !self.rest.starts_with(' ');
                    let closing = match c {
                        '(' => ')',
                        '[' => ']',
                        _ => '}',
                    };
                    let mut inside = self.parts(Some(closing))?;
                    if has_entries && inside.len() > 1 {
                        self.several = true;
                        sort(&mut inside, Ord::cmp);
                    }
                    part.push(c);
                    part.push_str(&inside.join(", "));
                    part.push(closing);
                }
                '"' | '\'' => {
                    let literal = self.literal(c)?;
                    part.push_str(&self.rest[..literal]);
                    self.rest = &self.rest[literal..];
                }
                _ => match self.rest.strip_prefix(", ") {
                    Some(rest) => {
                        self.rest = rest;
                        parts.push(String::new());
                    }
                    None => {
                        part.push(c);
                        self.rest = &self.rest[c.len_utf8()..];
                    }
                },
            }
        }
        closing.is_none().then_some(parts)
    }

    /// Returns the length of the next text or character, with its quotes.
    fn literal(&self, quote: char) -> Option<usize> {
        let mut escaped = false;
        let mut characters = self.rest.char_indices().skip(1);
        let end = characters.find(|&(_, c)| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        end.map(|(at, _)| at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_on_every_level() {
        for (text, sorted) in [
            ("{2, 1}", "{1, 2}"),
            ("Some({\"b\": {9, 8}, \"a, {\": {}})", "Some({\"a, {\": {}, \"b\": {8, 9}})"),
            ("Index { b: {'}': 1, '\\'': 2}, a: [2, 1] }", "Index { b: {'\\'': 2, '}': 1}, a: [2, 1] }"),
            ("[{2: (3, 1), 1: (0, 5)}]", "[{1: (0, 5), 2: (3, 1)}]"),
        ] {
            assert_eq!(Entries::parse(text), Entries { sorted: sorted.to_owned(), several: true });
            assert!(Entries::parse(sorted).several, "sorted already: {sorted}");
        }
    }

    #[test]
    fn texts_without_entries_or_unread_stay() {
        for text in ["[2, 1]", "Point { y: 1, x: 2 }", "{1}", "{}", "", "it's {2, 1}", "{2, 1", "2, 1}"] {
            let expected = Entries { sorted: text.to_owned(), several: false };
            assert_eq!(Entries::parse(text), expected);
        }
    }
}
