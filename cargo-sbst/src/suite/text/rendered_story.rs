//! The source of a story.

use std::collections::BTreeSet;

/// The source of a story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedStory {
    /// The lines before the call.
    pub lines: Vec<String>,
    /// The arguments of the call.
    pub arguments: Vec<String>,
    /// Indices of `&mut` variables among the arguments, each with the variable's name after the
    /// call.
    pub variables: Vec<(usize, String)>,
    pub names: BTreeSet<String>,
}
