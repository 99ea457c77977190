//! What methods of the standard library demand of their first argument.

use super::arithmetic::{away_from_division, away_from_minimum, away_from_power, waiting, Integer};
use super::bounds::Outside;
use super::{either, CheckSite};
use crate::probe::role;
use sbst_model::Distance;

/// A demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// `remove`, `swap_remove`: there is such an element, or a character that begins there.
    Element,
    /// `swap`: the same of both.
    Elements,
    /// `insert`, `split_at`, `split_off`: the position is not behind the end, nor within a character.
    Position,
    /// `truncate`: a text is not within a character there.
    Boundary,
    /// `drain`: like an index.
    Range,
    /// `chunks`, `windows`, `step_by`
    NotZero,
    /// `copy_from_slice`
    SameLength,
    /// `to_digit`: at most 36.
    Radix,
    /// `pow`: a small one.
    Exponent,
    /// `div_euclid`, `rem_euclid`
    Divisor,
    /// `abs`: not the minimum.
    Absolute,
}

/// An argument of which something is demanded, of a receiver whose length is held.
#[inline]
pub fn demanded<A>(check: &'static CheckSite, demand: Demand, (argument,): (A,)) -> A {
    if role::is_owner() {
        check.demand(demand, &argument);
    }
    argument
}

/// A receiver of which something is demanded.
#[inline]
pub fn demand_of_receiver<R: ?Sized>(check: &'static CheckSite, demand: Demand, receiver: &R) {
    if let (Demand::Absolute, Some(integer)) = (demand, Integer::of(receiver)) {
        if role::is_owner() && integer.signed {
            check.record(away_from_minimum(integer));
        }
    }
}

impl CheckSite {
    fn demand<A>(&'static self, demand: Demand, argument: &A) {
        let number = Integer::of(argument).filter(|number| !number.is_negative());
        let position = number.map(|number| usize::try_from(number.value).unwrap_or(usize::MAX));
        match (demand, self.held(), position) {
            (Demand::Range, Some(_), _) => self.record_held(argument),
            (Demand::Element | Demand::Elements, Some((length, is_text)), Some(position)) => {
                let away = Distance::from_steps(length.saturating_sub(position) as u128);
                self.record(if is_text { either(away, self.held_boundary(position, length)) } else { away });
            }
            (Demand::Position, Some((length, is_text)), Some(position)) => {
                let away = Outside::position(position, length).away;
                self.record(if is_text { either(away, self.held_boundary(position, length)) } else { away });
            }
            (Demand::Boundary, Some((length, true)), Some(position)) if position <= length => {
                self.record(self.held_boundary(position, length));
            }
            (Demand::NotZero, _, Some(number)) => self.record(Distance::from_steps(number as u128)),
            (Demand::Radix, _, Some(radix)) => {
                self.record(Distance::from_steps(37_usize.saturating_sub(radix) as u128));
            }
            (Demand::Divisor, ..) => {
                if let (Some(left), Some(divisor)) = (waiting(self), Integer::of(argument)) {
                    self.record(away_from_division(left, divisor));
                }
            }
            (Demand::Exponent, _, Some(exponent)) => {
                if let Some(base) = waiting(self) {
                    self.record(away_from_power(base, exponent as u128));
                }
            }
            _ => {}
        }
    }
}
