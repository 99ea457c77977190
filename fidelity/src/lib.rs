//! Tools for trying something on other people's crates: copies of them that build where they are,
//! programs that are started as a user would, and the outcomes of their tests. The program beside
//! this compares crates with themselves.

pub mod command;
pub mod fetch;
pub mod manifest;
pub mod outcomes;
pub mod process;
pub mod subject;
