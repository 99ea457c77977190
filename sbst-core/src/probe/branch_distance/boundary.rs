//! Distances to the boundary of an ordering: the operands that distinguish `<` from `<=`.
//!
//! 1. An outcome is at its boundary if the smallest change of an operand leads to the other one.
//!    These are equal operands for the outcome that includes equality, and neighbours for the
//!    other.
//! 2. Integers and characters have both boundaries. For floats, texts, bytes and structures only
//!    equality is one: a text has no neighbour, and that of a float is not a readable value.
//! 3. Distances are [those of branches](super::between). The distance to the other outcome's
//!    boundary is the distance to that outcome; an outcome's own boundary is one step nearer.

use super::between;
use crate::probe::operand::{compared, Operand, Operator};
use sbst_model::Distance;

/// The distances of one comparison to the boundaries of true and of false; `None` for an outcome
/// without a boundary.
pub(crate) type Boundaries = [Option<Distance>; 2];

/// Returns the distances of `left operator right`, which was evaluated to `holds`. A distance is
/// zero if and only if its outcome was taken at its boundary.
pub(crate) fn distances(operator: Operator, left: Operand, right: Operand, holds: bool) -> Boundaries {
    let Some(with_equality) = outcome_with_equality(operator) else { return [None; 2] };
    match (left, right) {
        (Operand::Narrow(_), Operand::Narrow(_))
        | (Operand::Character(_), Operand::Character(_))
        | (Operand::Unsigned(_), Operand::Unsigned(_))
        | (Operand::Signed(_), Operand::Signed(_))
        | (Operand::WidestUnsigned(_), Operand::WidestUnsigned(_))
        | (Operand::WidestSigned(_), Operand::WidestSigned(_)) => {
            let to_other = between(operator, left, right, holds);
            // The tie-breaker of integers counts the steps exactly, less one.
            let own = Distance::from_steps(to_other.tie());
            [true, false].map(|outcome| Some(if outcome == holds { own } else { to_other }))
        }
        _ => match compared(Operator::Equal, left, right) {
            Some(true) if holds == with_equality => only(with_equality, Distance::ZERO),
            Some(false) => only(with_equality, between(Operator::Equal, left, right, false)),
            _ => [None; 2],
        },
    }
}

/// Returns the distances of two structures, by the operands that decide their order: `None` if they
/// are equal.
pub(crate) fn of_structures(
    operator: Operator,
    decisive: Option<(Operand, Operand)>,
    holds: bool,
) -> Boundaries {
    let Some(with_equality) = outcome_with_equality(operator) else { return [None; 2] };
    match decisive {
        Some((left, right)) => only(with_equality, between(Operator::Equal, left, right, false)),
        None if holds == with_equality => only(with_equality, Distance::ZERO),
        // A user's own ordering.
        None => [None; 2],
    }
}

fn only(outcome: bool, distance: Distance) -> Boundaries {
    [true, false].map(|other| (other == outcome).then_some(distance))
}

/// Returns the outcome of equal operands, of an ordering.
fn outcome_with_equality(operator: Operator) -> Option<bool> {
    match operator {
        Operator::Less | Operator::Greater => Some(false),
        Operator::LessOrEqual | Operator::GreaterOrEqual => Some(true),
        Operator::Equal | Operator::NotEqual => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ORDERINGS: [Operator; 4] =
        [Operator::Less, Operator::LessOrEqual, Operator::Greater, Operator::GreaterOrEqual];

    fn of<T>(operator: Operator, a: T, b: T) -> (bool, Boundaries) {
        let operands = [&a, &b].map(Operand::from_value);
        let holds = compared(operator, operands[0], operands[1]).unwrap();
        (holds, distances(operator, operands[0], operands[1], holds))
    }

    /// Returns the operator that differs from this one in equality only.
    fn with_other_equality(operator: Operator) -> Operator {
        match operator {
            Operator::Less => Operator::LessOrEqual,
            Operator::LessOrEqual => Operator::Less,
            Operator::Greater => Operator::GreaterOrEqual,
            _ => Operator::Greater,
        }
    }

    macro_rules! laws {
        ($($name:ident: $type:ty;)*) => { $(
            proptest! {
                #[test]
                fn $name(a in prop_oneof![any::<$type>(), Just(<$type>::MAX), Just(<$type>::MIN)],
                    b in prop_oneof![any::<$type>(), Just(<$type>::MAX), Just(<$type>::MIN)],
                    step in -2..=2_i8, beside: bool) {
                    let near = b.saturating_add_signed_step(step);
                    let a = if beside { near } else { a };
                    for operator in ORDERINGS {
                        let (holds, boundaries) = of(operator, a, b);
                        let [to_true, to_false] = boundaries.map(Option::unwrap);
                        let (own, other) = if holds { (to_true, to_false) } else { (to_false, to_true) };
                        prop_assert!(!other.is_zero(), "the other outcome was not taken");
                        let is_equality = a == b;
                        let neighbour = holds != of(operator, b, b).0 && a.abs_diff(b) == 1;
                        prop_assert_eq!(own.is_zero(), is_equality || neighbour);
                        if is_equality {
                            prop_assert_ne!(of(with_other_equality(operator), a, b).0, holds);
                        }
                        if a != b {
                            let closer = if a < b { a + 1 } else { a - 1 };
                            for (far, near) in boundaries.iter().zip(of(operator, closer, b).1) {
                                let (far, near) = (far.unwrap(), near.unwrap());
                                prop_assert!(near < far || far.is_zero() || closer == b);
                            }
                        }
                    }
                }
            }
        )* };
    }

    /// A step from a number that stays within the type.
    trait Stepped {
        fn saturating_add_signed_step(self, step: i8) -> Self;
    }

    macro_rules! stepped {
        ($($type:ty)*) => { $(impl Stepped for $type {
            fn saturating_add_signed_step(self, step: i8) -> Self {
                let size = step.unsigned_abs() as $type;
                if step < 0 { self.saturating_sub(size) } else { self.saturating_add(size) }
            }
        })* };
    }
    stepped! { i32 u64 i64 u128 i128 }

    laws! {
        boundaries_of_i32_are_equality_and_the_neighbour: i32;
        boundaries_of_u64_are_equality_and_the_neighbour: u64;
        boundaries_of_i64_are_equality_and_the_neighbour: i64;
        boundaries_of_u128_are_equality_and_the_neighbour: u128;
        boundaries_of_i128_are_equality_and_the_neighbour: i128;
    }

    #[test]
    fn characters_have_both_boundaries() {
        assert_eq!(of(Operator::Less, 'f', 'g'), (true, [Some(Distance::ZERO), Some(Distance::ONE)]));
        assert_eq!(of(Operator::Less, 'g', 'g'), (false, [Some(Distance::ONE), Some(Distance::ZERO)]));
    }

    #[test]
    fn only_equality_is_a_boundary_of_floats_and_texts() {
        assert_eq!(of(Operator::LessOrEqual, 2.5, 2.5), (true, [Some(Distance::ZERO), None]));
        let (_, [to_true, to_false]) = of(Operator::LessOrEqual, 2.5_f64.next_up(), 2.5);
        assert!(to_true.is_some_and(|distance| !distance.is_zero()) && to_false.is_none());
        assert_eq!(of(Operator::Greater, "b", "b"), (false, [None, Some(Distance::ZERO)]));
        let far = of(Operator::Greater, "bx", "b").1[1].unwrap();
        assert!(!far.is_zero() && far < of(Operator::Greater, "xxx", "b").1[1].unwrap());
    }

    #[test]
    fn a_comparison_without_an_order_has_no_boundary() {
        assert_eq!(of(Operator::Equal, 3, 3).1, [None; 2]);
        let nan = [f64::NAN, 1.0];
        let operands = nan.each_ref().map(Operand::from_value);
        assert_eq!(distances(Operator::Less, operands[0], operands[1], false)[0], None);
    }

    #[test]
    fn structures_are_at_their_boundary_if_nothing_differs() {
        let differing = Some((Operand::Unsigned(5), Operand::Unsigned(8)));
        assert_eq!(of_structures(Operator::Less, differing, true), [None, Some(Distance::from_steps(3))]);
        assert_eq!(of_structures(Operator::Less, None, false), [None, Some(Distance::ZERO)]);
        assert_eq!(of_structures(Operator::Less, None, true), [None; 2]);
    }
}
