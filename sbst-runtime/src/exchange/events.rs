//! The events that a worker appends to its file, each in one write, so that a reader sees whole
//! lines and nothing is lost when the worker crashes.

use sbst_model::messages::Event;
use sbst_model::WorkerExit;
use sbst_wire::Line;
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

    /// Discards all events.
    pub(crate) fn nowhere() -> Events {
        Events { file: None }
    }

    /// Appends an event. A full disk ends the worker: the command names it, and earlier events
    /// stay.
    pub(crate) fn send(&self, event: &Event) {
        let Some(mut file) = self.file.as_ref() else { return };
        let written = event.to_line().map_err(io::Error::other).and_then(|mut line| {
            line.push('\n');
            file.write_all(with_characters(line).as_bytes())
        });
        if let Err(error) = written {
            eprintln!("sbst: the worker cannot write its events: {error}");
            std::process::exit(WorkerExit::CannotWrite.code());
        }
    }
}

/// Replaces codes in a line that are no characters: code under test that breaks memory makes
/// invalid texts.
fn with_characters(line: String) -> String {
    if !line.contains("\\u{") {
        return line;
    }
    let mut sound = String::with_capacity(line.len());
    let mut rest = &line[..];
    while let Some(at) = rest.find('\\') {
        let (before, escaped) = rest.split_at(at);
        sound.push_str(before);
        let code = escaped.strip_prefix("\\u{").and_then(|code| code.split_once('}'));
        if let Some((code, after)) = code {
            let is_character = u32::from_str_radix(code, 16).is_ok_and(|code| char::from_u32(code).is_some());
            sound.push_str(&format!("\\u{{{}}}", if is_character { code } else { "fffd" }));
            rest = after;
        } else {
            // The character after a backslash does not begin another escape.
            let end = escaped.char_indices().nth(2).map_or(escaped.len(), |(end, _)| end);
            sound.push_str(&escaped[..end]);
            rest = &escaped[end..];
        }
    }
    sound + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_wire::{from_line, to_line};

    #[test]
    fn what_stands_for_no_character_is_replaced() {
        for (written, sound) in [
            (r#"("a\u{153040}\u{d800}b")"#, r#"("a\u{fffd}\u{fffd}b")"#),
            (r#"("\u{1b}\n\\u{153040}")"#, r#"("\u{1b}\n\\u{153040}")"#),
            (r#"("\\\u{153040}")"#, r#"("\\\u{fffd}")"#),
            (r#"("none")"#, r#"("none")"#),
        ] {
            assert_eq!(with_characters(written.to_owned()), sound);
        }
        let text = to_line(&"\\u{153040} \u{1b} \\").unwrap();
        assert_eq!(from_line::<String>(&with_characters(text)).unwrap(), "\\u{153040} \u{1b} \\");
    }
}
