//! The search algorithms. Each is a file or a folder that follows its paper.

pub(crate) mod store;
pub(crate) mod heap;
pub(crate) mod goal_queue;
pub(crate) mod goals_in_turn;
pub mod random_search;
pub mod hill_climbing;
pub mod avm;
pub mod genetic;
pub mod evolutionary_testing;
pub mod chaining;
pub mod symbolic;
pub mod whole_suite;
pub mod mio;
pub mod mosa;
pub mod memetic;
pub mod hybrid;
pub mod classic;
