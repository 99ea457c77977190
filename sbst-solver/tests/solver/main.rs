//! Terms and queries against meanings of their own.

mod reference;
mod terms;
mod queries;
mod script;
mod conditions;
