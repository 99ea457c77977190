//! Test-generation search over an abstract problem.
pub mod problem;
pub use problem::{Ending, Execution, Inputs, Literals, Problem};
