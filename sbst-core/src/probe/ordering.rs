//! The distances of two operands to each ordering.

use crate::probe::branch_distance::between;
use crate::probe::operand::{compared, Operand, Operator};
use sbst_model::Distance;
use std::cmp::Ordering;

/// An ordering, with the distances to the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Orders {
    /// `None` for operands without an order.
    pub(crate) order: Option<Ordering>,
    /// To `Less`, `Equal` and `Greater`; zero for the actual one.
    distance: [Distance; 3],
}

impl Orders {
    /// Returns the order of operands that can be compared.
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
        let distance = [
            (Operator::Less, Ordering::Less),
            (Operator::Equal, Ordering::Equal),
            (Operator::Greater, Ordering::Greater),
        ]
        .map(|(operator, wanted)| match order == Some(wanted) {
            true => Distance::ZERO,
            false => between(operator, left, right, false),
        });
        Some(Orders { order, distance })
    }

    /// Returns the order of exchanged operands.
    pub(crate) fn reversed(self) -> Orders {
        let [less, equal, greater] = self.distance;
        Orders { order: self.order.map(Ordering::reverse), distance: [greater, equal, less] }
    }

    /// True if the operands are related so.
    pub(crate) fn holds(self, operator: Operator) -> bool {
        self.order.is_some_and(|order| operator.holds(order))
    }

    /// Returns the distance to one of the orderings in a set of bits; `None` if it is in the set.
    pub(crate) fn to_one_of(self, set: u8) -> Option<Distance> {
        let wanted = [0, 1, 2].into_iter().filter(|index| set >> index & 1 == 1);
        let nearest = wanted.map(|index| self.distance[index]).min().unwrap_or(Distance::FARTHEST);
        (!nearest.is_zero()).then_some(nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn orders(a: i64, b: i64) -> Orders {
        Orders::between(Operand::from_value(&a), Operand::from_value(&b)).unwrap()
    }

    proptest! {
        #[test]
        fn only_the_order_of_the_operands_has_distance_zero(a: i64, b in prop_oneof![any::<i64>(), Just(0)], same: bool) {
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
        fn a_step_towards_an_order_is_nearer(a in 1..i64::MAX) {
            prop_assert!(orders(a, 0).to_one_of(0b001) > orders(a - 1, 0).to_one_of(0b001));
            prop_assert!(orders(a, 0).to_one_of(0b010) > orders(a - 1, 0).to_one_of(0b010));
        }
    }

    #[test]
    fn operands_without_an_order_have_the_greatest_distance() {
        let orders = Orders::between(Operand::from_value(&f64::NAN), Operand::from_value(&1.0)).unwrap();
        assert_eq!((orders.order, orders.to_one_of(0b111)), (None, Some(Distance::FARTHEST)));
        assert_eq!(Orders::between(Operand::from_value(&Some(1)), Operand::from_value(&Some(2))), None);
    }
}
