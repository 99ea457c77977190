//! The review of what a run changed in the written suites: proposals, test by test, and decisions.
//!
//! 1. A proposal is the difference between a file before and after a run, for one test
//!    ([`pairing`]). Whether the run wrote the files or left them as they were, the proposals are the
//!    same, and so is what a decision means: an accepted test is in the file as it is after the run, a
//!    rejected one as it was before.
//! 2. The run leaves both versions in the target directory ([`last_run`]). A decision composes the file
//!    anew ([`applying`]), and is refused if a person has changed the file since.
//! 3. Rejections are [remembered](memory) in a file that is committed, and later runs keep to them.

pub mod pairing;
pub mod proposal;
pub mod memory;
pub mod last_run;
pub mod applying;
pub mod patch;
pub mod columns;
