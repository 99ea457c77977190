//! The code that describes the parameters of a function, and calls it.

pub(crate) mod instantiated;
pub(crate) mod lazy_results;
pub(crate) mod invocation;
pub(crate) mod lent_places;
pub(crate) mod emission;
