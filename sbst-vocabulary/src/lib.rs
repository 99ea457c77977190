//! The names, and the facts about the standard library, shared by the attribute, the runtime, the
//! search and the command of sbst.
//!
//! The attribute's crates are compiled for every build with probes, so this crate has no
//! dependencies except `serde`, with the feature of that name.

// Internal crates have no stable interface: an item has docs if its name is not enough.
#![allow(missing_docs)]

mod hash;
mod kinds;
mod operators;
pub mod obstacle;
pub mod standard;
pub mod prelude;

pub use hash::{fnv1a, Fnv1a};
pub use kinds::{CheckKind, ConditionKind};
pub use operators::{Arithmetic, Change, Operator};

/// The end of a template's leading item, which the file of tests contains once.
pub const END_OF_ITEM: char = '\u{1e}';

/// The beginning of a double's name. A double is a type added by the command for a trait without
/// implementations. The name of the trait follows.
pub const DOUBLE_TYPE: &str = "__SbstDouble";

/// The most function pointers among the arguments of a test case: each place of their results has a
/// separate closure.
pub const POINTERS: usize = 4;
