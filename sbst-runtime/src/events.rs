//! The events that a worker appends to its file, each in one write, so that a reader sees whole lines and nothing is
//! lost when the worker dies.

use sbst_model::messages::{to_line, Event};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Where events go.
pub(crate) struct Events {
    file: Option<File>,
}

impl Events {
    /// Opens the file for appending.
    pub(crate) fn open(path: &Path) -> io::Result<Events> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Events { file: Some(file) })
    }

    /// Events that nobody reads.
    pub(crate) fn nowhere() -> Events {
        Events { file: None }
    }

    /// Appends an event. A full disk ends the worker: the command names it, and what was written before stays.
    pub(crate) fn send(&self, event: &Event) {
        let Some(mut file) = self.file.as_ref() else { return };
        let written = to_line(event).map_err(io::Error::other).and_then(|mut line| {
            line.push('\n');
            file.write_all(line.as_bytes())
        });
        if let Err(error) = written {
            eprintln!("sbst: the worker cannot write its events: {error}");
            std::process::exit(74); // EX_IOERR of sysexits.h
        }
    }
}
