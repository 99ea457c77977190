//! Origins of an object: the ways in which it can come to be, and those of them that are drawn.
//!
//! # Policy
//! 1. The value as an [`Input`](crate::value::build::Input) comes before calls, and a value of
//!    last resort behind them. A composed value and calls are alike.
//! 2. Where the first kind of origins has a finite value, the other kind is not drawn. So calls
//!    make a type whose constructors or fields cannot be built, and a literal is written only of a
//!    type that no call gives.
//! 3. A type has a finite value or not whichever origins are drawn, for rule 2 leaves out none that
//!    matters. So all origins count [while that is found out](crate::value::deciding).
//! 4. A value that [the environment](environment) alone gives is not preferred to calls.

use super::elements::callable;
use super::{environment, Entry, Kind};
use crate::value::deciding::{decide, is_deciding};
use sbst_model::shape::{least_height, Origin, Product, ShapeRef, Sum};
use sbst_model::Shape;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::OnceLock;

/// True once all types are known.
static ALL_KNOWN: AtomicBool = AtomicBool::new(false);

/// The precedence of the value of a type over calls.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Precedence {
    First,
    Alike,
    Last,
}

pub(super) struct Origins {
    pub(super) meanings: Vec<Origin>,
    all: Shape,
    /// The origins that are drawn if they have a finite value; none if all are.
    preferred: Option<Shape>,
    /// The value, if it is preferred.
    preferred_value: Option<ShapeRef>,
    is_value_environmental: OnceLock<bool>,
    has_preferred: OnceLock<bool>,
}

impl Origins {
    /// Returns the origins of a type: its value, if it has one, and calls with their arguments.
    pub(super) fn new(value: Option<(Precedence, ShapeRef)>, calls: Vec<(u64, Vec<ShapeRef>)>) -> Origins {
        let count = calls.len();
        let calls = calls.into_iter().map(|(number, fields)| (Origin::Call(number), fields));
        let mut all: Vec<(Origin, Vec<ShapeRef>)> = calls.collect();
        let precedence = value.map_or(Precedence::Alike, |(precedence, _)| precedence);
        if let Some((precedence, value)) = value {
            let at = if precedence == Precedence::Last { count } else { 0 };
            all.insert(at, (Origin::Value, vec![value]));
        }
        let first = match precedence {
            Precedence::First => 1,
            Precedence::Alike => all.len(),
            Precedence::Last => count,
        };
        let is_divided = 0 < first && first < all.len();
        let meanings = all.iter().map(|(origin, _)| *origin).collect();
        let variants: &'static [Product] =
            Vec::leak(all.into_iter().map(|(_, fields)| Product::new(Vec::leak(fields), "")).collect());
        Origins {
            meanings,
            all: Shape::Sum(Sum { variants }),
            preferred: is_divided.then(|| Shape::Sum(Sum { variants: &variants[..first] })),
            preferred_value: value.filter(|_| precedence == Precedence::First).map(|(_, value)| value),
            is_value_environmental: OnceLock::new(),
            has_preferred: OnceLock::new(),
        }
    }

    /// Returns the shape of those that are drawn.
    pub(super) fn shape(&'static self) -> &'static Shape {
        match &self.preferred {
            Some(preferred) if self.has_preferred() && !self.is_value_environmental() => preferred,
            _ => &self.all,
        }
    }

    /// True if there is nothing but the value.
    pub(super) fn is_value(&'static self) -> bool {
        match self.meanings[..] {
            [Origin::Value] => true,
            _ => self.preferred_value.is_some() && self.has_preferred() && !self.is_value_environmental(),
        }
    }

    /// True if the value is preferred, and nothing but the environment gives it (rule 4).
    fn is_value_environmental(&'static self) -> bool {
        environment::are_known()
            && *self.is_value_environmental.get_or_init(|| {
                self.preferred_value.is_some_and(|value| environment::is_environmental(value()))
            })
    }

    fn has_preferred(&'static self) -> bool {
        let Some(preferred) = &self.preferred else { return true };
        if is_deciding() || !ALL_KNOWN.load(Relaxed) {
            return false;
        }
        *self.has_preferred.get_or_init(|| decide(|| least_height(preferred).is_some()))
    }
}

/// Notes that all types are known.
pub fn all_are_known() {
    ALL_KNOWN.store(true, Relaxed);
}

impl Entry {
    /// Returns the origins of this type: `fields` gives the parameters of a callable.
    pub(super) fn origins(&self, kind: &Kind, fields: impl Fn(usize) -> Vec<ShapeRef>) -> Origins {
        let value = self.value.get().map(|value| (value.precedence, kind.value));
        let calls = self.origins.iter().map(|&number| (number, fields(callable(number) as usize - 1)));
        Origins::new(value, calls.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });

    fn drawn(value: Option<(Precedence, ShapeRef)>, call: ShapeRef) -> Vec<Origin> {
        all_are_known();
        let origins: &'static Origins = Box::leak(Box::new(Origins::new(value, vec![(7, vec![call])])));
        let Shape::Sum(sum) = origins.shape() else { unreachable!() };
        origins.meanings[..sum.variants.len()].to_vec()
    }

    #[test]
    fn calls_make_what_has_no_values_of_its_own() {
        let (value, call) = (Origin::Value, Origin::Call(7));
        let some: ShapeRef = || &Shape::Bool;
        let none: ShapeRef = || &NOTHING;
        assert_eq!(drawn(Some((Precedence::First, some)), some), [value]);
        assert_eq!(drawn(Some((Precedence::First, none)), some), [value, call]);
        assert_eq!(drawn(Some((Precedence::Alike, some)), some), [value, call]);
        assert_eq!(drawn(None, some), [call]);
    }

    #[test]
    fn a_value_of_last_resort_is_drawn_only_if_no_call_gives_one() {
        let (value, call) = (Origin::Value, Origin::Call(7));
        let some: ShapeRef = || &Shape::Bool;
        assert_eq!(drawn(Some((Precedence::Last, some)), some), [call]);
        assert_eq!(drawn(Some((Precedence::Last, some)), || &NOTHING), [call, value]);
    }
}
