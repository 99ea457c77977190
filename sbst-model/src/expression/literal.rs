//! Literals in the usual notation.

use std::fmt::Display;

/// The fewest digits of a number that is written in groups: as in clippy's `unreadable_literal`.
const MANY_DIGITS: usize = 6;
/// Digits of a group.
const GROUP: usize = 3;
/// Hexadecimal digits of a group: two bytes.
const HEXADECIMAL_GROUP: usize = 4;

/// Returns a whole number with its digits in groups of three, if it has at least six.
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

/// The fewest bytes of a number that is read byte by byte.
const MANY_BYTES: usize = 3;
/// The fewest hexadecimal zeros at the end of a number that is round in this notation: 2^32 or 0xffff_0000.
const MANY_ZEROS: u32 = 4;

/// Returns a whole number without a sign in hexadecimal digits, where these show its bytes: each is
/// below 16 and none except the first is 0, or it is round in no other notation.
///
/// ```
/// use sbst_model::expression::unsigned;
///
/// assert_eq!(unsigned(0x0102_0304), "0x0102_0304");
/// assert_eq!(unsigned(1 << 32), "0x1_0000_0000");
/// assert_eq!([65536, 1_000_000, 1 << 20].map(unsigned), ["65536", "1_000_000", "1_048_576"]);
/// ```
pub fn unsigned(number: u128) -> String {
    let bytes = number.to_be_bytes();
    let first = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    let digits = &bytes[first..];
    let is_listed = digits.len() >= MANY_BYTES && digits.iter().all(|byte| (1..16).contains(byte));
    let is_wide = number > u32::MAX.into();
    let is_round = is_wide && number.trailing_zeros() / 4 >= MANY_ZEROS && !number.is_multiple_of(10_000);
    if !is_listed && !is_round {
        return grouped(number);
    }
    let text = match is_listed {
        true => format!("{number:0>width$x}", width = 2 * digits.len()),
        false => format!("{number:x}"),
    };
    let mut written = String::from("0x");
    for (index, digit) in text.char_indices() {
        if index > 0 && (text.len() - index).is_multiple_of(HEXADECIMAL_GROUP) {
            written.push('_');
        }
        written.push(digit);
    }
    written
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
