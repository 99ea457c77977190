//! End-to-end tests of sbst: the real command, started as a user starts it, on crates as users have
//! them.
//!
//! The crates are in `fixtures/`, one folder for each purpose. A test takes a copy of one
//! ([`Project::copy`]), runs the command there ([`Project::sbst`]), and looks at its output and
//! files. Copies have fixed places below the target directory, are renewed file by file, and share
//! target directories, so that little is built again.
//!
//! Tests of one fixture that only look share a run, and others take turns in one copy
//! ([`Project::shared`]), so they belong in one process: start them with `cargo test`. One command
//! per target directory runs at a time, for any `--test-threads`.
//!
//! Environment variables:
//!
//! * `SBST_COMMAND`: a `cargo-sbst` to be tested, instead of one built from this workspace;
//! * `SBST_SOURCE`: a directory source with our packages and all their dependencies, for the
//!   fixtures to depend on instead of this workspace;
//! * `SBST_RUNTIME_PROFILE`: the profile of the runtime's build, else `test`; empty for that of users;
//! * `SBST_TIMES`: a file for the time of each command (see `times.rs`).
//!
//! `SBST_COMMAND` and `SBST_SOURCE` have the tests run on packages as they would be published.

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
