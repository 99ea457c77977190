//! Evaluation of tests: the problem, the archive, the limits, and the evaluator, which alone
//! counts.

pub mod fitness;
pub mod events;
pub mod problem;
pub mod archive;
pub mod observer;
pub mod options;
pub(crate) mod limits;
pub mod evaluator;
pub mod pursuit;
