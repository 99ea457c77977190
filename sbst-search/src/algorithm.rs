//! The search algorithms. Each is a file or a folder that follows its paper.

pub mod store;
pub mod heap;
pub mod goal_queue;
pub mod random_search;
pub mod mio;
pub mod mosa;
pub mod event_sequence;
pub mod refinement;
pub mod memetic_mio;
pub mod hybrid;
