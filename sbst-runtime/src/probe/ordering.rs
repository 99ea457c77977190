//! How far two operands are from each order.

use crate::probe::branch_distance::{between, compared, Operand};
use crate::probe::comparison::Operator;
use sbst_model::Distance;
use sbst_search::trace::Relation;
use std::cmp::Ordering;

/// An ordering, and how far it is from the other ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Orders {
    /// `None` where the operands have no order.
    pub(crate) order: Option<Ordering>,
    /// From `Less`, `Equal` and `Greater`; from the one that it is, zero.
    away: [Distance; 3],
}

impl Orders {
    /// Of operands that can be compared.
    pub(crate) fn between(left: Operand, right: Operand) -> Option<Orders> {
        let holds = |operator| compared(operator, left, right);
        let is_number = matches!(left, Operand::Float(_));
        let order = match (holds(Operator::Less), holds(Operator::Equal), holds(Operator::Greater)) {
            (Some(true), ..) => Some(Ordering::Less),
            (_, Some(true), _) => Some(Ordering::Equal),
            (.., Some(true)) => Some(Ordering::Greater),
            _ if is_number && matches!(right, Operand::Float(_)) => None,
            _ => return None,
        };
        let away = [
            (Operator::Less, Ordering::Less),
            (Operator::Equal, Ordering::Equal),
            (Operator::Greater, Ordering::Greater),
        ]
        .map(|(operator, wanted)| match order == Some(wanted) {
            true => Distance::ZERO,
            false => between(operator, left, right, false),
        });
        Some(Orders { order, away })
    }

    /// Of the opposite.
    pub(crate) fn reversed(self) -> Orders {
        let [less, equal, greater] = self.away;
        Orders { order: self.order.map(Ordering::reverse), away: [greater, equal, less] }
    }

    /// Whether the operands are related so.
    pub(crate) fn holds(self, relation: Relation) -> bool {
        self.order
            == match relation {
                Relation::Less => Some(Ordering::Less),
                Relation::Greater => Some(Ordering::Greater),
                _ => Some(Ordering::Equal),
            }
    }

    /// How far it is from being one of these, the bits of a set; `None` if it is one.
    pub(crate) fn to_one_of(self, set: u8) -> Option<Distance> {
        let wanted = [0, 1, 2].into_iter().filter(|index| set >> index & 1 == 1);
        let nearest = wanted.map(|index| self.away[index]).min().unwrap_or(Distance::FARTHEST);
        (!nearest.is_zero()).then_some(nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn orders(a: i64, b: i64) -> Orders {
        Orders::between(Operand::of(&a), Operand::of(&b)).unwrap()
    }

    proptest! {
        #[test]
        fn an_order_is_zero_away_if_and_only_if_it_is_that_of_the_operands(a: i64, b in prop_oneof![any::<i64>(), Just(0)], same: bool) {
            let a = if same { b } else { a };
            let orders = orders(a, b);
            let wanted = [Ordering::Less, Ordering::Equal, Ordering::Greater];
            for (index, wanted) in wanted.into_iter().enumerate() {
                prop_assert_eq!(orders.to_one_of(1 << index).is_none(), a.cmp(&b) == wanted);
            }
            prop_assert!(orders.to_one_of(0b111).is_none());
            prop_assert_eq!(orders.reversed().order, Some(b.cmp(&a)));
        }

        #[test]
        fn a_step_nearer_is_seen(a in 1..i64::MAX) {
            prop_assert!(orders(a, 0).to_one_of(0b001) > orders(a - 1, 0).to_one_of(0b001));
            prop_assert!(orders(a, 0).to_one_of(0b010) > orders(a - 1, 0).to_one_of(0b010));
        }
    }

    #[test]
    fn numbers_without_an_order_are_far_from_each() {
        let orders = Orders::between(Operand::of(&f64::NAN), Operand::of(&1.0)).unwrap();
        assert_eq!((orders.order, orders.to_one_of(0b111)), (None, Some(Distance::FARTHEST)));
        assert_eq!(Orders::between(Operand::of(&Some(1)), Operand::of(&Some(2))), None);
    }
}
