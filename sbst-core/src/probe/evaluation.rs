//! Evaluations of conditions: the site of a condition stores each. In another role than the plain
//! owner's, the listeners of the role get it, too.
//!
//! 1. A plain search stores, and nothing else: these probes are inlined.
//! 2. Every other role is a call out of line ([`Site::record_slow`]): an open distance scope, the
//!    path, the notes of operands, and followed values.

use crate::probe::branch_distance::Comparison;
use crate::probe::distance_scope;
use crate::probe::notes;
use crate::probe::path;
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use crate::probe::site_words::Reading;
#[cfg(feature = "symbolic")]
use crate::probe::symbolic;
use sbst_model::Distance;

/// A comparison that can be recorded in any role.
pub(crate) trait RecordedComparison: Comparison {
    /// Records the comparison in any role but the plain owner's.
    fn record_slow(&self, site: &'static Site, holds: bool);
}

impl Site {
    /// Records that the condition was evaluated to `holds`, with the distance to the other outcome.
    #[inline(always)]
    pub(crate) fn record(&'static self, holds: bool, other: Distance) {
        if role::current() != Role::Owner {
            return self.record_slow(holds, other);
        }
        self.record_outcome(holds, other);
    }

    #[inline(always)]
    fn record_outcome(&'static self, holds: bool, other: Distance) {
        if holds {
            self.record_by_owner(true, other);
        } else {
            self.record_by_owner(false, other);
        }
    }

    /// Records a comparison, see [`record`](Site::record).
    #[inline(always)]
    pub(crate) fn record_comparison(&'static self, holds: bool, comparison: impl RecordedComparison) {
        if role::current() == Role::Owner {
            // Each outcome has its own code: otherwise, a tenth of a short function's instructions
            // would find the words of an outcome at run time.
            if holds {
                self.record_by_owner(true, comparison.to_other_outcome(true));
            } else {
                self.record_by_owner(false, comparison.to_other_outcome(false));
            }
        } else {
            comparison.record_slow(self, holds);
        }
    }

    /// Records a pattern, see [`record`](Site::record).
    #[inline(always)]
    pub(crate) fn record_pattern(&'static self, matches: bool, other: Distance) {
        if role::current() == Role::Owner {
            self.record_outcome(matches, other);
        } else {
            self.record_pattern_otherwise(matches, other);
        }
    }

    #[cold]
    #[inline(never)]
    fn record_pattern_otherwise(&'static self, matches: bool, other: Distance) {
        #[cfg(feature = "symbolic")]
        symbolic::claim_parts(self, matches);
        notes::claim_parts(self, matches);
        self.record_slow(matches, other);
    }

    /// Records a pattern that was not tried, see [`record_unevaluated`](Site::record_unevaluated).
    ///
    /// Arms behind the matching one are most of the cost of a `match`. The role is read inline: in
    /// a library that would be a call, and functions with calls have to save their registers.
    #[inline(always)]
    pub(crate) fn record_unevaluated_pattern(&'static self, matches: bool, distances: &[Distance; 2]) {
        if role::current() == Role::Owner {
            self.record_unevaluated_by_owner(distances);
        } else {
            self.record_unevaluated_pattern_otherwise(matches, distances);
        }
    }

    #[cold]
    #[inline(never)]
    fn record_unevaluated_pattern_otherwise(&'static self, matches: bool, distances: &[Distance; 2]) {
        #[cfg(feature = "symbolic")]
        symbolic::parts_come_again();
        notes::claim_parts(self, matches);
        if role::is_owner() {
            self.noting_nearest(|| self.record_unevaluated_by_owner(distances));
        } else {
            self.record_unevaluated(*distances);
        }
    }

    /// Records in any other role than the plain owner's, see [`record`](Site::record).
    #[cold]
    #[inline(never)]
    pub(crate) fn record_slow(&'static self, holds: bool, other: Distance) {
        if role::is_owner() {
            distance_scope::note_evaluation(self, holds, other);
            match role::current() {
                Role::ScopedOwner => return self.record_by_owner(holds, other),
                Role::FollowingOwner => {
                    path::note(self, holds, other);
                    return self.record_by_owner(holds, other);
                }
                Role::TracingOwner => notes::decided(self, holds),
                #[cfg(feature = "symbolic")]
                Role::SymbolicOwner => {
                    symbolic::decide(self, holds, other);
                    return self.record_by_owner(holds, other);
                }
                _ => {}
            }
            return self.noting_nearest(|| self.record_by_owner(holds, other));
        }
        let mut distances = [Distance::ZERO; 2];
        distances[usize::from(holds)] = other;
        self.merge_by_other(&Reading { count: 1, distances });
    }
}
