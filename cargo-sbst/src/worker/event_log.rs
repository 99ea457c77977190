//! The events of a worker, read from its file while it writes them.

use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::messages::Event;
use sbst_wire::{from_line, split_lines};
use std::fs::File;
use std::io::Read;

/// A file of events, with the bytes read so far.
#[derive(Debug)]
pub struct EventLog {
    path: Utf8PathBuf,
    file: File,
    /// The bytes after the last complete line.
    rest: Vec<u8>,
}

impl EventLog {
    /// Opens a file of events.
    pub fn open(path: &Utf8Path) -> anyhow::Result<EventLog> {
        Ok(EventLog {
            path: path.to_owned(),
            file: File::open(path).with_context(|| format!("failed to open {path}"))?,
            rest: Vec::new(),
        })
    }

    /// Returns the events completed since the last call. An incomplete last line is left for later:
    /// a worker may die while it writes.
    pub fn poll(&mut self) -> anyhow::Result<Vec<Event>> {
        self.file.read_to_end(&mut self.rest).with_context(|| format!("failed to read {}", self.path))?;
        let Some(end) = self.rest.iter().rposition(|byte| *byte == b'\n') else {
            return Ok(Vec::new());
        };
        let lines: Vec<u8> = self.rest.drain(..=end).collect();
        split_lines(&lines).map(|line| self.parse(line)).collect()
    }

    fn parse(&self, line: &[u8]) -> anyhow::Result<Event> {
        from_line(line).map_err(|error| {
            let start = String::from_utf8_lossy(&line[..line.len().min(200)]);
            anyhow::anyhow!("malformed event in {}, {error}: {start}", self.path)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_wire::to_line;
    use std::io::Write;

    fn event(evaluations: u64) -> Vec<u8> {
        let line = to_line(&Event::Progress { evaluations, covered: 0 });
        [line, vec![b'\n']].concat()
    }

    fn numbers(log: &mut EventLog) -> Vec<u64> {
        let number = |event| match event {
            Event::Progress { evaluations, .. } => evaluations,
            other => panic!("{other:?}"),
        };
        log.poll().unwrap().into_iter().map(number).collect()
    }

    fn log() -> (tempfile::NamedTempFile, EventLog) {
        let file = tempfile::NamedTempFile::new().unwrap();
        let log = EventLog::open(Utf8Path::from_path(file.path()).unwrap()).unwrap();
        (file, log)
    }

    #[test]
    fn a_torn_line_is_left_until_it_is_complete() {
        let (mut file, mut log) = log();
        assert!(numbers(&mut log).is_empty());
        let (start, end) = (&event(2)[..2], &event(2)[2..]);
        file.write_all(&[&event(1), start].concat()).unwrap();
        assert_eq!(numbers(&mut log), [1]);
        assert!(numbers(&mut log).is_empty());
        file.write_all(&[end, &event(3)].concat()).unwrap();
        assert_eq!(numbers(&mut log), [2, 3]);
    }

    #[test]
    fn complete_lines_that_are_no_events_are_quoted_in_errors() {
        let (mut file, mut log) = log();
        writeln!(file, "what is this").unwrap();
        assert!(log.poll().unwrap_err().to_string().contains("what is this"));
    }
}
