//! The search on hand-written problems.

mod adopted;
mod boundaries;
mod bounded;
mod chains;
mod codes;
mod collections;
mod draws;
mod effectiveness;
mod generator;
mod goal_by_goal;
mod hybrid;
mod laws;
mod local_search;
mod memetic;
mod minimising;
mod notebook;
mod plain;
mod problems;
mod running;
mod seeds;
mod shapes;
mod speed;
#[cfg(feature = "symbolic")]
mod symbolic;
mod telling;
mod trees;
mod variation;
