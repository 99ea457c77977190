//! A function under test as a problem of search, and the tests that are made of what the search
//! finds.

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
