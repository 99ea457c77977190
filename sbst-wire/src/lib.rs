//! Conversions between messages and lines.
//!
//! A line is a message in [bytes](codec), without the names of its fields: both sides are of one
//! version. A line feed in it is written as `ESC n`, and an escape character as `ESC e`, so a file
//! of messages has one per line.
//!
//! Generic code is compiled in the crate that uses it. The runtime of a worker is compiled for speed;
//! the conversions of all messages are compiled here, for no speed at all.
//!
//! ```
//! use sbst_model::messages::Event;
//! use sbst_wire::{from_line, to_line, Malformed};
//!
//! let event = Event::Unfit(vec!["two\nlines".into()]);
//! let line = to_line(&event);
//! assert!(!line.contains(&b'\n'));
//! assert_eq!(from_line::<Event>(&line[..3]), Err(Malformed::TooShort));
//! assert_eq!(from_line(&line), Ok(event));
//! ```

mod malformed;
pub mod codec;
mod targets;
mod events;
mod orders;

pub use malformed::Malformed;

use codec::{Codec, Reader};

const ESCAPE: u8 = 0x1b;
/// The bytes excluded from lines, each with the letter that represents it behind [`ESCAPE`].
const ESCAPED: [(u8, u8); 2] = [(b'\n', b'n'), (ESCAPE, b'e')];

/// Returns a message as one line, without its end.
pub fn to_line(message: &impl Codec) -> Vec<u8> {
    let mut bytes = Vec::new();
    message.encode(&mut bytes);
    escaped(bytes)
}

/// Reads a message written by [`to_line`].
///
/// # Errors
/// The defect of the line.
pub fn from_line<T: Codec>(line: &[u8]) -> Result<T, Malformed> {
    let bytes = unescaped(line)?;
    let mut reader = Reader::new(&bytes);
    let message = T::decode(&mut reader)?;
    match reader.rest().len() {
        0 => Ok(message),
        rest => Err(Malformed::TooLong(rest)),
    }
}

/// Returns the lines of a file of messages, without their ends.
pub fn split_lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    file.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

fn escaped(bytes: Vec<u8>) -> Vec<u8> {
    let letter = |byte: u8| ESCAPED.iter().find(|(escaped, _)| *escaped == byte).map(|(_, letter)| *letter);
    if bytes.iter().all(|byte| letter(*byte).is_none()) {
        return bytes;
    }
    let mut line = Vec::with_capacity(bytes.len() + 8);
    for byte in bytes {
        match letter(byte) {
            Some(letter) => line.extend([ESCAPE, letter]),
            None => line.push(byte),
        }
    }
    line
}

fn unescaped(line: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut parts = line.split(|byte| *byte == ESCAPE);
    let mut bytes = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let (letter, rest) = part.split_first().ok_or(Malformed::UnfinishedEscape)?;
        let (byte, _) = ESCAPED.iter().find(|(_, known)| known == letter).ok_or(Malformed::UnknownEscape)?;
        bytes.push(*byte);
        bytes.extend_from_slice(rest);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::messages::{
        Event, Finding, FindingKind, PathSummary, SearchSummary, Stopped, SynthesisSummary, UncoveredGoal,
    };
    use sbst_model::Expression;

    #[test]
    fn messages_are_one_line_each_and_survive() {
        let event = Event::SearchEnded(SearchSummary {
            evaluations: 3,
            evaluations_to_last_goal: 2,
            search_seconds: 0.5,
            seconds_to_last_goal: 0.25,
            covered: vec![0],
            uncovered: vec![UncoveredGoal::new(1, None)],
            adopted_covered: vec![4],
            synthesis: SynthesisSummary { graph_seconds: 0.25, tests: 7, ..SynthesisSummary::default() },
            paths: Some(PathSummary { tried: 3, ..PathSummary::default() }),
            ..SearchSummary::new(Stopped::Stalled)
        });
        let line = to_line(&event);
        assert!(!line.contains(&b'\n'));
        assert_eq!(from_line(&line), Ok(event));

        let finding = Event::Finding(Finding {
            arguments: vec![Expression::source(r#"String::from("\n")"#)],
            evaluations: u64::MAX,
            ..Finding::new(FindingKind::Index, "two\nlines, \"quotes\", \u{0} and \u{1b}n".into())
        });
        let line = to_line(&finding);
        assert!(!line.contains(&b'\n'));
        assert_eq!(from_line(&line), Ok(finding));
    }

    #[test]
    fn line_is_read_as_only_its_message() {
        let line = to_line(&(7u8, "\u{1b}\n".to_owned()));
        assert_eq!(line, [7, 2, ESCAPE, b'e', ESCAPE, b'n']);
        assert_eq!(from_line(&line), Ok((7u8, "\u{1b}\n".to_owned())));
        let read = |line: &[u8]| from_line::<(u8, String)>(line).unwrap_err();
        assert_eq!(read(&[7, 0, 9]), Malformed::TooLong(1));
        assert_eq!(read(&[7, ESCAPE]), Malformed::UnfinishedEscape);
        assert_eq!(read(&[7, ESCAPE, b'x']), Malformed::UnknownEscape);
        assert_eq!(read(&[7, 2, b'a']), Malformed::TooShort);
    }

    #[test]
    fn a_file_has_a_message_on_each_line() {
        assert_eq!(split_lines(b"a\nb\n").collect::<Vec<_>>(), [b"a", b"b"]);
    }
}
