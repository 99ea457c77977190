//! The sizes of recursive values.
//!
//! # Policy
//! 1. A recursive value that stands in no other is given room: the number of sums and sequences in
//!    it that may have others of the kind in them, on every scale up to [`ROOM_BITS`] bits.
//! 2. Each of them uses up one, and the rest is shared by its parts: evenly or given to one of
//!    them, half of the time each, so that both bushy and long values are met.
//! 3. Where nothing is left, a value ends: with a variant that is not recursive, or with the
//!    shortest sequence. So drawing ends with certainty, and sizes do not depend on how many
//!    variants are recursive, or how often.
//! 4. Half of the recursive values use up their room as long as they can, the others are of any
//!    variant.
//! 5. Nothing grows at [`TALL`] levels, or once the whole test has more nodes than are [`LARGE`].
//!
//! Rules 1 and 4 are Koza's ramped half-and-half (Genetic Programming, 1992, 6.2), with sizes in
//! the place of depths: a depth says little about size where a list of statements has statements
//! with lists in them.

use super::LARGE;
use crate::operator::random::Random;
use crate::operator::sample::integer::any_scale;
use crate::operator::Operators;
use sbst_model::{Shape, TestCase};

/// Bits of the number of growing values: up to 31, 7 on average.
const ROOM_BITS: u32 = 5;
/// Levels below which no recursive value grows. Code under test that goes down them by recursion
/// needs stack for each, and a compiler expands 128 macros in one another at most, `vec!` in every
/// second level say.
pub(crate) const TALL: u32 = 64;

/// The room in a recursive value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    /// Values that may still grow, this one included.
    pub(super) left: u32,
    /// True if growing is preferred.
    pub(super) full: bool,
}

impl Growth {
    /// After a value that grew.
    pub(super) fn used(self) -> Growth {
        Growth { left: self.left.saturating_sub(1), ..self }
    }

    /// Rule 2, for so many parts.
    pub(super) fn shared(self, parts: usize, random: &mut Random) -> Shares {
        if self.left == 0 || parts < 2 {
            return Shares { each: self, favoured: (0, self) };
        }
        let each = if random.coin() { self.left / parts as u32 } else { 0 };
        let favoured = self.left - each * (parts as u32 - 1);
        let with = |left| Growth { left, ..self };
        Shares { each: with(each), favoured: (random.index(parts), with(favoured)) }
    }
}

/// The shares of the parts of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    each: Growth,
    favoured: (usize, Growth),
}

impl Shares {
    /// Returns the share of this part.
    pub(super) fn share(self, part: usize) -> Growth {
        if part == self.favoured.0 {
            self.favoured.1
        } else {
            self.each
        }
    }
}

impl Operators {
    /// The room in a value: its share if it stands in a recursive one, else rule 1; none if
    /// it is not recursive.
    #[inline]
    pub(super) fn growth_in(
        &mut self,
        shape: &'static Shape,
        depth: u32,
        given: Option<Growth>,
        test: &TestCase,
    ) -> Option<Growth> {
        if !self.recursion.is_recursive(shape) {
            return None;
        }
        let Growth { left, full } = given.unwrap_or_else(|| Growth {
            left: any_scale(ROOM_BITS, &mut self.random) as u32,
            full: self.random.coin(),
        });
        let ends = depth >= TALL || self.outside + test.nodes().len() > LARGE;
        Some(Growth { left: if ends { 0 } else { left }, full })
    }
}
