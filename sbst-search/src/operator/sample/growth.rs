//! The sizes of recursive values.
//!
//! # Policy
//! 1. An outermost recursive value gets room: the number of sums and sequences in it that may
//!    contain others of the kind. It is drawn on every scale up to [`ROOM_BITS`] bits.
//! 2. Each of them uses up one, and its parts share the rest. The rest is split evenly or given to
//!    one part, half of the time each, so that both bushy and long values occur.
//! 3. Without room left, a value ends: with a variant that is not recursive, or with the shortest
//!    sequence. So drawing always ends, and sizes do not depend on the number of recursive variants
//!    or fields.
//! 4. Half of the recursive values use up their room as far as possible; the others have any
//!    variant.
//! 5. No value grows at [`TALL`] levels, or in a test of more than [`LARGE`] nodes.
//!
//! Rules 1 and 4 are Koza's ramped half-and-half (Genetic Programming, 1992, 6.2), with sizes
//! instead of depths. A depth is no measure of size if, for example, a list of statements contains
//! statements with lists.

use super::LARGE;
use crate::operator::{random::Random, sample::integer::any_scale, Operators};
use sbst_model::{Shape, TestCase};

/// Bits of the number of growing values: up to 31, 7 on average.
const ROOM_BITS: u32 = 5;
/// Levels below which no recursive value grows. Code under test that visits them by recursion needs
/// stack for each. A compiler expands at most 128 nested macros, for example `vec!` in every second
/// level.
pub(crate) const TALL: u32 = 64;

/// The room in a recursive value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    /// Values that may still grow, including this one.
    pub(super) left: u32,
    pub(super) full: bool,
}

impl Growth {
    /// Returns the room after a value that grew.
    pub(super) fn used(self) -> Growth {
        Growth { left: self.left.saturating_sub(1), ..self }
    }

    /// Shares the room among this number of parts (rule 2).
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
    pub(super) fn share(self, part: usize) -> Growth {
        if part == self.favoured.0 {
            self.favoured.1
        } else {
            self.each
        }
    }
}

impl Operators {
    /// Returns the room in a value: its share within a recursive one, else by rule 1; none if not
    /// recursive.
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
