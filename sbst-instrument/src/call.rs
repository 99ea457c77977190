//! The call of a function by the search: its parameters, and the functions that build the arguments
//! and make the call. Otherwise the reason why it cannot be called.
//!
//! A function that cannot be called keeps its probes and its registration, because other functions
//! may call it.

pub(crate) mod types;
pub(crate) mod resolve;
pub(crate) mod building;
pub(crate) mod signature;
pub mod plan;
pub(crate) mod emit;

pub(crate) use building::items::bring_into_scope;
pub(crate) use emit::emission::Emission;
pub use signature::callee::Callee;
pub use signature::parameter::Parameter;
