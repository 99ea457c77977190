//! Values found by one search, as seeds of others.
//!
//! A type is identified by its key, which is stable as long as its name and the calls that make and
//! change it stay. So a stored value is later one of the same type, or of none.

use crate::fingerprint::hash_text;
use crate::target::TargetId;

/// The most seeds of a type: together a thirtieth of the shortest turn.
pub const MOST_VALUES: usize = 32;

/// The key of texts.
pub fn text_key() -> u64 {
    hash_text("str")
}

/// A value in a kept test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BuiltValue {
    /// The key of its type.
    pub of: u64,
    /// The value, stored by [`TestCase::to_hex`](crate::TestCase::to_hex).
    pub value: String,
    /// The goals of the target covered by tests with it, in ascending order. The value of a
    /// successful call has [`SUCCESS`] among them.
    pub goals: Vec<u32>,
}

/// A number of no goal: the call returned a value.
pub const SUCCESS: u32 = u32::MAX;

/// Values of a type as seeds, small ones first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuesOf {
    /// The key of the type.
    pub of: u64,
    pub values: Vec<String>,
}

/// The values from other searches, for a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownValues {
    pub values: Vec<ValuesOf>,
    /// Functions with results that depend on the environment. Their results are used only for types
    /// without other sources of values.
    pub environmental: Vec<TargetId>,
}

/// The outcome of a call under certain conditions, as a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallOutcome {
    /// The test case of the call, stored.
    pub test: String,
    pub outcome: u64,
}
