//! Probes: each records how an instrumented condition was evaluated, and its distance to the other
//! outcome.
//!
//! In a search, probes record into [sites](site), the base of everything else. While a user's own
//! tests run, probes only count.

#[cfg(feature = "search")]
pub mod role;
#[cfg(feature = "search")]
pub mod limits;
#[cfg(feature = "search")]
mod assertion_text;
#[cfg(feature = "search")]
pub mod panics;
pub(crate) mod classes;
pub(crate) mod typed;
pub(crate) mod operand;
pub(crate) mod branch_distance;
#[cfg(feature = "search")]
pub(crate) mod arithmetic;
#[cfg(feature = "search")]
pub(crate) mod ordering;
#[cfg(feature = "search")]
mod site_words;
#[cfg(feature = "search")]
pub mod site;
#[cfg(feature = "symbolic")]
pub mod symbolic;
#[cfg(feature = "search")]
pub mod notes;
#[cfg(feature = "search")]
pub mod path;
#[cfg(feature = "search")]
pub mod distance_scope;
#[cfg(feature = "search")]
pub mod call;
#[cfg(feature = "search")]
pub(crate) mod evaluation;
#[cfg(not(feature = "search"))]
pub(crate) mod counting;
pub(crate) mod comparison;
#[cfg(feature = "search")]
pub(crate) mod returned;
#[cfg(not(feature = "search"))]
pub(crate) mod without_search;
#[cfg(feature = "search")]
pub(crate) mod index;
#[cfg(feature = "search")]
pub(crate) mod membership;
#[cfg(feature = "search")]
pub(crate) mod standard_call;
#[cfg(feature = "search")]
pub(crate) mod parsing;
pub(crate) mod pattern;
pub(crate) mod assertion;
pub(crate) mod eager;
pub(crate) mod early_return;
pub(crate) mod iteration;
#[cfg(feature = "search")]
pub(crate) mod check;

#[cfg(not(feature = "search"))]
pub(crate) use counting as site;
#[cfg(not(feature = "search"))]
pub(crate) use without_search::{call, distance_scope, membership, notes, parsing, returned, standard_call};
