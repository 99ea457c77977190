//! The error of a line that is not a message.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The defect of a line. A worker that dies leaves incomplete lines, and code under test may write
/// over others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The bytes end before the message does.
    TooShort,
    /// This number of bytes follows the message.
    TooLong(usize),
    /// Collections contain one another more often than in any message.
    TooDeep,
    /// No variant of an enum has this number.
    UnknownVariant,
    /// A truth value is neither 0 nor 1.
    NotABoolean,
    /// A number has more bits than its type.
    NumberTooLarge,
    /// A text is not UTF-8.
    NotUtf8,
    /// An escape character ends the line.
    UnfinishedEscape,
    /// No byte is escaped so.
    UnknownEscape,
}

impl Display for Malformed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Malformed::TooShort => "it ends too early",
            Malformed::TooLong(rest) => return write!(f, "{rest} bytes too many"),
            Malformed::TooDeep => "it is nested too deeply",
            Malformed::UnknownVariant => "an unknown variant",
            Malformed::NotABoolean => "a truth value is neither 0 nor 1",
            Malformed::NumberTooLarge => "a number is too large",
            Malformed::NotUtf8 => "a text is not UTF-8",
            Malformed::UnfinishedEscape => "an escape character ends it",
            Malformed::UnknownEscape => "an unknown escape",
        })
    }
}

impl Error for Malformed {}
