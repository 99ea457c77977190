//! A status line for something that takes a while: redrawn on a terminal, printed once elsewhere.

use crate::ui::console::{self, GOOD};
use crate::ui::options::OutputOptions;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use terminal_size::{Width, terminal_size_of};

/// The control sequence that moves to the beginning of the line and erases it.
const ERASE: &str = "\r\x1b[K";

#[derive(Debug)]
pub struct StatusLine {
    output: OutputOptions,
    is_redrawn: bool,
    /// The line on the screen, if there is one.
    shown: Mutex<Option<String>>,
}

impl StatusLine {
    pub fn new(output: &OutputOptions) -> StatusLine {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_redrawn = !output.quiet && !output.verbose && !is_dumb && io::stderr().is_terminal();
        StatusLine { output: *output, is_redrawn, shown: Mutex::new(None) }
    }

    /// True if the line is redrawn, so that other text must be printed by [`above`](Self::above).
    pub fn is_redrawn(&self) -> bool {
        self.is_redrawn
    }

    /// Prints the line for the first time.
    pub fn begin(&self, word: &str, text: impl Display) {
        match self.is_redrawn {
            true => self.update(word, text),
            false => console::status(&self.output, word, text),
        }
    }

    /// Redraws the line with another text, on a terminal.
    pub fn update(&self, word: &str, text: impl Display) {
        if self.is_redrawn {
            let mut shown = self.lock();
            // A line that wraps could not be erased.
            let width = terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| usize::from(width));
            let room = width.saturating_sub(word.len().max(12) + 2);
            let text: String = text.to_string().chars().take(room).collect();
            let line = format!("{GOOD}{word:>12}{GOOD:#} {text}");
            anstream::eprint!("{ERASE}{line}");
            *shown = Some(line);
        }
    }

    /// Prints lines of another program above the line.
    pub fn above(&self, text: &[u8]) {
        let shown = self.lock();
        let mut standard_error = anstream::stderr().lock();
        if shown.is_some() {
            _ = standard_error.write_all(ERASE.as_bytes());
        }
        _ = standard_error.write_all(text);
        drop(standard_error);
        if let Some(line) = &*shown {
            anstream::eprint!("{line}");
        }
    }

    /// Replaces the line by one that stays.
    pub fn end(&self, word: &str, text: impl Display) {
        self.clear();
        console::status(&self.output, word, text);
    }

    /// Erases the line.
    pub fn clear(&self) {
        if self.lock().take().is_some() {
            anstream::eprint!("{ERASE}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A build that fails leaves a clean screen, too.
impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}
