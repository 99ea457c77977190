//! Assertions.
//!
//! *`assert_eq!` and similar macros* stay as written, because a user's macro may have the same name
//! and its own behaviour. The probe surrounds the macro: it reads the operands when they are
//! evaluated, and records whether the macro returned.
//!
//! *`assert!`* prints the text of its condition when it fails, and would print the rewritten
//! condition. So the probe passes the original text as the message. A crate's own `assert!` may not
//! accept a message. Then the text is an argument of the condition, and is restored where a panic's
//! message is recorded. Generated tests expect the message of the program as written.

use crate::probe::branch_distance::{between, to_other_outcome, Comparison};
#[cfg(feature = "search")]
use crate::probe::evaluation::RecordedComparison;
use crate::probe::notes;
use crate::probe::operand::{Operand, Operator, Snapshot};
#[cfg(feature = "search")]
use crate::probe::panics;
use crate::probe::site::Site;
use sbst_model::Distance;
use std::cell::Cell;

/// The probe of an assertion that compares. It keeps no operand, because the macro may take them.
pub struct Assertion {
    site: &'static Site,
    operator: Operator,
    /// True if the distances are wanted.
    is_looked_at: bool,
    /// The left operand, until the right one is evaluated.
    left: Cell<Snapshot>,
    /// The distances to the other outcome: if the assertion holds, and if it does not.
    distance: Cell<[Distance; 2]>,
    /// True if both operands have been evaluated, or may have been.
    is_evaluated: Cell<bool>,
    holds: Cell<bool>,
}

impl Assertion {
    /// Begins the probe before the assertion.
    #[inline(always)]
    pub fn begin(site: &'static Site, operator: Operator) -> Assertion {
        Assertion {
            site,
            operator,
            is_looked_at: site.wants_distances(),
            left: Cell::new(Snapshot::OTHER),
            distance: Cell::new([Distance::ONE; 2]),
            is_evaluated: Cell::new(false),
            holds: Cell::new(false),
        }
    }

    /// Records that the left operand has been evaluated.
    #[inline(always)]
    pub fn left<L: ?Sized>(&self, left: &L) {
        if self.is_looked_at {
            self.left.set(Snapshot::from_value(left));
        }
    }

    /// Records that the right operand has been evaluated.
    #[inline(always)]
    pub fn right<R: ?Sized>(&self, right: &R) {
        self.is_evaluated.set(true);
        if self.is_looked_at {
            let left = self.left.replace(Snapshot::OTHER);
            let (left, right) = (left.operand(), Operand::from_value(right));
            notes::expected(self.site, self.operator, left, right);
            self.distance.set([true, false].map(|holds| between(self.operator, left, right, holds)));
        }
    }

    /// Records both operands where they are visible at the same time.
    #[inline(always)]
    pub fn both<L: ?Sized, R: ?Sized>(&self, left: &L, right: &R) {
        self.is_evaluated.set(true);
        if self.is_looked_at {
            notes::expected(self.site, self.operator, Operand::from_value(left), Operand::from_value(right));
            self.distance.set([true, false].map(|holds| to_other_outcome(self.operator, left, right, holds)));
        }
    }

    /// Records that the operands are not visible.
    #[inline(always)]
    pub fn unseen(&self) {
        self.is_evaluated.set(true);
    }
}

impl Comparison for &Assertion {
    #[inline(always)]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        self.distance.get()[usize::from(!holds)]
    }
}

#[cfg(feature = "search")]
impl RecordedComparison for &Assertion {
    /// Does not trace the operands again: they were traced when they were visible.
    #[inline(always)]
    fn record_slow(&self, site: &'static Site, holds: bool) {
        site.record_slow(holds, self.to_other_outcome(holds));
    }
}

/// Ends the probe after the assertion, which let the program go on.
#[inline(always)]
pub fn assertion_holds<T>(value: T, assertion: &Assertion) -> T {
    assertion.holds.set(true);
    value
}

/// The assertion failed unless it was recorded to hold, or another panic is in progress: in `==`
/// itself, or at a limit. Only the searching thread can attribute a panic; on other threads a
/// failed assertion is not recorded.
impl Drop for Assertion {
    #[inline]
    fn drop(&mut self) {
        let holds = self.holds.get();
        if holds || self.is_evaluated.get() && (!std::thread::panicking() || is_of_assertion()) {
            self.site.record_comparison(holds, &*self);
        }
    }
}

/// True if the panic in progress comes from an assertion.
#[cfg(feature = "search")]
fn is_of_assertion() -> bool {
    panics::last_begins_with("assertion")
}

/// Without our hook, every panic is assumed to come from an assertion.
#[cfg(not(feature = "search"))]
fn is_of_assertion() -> bool {
    true
}

/// Returns the condition of an `assert!`, whose original text is an argument, in marks.
#[inline(always)]
pub fn asserted(holds: bool, _text: &'static str) -> bool {
    holds
}
