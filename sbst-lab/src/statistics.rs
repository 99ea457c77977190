//! Statistics of repeated searches: quartiles, effect sizes, tests of significance, and wins
//! against other algorithms.

pub mod quartiles;
pub mod rank_tests;
pub mod tally;
