//! Mutants: points of instrumented code with alternatives, and the server that executes tests with
//! one alternative at a time.
//!
//! 1. A [`Point`] has one byte for its action: execute as written, also record, or execute an
//!    alternative. Only a forked process changes it, before `main`; or a search, between
//!    executions.
//! 2. Alternatives that change a value are applied after monomorphisation, to values of known
//!    types. With another type, the alternative cannot be applied.
//! 3. A recording has a word for each point. It has a bit for each alternative that could be
//!    applied, and one for each alternative with another value than the original.
//! 4. Functions and loops count steps. Without remaining steps, the process ends without a verdict.
//! 5. In a search, a point has its own word, and executions end at the limits of the search
//!    ([`trial`]). An inapplicable alternative has no effect.

#[cfg(not(feature = "search"))]
mod memory;
#[cfg(feature = "search")]
mod seen;
mod number;
mod point;
mod conditions;
mod rounds;
mod arithmetic;
mod default;
#[cfg(not(feature = "search"))]
mod step;
#[cfg(all(
    not(feature = "search"),
    any(all(target_os = "linux", target_env = "gnu"), target_vendor = "apple")
))]
mod server;
#[cfg(feature = "search")]
pub mod trial;

#[cfg(feature = "search")]
pub use crate::probe::limits::step;
pub use arithmetic::{emptied, neutral, nudged, operands, replaced, replaced_in, undone};
pub use conditions::{compared, equated, forced, keeps, returns_early, swapped};
pub use default::{
    Defaulted, Fit, IsResult, KnownBoxed, KnownDefault, KnownFit, UnknownBoxed, UnknownDefault, UnknownFit,
};
pub use point::{entered, inapplicable, Point};
#[cfg(not(feature = "search"))]
pub use point::{Alternative, Mutated, MUTATED_0_1_0};
pub use rounds::{rounds, Rounds};
pub use sbst_model::Change;
pub use std as standard;
#[cfg(not(feature = "search"))]
pub use step::step;
