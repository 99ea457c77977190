//! The runtime that counts while a user's own tests run.

pub mod __private {
    pub use sbst_core::emitted::*;
}

/// A message with the text that an assertion would have shown.
pub fn as_written(message: String) -> String {
    match (
        message.find("crate::runtime::__private::asserted"),
        message.find('\u{2045}'),
        message.find('\u{2046}'),
    ) {
        (Some(call), Some(from), Some(to)) => message[..call].to_string() + &message[from + 3..to],
        _ => message,
    }
}
