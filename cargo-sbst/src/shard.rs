//! A run on many machines, without a machine that leads: shard k of n, a store, and the name of the
//! run.
//!
//! 1. The first shard of a run writes the [plan]: the state that the run goes on from, and a
//!    shard for each function, [packed](packing) by cost. All others take it as it is.
//! 2. A shard searches its own functions. At each moment at which it stores their tests in its
//!    [state](crate::state), it [publishes](publisher) them, too, as objects that are written once
//!    and named by their content.
//! 3. A store that cannot be reached ends no search: all that could not be written is written later,
//!    and stands in the local state in any case.
//! 4. Merging reads all objects of a run, as a [set](merged): neither their order nor how often a
//!    shard was started matters. Their tests are executed again, so nothing is believed.
//! 5. A shard is missing if it has not published its end. All else that it published counts.

pub mod environment;
mod packing;
mod store;
mod plan;
mod objects;
pub mod share;
pub mod publisher;
pub mod merged;

pub use plan::Function;
