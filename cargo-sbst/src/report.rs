//! The results of searches, added up and shown.

pub mod attribution;
pub mod incidental_coverage;
pub mod uncovered;
pub mod stated;
pub mod tried;
pub mod totals;
pub mod changes;
pub mod closing;
pub mod markdown;
pub mod goal;
pub mod function_line;
pub mod counted;
pub mod lcov;
pub mod model;
mod xml;
pub mod cobertura;
pub mod junit;
pub mod sarif;
pub mod html;
pub mod outputs;
