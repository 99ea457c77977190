//! Literals in the usual notation.

use std::fmt::Display;

/// The fewest digits of a number that is written in groups: as in clippy's `unreadable_literal`.
const MANY_DIGITS: usize = 6;
/// Digits of a group.
const GROUP: usize = 3;

/// Returns a whole number with its digits in groups of three, if there are at least six.
///
/// ```
/// use sbst_model::expression::grouped;
///
/// assert_eq!(grouped(-1234567), "-1_234_567");
/// assert_eq!(grouped(65535), "65535");
/// ```
pub fn grouped(number: impl Display) -> String {
    let number = number.to_string();
    let digits = number.trim_start_matches('-');
    if digits.len() < MANY_DIGITS || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return number;
    }
    let mut grouped = number[..number.len() - digits.len()].to_owned();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(GROUP) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns the byte string of bytes that are a text: printable ones, blanks and NUL. `None` for
/// other bytes, and without bytes.
///
/// ```
/// use sbst_model::expression::byte_string;
///
/// assert_eq!(byte_string(b"a\"\n").as_deref(), Some(r#"b"a\"\n""#));
/// assert_eq!(byte_string(&[1, 2]), None);
/// ```
pub fn byte_string(bytes: &[u8]) -> Option<String> {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0);
    let is_text = !bytes.is_empty() && bytes.iter().all(is_text);
    is_text.then(|| {
        let escape = |byte: &u8| match byte {
            0 => "\\0".to_owned(),
            b'\'' => "'".to_owned(),
            byte => byte.escape_ascii().to_string(),
        };
        format!("b\"{}\"", bytes.iter().map(escape).collect::<String>())
    })
}
