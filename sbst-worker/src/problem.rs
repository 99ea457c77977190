//! A function under test as a search problem, and the tests made of the results.

pub(crate) mod entries;
pub(crate) mod fault;
pub(crate) mod left_threads;
pub(crate) mod numbering;
pub(crate) mod examples;
pub(crate) mod function_problem;
pub(crate) mod growth;
pub(crate) mod outline;
pub(crate) mod drawn;
pub(crate) mod summary;
