//! How far a value is from matching a pattern, and from not matching it.
//!
//! 1. *Parts.* The attribute takes a pattern apart as the language does: a path, a structure with its fields, a slice, a
//!    literal or range, alternatives. Each part becomes a [`Fit`]; whether it matches is what the language says.
//! 2. *A value that lacks a structure* (another variant, another length) is as many levels away as the pattern still has
//!    structures to be met: `Ok(Some(5))` is two levels from an `Err`, one from `Ok(None)`, and the gap of a number from
//!    `Ok(Some(9))`. This is progressive relaxation: each structure that comes right is worth more than any number.
//! 3. *All parts of a structure must match*: levels are added, and so are distances. *One must fail for it not to match*:
//!    the least distance counts.
//! 4. *One of several alternatives must match*: the nearest counts. *All must fail*: distances are added.
//! 5. A pattern made of literals and ranges alone has the distance of the comparisons that it stands for. Otherwise the
//!    distance is the number of levels plus the normalised distance, whose unit steps the tie-breaker keeps in sight.
//!
//! While a user's own tests run there are no distances: [`Away`] is nothing then, and a `Fit` folds to whether the pattern
//! matches.

mod arms;
mod leaf;

pub use arms::Arms;
pub use leaf::{constant, literal, range};

use crate::probe::comparison::Operator;
use crate::probe::distance_scope;
use crate::probe::notes;
use crate::probe::returned;
use crate::probe::site::{Away, Site};

/// How a value fits a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    matches: bool,
    /// Structures that are still to be met; 0 if it matches.
    levels: u32,
    /// From the other outcome, levels apart.
    away: Away,
}

/// The value has the structure, and nothing in it can fail to match.
#[inline(always)]
pub fn fits() -> Fit {
    Fit { matches: true, levels: 0, away: Away::ONE }
}

/// The value lacks the structure, and is `levels` structures away from a match.
#[inline(always)]
pub fn misses(levels: u32) -> Fit {
    Fit { matches: false, levels, away: Away::ZERO }
}

/// All that is known is whether it matches.
#[inline(always)]
pub fn whether(matches: bool) -> Fit {
    Fit { matches, levels: 0, away: Away::ONE }
}

/// The slice has another length than the `wanted` one, of which `levels - 1` structures would be met next.
#[inline]
pub fn misses_length<T>(levels: u32, found: &[T], wanted: usize) -> Fit {
    notes::part(Operator::Equal, &found.len(), &wanted, false);
    let steps = found.len().abs_diff(wanted) as u128;
    Fit { matches: false, levels, away: Away::from_steps(steps.max(1)) }
}

/// All of these must match; there is at least one.
#[inline(always)]
pub fn all<const N: usize>(parts: [Fit; N]) -> Fit {
    let mut missing = Fit { matches: false, levels: 0, away: Away::ZERO };
    let mut least = Away::FARTHEST;
    let mut matches = true;
    for part in parts {
        if part.matches {
            least = least.min(part.away);
        } else {
            matches = false;
            missing.levels += part.levels;
            missing.away = missing.away + part.away;
        }
    }
    if matches {
        Fit { matches, levels: 0, away: least }
    } else {
        missing
    }
}

/// One of these must match; there is at least one.
#[inline(always)]
pub fn any<const N: usize>(alternatives: [Fit; N]) -> Fit {
    let mut matching = Fit { matches: true, levels: 0, away: Away::ZERO };
    let mut nearest = Fit { matches: false, levels: u32::MAX, away: Away::FARTHEST };
    let mut matches = false;
    for alternative in alternatives {
        if alternative.matches {
            matches = true;
            matching.away = matching.away + alternative.away;
        } else if (alternative.levels, alternative.away) < (nearest.levels, nearest.away) {
            nearest = alternative;
        }
    }
    if matches {
        matching
    } else {
        nearest
    }
}

impl Fit {
    /// The distance to the other outcome (rule 5). `is_structured` tells whether the pattern has structures.
    #[inline(always)]
    fn to_other_outcome(self, is_structured: bool) -> Away {
        if is_structured && !self.matches {
            self.away.beyond(self.levels)
        } else {
            self.away
        }
    }
}

/// How what a call gave fits: by what it decided, where nothing else is known of a variant.
#[inline]
pub fn called(fit: Fit) -> Fit {
    let said = distance_scope::said();
    match fit {
        Fit { matches: true, .. } => Fit { away: fit.away.min(said), ..fit },
        Fit { levels: 1.., .. } if said < Away::ONE => {
            Fit { levels: fit.levels - 1, away: fit.away + said, ..fit }
        }
        Fit { levels: 0, .. } => Fit { away: returned::and_said(fit.away), ..fit },
        _ => fit,
    }
}

/// How an ordering that a call gave fits a pattern of a set of orderings: by the operands that were compared.
#[inline]
pub fn ordered(fit: Fit, set: u8) -> Fit {
    match distance_scope::order_to(if fit.matches { !set } else { set }) {
        Some(away) => Fit { matches: fit.matches, levels: 0, away },
        None => called(fit),
    }
}

/// The probe of a pattern that is tried next, and of which nothing can come in between.
#[inline(always)]
pub fn evaluate_pattern(site: &'static Site, fit: Fit, is_structured: bool) {
    site.record_pattern(fit.matches, fit.to_other_outcome(is_structured));
}

/// The probe where all that can be known is whether the pattern matched.
#[inline]
pub fn evaluate_match(site: &'static Site, matches: bool) -> bool {
    site.record(matches, Away::ONE);
    matches
}
