//! `&`, `|` and `^` between booleans of a condition.
//!
//! 1. Both operands are evaluated, so both are separate conditions, with distances to either
//!    outcome.
//! 2. `a & b` is as far from true as both operands together, and as far from false as the nearer
//!    one; `|` is the opposite. `a ^ b` changes when exactly one operand does.
//! 3. The program's own operator is applied to the operands' own values; distances go beside them.
//!    An operand that is neither `bool` nor `&bool` is not recorded.

use crate::probe::branch_distance::Comparison as _;
use crate::probe::comparison::Seen;
use crate::probe::operand::Operator;
use crate::probe::site::{self, SearchDistance, Site};
use crate::probe::typed::Typed;

/// An operand's value, and its distances to true and to false.
pub struct Decided<T> {
    pub value: T,
    pub away: [SearchDistance; 2],
}

/// An operator that evaluates both of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    And,
    Or,
    Xor,
}

fn outcome(holds: bool, to_other: SearchDistance) -> [SearchDistance; 2] {
    if holds {
        [SearchDistance::ZERO, to_other]
    } else {
        [to_other, SearchDistance::ZERO]
    }
}

/// Returns an operand that was recorded, or is not recorded.
#[inline]
pub fn decided<T>(value: T) -> Decided<T> {
    let holds = Typed::new(&value).find::<bool>().is_some_and(|holds| *holds);
    Decided { away: outcome(holds, SearchDistance::ONE), value }
}

/// Records an operand that is a bare boolean.
#[inline]
pub fn decide_boolean<T>(site: &'static Site, value: T) -> Decided<T> {
    if let Some(&holds) = Typed::new(&value).find::<bool>() {
        site.record(holds, SearchDistance::ONE);
    }
    decided(value)
}

/// Records an operand that is a comparison, see
/// [`evaluate_condition`](crate::probe::comparison::evaluate_condition).
#[inline]
pub fn decide_condition<L: ?Sized, R: ?Sized>(
    site: &'static Site,
    operator: Operator,
    left: &L,
    right: &R,
    holds: bool,
) -> Decided<bool> {
    let compared = Seen(operator, left, right);
    let to_other = site::search_distance(|| compared.to_other_outcome(holds));
    site.record_comparison(holds, compared);
    Decided { value: holds, away: outcome(holds, to_other) }
}

#[inline]
pub fn negated(operand: Decided<bool>) -> Decided<bool> {
    let [to_true, to_false] = operand.away;
    Decided { value: !operand.value, away: [to_false, to_true] }
}

/// Returns the operator's value for two operands with these distances.
#[inline]
pub fn connected<T>(
    connective: Connective,
    left: [SearchDistance; 2],
    right: [SearchDistance; 2],
    value: T,
) -> Decided<T> {
    let both = |left_index: usize, right_index: usize| left[left_index] + right[right_index];
    let distance = match connective {
        Connective::And => [both(0, 0), left[1].min(right[1])],
        Connective::Or => [left[0].min(right[0]), both(1, 1)],
        Connective::Xor => [both(0, 1).min(both(1, 0)), both(0, 0).min(both(1, 1))],
    };
    Decided { value, away: distance }
}

/// Records the outermost operator.
#[inline]
pub fn evaluate_eager(site: &'static Site, decided: Decided<bool>) -> bool {
    let distance = decided.away[usize::from(decided.value)];
    // A user's own operator may have another result; this value counts.
    site.record(decided.value, if distance == SearchDistance::ZERO { SearchDistance::ONE } else { distance });
    decided.value
}

#[cfg(all(test, feature = "search"))]
mod tests {
    use super::*;
    use sbst_model::Distance;

    fn steps(steps: u128) -> Distance {
        if steps == 0 {
            Distance::ZERO
        } else {
            Distance::from_steps(steps)
        }
    }

    /// Returns the distances to true and to false of operands that are as far from their other
    /// outcome as given.
    fn distance(connective: Connective, left: (bool, u128), right: (bool, u128)) -> [Distance; 2] {
        let [left, right] = [left, right].map(|(holds, to_other)| outcome(holds, steps(to_other)));
        connected(connective, left, right, ()).away
    }

    #[test]
    fn and_needs_both_operands_true_or_one_false() {
        use Connective::And;
        assert_eq!(distance(And, (false, 3), (false, 4)), [steps(7), steps(0)]);
        assert_eq!(distance(And, (false, 3), (true, 4)), [steps(3), steps(0)]);
        assert_eq!(distance(And, (true, 3), (true, 4)), [steps(0), steps(3)]);
    }

    #[test]
    fn or_needs_one_operand_true_or_both_false() {
        use Connective::Or;
        assert_eq!(distance(Or, (false, 3), (false, 4)), [steps(3), steps(0)]);
        assert_eq!(distance(Or, (true, 3), (false, 4)), [steps(0), steps(3)]);
        assert_eq!(distance(Or, (true, 3), (true, 4)), [steps(0), steps(7)]);
    }

    #[test]
    fn exclusive_or_needs_exactly_one_change() {
        use Connective::Xor;
        assert_eq!(distance(Xor, (true, 3), (true, 4)), [steps(3), steps(0)]);
        assert_eq!(distance(Xor, (false, 5), (false, 4)), [steps(4), steps(0)]);
        assert_eq!(distance(Xor, (true, 5), (false, 4)), [steps(0), steps(4)]);
    }

    #[test]
    fn operands_are_recognised_by_type_not_by_name() {
        assert_eq!(decided(true).away, [Distance::ZERO, Distance::ONE]);
        assert_eq!(decided(&false).away, [Distance::ONE, Distance::ZERO]);
        assert_eq!(negated(decided(true)).away, [Distance::ONE, Distance::ZERO]);
    }
}
