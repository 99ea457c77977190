//! Parses the output of `#[derive(Debug)]` and the standard library: literals, names and
//! punctuation.

use sbst_model::words::outside_quotes;

/// A position in a `{:?}` text.
#[derive(Clone)]
pub struct DebugText<'a> {
    rest: &'a str,
}

impl<'a> DebugText<'a> {
    pub fn new(text: &'a str) -> DebugText<'a> {
        DebugText { rest: text }
    }

    /// True if the whole text is read.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Skips `token` if it comes next.
    pub fn skip(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    /// Reads a name.
    pub fn name(&mut self) -> Option<&'a str> {
        let length = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let starts_well = self.rest.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
        starts_well.then(|| self.take(length))
    }

    /// Reads a number: sign, digits, point and exponent; also `NaN` and `inf`. Two points belong to
    /// a range.
    pub fn number(&mut self) -> Option<&'a str> {
        let part_of_number = |(at, c): (usize, char)| {
            c.is_ascii_alphanumeric()
                || (c == '.' && self.rest[at + 1..].starts_with(|next: char| next.is_ascii_digit()))
                || (c == '-' && (at == 0 || self.rest[..at].ends_with('e')))
        };
        let length = self.rest.char_indices().find(|place| !part_of_number(*place));
        let number = self.take(length.map_or(self.rest.len(), |(at, _)| at));
        let digits = number.trim_start_matches('-');
        let well = digits.starts_with(|c: char| c.is_ascii_digit()) || digits == "NaN" || digits == "inf";
        well.then_some(number)
    }

    /// Reads the longest next part of an address or a time that `read` accepts.
    pub fn word<T>(&mut self, read: impl Fn(&'a str) -> Option<T>) -> Option<T> {
        let part_of_word = |c: char| c.is_alphanumeric() || ".:[]%".contains(c);
        let longest = self.rest.find(|c: char| !part_of_word(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..longest];
        // Brackets around the word and the colon after a map's key do not belong to it.
        let shorter = word.char_indices().rev().map(|(at, _)| &word[..at]);
        let endings = [word].into_iter().chain(shorter);
        let mut own = endings.take_while(|word| word.len() + 8 > longest && !word.is_empty());
        let (value, length) = own.find_map(|word| Some((read(word)?, word.len())))?;
        self.take(length);
        Some(value)
    }

    /// Reads a text or a character with its quotes. The escapes of `{:?}` are valid in Rust
    /// literals.
    pub fn literal(&mut self, quote: char) -> Option<&'a str> {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices() {
            if at == 0 {
                if c != quote {
                    return None;
                }
            } else if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == quote {
                return Some(self.take(at + 1));
            }
        }
        None
    }

    /// Reads a list in brackets, each element by `part`; the opening bracket is the next token.
    pub fn list<T>(
        &mut self,
        (open, close): (&str, &str),
        mut part: impl FnMut(&mut DebugText<'a>) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.skip(open)?;
        let mut parts = Vec::new();
        while self.skip(close).is_none() {
            if !parts.is_empty() {
                self.skip(", ")?;
            }
            parts.push(part(self)?);
        }
        Some(parts)
    }

    /// Skips the value of a field.
    pub fn skip_value(&mut self) {
        let mut depth = 0;
        let end = outside_quotes(self.rest).find(|(_, sign)| {
            let is_end = depth == 0 && matches!(sign, ',' | ')' | ']' | '}');
            match sign {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            is_end
        });
        let length = end.map_or(self.rest.len(), |(at, _)| self.rest[..at].trim_end().len());
        self.take(length);
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }
}

/// True if the text of a value contains a memory address: for a function or a raw pointer, or
/// inside another value, recognised by its length.
pub fn has_address(type_name: &str, text: &str) -> bool {
    /// The fewest hexadecimal digits of an address; other numbers are shorter.
    const FEWEST_DIGITS: usize = 9;
    let is_pointer = ["fn(", "*const ", "*mut "].iter().any(|kind| type_name.contains(kind));
    let fewest = if is_pointer { 1 } else { FEWEST_DIGITS };
    let mut numbers = text.split("0x").skip(1);
    numbers.any(|digits| digits.chars().take_while(char::is_ascii_hexdigit).count() >= fewest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_end_at_their_own_quote() {
        let mut text = DebugText::new(r#""a\"b\\", 'x'"#);
        assert_eq!(text.literal('"'), Some(r#""a\"b\\""#));
        assert_eq!(text.skip(", "), Some(()));
        assert_eq!(text.literal('\''), Some("'x'"));
        assert!(text.is_at_end());
    }

    #[test]
    fn whole_values_of_fields_are_skipped() {
        for (text, rest) in [
            ("Some((1, [2, 3])), b: 1", ", b: 1"),
            ("\"a, }\" }", " }"),
            ("Opt { name: Short('}') } }", " }"),
            ("5", ""),
        ] {
            let mut text = DebugText::new(text);
            text.skip_value();
            assert_eq!(text.rest, rest);
        }
    }

    #[test]
    fn numbers_are_read_whole() {
        for number in
            ["-5", "1.5", "1e-7", "-1.5e300", "NaN", "-inf", "340282366920938463463374607431768211455"]
        {
            assert_eq!(DebugText::new(number).number(), Some(number));
        }
        assert_eq!(DebugText::new("1, 2").number(), Some("1"));
        assert_eq!(DebugText::new("1..2").number(), Some("1"));
        assert_eq!(DebugText::new("-0.5..=2").number(), Some("-0.5"));
        assert_eq!(DebugText::new("Kind").number(), None);
    }

    #[test]
    fn addresses_are_distinguished_from_numbers() {
        assert!(has_address("fn(u8) -> u8", "0x401000"));
        assert!(has_address("demo::Callback", "Callback { call: 0x55f7e12d4fb0 }"));
        assert!(!has_address("demo::Colour", "Colour(0xff8800)"));
        assert!(!has_address("u64", "7"));
    }
}
