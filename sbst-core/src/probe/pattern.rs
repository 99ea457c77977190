//! Distances of a value to matching a pattern, and to not matching it.
//!
//! 1. *Parts.* The attribute takes a pattern apart as the language does: a path, a structure with
//!    its fields, a slice, a literal or range, alternatives. Each part becomes a [`Fit`]; the
//!    language decides whether it matches.
//! 2. *A value without a structure* (another variant, another length) is as many levels away as the
//!    pattern has structures to meet. `Ok(Some(5))` is two levels from an `Err`, one from
//!    `Ok(None)`, and the gap of a number from `Ok(Some(9))`. This is progressive relaxation: each
//!    right structure is worth more than any number.
//! 3. *All parts of a structure must match*: levels are added, and so are distances. If it matches,
//!    *one part must fail*: the least distance counts.
//! 4. *One of several alternatives must match*: the nearest counts. *All must fail*: distances are
//!    added.
//! 5. A pattern of literals and ranges alone has the distance of its comparisons. Otherwise the
//!    distance is the number of levels plus the normalised distance, and the tie-breaker keeps its
//!    unit steps.
//!
//! While a user's own tests run there are no distances: [`SearchDistance`] is empty, and a `Fit`
//! folds to the pattern's outcome.

mod arms;
mod leaf;

pub use arms::Arms;
pub use leaf::{constant, literal, range};

use crate::probe::distance_scope;
use crate::probe::notes;
use crate::probe::operand::Operator;
use crate::probe::returned;
use crate::probe::site::{SearchDistance, Site};

/// The fit of a value to a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    matches: bool,
    /// Structures that are missing; 0 if the value matches.
    levels: u32,
    /// The distance to the other outcome, without levels.
    distance: SearchDistance,
}

/// Returns the fit of a value with the structure, without parts that can fail to match.
#[inline(always)]
pub fn fits() -> Fit {
    Fit { matches: true, levels: 0, distance: SearchDistance::ONE }
}

/// Returns the fit of a value without the structure, which is `levels` structures from a match.
#[inline(always)]
pub fn misses(levels: u32) -> Fit {
    Fit { matches: false, levels, distance: SearchDistance::ZERO }
}

/// Returns the fit if only the outcome is known.
#[inline(always)]
pub fn whether(matches: bool) -> Fit {
    Fit { matches, levels: 0, distance: SearchDistance::ONE }
}

/// Returns the fit of a slice of another length than `wanted`, with `levels - 1` more missing
/// structures.
#[inline]
pub fn misses_length<T>(levels: u32, found: &[T], wanted: usize) -> Fit {
    notes::part(Operator::Equal, &found.len(), &wanted, false);
    let steps = found.len().abs_diff(wanted) as u128;
    Fit { matches: false, levels, distance: SearchDistance::from_steps(steps.max(1)) }
}

/// Returns the fit of parts that must all match; there is at least one.
#[inline(always)]
pub fn all<const N: usize>(parts: [Fit; N]) -> Fit {
    let mut missing = Fit { matches: false, levels: 0, distance: SearchDistance::ZERO };
    let mut least = SearchDistance::FARTHEST;
    let mut matches = true;
    for part in parts {
        if part.matches {
            least = least.min(part.distance);
        } else {
            matches = false;
            missing.levels += part.levels;
            missing.distance = missing.distance + part.distance;
        }
    }
    if matches {
        Fit { matches, levels: 0, distance: least }
    } else {
        missing
    }
}

/// Returns the fit of at least one alternative, where one must match.
#[inline(always)]
pub fn any<const N: usize>(alternatives: [Fit; N]) -> Fit {
    let mut matching = Fit { matches: true, levels: 0, distance: SearchDistance::ZERO };
    let mut nearest = Fit { matches: false, levels: u32::MAX, distance: SearchDistance::FARTHEST };
    let mut matches = false;
    for alternative in alternatives {
        if alternative.matches {
            matches = true;
            matching.distance = matching.distance + alternative.distance;
        } else if (alternative.levels, alternative.distance) < (nearest.levels, nearest.distance) {
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
    /// Returns the distance to the other outcome (rule 5).
    #[inline(always)]
    fn to_other_outcome(self, is_structured: bool) -> SearchDistance {
        if is_structured && !self.matches {
            self.distance.beyond(self.levels)
        } else {
            self.distance
        }
    }
}

/// Returns the fit of a call's result, with the distance carried by its scope if only the variant
/// is known.
#[inline]
pub fn called(fit: Fit) -> Fit {
    let said = distance_scope::carried_distance();
    match fit {
        Fit { matches: true, .. } => Fit { distance: fit.distance.min(said), ..fit },
        Fit { levels: 1.., .. } if said < SearchDistance::ONE => {
            Fit { levels: fit.levels - 1, distance: fit.distance + said, ..fit }
        }
        Fit { levels: 0, .. } => Fit { distance: returned::with_carried_distance(fit.distance), ..fit },
        _ => fit,
    }
}

/// Returns the fit of a call's ordering to a set of orderings, by the compared operands.
#[inline]
pub fn ordered(fit: Fit, set: u8) -> Fit {
    match distance_scope::carried_distance_to_ordering(if fit.matches { !set } else { set }) {
        Some(distance) => Fit { matches: fit.matches, levels: 0, distance },
        None => called(fit),
    }
}

/// Records a pattern that is tried next, without other code in between.
#[inline(always)]
pub fn evaluate_pattern(site: &'static Site, fit: Fit, is_structured: bool) {
    site.record_pattern(fit.matches, fit.to_other_outcome(is_structured));
}

/// Records a pattern with a known outcome only.
#[inline]
pub fn evaluate_match(site: &'static Site, matches: bool) -> bool {
    site.record(matches, SearchDistance::ONE);
    matches
}
