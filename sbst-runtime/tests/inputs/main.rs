//! Emitted code for inputs, against the runtime: values are drawn, built, and compared with their
//! source.
#![deny(warnings)]
#![forbid(unsafe_code)]
// Only the search calls the functions, and values are compared as `Debug` texts.
#![allow(dead_code)]
#![warn(clippy::pedantic, single_use_lifetimes, trivial_casts, unused_qualifications, unused_results)]
// The types of the parameters are the point.
#![allow(
    clippy::needless_pass_by_value,
    clippy::ptr_arg,
    clippy::mut_mut,
    clippy::items_after_statements,
    clippy::trivially_copy_pass_by_ref,
    clippy::incompatible_msrv
)]

mod bounds;
mod changed;
mod constructed;
mod derived;
mod drawn;
mod functions;
