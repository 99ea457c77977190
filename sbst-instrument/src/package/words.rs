//! The words and signs of a source file, without comments and literals.
//!
//! The compiler's own lexer is no choice: it complains to the user about what is no Rust, and templates and tests of what
//! does not compile are files of a package, too.

/// A token, as far as declarations are told by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name or keyword, without the mark of a raw one. Numbers are words, too.
    Word(&'a str),
    /// Any other character.
    Sign(char),
}

/// The tokens of `text`. Of what is no Rust, something.
pub(super) fn words(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            '\'' => character(rest),
            _ if first.is_alphanumeric() || first == '_' => {
                let length = word(rest);
                let (name, after) = rest.split_at(length);
                match after.chars().next() {
                    Some('"') if is_prefix(name) && !name.contains('r') => length + string(after),
                    Some('"' | '#') if is_prefix(name) => match raw_string(after) {
                        Some(string) => length + string,
                        // The mark of a raw name.
                        None => length + 1,
                    },
                    _ => {
                        tokens.push(Token::Word(name));
                        length
                    }
                }
            }
            _ => {
                if !first.is_whitespace() {
                    tokens.push(Token::Sign(first));
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn is_prefix(name: &str) -> bool {
    matches!(name, "r" | "b" | "c" | "br" | "cr")
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(next) = text[at..].find(['/', '*']) {
        at += next;
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// A string that begins with a quotation mark.
fn string(text: &str) -> usize {
    let mut at = 1;
    while let Some(next) = text[at..].find(['"', '\\']) {
        at += next;
        if text[at..].starts_with('"') {
            return at + 1;
        }
        let escaped = text[at + 1..].chars().next().map_or(0, char::len_utf8);
        at += 1 + escaped;
    }
    text.len()
}

/// What follows the `r` of a raw string.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let end = format!("\"{}", &text[..hashes]);
    let content = text[hashes..].strip_prefix('"')?;
    Some(content.find(&end).map_or(text.len(), |length| hashes + 1 + length + end.len()))
}

/// A character in quotation marks, or the mark of a lifetime or label.
fn character(text: &str) -> usize {
    let mut characters = text[1..].chars();
    match characters.next() {
        Some('\\') => {
            let escaped = text[2..].chars().next().map_or(0, char::len_utf8);
            let after = 2 + escaped;
            text[after..].find('\'').map_or(text.len(), |length| after + length + 1)
        }
        Some(only) if characters.next() == Some('\'') => 2 + only.len_utf8(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let token = |token: &Token| match token {
            Token::Word(word) => (*word).to_owned(),
            Token::Sign(sign) => sign.to_string(),
        };
        words(text).iter().map(token).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        assert_eq!(shown("a // \"b\n/* c /* d */ e */ f"), "a f");
        assert_eq!(shown(r##"a("b \" { c", b"\\", r"\", br#"" {"#, c"d") e"##), "a ( , , , , ) e");
        assert_eq!(shown(r"'{' '\'' '\u{7f}' 'é' b'}' <'a> 'b: x"), "b < a > b : x");
        assert_eq!(shown("r#type é1 2.5"), "type é1 2 . 5");
    }

    #[test]
    fn what_does_not_end_ends_with_the_file() {
        for text in ["a \"b \\", "a r#\"b\"", "a /* b", "a '\\", "a '\\é", "a '", "a r#"] {
            assert_eq!(&shown(text)[..1], "a", "{text}");
        }
    }
}
