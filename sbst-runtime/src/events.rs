//! The events that a worker appends to its file, each in one write, so that a reader sees whole lines and nothing is
//! lost when the worker dies.

use sbst_model::messages::Event;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Where events go.
pub(crate) struct Events {
    file: Option<File>,
    line: RefCell<Vec<u8>>,
}

impl Events {
    /// Opens the file for appending.
    pub(crate) fn open(path: &Path) -> io::Result<Events> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Events { file: Some(file), line: RefCell::default() })
    }

    /// Events that nobody reads.
    pub(crate) fn nowhere() -> Events {
        Events { file: None, line: RefCell::default() }
    }

    /// Appends an event. A full disk ends the worker: the command names it, and what was written before stays.
    pub(crate) fn send(&self, event: &Event) {
        let Some(mut file) = self.file.as_ref() else { return };
        let mut line = self.line.borrow_mut();
        line.clear();
        let written = serde_json::to_writer(&mut *line, event).map_err(io::Error::from).and_then(|()| {
            line.push(b'\n');
            file.write_all(&line)
        });
        if let Err(error) = written {
            eprintln!("sbst: the worker cannot write its events: {error}");
            std::process::exit(74); // EX_IOERR of sysexits.h
        }
    }
}
