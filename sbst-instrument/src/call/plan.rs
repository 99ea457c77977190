//! The instances of a generic function, and the selection of the called ones.

pub(crate) mod candidate;
pub(crate) mod candidates;
pub(crate) mod planner;
pub mod verdicts;
pub(crate) mod ways;
pub(crate) mod header;
pub(crate) mod instance;
pub(crate) mod returned_types;
pub(crate) mod exchanged_types;
pub(crate) mod questions;
