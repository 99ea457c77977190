//! Unread readers, and errors.

use super::{write_parts, write_unit, write_variant, Written};
use crate::value::input::ERROR_KINDS;
use crate::value::stand_ins::{Reader, Stream, TextWriter, Writer};
use sbst_model::{NodeKind, TestCase};
use std::io::{BufReader, Cursor, Error, ErrorKind};

impl<T: Written> Written for Cursor<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.position() == 0 && self.get_ref().write(nodes)
    }
}

/// With an empty buffer, it is at the position of its source.
impl<R: Written> Written for BufReader<R> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.buffer().is_empty() && self.get_ref().write(nodes)
    }
}

/// Appends a text if it is one, else bytes.
fn write_read(reader: &Cursor<Vec<u8>>, nodes: &mut TestCase) -> bool {
    reader.position() == 0
        && match std::str::from_utf8(reader.get_ref()) {
            Ok(text) => write_variant(nodes, 0, text),
            Err(_) => write_variant(nodes, 1, reader.get_ref()),
        }
}

impl Written for Reader {
    fn write(&self, nodes: &mut TestCase) -> bool {
        write_read(self.cursor(), nodes)
    }
}

impl Written for Stream {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.cursor().is_some_and(|cursor| write_read(cursor, nodes))
    }
}

/// An unused writer.
impl Written for Writer {
    fn write(&self, nodes: &mut TestCase) -> bool {
        matches!(self, Writer::Unlimited(written) if written.is_empty()) && write_unit(nodes, 0)
    }
}

impl Written for TextWriter {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.unlimited().is_some_and(String::is_empty) && write_unit(nodes, 0)
    }
}

impl Written for ErrorKind {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let index = ERROR_KINDS.iter().position(|kind| kind == self);
        index.is_some_and(|index| write_unit(nodes, index as u64))
    }
}

/// An error with a message; those of the operating system and of the standard library have none.
impl Written for Error {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let message = self.get_ref();
        message.is_some_and(|message| {
            write_parts(nodes, NodeKind::Product, 0, |nodes| self.kind().write(nodes) && message.write(nodes))
        })
    }
}
