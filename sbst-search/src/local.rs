//! Searches from one test for one goal.

pub mod variable_search;
pub mod local_search;
pub(crate) mod input_to_state;
