//! Experiments: searches repeated over many seeds, in one process, and measured against published
//! figures. Each binary is one experiment. It prints the subject of its figures and the command to
//! reproduce them.
//!
//! They take minutes to hours, so they are no tests. Properties that must stay true have tests
//! elsewhere. `docs/experiments.md` has the last figures.

pub mod chaining_programs;
pub mod checkout;
pub mod contender;
pub mod drawn;
pub mod exception;
pub mod executed;
pub mod fixtures;
pub mod graded;
pub mod harder_programs;
pub mod lines;
pub mod measured;
pub mod never_called;
pub mod palm;
pub mod run;
pub mod sample;
pub mod subject;
#[allow(missing_docs)] // a double that tests have, too
#[path = "../../sbst-algorithms/tests/search/symbolic/programs.rs"]
pub mod symbolic_programs;
pub mod wanted;
pub mod whole_crate;
