//! Test cases as bytes, for the journal, and as hexadecimal digits, for messages.

use super::{Node, NodeKind, TestCase};

/// Bytes of the header of a stored test case: the number of nodes, and of bytes of text.
const HEADER: usize = 8;
/// Bytes of a stored node.
const NODE: usize = 16;

impl TestCase {
    #[inline]
    pub fn byte_length(&self) -> usize {
        HEADER + self.nodes.len() * NODE + self.text.len()
    }

    /// Writes the test case to `buffer`, without allocating, and returns the number of bytes;
    /// `None`, with unspecified content, if the buffer is too small.
    #[inline]
    pub fn write_bytes(&self, buffer: &mut [u8]) -> Option<usize> {
        let length = self.byte_length();
        let (header, rest) = buffer.get_mut(..length)?.split_at_mut(HEADER);
        header[..4].copy_from_slice(&(self.nodes.len() as u32).to_le_bytes());
        header[4..].copy_from_slice(&(self.text.len() as u32).to_le_bytes());
        let (nodes, text) = rest.split_at_mut(self.nodes.len() * NODE);
        for (bytes, node) in nodes.chunks_exact_mut(NODE).zip(&self.nodes) {
            let head = u64::from(node.kind as u32) | u64::from(node.length) << 32;
            bytes[..8].copy_from_slice(&head.to_le_bytes());
            bytes[8..].copy_from_slice(&node.payload.to_le_bytes());
        }
        text.copy_from_slice(self.text.as_bytes());
        Some(length)
    }

    /// Reads the output of [`write_bytes`](Self::write_bytes); `None` if it is not a whole, valid
    /// test case.
    pub fn from_bytes(bytes: &[u8]) -> Option<TestCase> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let (count, text) = (word(0)? as usize, word(4)? as usize);
        let text_start = HEADER.checked_add(count.checked_mul(NODE)?)?;
        let nodes = bytes.get(HEADER..text_start)?.chunks_exact(NODE).map(|node| {
            let long = |at: usize| u64::from_le_bytes(node[at..at + 8].try_into().expect("eight bytes"));
            let (head, payload) = (long(0), long(8));
            let kind = *NodeKind::ALL.get(head as u32 as usize)?;
            Some(Node { kind, length: (head >> 32) as u32, payload })
        });
        let nodes = nodes.collect::<Option<Vec<_>>>()?;
        let text = std::str::from_utf8(bytes.get(text_start..text_start.checked_add(text)?)?).ok()?;
        let test = TestCase { nodes, text: text.to_owned() };
        test.is_well_formed().then_some(test)
    }

    /// The stored form in hexadecimal digits, for messages.
    pub fn to_hex(&self) -> String {
        let mut bytes = vec![0; self.byte_length()];
        self.write_bytes(&mut bytes).expect("the buffer has the length asked for");
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
        bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }

    /// Reads the output of [`to_hex`](Self::to_hex).
    pub fn from_hex(hex: &str) -> Option<TestCase> {
        if !hex.is_ascii() || !hex.len().is_multiple_of(2) {
            return None;
        }
        let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).ok());
        TestCase::from_bytes(&bytes.collect::<Option<Vec<_>>>()?)
    }

    /// True if subtrees nest, texts cover the buffer and each ends at a character.
    pub fn is_well_formed(&self) -> bool {
        let mut open: Vec<usize> = Vec::new();
        let mut text = 0usize;
        for (index, node) in self.nodes.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
            }
            let end = index + node.length as usize;
            if node.length == 0 || end > open.last().copied().unwrap_or(self.nodes.len()) {
                return false;
            }
            open.push(end);
            if node.kind == NodeKind::Text {
                let Some(next) = usize::try_from(node.payload).ok().and_then(|bytes| text.checked_add(bytes))
                else {
                    return false;
                };
                if !self.text.is_char_boundary(next) {
                    return false;
                }
                text = next;
            }
        }
        text == self.text.len()
    }
}
