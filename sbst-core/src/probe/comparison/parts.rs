//! Comparisons of values with known parts: collections and options behind a name, and types that
//! derive `sbst::Input`.

use crate::probe::branch_distance::boundary;
use crate::probe::branch_distance::known::{first_difference, to_other_outcome, visit_pairs, KnownPart};
use crate::probe::notes::{self, Predicate};
use crate::probe::operand::{compared, Operator};
use crate::probe::site::Site;

/// Records and traces a comparison outside of the hot path.
#[cold]
#[inline(never)]
pub(super) fn record_slow(
    site: &'static Site,
    operator: Operator,
    left: KnownPart,
    right: KnownPart,
    holds: bool,
) {
    note(site, operator, left, right, holds);
    if left.has_parts() && right.has_parts() {
        let decisive = || first_difference(left, right);
        notes::boundaries(site, || boundary::of_structures(operator, decisive(), holds));
    }
    site.record_slow(holds, to_other_outcome(operator, left, right, holds));
}

/// Traces a comparison on request.
pub(super) fn note(site: &'static Site, operator: Operator, left: KnownPart, right: KnownPart, holds: bool) {
    let predicate = Predicate::new(site, false);
    if predicate.is_wanted() {
        match operator {
            Operator::Equal | Operator::NotEqual => visit_pairs(left, right, &mut |a, b, same| {
                predicate.note_part(Operator::Equal.into(), (a, b, same), holds);
            }),
            _ => {
                if let Some((a, b)) = first_difference(left, right) {
                    let is = compared(operator, a, b).unwrap_or(false);
                    predicate.note_part(operator.into(), (a, b, is), holds);
                }
            }
        }
    }
}
