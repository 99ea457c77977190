//! Claims: the outcome of a condition as a statement about integers.

pub mod set;
pub mod values;

use super::Place;
use set::Set;

/// A query about variables with an integer answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quantity {
    pub aspect: Aspect,
    /// The variables of the query.
    pub of: Vec<usize>,
}

/// The aspect of variables that a [`Quantity`] is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    Value,
    /// The number of elements, or of bytes.
    Length,
    /// 1 for `Some` and `Ok`, 0 for `None` and `Err`.
    Presence,
    /// The value of the `match` at this place, from its first arm to its last.
    Matched(Place),
    /// 1 if this comparison, written with the numbers of its variables, is true.
    Outcome(String),
}

/// A compared value: always within a set, and equal to the answer of a query, if it has one, plus a
/// constant.
#[derive(Clone, Debug)]
pub struct Operand {
    pub quantity: Option<Quantity>,
    pub more: i128,
    pub always: Set,
    /// Its name in a reason, if it is not the answer of a query.
    pub name: &'static str,
}

impl Operand {
    pub fn unknown() -> Operand {
        Operand::within(Set::all())
    }

    pub fn within(always: Set) -> Operand {
        Operand { quantity: None, more: 0, always, name: "it" }
    }

    pub fn named(name: &'static str, always: Set) -> Operand {
        Operand { name, ..Operand::within(always) }
    }

    pub fn ask(aspect: Aspect, of: usize, always: Set) -> Operand {
        Operand::answer(Quantity { aspect, of: vec![of] }, always)
    }

    /// The operand plus a constant.
    pub fn plus(self, more: i128) -> Operand {
        Operand { more: self.more.saturating_add(more), always: self.always.shifted(more), ..self }
    }

    pub fn answer(quantity: Quantity, always: Set) -> Operand {
        Operand { quantity: Some(quantity), ..Operand::within(always) }
    }
}

/// A statement that holds if the condition is true.
#[derive(Clone, Debug)]
pub enum Claim {
    /// True if and only if the operand is in the set.
    Among(Operand, Set),
    /// True only if the operand is in the set.
    OnlyAmong(Operand, Set),
    /// True if and only if the first is less than the second.
    Less(Operand, Operand),
    Equal(Operand, Operand),
    Not(Box<Claim>),
}

impl Claim {
    pub fn negated(self) -> Claim {
        Claim::Not(Box::new(self))
    }

    /// Calls `narrow` with each operand and its set, for a claim with this `outcome`. `known`
    /// returns the known sets of operands.
    pub fn narrow(
        &self,
        outcome: bool,
        known: &dyn Fn(&Operand) -> Set,
        narrow: &mut dyn FnMut(&Operand, Set),
    ) {
        match (self, outcome) {
            (Claim::Not(claim), outcome) => claim.narrow(!outcome, known, narrow),
            (Claim::Among(operand, set) | Claim::OnlyAmong(operand, set), true) => {
                narrow(operand, set.clone());
            }
            (Claim::Among(operand, set), false) => narrow(operand, set.complement()),
            (Claim::OnlyAmong(..), false) => {}
            (Claim::Equal(one, other), true) => {
                narrow(one, known(other));
                narrow(other, known(one));
            }
            (Claim::Equal(one, other), false) => {
                for (one, other) in [(one, other), (other, one)] {
                    if let Some(value) = known(other).single() {
                        narrow(one, Set::only(value).complement());
                    }
                }
            }
            (Claim::Less(one, other), true) => {
                narrow(one, below(known(other).greatest(), 1));
                narrow(other, above(known(one).least(), 1));
            }
            (Claim::Less(one, other), false) => {
                narrow(one, above(known(other).least(), 0));
                narrow(other, below(known(one).greatest(), 0));
            }
        }
    }
}

fn below(greatest: Option<i128>, by: i128) -> Set {
    greatest.map_or_else(Set::empty, |greatest| match greatest {
        i128::MAX => Set::all(),
        greatest => greatest.checked_sub(by).map_or_else(Set::empty, Set::at_most),
    })
}

fn above(least: Option<i128>, by: i128) -> Set {
    least.map_or_else(Set::empty, |least| match least {
        i128::MIN => Set::all(),
        least => least.checked_add(by).map_or_else(Set::empty, Set::at_least),
    })
}
