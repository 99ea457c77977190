//! What is known of a target: an annotated function with its conditions and its parameters.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Which target: stable from run to run, unique in a workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TargetId {
    /// Name of the package.
    pub package: String,
    /// Name of the crate in the package, as in paths: that of the library or of the binary.
    pub crate_name: String,
    /// The binary's name if the crate is one, `None` for the library.
    pub binary: Option<String>,
    /// Path of the item, starting with the crate's name: `demo::shapes::triangle`.
    pub path: String,
}

impl TargetId {
    /// The seed of this target's search: from the run's seed and the target alone, so that neither the order nor the
    /// number of parallel jobs changes a suite. FNV-1a over the identity, for its simplicity; the generator mixes it.
    pub fn seed(&self, run: u64) -> u64 {
        let parts = [&self.package, self.binary.as_ref().unwrap_or(&self.crate_name), &self.path];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0])).chain(run.to_le_bytes());
        bytes
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

impl fmt::Display for TargetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

/// A target as the command knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetDescription {
    /// Which one.
    pub id: TargetId,
    /// Where it stands.
    pub place: Place,
    /// Its conditions; condition `i` has the goals `2i` (true) and `2i + 1` (false).
    pub conditions: Vec<Condition>,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The type of the result as written in the source; empty for none.
    pub result_type: String,
    /// Why it cannot be searched, and what to do; `None` if it can.
    pub not_searched: Option<String>,
}

impl TargetDescription {
    /// The number of goals: two for each condition.
    pub fn goals(&self) -> usize {
        2 * self.conditions.len()
    }
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// As the compiler names it: relative to the workspace's root.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An atomic condition in the source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Its source text, on one line.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// A parameter of a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name, or its pattern as written.
    pub name: String,
    /// Its type as written in the source.
    pub type_text: String,
    /// Whether values of the type can be built.
    pub can_be_built: bool,
}

/// One outcome of a condition, to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Goal {
    /// Index of the condition in its target.
    pub condition: u32,
    /// The outcome wanted.
    pub outcome: bool,
}

impl Goal {
    /// Its index among the goals of the target.
    ///
    /// ```
    /// use sbst_model::Goal;
    /// assert_eq!(Goal { condition: 3, outcome: false }.index(), 7);
    /// assert_eq!(Goal::from_index(7), Goal { condition: 3, outcome: false });
    /// ```
    pub const fn index(self) -> usize {
        2 * self.condition as usize + !self.outcome as usize
    }

    /// The goal with an index.
    pub const fn from_index(index: usize) -> Goal {
        Goal { condition: (index / 2) as u32, outcome: index.is_multiple_of(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(path: &str) -> TargetId {
        TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: path.into() }
    }

    #[test]
    fn a_targets_seed_never_changes_its_meaning() {
        assert_eq!(id("p::f").seed(0), id("p::f").seed(0));
        assert_ne!(id("p::f").seed(0), id("p::f").seed(1));
        assert_ne!(id("p::f").seed(0), id("p::g").seed(0));
        assert_eq!(id("p::f").seed(7), 16298627573074003270, "a golden value: seeds keep their meaning");
    }
}
