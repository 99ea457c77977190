//! A block of lines at the end of a terminal, drawn over and over.
//!
//! 1. A block is written in one go, line over line, so that nothing flickers. No line wraps,
//!    whatever its width.
//! 2. The cursor waits at the block's beginning. The terminal's own output there, such as the `^C`
//!    of an interruption, moves no line, and the next drawing or clearing covers it.

use std::io::{self, Write};
use terminal_size::{Height, Width, terminal_size_of};

/// Columns and lines of a terminal of unknown size.
const USUAL: (usize, usize) = (80, 24);

/// Returns the columns and lines of the terminal at standard error.
pub fn size() -> (usize, usize) {
    match terminal_size_of(io::stderr()) {
        Some((Width(columns), Height(lines))) if columns > 0 && lines > 0 => (columns.into(), lines.into()),
        _ => USUAL,
    }
}

/// Returns the text that draws lines over the block before.
pub fn drawing(lines: &[String]) -> String {
    const NO_WRAP: &str = "\x1b[?7l";
    const WRAP: &str = "\x1b[?7h";
    const CLEAR_LINE: &str = "\x1b[K";
    let mut text = format!("{NO_WRAP}\r");
    for (index, line) in lines.iter().enumerate() {
        let end = if index + 1 < lines.len() { "\r\n" } else { "" };
        text += &format!("{line}{CLEAR_LINE}{end}");
    }
    text += CLEAR_BELOW;
    if let Some(up) = lines.len().checked_sub(1).filter(|up| *up > 0) {
        text += &format!("\x1b[{up}A");
    }
    text + "\r" + WRAP
}

const CLEAR_BELOW: &str = "\x1b[J";

pub fn draw(lines: &[String]) {
    write(&drawing(lines));
}

/// Removes the block.
pub fn clear() {
    write(&format!("\r{CLEAR_BELOW}"));
}

/// A terminal that is gone is nothing to fail for.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_ends_where_the_block_begins() {
        let drawn = drawing(&["a".to_owned(), "b".to_owned()]);
        assert_eq!(drawn, "\x1b[?7l\ra\x1b[K\r\nb\x1b[K\x1b[J\x1b[1A\r\x1b[?7h");
        assert_eq!(drawing(&["a".to_owned()]), "\x1b[?7l\ra\x1b[K\x1b[J\r\x1b[?7h");
    }
}
