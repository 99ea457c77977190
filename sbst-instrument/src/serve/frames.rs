//! Frames: a length in four bytes, and the content.

use std::io::{ErrorKind, Read, Result, Write};

pub(super) struct Frames {
    input: Box<dyn Read>,
    output: Box<dyn Write>,
}

impl Frames {
    pub(super) fn new(input: impl Read + 'static, output: impl Write + 'static) -> Frames {
        Frames { input: Box::new(input), output: Box::new(output) }
    }

    /// Returns the next frame, or `None` at the end of the input.
    pub(super) fn read(&mut self) -> Result<Option<Vec<u8>>> {
        let mut length = [0; 4];
        match self.input.read_exact(&mut length) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let mut content = vec![0; u32::from_le_bytes(length) as usize];
        self.input.read_exact(&mut content)?;
        Ok(Some(content))
    }

    pub(super) fn write(&mut self, content: &[u8]) -> Result<()> {
        let length = u32::try_from(content.len()).map_err(|_| ErrorKind::FileTooLarge)?;
        self.output.write_all(&length.to_le_bytes())?;
        self.output.write_all(content)?;
        self.output.flush()
    }

    /// Sends a question, and returns the text of the macro's answer, if any.
    pub(super) fn ask(&mut self, question: &[u8]) -> Option<String> {
        self.write(question).ok()?;
        match self.read().ok()??.split_first()? {
            (1, text) => String::from_utf8(text.to_owned()).ok(),
            _ => None,
        }
    }
}
