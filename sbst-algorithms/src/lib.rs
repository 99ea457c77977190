//! The library of search algorithms, in addition to the default ones.
//!
//! Each algorithm is a file or a folder that follows its paper. They share evaluator, operators and
//! options with [`sbst_search`].

// Internal crates have no stable interface: an item has docs if its name is not enough.
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

#[cfg(test)]
mod golden;
#[cfg(feature = "symbolic")]
pub mod slots;
#[cfg(feature = "symbolic")]
pub mod path_condition;
pub mod template;
mod neighbourhood;
mod goals_in_turn;
mod starts;
mod hill_climbing;
pub mod avm;
mod genetic;
pub mod evolutionary_testing;
pub mod chaining;
#[cfg(feature = "symbolic")]
pub mod symbolic;
pub mod whole_suite;
mod memetic;
pub mod classic;
mod search;
#[cfg(feature = "symbolic")]
mod search_symbolically;

#[cfg(feature = "symbolic")]
pub use path_condition::PathCondition;
pub use search::search;
#[cfg(feature = "symbolic")]
pub use search_symbolically::search_symbolically;
pub use template::Templates;
