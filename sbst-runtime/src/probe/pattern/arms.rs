//! The arms of a `match`: what is known before its first arm is tried, and again after each guard.
//!
//! 1. Arms are tried in order. An arm is tried if no arm before it took the value: none whose pattern matched, unless
//!    its guard then failed. Trying a pattern runs nobody's code and changes nothing, so as far as the next guard it is
//!    known beforehand which patterns are tried and which of them matches: that is recorded as evaluated, exactly.
//! 2. What comes after a guard is recorded by another probe that stands there, and that is only reached if all arms
//!    before it have failed.
//! 3. An arm that stands after one whose pattern matches is not (or not yet) tried. It gets the distances that it would
//!    have, and on top of them, normalised, how far those patterns in front of it are from not matching.

use super::Fit;
use crate::probe::notes;
use crate::probe::site::{Away, Site};

/// The arms before the next one.
pub struct Arms {
    /// Whether the pattern of one of them matches.
    matched: bool,
    /// How far their matching patterns are from not matching.
    in_front: Away,
    /// Whether one of them has a guard.
    guarded: bool,
}

impl Arms {
    /// There are none yet.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Arms {
        Arms { matched: false, in_front: Away::ZERO, guarded: false }
    }

    /// An arm without a guard.
    #[inline(always)]
    pub fn arm(&mut self, site: &'static Site, fit: Fit, is_structured: bool) {
        let away = fit.to_other_outcome(is_structured);
        if self.matched {
            let distances = if fit.matches { [Away::ZERO, away] } else { [away, Away::ZERO] };
            site.record_unevaluated_pattern(
                fit.matches,
                &distances.map(|distance| distance.and_then(self.in_front)),
            );
        } else if !self.guarded {
            site.record_pattern(fit.matches, away);
        } else {
            notes::parts_come_again();
        }
        if fit.matches {
            self.matched = true;
            self.in_front = self.in_front + fit.away.beyond(0);
        }
    }

    /// An arm with a guard.
    #[inline(always)]
    pub fn guarded_arm(&mut self, site: &'static Site, fit: Fit, is_structured: bool) {
        self.arm(site, fit, is_structured);
        self.guarded = true;
    }

    /// An arm whose pattern always matches, with a guard.
    #[inline(always)]
    pub fn guard(&mut self) {
        self.matched = true;
        self.in_front = self.in_front + Away::ONE.beyond(0);
        self.guarded = true;
    }
}
