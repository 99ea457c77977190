//! Values written as texts that parse as them: `"<1.2".parse::<Requirement>().unwrap()`.
//!
//! 1. The type displays its values, and parses texts.
//! 2. The displayed text of the value parses as one with the same `{:?}` text.
//! 3. The text is used if it is shorter than the value.

use super::Expression;
use crate::shape::Template;

/// A text that parses as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The node of the value in its test case.
    pub node: usize,
    /// The source of the parsing call; its field is the literal.
    pub template: Template,
    pub text: String,
}

impl Spelling {
    /// True if the call is shorter than the value, as displayed (rule 3).
    pub(super) fn is_shorter(call: &Expression, value: &Expression) -> bool {
        let length = |source: &Expression| source.to_string().chars().count();
        length(call) < length(value)
    }
}
