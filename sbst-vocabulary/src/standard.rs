//! Facts about the methods of the standard library, by their names.
//!
//! 1. One line of the table is one method (`methods.rs`). Everything that sbst knows of a method
//!    stands in its line.
//! 2. Types are not known where the table is asked. So a fact is one that holds for the methods of
//!    this name in the standard library, and is believed of any method of this name.
//! 3. A distance and a precondition belong to calls with as many arguments as the line says; all
//!    other facts belong to the name.
//! 4. Each line has an example, which `tests/standard.rs` compiles against the real library.

mod methods;

use crate::kinds::CheckKind;

pub use methods::METHODS;

/// A method of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// The number of arguments beside the receiver.
    pub arguments: usize,
    /// Its effect on the receiver.
    pub receiver: Receiver,
    /// True if it runs no code of the user's, so that no distance scope is opened around a call.
    pub is_quiet: bool,
    /// A call of it. The test declares the variables.
    pub example: &'static str,
    /// The probe that measures how far a call is from its other outcome.
    pub distance: Option<Distance>,
    /// A precondition, without which it panics.
    pub precondition: Option<Precondition>,
    /// True if its result has the outcome of its receiver: `Some`, `Ok`, an ordering.
    pub keeps_outcome: bool,
    /// True if its result has as many elements as its receiver.
    pub keeps_length: bool,
    /// True if its result goes back to a result of the closure that it is given.
    pub folds: bool,
}

/// The effect of a method on its receiver, as it is believed of all methods of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Unknown: a method of this name may do anything.
    Any,
    /// Takes `&self` or a copy, and leaves the receiver as it was.
    Reads,
    /// Takes `self`, which is gone afterwards.
    Takes,
    /// Takes `self`, and often means a step of an iterator that goes on: `skip`.
    Moves,
    /// Takes `&mut self`, and changes the receiver.
    Changes,
    /// Lends a part of the receiver exclusively.
    Lends,
    /// Takes `&self`, and changes what is behind it: `RefCell::borrow_mut`.
    Interior,
    /// Like [`Receiver::Interior`], but only believed within a type that has cells: `fetch_nand`.
    Cell,
    /// Like [`Receiver::Interior`], but not looked for within a type that has cells: `try_write`.
    Lock,
    /// Changes an option or a collection, and a cell behind a shared reference: `take`.
    Slot,
    /// Changes a writer, and a lock behind a shared reference: `write`.
    Write,
}

/// The kind of distance that a call has to its other outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// The distance of a call that returns an option, a result or an ordering.
    Call(Asked),
    /// The distance of a condition about a collection, a text, a character or a number.
    Membership(Question),
    /// The distance of an ordering to a set of orderings, the bits of which are less, equal and
    /// greater.
    Orderings(u8),
    /// The distance of a text to the texts that can be parsed.
    Parsing,
}

/// The question of a call that returns an option, a result or an ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A question about numbers or texts: a variant of the runtime's `Asked`.
    Of(&'static str),
    /// The element of a collection at an index or for a key.
    Element,
    /// The existence of some member of a collection.
    SomeMember,
    /// The conversion of a number to another type, which the result tells.
    Conversion,
}

/// A question to a collection, a text, a character or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `contains`, `contains_key`
    Member,
    /// `starts_with`
    Beginning,
    /// `ends_with`
    End,
    /// `eq_ignore_ascii_case`
    IgnoringCase,
    /// `is_empty`
    Emptiness,
    /// `is_ascii_digit` and its kin: the name of the class's ASCII members in the runtime.
    Class(&'static str),
    /// `is_digit`
    Digit,
    /// `is_power_of_two` and its kin: the variant of the runtime's `Quality`.
    Quality(&'static str),
    /// `is_multiple_of`
    Multiple,
    /// `is_sorted`
    Sorted,
}

/// A precondition of a method, which panics without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// The receiver's variant: `Some` or `Ok` if true, else `None` or `Err`.
    Variant(bool),
    /// A cell that is not borrowed if true; else one that is not borrowed exclusively.
    Free(bool),
    /// A demand on the first argument, a variant of the runtime's `Demand`, and its kind of check.
    Demand(&'static str, CheckKind),
}

/// Beginnings of names whose methods are all quiet.
const QUIET_FAMILIES: [&str; 4] = ["is_ascii", "saturating_", "to_ascii_", "wrapping_"];

/// Questions of the methods of `PartialEq` and `PartialOrd`, and of those that return an ordering.
const COMPARISONS: [&str; 8] =
    ["Equal", "NotEqual", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Order", "ReversedOrder"];

/// Questions about texts and characters.
const TEXTUAL: [&str; 4] = ["Part", "Beginning", "End", "ToDigit"];

/// Returns the line of a method.
pub fn method(name: &str) -> Option<&'static Method> {
    METHODS.binary_search_by(|method| method.name.cmp(name)).ok().map(|index| &METHODS[index])
}

/// Returns the distance of calls of a method with that many arguments.
pub fn distance(name: &str, arguments: usize) -> Option<Distance> {
    method(name).filter(|method| method.arguments == arguments)?.distance
}

/// Returns the precondition of calls of a method with that many arguments.
pub fn precondition(name: &str, arguments: usize) -> Option<Precondition> {
    method(name).filter(|method| method.arguments == arguments)?.precondition
}

/// True if the method of this name runs no code of the user's.
pub fn is_quiet(name: &str) -> bool {
    method(name).is_some_and(|method| method.is_quiet)
        || QUIET_FAMILIES.iter().any(|family| name.starts_with(family))
}

/// True if the method of this name surely leaves its receiver as it was. All others may change it,
/// if it can be changed at all: there are crates in which `is_end` moves a cursor.
pub fn only_reads(name: &str) -> bool {
    matches!(receiver(name), Receiver::Reads | Receiver::Takes)
}

/// True if the library has a method of this name that changes its receiver.
pub fn changes(name: &str) -> bool {
    use Receiver::{Changes, Moves, Slot, Write};
    matches!(receiver(name), Changes | Moves | Slot | Write)
}

/// True if the method of this name may change its receiver through a shared reference.
pub fn changes_interior(name: &str) -> bool {
    matches!(receiver(name), Receiver::Interior | Receiver::Lock | Receiver::Write)
}

/// True if the method of this name may change a cell, in a type that has cells.
pub fn changes_cell(name: &str) -> bool {
    use Receiver::{Cell, Interior, Slot, Write};
    matches!(receiver(name), Cell | Interior | Slot | Write)
}

/// True if the result of the method of this name refers exclusively to a part of its receiver.
pub fn lends_exclusively(name: &str) -> bool {
    name.ends_with("_mut") || receiver(name) == Receiver::Lends
}

fn receiver(name: &str) -> Receiver {
    method(name).map_or(Receiver::Any, |method| method.receiver)
}

impl Asked {
    /// True if two operands are compared, both of which are referred to.
    pub fn is_comparison(self) -> bool {
        matches!(self, Asked::Of(name) if COMPARISONS.contains(&name))
    }

    /// True if numbers are asked, which are taken by value.
    pub fn is_of_numbers(self) -> bool {
        match self {
            Asked::Conversion => true,
            Asked::Of(name) => !self.is_comparison() && !TEXTUAL.contains(&name),
            Asked::Element | Asked::SomeMember => false,
        }
    }
}

impl Question {
    /// True if only texts and bytes are asked it.
    pub fn is_of_text(self) -> bool {
        matches!(self, Question::Beginning | Question::End | Question::IgnoringCase)
    }
}

impl Precondition {
    /// Returns the kind of the check that guards against its failure.
    pub fn kind(self) -> CheckKind {
        match self {
            Precondition::Variant(_) => CheckKind::Unwrap,
            Precondition::Free(_) => CheckKind::Borrow,
            Precondition::Demand(_, kind) => kind,
        }
    }
}
