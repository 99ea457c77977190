//! Values that one search found and others begin with.
//!
//! A type is known by its key, which stays while its name and the calls that make and change it do. So
//! a value that is stored today is one of the same type tomorrow, or of none.

use crate::fingerprint::hash_text;
use crate::target::TargetId;

/// The most values of a type that a search begins with: together a thirtieth of the shortest turn.
pub const MOST_VALUES: usize = 32;

/// The key of texts.
pub fn text_key() -> u64 {
    hash_text("str")
}

/// A value in a test that a search kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BuiltValue {
    /// The key of its type.
    pub of: u64,
    /// The value, stored as [`TestCase::to_hex`](crate::TestCase::to_hex) gives it.
    pub value: String,
    /// The goals of the target that tests with it cover, in ascending order. The value of a call that
    /// succeeded has [`SUCCESS`] among them.
    pub goals: Vec<u32>,
}

/// The number of no goal: that the call gave a value.
pub const SUCCESS: u32 = u32::MAX;

/// Values of a type to begin with, small ones first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuesOf {
    /// The key of the type.
    pub of: u64,
    pub values: Vec<String>,
}

/// The values that other searches know of, for a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownValues {
    pub values: Vec<ValuesOf>,
    /// Functions whose results depend on the environment. Their results are values only of types that
    /// nothing else gives.
    pub environmental: Vec<TargetId>,
}

/// The outcome of a call under some conditions, as a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallOutcome {
    /// The test case of the call, stored.
    pub test: String,
    pub outcome: u64,
}
