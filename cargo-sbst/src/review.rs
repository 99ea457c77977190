//! The review of a run's changes to the written suites: proposals, test by test, and decisions.
//!
//! 1. A proposal is the difference between a file before and after a run, for one test
//!    ([`pairing`]). Proposals and decisions are the same if the run did not write the files: an
//!    accepted test is in the file as after the run, a rejected one as before.
//! 2. The run stores both versions in the target directory ([`last_run`]). A decision composes the
//!    file anew ([`applying`]), and is refused if the file was edited since.
//! 3. Rejections are [remembered](memory) in a committed file, and later runs respect them.

pub mod pairing;
pub mod proposal;
pub mod memory;
pub mod last_run;
pub mod applying;
pub mod patch;
pub mod columns;
