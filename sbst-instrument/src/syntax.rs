//! Spans, attributes and types of the user's code.

pub(crate) mod spans;
pub(crate) mod operators;
pub(crate) mod leading_attributes;
pub mod walk;
pub mod lifetimes;
pub(crate) mod precedence;
pub(crate) mod reading;
pub(crate) mod runtime;
