//! The file to which a worker appends its events, each in one write: a reader sees whole lines, and
//! a crash of the worker loses no event.

use sbst_model::exit_code::GIVING_UP;
use sbst_model::messages::Event;
use sbst_model::WorkerExit;
use sbst_wire::to_line;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The file of events.
pub(crate) struct Events {
    file: Option<File>,
}

impl Events {
    pub(crate) fn open(path: &Path) -> io::Result<Events> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Events { file: Some(file) })
    }

    /// Deletes all events.
    pub(crate) fn nowhere() -> Events {
        Events { file: None }
    }

    /// Appends an event. A full disk ends the worker: the command names it, and earlier events
    /// stay.
    pub(crate) fn send(&self, event: &Event) {
        let Some(mut file) = self.file.as_ref() else { return };
        let mut line = to_line(event);
        line.push(b'\n');
        let written = file.write_all(&line);
        if let Err(error) = written {
            eprintln!("{GIVING_UP} cannot write its events: {error}");
            std::process::exit(WorkerExit::CannotWrite.code());
        }
    }
}
