//! End-to-end tests of sbst: the real command, started as by a user, on crates like those of users.
//!
//! The crates are in `fixtures/`, one folder for each purpose. A test takes a copy of one
//! ([`Project::copy`]), runs the command there ([`Project::sbst`]), and looks at its output and
//! files. Copies have fixed places below the target directory, are renewed file by file, and share
//! target directories, to save builds.
//!
//! Tests of one fixture that change no file share a run, and others take turns in one copy
//! ([`Project::shared`]). They must be in one process: start them with `cargo test`. One command
//! per target directory runs at a time, for any `--test-threads`.
//!
//! Environment variables:
//!
//! * `SBST_COMMAND`: the tested `cargo-sbst`, instead of one built from this workspace;
//! * `SBST_SOURCE`: a directory source with our packages and all their dependencies, which replaces
//!   this workspace for the fixtures;
//! * `SBST_RUNTIME_PROFILE`: the profile of the runtime's build, otherwise `test`; empty for that
//!   of users;
//! * `SBST_TIMES`: a file for the times of all commands (see `times.rs`).
//!
//! `SBST_COMMAND` and `SBST_SOURCE` let the tests use packages as published.

mod command;
mod locations;
mod project;
mod schema;
mod times;
mod worker;

pub use command::{Invocation, Output, Running, unreached};
pub use locations::outside_of_any_package;
pub use project::{Project, Shared};
pub use worker::{Worker, signal};

/// True if a text of tests has a function's heading, or a call of it by its name.
pub fn mentions(tests: &str, path: &str) -> bool {
    let path = path.split('#').next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    let is_heading = |line: &str| {
        let heading = line.strip_prefix("// ").map(|heading| heading.split(" (").next().unwrap_or_default());
        heading.is_some_and(|heading| heading == name || heading.ends_with(&format!("::{name}")))
    };
    let is_sum = path.contains(" as Add<") && tests.contains(" + ");
    is_sum
        || tests.lines().any(is_heading)
        || [format!("{name}("), format!("{name}::<")].iter().any(|call| tests.contains(call))
}
