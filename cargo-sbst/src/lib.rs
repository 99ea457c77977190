//! The parts of `cargo sbst`: finds inputs that cover the conditions of annotated functions, and
//! writes unit tests with them.
//!
//! Modules are declared from the ground up, and imports only go down. From the roof downwards:
//! [`cli`] parses the arguments; a [`command`] opens a [`search::session`], which finds packages
//! ([`cargo`]), builds them ([`build`], with what the compiler is given instead of the user's
//! sources, [`overlay`]) and asks each executable for its functions ([`worker`]); [`search`] has
//! them searched, [`report`] adds up, and [`suite`] writes the tests.
//!
//! This is no stable interface: it is here for `main.rs` and for our own laboratory.

#![allow(missing_docs)]

pub mod ui;
pub mod cargo;
mod sandbox;
mod source;
pub mod overlay;
mod build;
pub mod worker;
pub mod search;
mod suite;
pub mod report;
pub mod plot;
pub mod command;
pub mod compare;
pub mod landscape;
pub mod cli;
#[cfg(test)]
mod fixture;
