//! The search on hand-written problems.

mod draws;
mod effectiveness;
mod generator;
mod laws;
mod minimising;
mod notebook;
mod problems;
mod running;
mod speed;
