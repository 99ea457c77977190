//! The modes of a run, and the steps in which they differ.

use crate::search::session::Session;
use crate::shard::environment::Shard;
use crate::shard::merged::Merged;
use sbst_model::TargetId;
use std::collections::BTreeSet;

/// A filter for the functions to search.
pub type Part<'a> = &'a dyn Fn(&Session) -> BTreeSet<TargetId>;

#[derive(Clone, Copy)]
pub enum Mode<'a> {
    /// A search of all functions.
    All,
    /// A search of some functions, which leaves the state as it is.
    Part(Part<'a>),
    /// A search of some functions for mutants.
    Mutants(Part<'a>),
    /// The search of a shard, which leaves the tests to be written when shards are merged.
    Shard(Shard),
    /// No search: the tests that shards have found.
    Merge(&'a Merged),
}

/// The steps in which modes differ.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Results are stored, as those of a numbered run.
    pub stores: bool,
    /// Each run draws other values than the one before. A shard draws the same on any machine.
    pub draws_anew: bool,
    /// No function of the package is left out.
    pub is_whole: bool,
    /// Mutants are goals.
    pub seeks_mutants: bool,
    /// Tests are written, and changes since the last run reported.
    pub writes: bool,
}

impl Mode<'_> {
    pub fn steps(self) -> Steps {
        let all =
            Steps { stores: true, draws_anew: true, is_whole: true, seeks_mutants: false, writes: true };
        match self {
            Mode::All => all,
            Mode::Part(_) => Steps { stores: false, draws_anew: false, is_whole: false, ..all },
            Mode::Mutants(_) => Steps { is_whole: false, seeks_mutants: true, ..all },
            Mode::Shard(_) => Steps { draws_anew: false, is_whole: false, writes: false, ..all },
            Mode::Merge(_) => Steps { draws_anew: false, ..all },
        }
    }
}
