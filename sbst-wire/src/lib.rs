//! Conversions between messages and lines.
//!
//! 1. A line is a message in [postcard](https://postcard.jamesmunns.com/wire-format), without field
//!    names: both sides are of one version. A line feed in it is written as `ESC n`, and an escape
//!    character as `ESC e`, so that a file of messages has one on each line.
//! 2. Not in JSON: the worker is linked into the user's crate, and serde_json's
//!    `impl PartialEq<Value> for i32` and its kin would make `x == "7".parse().unwrap()` ambiguous
//!    there.
//! 3. Generic code is compiled in the crate that uses it. The runtime of a worker is compiled for
//!    speed, and conversions were a quarter of its code; the functions of [`Line`] are compiled
//!    here, for no speed at all.

use sbst_model::construction::Recipe;
use sbst_model::event_graph::EventGraph;
use sbst_model::messages::{Event, Fork, Forked, Orders, Recorded, Solved};
use sbst_model::observed::{Executable, ObservedTarget};
use serde::de::DeserializeOwned;
use serde::Serialize;

const ESCAPE: u8 = 0x1b;
/// The bytes that do not stand in a line, each with the letter that stands for it behind [`ESCAPE`].
const ESCAPED: [(u8, u8); 2] = [(b'\n', b'n'), (ESCAPE, b'e')];

/// Returns a value as one line, without its end.
///
/// # Errors
/// None for the types of `sbst-model`.
pub fn to_line(message: &impl Serialize) -> Result<Vec<u8>, String> {
    let bytes = postcard::to_stdvec(message).map_err(|error| error.to_string())?;
    Ok(escaped(bytes))
}

/// Reads a value that [`to_line`] wrote.
///
/// # Errors
/// Says what is wrong with the line.
pub fn from_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(&unescaped(line)?) {
        Ok((message, [])) => Ok(message),
        Ok((_, rest)) => Err(format!("{} bytes too many", rest.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the lines of a file of them, without their ends.
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

fn unescaped(line: &[u8]) -> Result<Vec<u8>, String> {
    let mut parts = line.split(|byte| *byte == ESCAPE);
    let mut bytes = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let (letter, rest) = part.split_first().ok_or("an escape character ends it")?;
        let (byte, _) = ESCAPED.iter().find(|(_, known)| known == letter).ok_or("an unknown escape")?;
        bytes.push(*byte);
        bytes.extend_from_slice(rest);
    }
    Ok(bytes)
}

/// A message of the protocol.
pub trait Line: Sized {
    /// Returns the message as one line, without its end.
    ///
    /// # Errors
    /// None for the types of this crate.
    fn to_line(&self) -> Result<Vec<u8>, String>;

    /// Reads a message that [`to_line`](Line::to_line) wrote.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    fn from_line(line: &[u8]) -> Result<Self, String>;
}

macro_rules! lines {
    ($($message:ty),*) => { $(
        impl Line for $message {
            fn to_line(&self) -> Result<Vec<u8>, String> {
                to_line(self)
            }

            fn from_line(line: &[u8]) -> Result<Self, String> {
                from_line(line)
            }
        }
    )* };
}
lines!(
    Event,
    Executable,
    Fork,
    Forked,
    ObservedTarget,
    Option<EventGraph>,
    Option<Recipe>,
    Orders,
    Recorded,
    Solved
);

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::messages::{
        Finding, FindingKind, PathSummary, SearchSummary, Stopped, SynthesisSummary, TriedSequences,
        UncoveredGoal,
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
            uncovered: vec![UncoveredGoal { goal: 1, best_distance: None, tried: TriedSequences::default() }],
            adopted_covered: vec![4],
            adopted_reached: Vec::new(),
            stopped: Stopped::Stalled,
            proved: Vec::new(),
            synthesis: SynthesisSummary { graph_seconds: 0.25, tests: 7, ..SynthesisSummary::default() },
            paths: Some(PathSummary { tried: 3, ..PathSummary::default() }),
        });
        let line = event.to_line().unwrap();
        assert!(!line.contains(&b'\n'));
        assert_eq!(Event::from_line(&line), Ok(event));

        let finding = Event::Finding(Finding {
            kind: FindingKind::Index,
            message: "two\nlines, \"quotes\", \u{0} and \u{1b}n".into(),
            place: None,
            before: Vec::new(),
            arguments: vec![Expression::source(r#"String::from("\n")"#)],
            evaluations: u64::MAX,
        });
        let line = finding.to_line().unwrap();
        assert!(!line.contains(&b'\n'));
        assert_eq!(Event::from_line(&line), Ok(finding));
    }

    #[test]
    fn a_line_is_read_as_nothing_else() {
        let line = to_line(&(7u8, "\u{1b}\n")).unwrap();
        assert_eq!(line, [7, 2, ESCAPE, b'e', ESCAPE, b'n']);
        assert_eq!(from_line(&line), Ok((7u8, "\u{1b}\n".to_owned())));
        let read = |line: &[u8]| from_line::<(u8, String)>(line).unwrap_err();
        assert_eq!(read(&[7, 0, 9]), "1 bytes too many");
        assert_eq!(read(&[7, ESCAPE]), "an escape character ends it");
        assert_eq!(read(&[7, ESCAPE, b'x']), "an unknown escape");
        assert!(!read(&[7, 2, b'a']).is_empty());
    }

    #[test]
    fn a_file_has_a_message_on_each_line() {
        assert_eq!(split_lines(b"a\nb\n").collect::<Vec<_>>(), [b"a", b"b"]);
    }
}
