//! Searches of many functions, from the options to a report for each.

pub mod options;
pub mod target_report;
pub mod session;
pub mod construction;
mod proofs;
pub mod record;
pub mod supervisor;
pub mod pool;
pub mod schedule;
#[cfg(test)]
mod fake_worker;
