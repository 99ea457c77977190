//! The parts of `cargo sbst`: finds inputs that cover the conditions of annotated functions, and
//! writes unit tests with them.
//!
//! Modules are declared from the ground up, and imports only go down. From the roof downwards:
//! [`cli`] parses the arguments, with those of the user's [`configuration`]. A [`command`] opens a
//! [`search::session`], which finds packages ([`cargo`]), builds them with an [`overlay`], and
//! lists the functions of each executable ([`worker`]). The [`search`] of all functions follows,
//! beginning with the [`state`] of earlier runs; then `suite` writes the tests, and [`report`] adds
//! up.
//!
//! This is no stable interface: it is here for `main.rs` and for our own laboratory.

#![allow(missing_docs, rustdoc::private_intra_doc_links)]

pub mod ui;
pub mod cargo;
pub mod configuration;
mod sandbox;
mod source;
pub mod overlay;
mod build;
pub mod worker;
mod mutants;
pub mod state;
pub mod shard;
pub mod search;
mod suite;
pub mod review;
pub mod report;
pub mod command;
pub mod cli;
#[cfg(test)]
mod fixture;
