//! Hidden checks: operations that the language and the standard library end with a panic. Each
//! records like a condition with one relevant outcome: the failure.
//!
//! 1. A probe never decides: the operation after it panics, or does not. The probe records the
//!    distance to the panic.
//! 2. A probe uses types after monomorphisation (integers, indices), or method look-up on the outer
//!    type (collections, options, cells). Other values pass through and never fail.
//! 3. If two operands are never visible at the same time, the left one waits in a list of the
//!    thread. Its key there is the address of its check. So a function that calls itself in between
//!    finds its own operand. Operands left behind by an early exit are dropped when an operand
//!    below them is taken.
//! 4. A check holds a length that is not visible beside its index. The length may be outdated, so
//!    only the panic itself shows that a check failed (`function_problem.rs`).
//! 5. Only the searching thread records checks, and no distance scope notes them: a check is no
//!    decision of the function.

mod arithmetic;
mod bounds;
mod demands;
mod state;

pub use arithmetic::{left_operand, negated_operand, operand_and_literal, operand_and_place, right_operand};
pub use bounds::{held_index, Bounded, KnownBounds, UnknownBounds};
pub use demands::{demand_of_receiver, demanded, Demand};
pub use state::{KnownState, NotPropagated, Stateful, UnknownState};

pub(crate) use arithmetic::forget;

use crate::probe::site::Site;
use sbst_model::Distance;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The place where the probes of one hidden check record.
pub struct CheckSite {
    pub(crate) site: Site,
    held: Held,
}

/// The bounds of a collection or a text. Only the searching thread writes them.
struct Held {
    /// The length plus 1; 0 if none is held.
    length: AtomicU64,
    /// The positions within characters of a text, among the first 64.
    inside: AtomicU64,
    is_text: AtomicU64,
}

impl CheckSite {
    #[allow(clippy::new_without_default)]
    pub const fn new() -> CheckSite {
        let held = Held { length: AtomicU64::new(0), inside: AtomicU64::new(0), is_text: AtomicU64::new(0) };
        CheckSite { site: Site::new(), held }
    }

    #[inline(always)]
    pub fn site(&'static self) -> &'static Site {
        &self.site
    }

    /// Records the distance of the next operation to failing; zero if it will fail.
    #[inline]
    fn record(&'static self, distance: Distance) {
        self.site.record_check(distance);
    }

    /// Holds a length, and the positions of a text that are not boundaries.
    fn hold(&self, length: usize, text: Option<&str>) {
        self.held.length.store((length as u64).saturating_add(1), Relaxed);
        self.held.is_text.store(u64::from(text.is_some()), Relaxed);
        let inside = |text: &str| {
            let positions = 0..text.len().min(64);
            positions
                .filter(|&position| !text.is_char_boundary(position))
                .fold(0, |all, position| all | 1 << position)
        };
        self.held.inside.store(text.map_or(0, inside), Relaxed);
    }

    fn hold_nothing(&self) {
        self.held.length.store(0, Relaxed);
    }

    /// Returns the length of the contents, and true if they are a text.
    fn held(&self) -> Option<(usize, bool)> {
        let length = self.held.length.load(Relaxed).checked_sub(1)?;
        Some((usize::try_from(length).unwrap_or(usize::MAX), self.held.is_text.load(Relaxed) != 0))
    }

    /// Returns the distance from a position in the held text to a position within a character.
    fn held_boundary(&self, position: usize, length: usize) -> Distance {
        let inside = self.held.inside.load(Relaxed);
        let positions = (0..64_usize).filter(|bit| inside >> bit & 1 == 1);
        let nearest = positions.map(|inside| inside.abs_diff(position)).min();
        match nearest {
            Some(steps) => Distance::from_steps(steps as u128),
            None => Distance::from_steps(length as u128 + 1),
        }
    }
}

/// Returns the value; the first argument is evaluated before it.
#[inline(always)]
pub fn after<T>((): (), value: T) -> T {
    value
}

/// Returns the distance to the nearer of two ways to fail. Progress towards either counts: it is
/// half of the harmonic mean, which is less than both.
fn either(one: Distance, other: Distance) -> Distance {
    if one.is_zero() || other.is_zero() {
        return Distance::ZERO;
    }
    let magnitude = 1.0 / (1.0 / one.magnitude() + 1.0 / other.magnitude());
    let tie = one.tie().saturating_add(other.tie()).min(Distance::FARTHEST.tie());
    Distance::from_magnitude(magnitude, tie)
}
