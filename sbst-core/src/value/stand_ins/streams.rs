//! Limited writers, and failing readers, so that a `?` can return early.
//!
//! The standard library has limited writers of bytes: a test writes to a `Cursor` over an array. It
//! has no limited writer of text, and no failing reader. So the file of tests has functions for
//! these: `with_room(3)`, `failing(ErrorKind::TimedOut)`.
//!
//! # Policy
//! 1. A value is first one of the usual arguments, a `Vec`, a `String` or a `Cursor`; minimising
//!    prefers it if the rest makes no difference.
//! 2. The written value names its type, and the values of a test have several types. So they are
//!    used for a parameter with one argument of it (`candidates.rs` of the attribute).
//! 3. A failing reader fails once, and is at its end from then on: code that retries after
//!    `Interrupted` would retry forever.

use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Integer, Product, Shape, ShapeRef, Sum};
use std::fmt;
use std::io::{BufRead, Cursor, Error, ErrorKind, IoSlice, Read, Result, Write};

/// The most bytes of space: more than most headers and records need, and still a short array in a
/// test.
const MOST_ROOM: u128 = 1_024;

static ROOM: Shape = Shape::Integer(Integer { highest: MOST_ROOM, ..Integer::all("usize", 64, false) });

fn room(frame: &Frame<'_>) -> usize {
    frame.next().payload as usize
}

const fn variant(fields: &'static [ShapeRef], template: &'static str) -> Product {
    Product { fields, template, fallible: false }
}

/// A writer of bytes: a `Vec<u8>`, or a `Cursor<[u8; N]>`.
#[derive(Clone, PartialEq, Eq)]
pub enum Writer {
    /// Accepts all bytes.
    Unlimited(Vec<u8>),
    /// Accepts bytes as long as there is space.
    Limited(Cursor<Box<[u8]>>),
}

/// Shows the value in tests.
impl fmt::Debug for Writer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Writer::Unlimited(written) => written.fmt(formatter),
            Writer::Limited(written) => written.fmt(formatter),
        }
    }
}

impl Writer {
    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Writer::Unlimited(written) => written,
            Writer::Limited(written) => written,
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.inner().write(bytes)
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> Result<usize> {
        self.inner().write_vectored(slices)
    }

    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.inner().write_all(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.inner().flush()
    }
}

impl<'f> Build<'f> for Writer {
    type SbstValue = Self;
    const REACH: Reach = Reach::Nothing;
    const BORROWS: bool = false;
    const VARIES: bool = true;

    fn shape<B: Within>() -> &'static Shape {
        static SHAPE: Shape = Shape::Sum(Sum {
            variants: &[
                variant(&[], "Vec::<u8>::new()"),
                variant(&[|| &ROOM], "{std::io::Cursor}::new([0_u8; {0}])"),
            ],
        });
        &SHAPE
    }

    fn build(frame: &'f Frame<'f>) -> Self {
        match frame.variant() {
            0 => Writer::Unlimited(Vec::new()),
            _ => Writer::Limited(Cursor::new(vec![0; room(frame)].into())),
        }
    }
}

/// A writer of text: a `String`, or the limited one in the file of tests.
#[derive(Clone, PartialEq, Eq)]
pub struct TextWriter {
    text: String,
    room: Option<usize>,
}

/// Shows a `String`; tests do not show the limited writer.
impl fmt::Debug for TextWriter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.room {
            None => self.text.fmt(formatter),
            Some(room) => write!(formatter, "WithRoom({room})"),
        }
    }
}

impl fmt::Write for TextWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match &mut self.room {
            None => self.text.push_str(text),
            Some(room) => *room = room.checked_sub(text.len()).ok_or(fmt::Error)?,
        }
        Ok(())
    }
}

impl<'f> Build<'f> for TextWriter {
    type SbstValue = Self;
    const REACH: Reach = Reach::Nothing;
    const BORROWS: bool = false;
    const VARIES: bool = true;

    fn shape<B: Within>() -> &'static Shape {
        static SHAPE: Shape = Shape::Sum(Sum {
            variants: &[variant(&[], "String::new()"), variant(&[|| &ROOM], "{self::with_room}({0})")],
        });
        &SHAPE
    }

    fn build(frame: &'f Frame<'f>) -> Self {
        let room = (frame.variant() == 1).then(|| room(frame));
        TextWriter { text: String::new(), room }
    }
}

/// A readable text or bytes, not seekable, perhaps with a failure at the end.
pub struct Stream {
    bytes: Cursor<Vec<u8>>,
    failure: Option<ErrorKind>,
    /// True if there will be, or was, a failure.
    fails: bool,
}

impl Stream {
    fn fail(&mut self) -> Result<()> {
        self.failure.take().map_or(Ok(()), |kind| Err(Error::from(kind)))
    }

    fn is_at_end(&self) -> bool {
        self.bytes.position() as usize >= self.bytes.get_ref().len()
    }
}

/// Shows a `Cursor`; tests do not show the failing reader.
impl fmt::Debug for Stream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fails {
            false => self.bytes.fmt(formatter),
            true => write!(formatter, "Failing({})", self.bytes.position()),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if !buffer.is_empty() && self.is_at_end() {
            self.fail()?;
        }
        self.bytes.read(buffer)
    }
}

impl BufRead for Stream {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.is_at_end() {
            self.fail()?;
        }
        self.bytes.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}

impl<'f> Build<'f> for Stream {
    type SbstValue = Self;
    const REACH: Reach = <Vec<u8> as Build<'static>>::REACH;
    const BORROWS: bool = false;
    const VARIES: bool = true;

    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sum(Sum {
                variants: &[
                    variant(
                        &[<&'static str as Build<'static>>::shape::<B> as ShapeRef],
                        "{std::io::Cursor}::new(Vec::from({0}))",
                    ),
                    variant(
                        &[<Vec<u8> as Build<'static>>::shape::<B> as ShapeRef],
                        "{std::io::Cursor}::new({0})",
                    ),
                    variant(
                        &[
                            <Vec<u8> as Build<'static>>::shape::<B> as ShapeRef,
                            <ErrorKind as Build<'static>>::shape::<B> as ShapeRef,
                        ],
                        "{std::io::Read}::chain({std::io::Cursor}::new({0}), {self::failing}({1}))",
                    ),
                ],
            })
        }
    }

    fn build(frame: &'f Frame<'f>) -> Self {
        let (bytes, failure) = match frame.variant() {
            0 => (<&'f str>::build(frame).into(), None),
            1 => (Vec::<u8>::build(frame), None),
            _ => (Vec::<u8>::build(frame), Some(ErrorKind::build(frame))),
        };
        Stream { bytes: Cursor::new(bytes), failure, fails: failure.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::function_value::build;
    use crate::value::within::Unbounded;
    use fmt::Write as _;
    use sbst_model::{expression, NodeKind, TestCase};

    fn limited(room: u64) -> TestCase {
        let mut test = TestCase::new();
        let node = test.open(NodeKind::Sum, 1);
        test.leaf(NodeKind::Integer, room);
        test.close(node);
        test
    }

    fn unlimited() -> TestCase {
        let mut test = TestCase::new();
        let node = test.open(NodeKind::Sum, 0);
        test.close(node);
        test
    }

    fn failing(bytes: &[u8], kind: u64) -> TestCase {
        let mut test = TestCase::new();
        let node = test.open(NodeKind::Sum, 2);
        let sequence = test.open(NodeKind::Sequence, bytes.len() as u64);
        for byte in bytes {
            test.leaf(NodeKind::Integer, u64::from(*byte));
        }
        test.close(sequence);
        let variant = test.open(NodeKind::Sum, kind);
        test.close(variant);
        test.close(node);
        test
    }

    #[test]
    fn a_writer_behaves_as_its_source() {
        let shape = Writer::shape::<Unbounded>();
        let mut all: Writer = build(&unlimited());
        let mut three: Writer = build(&limited(3));
        assert_eq!(expression::write(shape, &unlimited(), 0).to_string(), "Vec::<u8>::new()");
        assert_eq!(expression::write(shape, &limited(3), 0).to_string(), "Cursor::new([0_u8; 3])");
        let (mut vector, mut array) = (Vec::<u8>::new(), Cursor::new([0_u8; 3]));
        for bytes in [&b"ab"[..], b"", b"cd", b"e"] {
            let shown = |writer: &mut dyn Write| format!("{:?}", writer.write_all(bytes));
            assert_eq!(shown(&mut all), shown(&mut vector));
            assert_eq!(shown(&mut three), shown(&mut array));
            assert_eq!(format!("{all:?} {three:?}"), format!("{vector:?} {array:?}"));
        }
        assert_eq!(format!("{three:?}"), "Cursor { inner: [97, 98, 99], pos: 3 }");
        let mut none: Writer = build(&limited(0));
        assert_eq!(write!(none, "{}", 1).unwrap_err().kind(), ErrorKind::WriteZero);
        assert!(Write::flush(&mut none).is_ok());
    }

    #[test]
    fn a_text_writer_refuses_text_without_space() {
        let shape = TextWriter::shape::<Unbounded>();
        assert_eq!(expression::write(shape, &limited(2), 0).to_string(), "with_room(2)");
        let mut two: TextWriter = build(&limited(2));
        assert!(two.write_str("a").is_ok() && two.write_str("ä").is_err() && two.write_char('b').is_ok());
        assert!(two.write_str("").is_ok() && two.write_str("c").is_err());
        let mut all: TextWriter = build(&unlimited());
        write!(all, "{}", "d".repeat(2_000)).unwrap();
        assert_eq!(all.text.len(), 2_000);
    }

    #[test]
    fn a_stream_fails_once_after_its_contents() {
        let test = failing(&[1, 2], 6);
        assert_eq!(
            expression::write(Stream::shape::<Unbounded>(), &test, 0).to_string(),
            "Read::chain(Cursor::new(vec![1, 2]), failing(ErrorKind::TimedOut))"
        );
        let mut stream: Stream = build(&test);
        let mut buffer = [0; 4];
        assert_eq!(stream.read(&mut buffer).unwrap(), 2);
        assert_eq!(stream.read(&mut []).unwrap(), 0);
        assert_eq!(stream.read(&mut buffer).unwrap_err().kind(), ErrorKind::TimedOut);
        assert_eq!(stream.read(&mut buffer).unwrap(), 0);
        let mut stream: Stream = build(&failing(&[65], 8));
        let mut line = String::new();
        assert_eq!(stream.read_line(&mut line).unwrap(), 1, "who is interrupted tries again");
        assert_eq!(format!("{stream:?}"), "Failing(1)");
    }
}
