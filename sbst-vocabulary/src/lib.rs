//! The words and the facts about the standard library that the attribute, the runtime, the search
//! and the command of sbst share.
//!
//! The attribute's crates are compiled for every build with probes, so this crate depends on
//! nothing but, with the feature `serde`, on that.

// Internal crates have no stable interface: docs stand where the name does not say it.
#![allow(missing_docs)]

mod hash;
mod kinds;
pub mod prelude;
pub mod standard;

pub use hash::{fnv1a, Fnv1a};
pub use kinds::{CheckKind, ConditionKind};

/// The end of the item at the beginning of a template, which the file of tests has once.
pub const END_OF_ITEM: char = '\u{1e}';

/// Beginning of the name of a double, a type that the command adds for a trait without
/// implementations. Behind it stands the name of the trait.
pub const DOUBLE_TYPE: &str = "__SbstDouble";

/// The number of function pointers that one test case may have as arguments: each place of a value
/// that they return is in a closure of its own.
pub const POINTERS: usize = 4;
