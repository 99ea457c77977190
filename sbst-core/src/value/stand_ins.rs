//! Types that the attribute proposes for type parameters, even if the user's crate does not name
//! them. Also the builders of types that no parameter names.

mod streams;

use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Product, Shape, ShapeRef, Sum, Wrapper};
use std::hash::Hasher;
use std::io::{BufRead, Read, Result, Seek, SeekFrom};
use std::task::{Context, Waker};

pub use std::boxed::Box;
pub use std::collections::hash_map::{DefaultHasher, RandomState};
pub use std::ffi::{CString, OsString};
pub use std::fmt;
pub use std::future::{ready, Ready};
pub use std::hash::BuildHasherDefault;
pub use std::io::{Cursor, Error as IoError};
pub use std::net::SocketAddr;
pub use std::ops::Range;
pub use std::path::PathBuf;
pub use std::str::Chars;
pub use std::string::String;
pub use std::vec::{IntoIter, Vec};
pub use streams::{Stream, TextWriter, Writer};

/// A readable and seekable text or bytes.
#[derive(Clone)]
pub struct Reader(Cursor<Vec<u8>>);

/// Shows the value in tests.
impl fmt::Debug for Reader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.0.read(buffer)
    }
}

impl BufRead for Reader {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }
}

impl Seek for Reader {
    fn seek(&mut self, position: SeekFrom) -> Result<u64> {
        self.0.seek(position)
    }
}

impl<'f> Build<'f> for Reader {
    type SbstValue = Self;
    const REACH: Reach = <Vec<u8> as Build<'static>>::REACH;
    const BORROWS: bool = false;

    fn shape<B: Within>() -> &'static Shape {
        const {
            &Shape::Sum(Sum {
                variants: &[
                    Product {
                        fields: &[<&'static str as Build<'static>>::shape::<B> as ShapeRef],
                        template: "{std::io::Cursor}::new(Vec::from({0}))",
                        fallible: false,
                    },
                    Product {
                        fields: &[<Vec<u8> as Build<'static>>::shape::<B> as ShapeRef],
                        template: "{std::io::Cursor}::new({0})",
                        fallible: false,
                    },
                ],
            })
        }
    }

    fn build(frame: &'f Frame<'f>) -> Self {
        Reader(Cursor::new(match frame.variant() {
            0 => <&'f str>::build(frame).into(),
            _ => Vec::<u8>::build(frame),
        }))
    }
}

/// A value without parts.
macro_rules! plain {
    ($([$($generics:tt)*] $type:ty, $borrows:literal, $template:literal, $value:expr;)*) => { $(
        impl<'f, $($generics)*> Build<'f> for $type {
            type SbstValue = Self;
            const BORROWS: bool = $borrows;

            fn shape<B: Within>() -> &'static Shape {
                const { &Shape::Product(Product { fields: &[], template: $template, fallible: false }) }
            }

            fn build(frame: &'f Frame<'f>) -> Self {
                frame.open();
                $value
            }
        }
    )* };
}
plain! {
    [] DefaultHasher, false, "{std::collections::hash_map::DefaultHasher}::new()", Self::default();
    [] RandomState, false, "{std::collections::hash_map::RandomState}::new()", Self::new();
    [H: Default + Hasher] BuildHasherDefault<H>, false, "{std::hash::BuildHasherDefault}::default()", Self::default();
    [] Waker, false, "{std::task::Waker}::noop().clone()", Waker::noop().clone();
    [] Context<'f>, true, "{std::task::Context}::from_waker({std::task::Waker}::noop())", Context::from_waker(Waker::noop());
}

impl<'f, T: Build<'f>> Build<'f> for Ready<T> {
    type SbstValue = Ready<T::SbstValue>;
    const REACH: Reach = T::REACH;
    const BORROWS: bool = T::BORROWS;
    const LOOKS_BACK: bool = T::LOOKS_BACK;

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Wrapper(Wrapper::new(T::shape::<B>, "{std::future::ready}({0})")) }
    }

    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        ready(T::build(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::function_value::build;
    use sbst_model::{expression, NodeKind, TestCase};
    use std::hash::BuildHasher as _;

    #[test]
    fn a_reader_reads_a_text_or_bytes() {
        let mut text = TestCase::new();
        let node = text.open(NodeKind::Sum, 0);
        text.push_text("ä");
        text.close(node);
        let shape = Reader::shape::<crate::value::within::Unbounded>();
        assert_eq!(expression::write(shape, &text, 0).to_string(), r#"Cursor::new(Vec::from("ä"))"#);
        let mut reader: Reader = build(&text);
        let mut read = Vec::new();
        reader.seek(SeekFrom::Start(1)).unwrap();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!(read, ["ä".as_bytes()[1]]);

        let mut bytes = TestCase::new();
        let node = bytes.open(NodeKind::Sum, 1);
        let sequence = bytes.open(NodeKind::Sequence, 1);
        bytes.leaf(NodeKind::Integer, 255);
        bytes.close(sequence);
        bytes.close(node);
        assert_eq!(expression::write(shape, &bytes, 0).to_string(), "Cursor::new(vec![u8::MAX])");
        assert_eq!(build::<Reader>(&bytes).fill_buf().unwrap(), [255]);
    }

    #[test]
    fn a_random_state_hashes_like_itself_and_is_written_as_new() {
        let mut test_case = TestCase::new();
        let node = test_case.open(NodeKind::Product, 0);
        test_case.close(node);
        let shape = RandomState::shape::<crate::value::within::Unbounded>();
        assert_eq!(expression::write(shape, &test_case, 0).to_string(), "RandomState::new()");
        let state: RandomState = build(&test_case);
        assert_eq!(state.hash_one("a"), state.clone().hash_one("a"));
    }
}
