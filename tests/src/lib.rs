//! End-to-end tests of sbst: the real command, started as a user starts it, on crates as users have them.
//!
//! The crates are in `fixtures/`, one folder for each purpose. A test takes a copy of one ([`Project::copy`]), runs the
//! command there ([`Project::sbst`]), and looks at what it printed and wrote. Copies have fixed places below the target
//! directory, are renewed file by file, and share one target directory, so that little is built again.
//!
//! Tests of one fixture that only look share a run, so they belong in one process: start them with `cargo test`.
//!
//! Two environment variables have the same tests run on what would be published:
//!
//! * `SBST_COMMAND`: a `cargo-sbst` to be tested, instead of one built from this workspace;
//! * `SBST_SOURCE`: a directory source with our packages and all that they need, for the fixtures to depend on instead
//!   of this workspace.

mod command;
mod locations;
mod project;
mod worker;

pub use command::{Invocation, Output, Running};
pub use locations::outside_of_any_package;
pub use project::Project;
pub use worker::{Worker, signal};
