//! The builds with the attribute switched on.

pub mod constants;
pub mod diagnostics;
pub mod runner;
mod workers;
pub mod search_build;
