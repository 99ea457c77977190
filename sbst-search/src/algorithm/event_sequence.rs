//! Event sequences: definitions and conditions that an execution must pass in order.
//!
//! McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach", GECCO 2004.

pub mod flow;
pub mod sequence;
pub mod pursuit;
pub mod expansion;
