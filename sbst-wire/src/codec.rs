//! Values as bytes.
//!
//! 1. The format is [postcard's](https://postcard.jamesmunns.com/wire-format): numbers of variable
//!    length, no names, and no structure but the order of the fields.
//! 2. Neither serde nor any other derive: every user's first search waits for this crate, and a
//!    derive costs that user seconds. `codecs!` takes lists of fields and variants instead. The
//!    compiler refuses a list that does not have them all.
//! 3. Bytes may be damaged, or cut off where a worker died. Reading them returns an error. It neither
//!    panics nor allocates much more than it has read, because no length is believed before its
//!    items were read.

mod composed;
mod declared;
mod scalar;

pub(crate) use declared::codecs;

/// The most values that contain one another. Expressions have items, which are expressions.
const MOST_NESTED: u32 = 256;

/// A value that can be a message, or a part of one.
pub trait Codec: Sized {
    /// Appends the value.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Reads the value that [`encode`](Codec::encode) appended.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    fn decode(reader: &mut Reader<'_>) -> Result<Self, &'static str>;
}

/// The bytes that are not read yet.
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

    fn take(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or("it ends too early")?;
        self.rest = rest;
        Ok(taken)
    }

    /// Reads the items of a collection.
    fn items<T: Codec, C: FromIterator<T>>(&mut self) -> Result<C, &'static str> {
        let count = usize::decode(self)?;
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err("it is nested too deeply");
        }
        let items = (0..count).map(|_| T::decode(self)).collect();
        self.nested -= 1;
        items
    }
}
