//! Mutants of a build, judged by the tests in it ([decision 26]).
//!
//! 1. [`suite`] starts a [server](server) for each test executable, and executes each test once by
//!    itself: its records show the mutants that it can notice.
//! 2. [`mutant`] merges the descriptions of the executables: a mutant is in all of them that have
//!    its code.
//! 3. [`judge`] executes the tests of each chosen mutant with it, the quickest first, up to the
//!    first that fails.
//! 4. [`diet`] looks for superfluous tests.
//!
//! [decision 26]: ../../docs/decisions/0026-mutants-are-compiled-in.md

mod optimisation;
mod server;
mod mutant;
mod suite;
mod sample;
mod judge;
mod diet;
mod build;
mod rating;
mod grading;
mod source_change;
mod report;
mod lines;
mod stryker;

pub use build::{build, configure, test_of};
pub use grading::{Counts, Grading, Options, grade};
pub use judge::{Alive, Judged, Verdict};
pub use lines::emit;
#[cfg(test)]
pub use lines::{GradedTest, MutantLine, MutantsFinished};
pub use mutant::{Crates, Mutant, crates};
pub use rating::{Rating, rate};
pub use report::{closing_line, left_out, render};
pub use stryker::stryker_report;
pub use suite::Executable;
