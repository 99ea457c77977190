//! Hidden checks: what the language and the standard library end with a panic. Each records like a condition, with one
//! outcome that counts: that it fails.
//!
//! 1. A probe never decides: the operation that follows does, or does not, panic. What is recorded says how far it is from that.
//! 2. What a probe sees is told by types after monomorphisation (integers, indices), or by method look-up on the outer type
//!    (collections, options, cells). Anything else is handed on, and never fails.
//! 3. Two operands that cannot be seen at the same time: the left one waits in a list of the thread's, under the address of its check. So
//!    a function that calls itself in between finds its own. What was left behind by an early exit is dropped when what waits
//!    below it is asked for.
//! 4. A length that cannot be seen beside its index is held by the check. It may be that of an earlier time; so whether a check
//!    has failed, the panic alone says (`function_problem.rs`).
//! 5. Nothing is recorded by other threads than the one that searches, and nobody listens: a check is no decision of the
//!    function's.

mod arithmetic;
mod bounds;
mod demands;
mod state;

pub use arithmetic::{
    left_operand, negated_operand, operand_and_literal, operand_and_place, right_operand, Arithmetic,
};
pub use bounds::{held_index, Bounded, KnownBounds, UnknownBounds};
pub use demands::{demand_of_receiver, demanded, Demand};
pub use state::{Asked, KnownState, Unheard, UnknownState};

pub(crate) use arithmetic::forget;

use crate::probe::site::Site;
use sbst_model::Distance;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Where the probes of one hidden check record.
pub struct CheckSite {
    pub(crate) site: Site,
    held: Held,
}

/// What was seen of a collection or a text. Written by the thread that searches alone.
struct Held {
    /// Its length, and 1; 0 if none is held.
    length: AtomicU64,
    /// Of a text, the positions within characters among the first 64.
    inside: AtomicU64,
    is_text: AtomicU64,
}

impl CheckSite {
    /// A site that was never touched.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> CheckSite {
        let held = Held { length: AtomicU64::new(0), inside: AtomicU64::new(0), is_text: AtomicU64::new(0) };
        CheckSite { site: Site::new(), held }
    }

    /// The site that it records at.
    #[inline(always)]
    pub fn site(&'static self) -> &'static Site {
        &self.site
    }

    /// Records how far the operation that follows is from failing; zero if it will.
    #[inline]
    fn record(&'static self, away: Distance) {
        self.site.record_check(away);
    }

    /// Holds a length, and what is known of positions that are no boundaries.
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

    /// The length that is held, and whether it is that of a text.
    fn held(&self) -> Option<(usize, bool)> {
        let length = self.held.length.load(Relaxed).checked_sub(1)?;
        Some((usize::try_from(length).unwrap_or(usize::MAX), self.held.is_text.load(Relaxed) != 0))
    }

    /// How far a position in the text that is held is from being within a character.
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

/// Hands a value on; what comes first is evaluated first.
#[inline(always)]
pub fn after<T>((): (), value: T) -> T {
    value
}

/// As far as the nearer of two ways to fail, where coming nearer by either counts: half of the harmonic mean, which is less than
/// both.
fn either(one: Distance, other: Distance) -> Distance {
    if one.is_zero() || other.is_zero() {
        return Distance::ZERO;
    }
    let magnitude = 1.0 / (1.0 / one.magnitude() + 1.0 / other.magnitude());
    let tie = one.tie().saturating_add(other.tie()).min(Distance::FARTHEST.tie());
    Distance::from_magnitude(magnitude, tie)
}
