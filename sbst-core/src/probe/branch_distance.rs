//! Branch distances of comparisons, by the types of their operands.
//!
//! The types are known after monomorphisation. Operands of other types, or of two types
//! without a distance between them, are one step from the other outcome, as a boolean is.

#[cfg(feature = "search")]
pub(crate) mod boundary;
#[cfg(feature = "search")]
pub(crate) mod known;
mod number;
pub(crate) mod range;
#[cfg(feature = "search")]
pub(crate) mod structure;
mod text;

#[cfg(feature = "search")]
pub(crate) use text::difference;

use crate::probe::operand::{Operand, Operator};
use sbst_model::Distance;

/// Returns the distance from `left operator right`, which was evaluated to `holds`, to the other
/// outcome. It is never zero: the operator has decided, and a distance only scales this decision.
#[inline(always)]
pub(crate) fn to_other_outcome<L: ?Sized, R: ?Sized>(
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) -> Distance {
    match (Operand::from_value(left), Operand::from_value(right)) {
        #[cfg(feature = "search")]
        (Operand::Other, Operand::Other | Operand::Text(_) | Operand::Bytes(_))
        | (Operand::Text(_) | Operand::Bytes(_), Operand::Other) => known::to_other_outcome(
            operator,
            known::KnownPart::referred(&left),
            known::KnownPart::referred(&right),
            holds,
        ),
        (left, right) => between(operator, left, right, holds),
    }
}

#[inline(always)]
pub(crate) fn between(operator: Operator, left: Operand, right: Operand, holds: bool) -> Distance {
    match (left, right) {
        (Operand::Narrow(a), Operand::Narrow(b)) => number::narrow_integer(operator, a.abs_diff(b), holds),
        (Operand::Character(a), Operand::Character(b)) => {
            let gap = u32::from(a).abs_diff(u32::from(b));
            number::narrow_integer(operator, gap.into(), holds)
        }
        (Operand::Unsigned(a), Operand::Unsigned(b)) => {
            number::integer(operator, u128::from(a.abs_diff(b)), holds)
        }
        (Operand::Signed(a), Operand::Signed(b)) => {
            number::integer(operator, u128::from(a.abs_diff(b)), holds)
        }
        (Operand::WidestUnsigned(a), Operand::WidestUnsigned(b)) => {
            number::integer(operator, a.abs_diff(b), holds)
        }
        (Operand::WidestSigned(a), Operand::WidestSigned(b)) => {
            number::integer(operator, a.abs_diff(b), holds)
        }
        (Operand::Float(a), Operand::Float(b)) => number::float(operator, a, b, holds),
        (Operand::Text(a), Operand::Text(b)) if is_short(a.len(), b.len()) => {
            text::distance(operator, a.chars(), b.chars(), holds)
        }
        (Operand::Bytes(a), Operand::Bytes(b)) if is_short(a.len(), b.len()) => {
            text::distance(operator, a.iter().copied(), b.iter().copied(), holds)
        }
        (Operand::Text(_), Operand::Text(_)) | (Operand::Bytes(_), Operand::Bytes(_)) => Distance::FARTHEST,
        _ => Distance::ONE,
    }
}

/// The most bytes of two texts with a distance while a user's own tests run: a microsecond or two.
const SHORT: usize = 1024;

/// True if texts of these lengths have a distance. In a search, all texts do.
#[inline(always)]
fn is_short(a: usize, b: usize) -> bool {
    cfg!(feature = "search") || a.saturating_add(b) <= SHORT
}

/// A recorded comparison; its distance is computed only on request. It is not a closure, so that
/// all calls are inlined.
pub(crate) trait Comparison {
    /// Returns the distance to the other outcome of a comparison that `holds` or does not.
    fn to_other_outcome(&self, holds: bool) -> Distance;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    fn steps(steps: u128) -> Distance {
        Distance::from_steps(steps)
    }

    #[test]
    fn references_and_lifetimes_make_no_difference() {
        let (five, nine) = (5u16, 9u16);
        let local = String::from("abc");
        let borrowed: &str = &local;
        assert_eq!(to_other_outcome(Operator::Equal, &five, &nine, false), steps(4));
        assert_eq!(to_other_outcome(Operator::Equal, &&five, &&nine, false), steps(4));
        assert_eq!(to_other_outcome(Operator::Less, &&mut 5u16, &&mut 9u16, true), steps(4));
        let plain = to_other_outcome(Operator::Equal, "abc", "abd", false);
        assert!(plain < Distance::ONE);
        assert_eq!(to_other_outcome(Operator::Equal, &borrowed, &"abd", false), plain);
        assert_eq!(to_other_outcome(Operator::Equal, &local, "abd", false), plain);
        assert_eq!(to_other_outcome(Operator::Equal, &Cow::Borrowed(borrowed), &"abd", false), plain);
    }

    #[test]
    fn types_without_a_distance_are_one_step_away() {
        struct Own;
        assert_eq!(to_other_outcome(Operator::Equal, &Own, &Own, false), Distance::ONE);
        assert_eq!(to_other_outcome(Operator::Less, &(Own, 2), &(Own, 0), false), Distance::ONE);
    }

    #[test]
    fn characters_and_booleans_are_numbers() {
        assert_eq!(to_other_outcome(Operator::Equal, &'a', &'d', false), steps(3));
        assert_eq!(to_other_outcome(Operator::LessOrEqual, &'a', &'d', true), steps(4));
        assert_eq!(to_other_outcome(Operator::Equal, &true, &false, false), steps(1));
    }
}
