//! Demands of standard methods on their first argument.

use super::arithmetic::{
    distance_to_division_failure, distance_to_least, distance_to_power_failure, waiting,
};
use super::bounds::Outside;
use super::{either, CheckSite};
use crate::probe::arithmetic::Integer;
use crate::probe::role;
use sbst_model::Distance;

/// A demand of a method, which panics if it is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// `remove`, `swap_remove`: there is such an element, or a character begins there.
    Element,
    /// `swap`: both elements exist.
    Elements,
    /// `insert`, `split_at`, `split_off`: the position is not behind the end, nor within a
    /// character.
    Position,
    /// `truncate`: a text is not within a character there.
    Boundary,
    /// `drain`: a range within the bounds.
    Range,
    /// `chunks`, `windows`, `step_by`
    NotZero,
    /// `copy_from_slice`
    SameLength,
    /// `to_digit`: at most 36.
    Radix,
    /// `pow`: a small exponent.
    Exponent,
    /// `div_euclid`, `rem_euclid`
    Divisor,
    /// `abs`: not the minimum.
    Absolute,
}

/// Records a demand on an argument with a held length of the receiver, and returns the argument.
#[inline]
pub fn demanded<A>(check: &'static CheckSite, demand: Demand, (argument,): (A,)) -> A {
    if role::is_owner() {
        check.demand(demand, &argument);
    }
    argument
}

/// Records a demand on a receiver.
#[inline]
pub fn demand_of_receiver<R: ?Sized>(check: &'static CheckSite, demand: Demand, receiver: &R) {
    if let (Demand::Absolute, Some(integer)) = (demand, Integer::from_value(receiver)) {
        if role::is_owner() && integer.signed {
            check.record(distance_to_least(integer));
        }
    }
}

impl CheckSite {
    fn demand<A>(&'static self, demand: Demand, argument: &A) {
        let number = Integer::from_value(argument).and_then(Integer::unsigned);
        let position = number.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        match (demand, self.held(), position) {
            (Demand::Range, Some(_), _) => self.record_held(argument),
            (Demand::Element | Demand::Elements, Some((length, is_text)), Some(position)) => {
                let distance = Distance::from_steps(length.saturating_sub(position) as u128);
                self.record(if is_text {
                    either(distance, self.held_boundary(position, length))
                } else {
                    distance
                });
            }
            (Demand::Position, Some((length, is_text)), Some(position)) => {
                let distance = Outside::position(position, length).distance;
                self.record(if is_text {
                    either(distance, self.held_boundary(position, length))
                } else {
                    distance
                });
            }
            (Demand::Boundary, Some((length, true)), Some(position)) if position <= length => {
                self.record(self.held_boundary(position, length));
            }
            (Demand::NotZero, _, Some(number)) => self.record(Distance::from_steps(number as u128)),
            (Demand::Radix, _, Some(radix)) => {
                self.record(Distance::from_steps(37_usize.saturating_sub(radix) as u128));
            }
            (Demand::Divisor, ..) => {
                if let (Some(left), Some(divisor)) = (waiting(self), Integer::from_value(argument)) {
                    self.record(distance_to_division_failure(left, divisor));
                }
            }
            (Demand::Exponent, _, Some(exponent)) => {
                if let Some(base) = waiting(self) {
                    self.record(distance_to_power_failure(base, exponent as u128));
                }
            }
            _ => {}
        }
    }
}
