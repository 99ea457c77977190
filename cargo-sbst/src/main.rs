//! `cargo sbst`: search-based generation of unit tests.
#![allow(dead_code)]

mod cargo_arguments;
mod report;
mod suite;

fn main() {}
