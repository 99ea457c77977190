//! Values as bytes.
//!
//! 1. The format is [postcard's](https://postcard.jamesmunns.com/wire-format): numbers of variable
//!    length, no names, and no structure but the order of the fields.
//! 2. Neither serde nor any other derive is used: every user's first search waits for this crate,
//!    and a derive costs seconds. `codecs!` takes lists of fields and variants instead. The
//!    compiler refuses an incomplete list.
//! 3. Bytes may be corrupt, or truncated by a worker's crash. Reading them returns an error. It
//!    never panics, and allocates little more than it has read, because a length is not trusted
//!    before its items were read.

mod composed;
mod declared;
mod scalar;

use crate::malformed::Malformed;
pub(crate) use declared::codecs;

/// The limit of nested values. Expressions have items, which are expressions.
const MOST_NESTED: u32 = 256;

/// A value that can be a message, or a part of one.
///
/// ```
/// use sbst_wire::to_line;
/// use std::time::Duration;
///
/// assert_eq!(to_line(&300u32), [0b1010_1100, 0b10]);
/// assert_eq!(to_line(&vec![Some(false), None]), [2, 1, 0, 0]);
/// assert_eq!(to_line(&("ab".to_owned(), Duration::from_nanos(1))), *b"\x02ab\x01");
/// ```
pub trait Codec: Sized {
    /// Appends the value.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Reads a value appended by [`encode`](Codec::encode).
    ///
    /// # Errors
    /// The defect of the bytes.
    fn decode(reader: &mut Reader<'_>) -> Result<Self, Malformed>;
}

/// The unread bytes.
pub struct Reader<'a> {
    rest: &'a [u8],
    nested: u32,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes, nested: 0 }
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Malformed::TooShort)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Reads the items of a collection.
    fn items<T: Codec, C: FromIterator<T>>(&mut self) -> Result<C, Malformed> {
        let count = usize::decode(self)?;
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(Malformed::TooDeep);
        }
        let items = (0..count).map(|_| T::decode(self)).collect();
        self.nested -= 1;
        items
    }
}
