//! The names, and the facts about the standard library, that the attribute, the runtime, the search
//! and the command of sbst share.
//!
//! The attribute's crates are compiled for every build with probes, so this crate has no
//! dependencies except `serde`, with the feature of that name.

// Internal crates have no stable interface: items have docs where the name is not enough.
#![allow(missing_docs)]

mod hash;
mod kinds;
pub mod obstacle;
pub mod standard;
pub mod prelude;

pub use hash::{fnv1a, Fnv1a};
pub use kinds::{CheckKind, ConditionKind};

/// The end of the item at the beginning of a template, which the file of tests has once.
pub const END_OF_ITEM: char = '\u{1e}';

/// The beginning of a double's name, a type that the command adds for a trait without
/// implementations. The name of the trait follows.
pub const DOUBLE_TYPE: &str = "__SbstDouble";

/// The most function pointers among the arguments of a test case: each place of their results has
/// its own closure.
pub const POINTERS: usize = 4;
