//! Evaluation of tests: the problem that executes them, the archive, the limits, and the only place
//! that counts.

pub mod fitness;
pub(crate) mod events;
pub(crate) mod problem;
pub(crate) mod archive;
pub(crate) mod observer;
pub(crate) mod options;
pub(crate) mod limits;
pub(crate) mod evaluator;
pub(crate) mod pursuit;
