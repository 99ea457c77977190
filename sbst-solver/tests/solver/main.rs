//! Terms and queries against an independent semantics.

mod reference;
mod terms;
mod queries;
mod script;
mod conditions;
