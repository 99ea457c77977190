//! Facts about the methods of the standard library, by their names.
//!
//! 1. One line of the table is one method (`methods.rs`), with all facts about it.
//! 2. Types are unknown where the table is used. So a fact is true of the standard library's
//!    methods of this name, and is assumed for any method of this name.
//! 3. A distance and a precondition belong to calls with the line's number of arguments; all other
//!    facts belong to the name.
//! 4. Each line has an example, which `tests/standard.rs` compiles against the real library.

mod calls;
mod methods;
pub mod traits;
pub mod types;

use crate::kinds::CheckKind;

pub use calls::{CallQuestion, StdCall};
pub use methods::METHODS;

/// The crates of the standard library.
pub const CRATES: [&str; 3] = ["alloc", "core", "std"];

/// A method of the standard library.
///
/// ```
/// use sbst_vocabulary::standard::{distance, method, Distance, Question, Receiver};
///
/// let pop = method("pop").unwrap();
/// assert_eq!((pop.arguments, pop.receiver), (0, Receiver::Changes));
/// assert_eq!(distance("contains", 1), Some(Distance::Membership(Question::Member)));
/// assert_eq!(distance("contains", 2), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// The number of arguments beside the receiver.
    pub arguments: usize,
    /// Its effect on the receiver.
    pub receiver: Receiver,
    /// True if it runs no user code, so that no distance scope is opened around a call.
    pub is_quiet: bool,
    /// A call of it, with variables that the test declares.
    pub example: &'static str,
    /// The probe that measures the distance of a call to its other outcome.
    pub distance: Option<Distance>,
    /// A precondition, without which it panics.
    pub precondition: Option<Precondition>,
    /// True if its result has the outcome of its receiver: `Some`, `Ok`, an ordering.
    pub keeps_outcome: bool,
    /// True if its result has as many elements as its receiver.
    pub keeps_length: bool,
    /// True if its result depends on results of its closure.
    pub folds: bool,
}

/// The effect of a method on its receiver, assumed for all methods of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Unknown: any effect.
    Any,
    /// Takes `&self` or a copy, and does not change the receiver.
    Reads,
    /// Takes `self`, and consumes it.
    Takes,
    /// Takes `self`, and is often a step of an iterator that continues: `skip`.
    Moves,
    /// Takes `&mut self`, and changes the receiver.
    Changes,
    /// Lends a part of the receiver exclusively.
    Lends,
    /// Takes `&self`, and changes a value behind it: `RefCell::borrow_mut`.
    Interior,
    /// An effect like [`Receiver::Interior`], but only assumed within a type that has cells:
    /// `fetch_nand`.
    Cell,
    /// An effect like [`Receiver::Interior`], but not searched within a type that has cells:
    /// `try_write`.
    Lock,
    /// Changes an option or a collection, and a cell behind a shared reference: `take`.
    Slot,
    /// Changes a writer, and a lock behind a shared reference: `write`.
    Write,
}

/// The kind of a call's distance to its other outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// The distance of a call that returns an option, a result or an ordering.
    Call(CallQuestion),
    /// The distance of a condition about a collection, a text, a character or a number.
    Membership(Question),
    /// The distance of an ordering to a set of orderings: the bits less, equal and greater.
    Orderings(u8),
    /// The distance of a text to texts that parse.
    Parsing,
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
    /// `is_ascii_digit` and similar ones: the name of the class's ASCII members in the runtime.
    Class(&'static str),
    /// `is_digit`
    Digit,
    /// `is_power_of_two` and similar ones: the variant of the runtime's `Quality`.
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
    /// A cell without any borrow if true; otherwise a cell without an exclusive borrow.
    Free(bool),
    /// A demand on the first argument, a variant of the runtime's `Demand`, and its kind of check.
    Demand(&'static str, CheckKind),
}

/// Prefixes of names whose methods are all quiet.
const QUIET_FAMILIES: [&str; 4] = ["is_ascii", "saturating_", "to_ascii_", "wrapping_"];

/// Returns the line of a method.
pub fn method(name: &str) -> Option<&'static Method> {
    METHODS.binary_search_by(|method| method.name.cmp(name)).ok().map(|index| &METHODS[index])
}

/// Returns the distance of a method's calls with this number of arguments.
pub fn distance(name: &str, arguments: usize) -> Option<Distance> {
    method(name).filter(|method| method.arguments == arguments)?.distance
}

/// Returns the precondition of a method's calls with this number of arguments.
pub fn precondition(name: &str, arguments: usize) -> Option<Precondition> {
    method(name).filter(|method| method.arguments == arguments)?.precondition
}

/// True if the method of this name runs no user code.
pub fn is_quiet(name: &str) -> bool {
    method(name).is_some_and(|method| method.is_quiet)
        || QUIET_FAMILIES.iter().any(|family| name.starts_with(family))
}

/// True if the method of this name certainly does not change its receiver. All others may change a
/// mutable receiver: in some crates, `is_end` moves a cursor.
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

impl Question {
    /// True if it is about texts and bytes only.
    pub fn is_of_text(self) -> bool {
        matches!(self, Question::Beginning | Question::End | Question::IgnoringCase)
    }
}

impl Precondition {
    /// Returns the kind of the check for it.
    pub fn kind(self) -> CheckKind {
        match self {
            Precondition::Variant(_) => CheckKind::Unwrap,
            Precondition::Free(_) => CheckKind::Borrow,
            Precondition::Demand(_, kind) => kind,
        }
    }
}
