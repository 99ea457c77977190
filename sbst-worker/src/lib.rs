//! The worker: searches a function in the user's own executable, and reports to `cargo sbst`.
//!
//! Only builds of `cargo sbst` link it, through `sbst-runtime`. It has no stable interface.

// Docs stand where the name does not give the meaning, for readers of the source.
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

// From the ground up: a module uses only those before it.
mod refusal;
mod exchange;
mod problem;
#[cfg(feature = "library")]
mod landscape;
mod worker;

pub use problem::function_problem::FunctionProblem;
pub use refusal::Refusal;
pub use worker::entry;
