//! Tools for experiments with third-party crates: copies that build in place, programs started as
//! by a user, and the outcomes of tests. The program beside this compares crates with themselves.

pub mod command;
pub mod fetch;
pub mod manifest;
pub mod outcomes;
pub mod process;
pub mod subject;
