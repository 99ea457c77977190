//! The words and signs of a source file, without comments and literals.
//!
//! The compiler's own lexer cannot be used. It reports text that is not Rust to the user, but
//! templates and compile-fail tests are files of a package, too.

/// A token, in the detail required by declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A name or keyword, without the mark of a raw one. Numbers are words, too.
    Word(&'a str),
    Sign(char),
}

/// The tokens of `text`. Text that is not Rust has unspecified tokens.
pub(crate) fn words(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    each_word(text, |_, token| tokens.push(token));
    tokens
}

/// Visits the tokens of `text`, each with its offset. It is read byte by byte, because this may be
/// compiled without optimisation; bytes outside of ASCII count as parts of words.
pub(crate) fn each_word<'t>(text: &'t str, mut visit: impl FnMut(usize, Token<'t>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let first = bytes[at];
        let length = match first {
            b' ' | b'\n' | b'\t' | b'\r' => 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => line(&bytes[at..]),
            b'/' if bytes.get(at + 1) == Some(&b'*') => block_comment(&bytes[at..]),
            b'"' => string(&bytes[at..]),
            b'\'' => character(&text[at..]),
            _ if is_of_word(first) => {
                let length = word(&bytes[at..]);
                let (name, after) = (&text[at..at + length], &text[at + length..]);
                match after.as_bytes().first() {
                    Some(b'"') if is_prefix(name) && !name.contains('r') => length + string(after.as_bytes()),
                    Some(b'"' | b'#') if is_prefix(name) => match raw_string(after) {
                        Some(string) => length + string,
                        // The mark of a raw name.
                        None => length + 1,
                    },
                    _ => {
                        visit(at, Token::Word(name));
                        length
                    }
                }
            }
            _ => {
                visit(at, Token::Sign(char::from(first)));
                1
            }
        };
        at += length;
    }
}

fn is_of_word(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80..)
}

fn word(text: &[u8]) -> usize {
    let mut length = 1;
    while length < text.len() && is_of_word(text[length]) {
        length += 1;
    }
    length
}

fn line(text: &[u8]) -> usize {
    let mut length = 0;
    while length < text.len() && text[length] != b'\n' {
        length += 1;
    }
    length
}

fn is_prefix(name: &str) -> bool {
    matches!(name, "r" | "b" | "c" | "br" | "cr")
}

fn block_comment(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at + 1 < text.len() {
        match [text[at], text[at + 1]] {
            [b'/', b'*'] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/'] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn string(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// The length of the rest after the `r` of a raw string.
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
        // A lifetime is not a word.
        Some(first) if first.is_ascii() && is_of_word(first as u8) => 1 + word(&text.as_bytes()[1..]),
        _ => 1,
    }
}

/// The parts between commas outside of brackets.
pub(crate) fn parts<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0_usize;
    let parts = tokens.split(move |token| {
        match token {
            Token::Sign('<' | '(' | '[') => depth += 1,
            Token::Sign('>' | ')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == Token::Sign(',')
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// The tokens between angle brackets, and those after them.
pub(crate) fn in_angles<'t, 'a>(tokens: &'t [Token<'a>]) -> Option<(&'t [Token<'a>], &'t [Token<'a>])> {
    let [Token::Sign('<'), rest @ ..] = tokens else { return None };
    let mut depth = 1_usize;
    let end = rest.iter().enumerate().position(|(index, token)| {
        let is_arrow = index > 0 && rest[index - 1] == Token::Sign('-');
        match token {
            Token::Sign('<') => depth += 1,
            Token::Sign('>') if !is_arrow => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some((&rest[..end], &rest[end + 1..]))
}

/// The last name of a path without parameters, and the tokens after it.
pub(crate) fn path<'t, 'a>(mut tokens: &'t [Token<'a>]) -> Option<(&'a str, &'t [Token<'a>])> {
    loop {
        match tokens {
            [Token::Sign(':'), Token::Sign(':'), rest @ ..] => tokens = rest,
            [Token::Word(_), Token::Sign(':'), Token::Sign(':'), rest @ ..] => tokens = rest,
            [Token::Word(name), rest @ ..] if *name != "for" => return Some((name, rest)),
            _ => return None,
        }
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
        assert_eq!(shown(r"'{' '\'' '\u{7f}' 'é' b'}' <'a> 'b: x"), "b < > : x");
        assert_eq!(shown("r#type é1 2.5"), "type é1 2 . 5");
    }

    #[test]
    fn unterminated_comments_and_literals_end_with_the_file() {
        for text in ["a \"b \\", "a r#\"b\"", "a /* b", "a '\\", "a '\\é", "a '", "a r#"] {
            assert_eq!(&shown(text)[..1], "a", "{text}");
        }
    }
}
