//! Keys of a terminal, which count without a line end.

use anyhow::Context;
use std::io::{IsTerminal, Read, stdin};

/// A key with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Accept,
    Reject,
    Skip,
    AcceptRest,
    Quit,
}

impl Key {
    /// Returns the meaning of a byte. The end of the input, Ctrl-C and Ctrl-D quit.
    fn from_byte(byte: Option<u8>) -> Option<Key> {
        match byte.map(|byte| byte.to_ascii_lowercase()) {
            Some(b'a' | b'y') => Some(Key::Accept),
            Some(b'r' | b'n') => Some(Key::Reject),
            Some(b's' | b' ') => Some(Key::Skip),
            Some(b'l') => Some(Key::AcceptRest),
            Some(b'q' | 3 | 4 | 27) | None => Some(Key::Quit),
            _ => None,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Key::Accept => "accept",
            Key::Reject => "reject",
            Key::Skip => "skip",
            Key::AcceptRest => "accept all",
            Key::Quit => "quit",
        }
    }
}

/// The keyboard of a terminal. On other systems than Unix, a key counts after the end of its line.
pub struct Keyboard {
    #[cfg(unix)]
    before: rustix::termios::Termios,
}

impl Keyboard {
    /// Makes each key count by itself; `None` if standard input is not a terminal.
    pub fn open() -> Option<Keyboard> {
        if !stdin().is_terminal() {
            return None;
        }
        #[cfg(unix)]
        {
            use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
            let before = tcgetattr(stdin()).ok()?;
            let mut single = before.clone();
            single.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
            tcsetattr(stdin(), OptionalActions::Now, &single).ok()?;
            Some(Keyboard { before })
        }
        #[cfg(not(unix))]
        Some(Keyboard {})
    }

    /// Waits for a key with a meaning.
    pub fn read(&self) -> anyhow::Result<Key> {
        loop {
            let byte = stdin().lock().bytes().next().transpose().context("failed to read a key")?;
            if let Some(key) = Key::from_byte(byte) {
                return Ok(key);
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Keyboard {
    fn drop(&mut self) {
        _ = rustix::termios::tcsetattr(stdin(), rustix::termios::OptionalActions::Now, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_input_quits_and_unknown_keys_mean_nothing() {
        let keys = [Some(b'a'), Some(b'R'), Some(b' '), Some(3), None].map(Key::from_byte);
        let expected = [Key::Accept, Key::Reject, Key::Skip, Key::Quit, Key::Quit].map(Some);
        assert_eq!(keys, expected);
        assert_eq!(Key::from_byte(Some(b'x')), None);
    }
}
