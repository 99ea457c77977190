//! The arms of a `match`, recorded before the first arm is tried, and again after each guard.
//!
//! 1. An arm is tried if no arm before it took the value: no pattern matched, or its guard failed.
//!    Trying a pattern runs no user code and has no effects. So up to the next guard, the tried
//!    patterns and the matching one are known beforehand, and recorded as evaluated, exactly.
//! 2. Another probe records the arms after a guard. It is only reached if all arms before it have
//!    failed.
//! 3. An arm after a matching one is not (or not yet) tried. It gets its usual distances, plus,
//!    normalised, the distance of the matching patterns before it to not matching.

use super::Fit;
use crate::probe::notes;
use crate::probe::site::{SearchDistance, Site};

/// The arms before the next one.
pub struct Arms {
    /// True if the pattern of one of them matches.
    matched: bool,
    /// The distance of the matching patterns to not matching.
    in_front: SearchDistance,
    /// True if one of them has a guard.
    guarded: bool,
}

impl Arms {
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Arms {
        Arms { matched: false, in_front: SearchDistance::ZERO, guarded: false }
    }

    /// Records an arm without a guard.
    #[inline(always)]
    pub fn arm(&mut self, site: &'static Site, fit: Fit, is_structured: bool) {
        let distance = fit.to_other_outcome(is_structured);
        if self.matched {
            let distances =
                if fit.matches { [SearchDistance::ZERO, distance] } else { [distance, SearchDistance::ZERO] };
            site.record_unevaluated_pattern(
                fit.matches,
                &distances.map(|distance| distance.and_then(self.in_front)),
            );
        } else if !self.guarded {
            site.record_pattern(fit.matches, distance);
        } else {
            notes::parts_come_again();
        }
        if fit.matches {
            self.matched = true;
            self.in_front = self.in_front + fit.distance.beyond(0);
        }
    }

    /// Records an arm with a guard.
    #[inline(always)]
    pub fn guarded_arm(&mut self, site: &'static Site, fit: Fit, is_structured: bool) {
        self.arm(site, fit, is_structured);
        self.guarded = true;
    }

    /// Notes an arm with a guard whose pattern always matches.
    #[inline(always)]
    pub fn guard(&mut self) {
        self.matched = true;
        self.in_front = self.in_front + SearchDistance::ONE.beyond(0);
        self.guarded = true;
    }
}
