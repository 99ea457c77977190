//! Outlines of tests and findings.

use super::{Called, GoalsOf, Statement};
use crate::expression::Expression;
use crate::target::{CallForm, Place};
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub kind: FindingKind,
    /// The panic's message, or what happened in words.
    pub message: String,
    pub place: Option<Place>,
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
    /// Its number among the evaluations.
    pub evaluations: u64,
    /// The test case that met it, stored; empty if it is not known.
    pub test: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum FindingKind {
    Overflow,
    /// A division by zero. `i32::MIN / -1`, which an operation may do as well, is an overflow.
    Division,
    /// An index or a slice out of bounds, or off a character's boundary.
    Index,
    /// `unwrap` on the wrong variant.
    Unwrap,
    /// Another panic without a message of a person: `unreachable!`, a `RefCell`, a dependency.
    Panic,
    /// More steps than the limit allows.
    Hang,
    /// More stack than the limit allows.
    DeepRecursion,
    /// The process died: abort, exit, signal, overflow of the stack.
    Death,
}

/// A test to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct TestOutline {
    /// The test case, stored; empty if it is not known.
    pub test: String,
    /// The form of its call; `None` if it is that of all calls.
    pub form: Option<CallForm>,
    /// The statements of its story but for the last one, which is the call of the target.
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
    /// The goals it is there for, by index; empty for a finding or a target without conditions.
    pub goals: Vec<u32>,
    /// Goals of other targets that it is there for, because its search has adopted them.
    pub adopted: Vec<GoalsOf>,
    /// All goals, of whatever target, that it covers each time.
    pub covers: Vec<GoalsOf>,
    pub observed: Observed,
    /// The parts of it that were not the same in all executions.
    pub differs: BTreeSet<Differing>,
}

/// A part of what a test shows that depends on more than its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Differing {
    /// The result, or a value left in an argument. The order of entries of a map or set is ignored.
    Result,
    /// The ending: it returns, panics or runs into its fault.
    Ending,
    /// The message of a panic that a person wrote.
    Message,
    /// A goal that the test is there for.
    Goals,
}

impl TestOutline {
    /// The test that shows a fault, without its test case.
    pub fn from_fault(finding: Finding) -> TestOutline {
        TestOutline {
            test: finding.test.clone(),
            form: None,
            before: finding.before.clone(),
            arguments: finding.arguments.clone(),
            goals: Vec::new(),
            adopted: Vec::new(),
            covers: Vec::new(),
            observed: Observed::Fault(finding),
            differs: BTreeSet::new(),
        }
    }
}

/// The observations of a test that all its repetitions agreed on.
#[derive(Clone, Debug, PartialEq)]
pub enum Observed {
    Returned {
        /// Full name of the result's type, as the compiler gives it:
        /// `core::option::Option<demo::Kind>`. Of what was asked for its items, the type that these
        /// have together: `alloc::vec::Vec<u8>`.
        type_name: String,
        /// The result as `{:?}` shows it; `None` if the type does not implement `Debug`, or showed
        /// different things when repeated.
        debug: Option<String>,
        /// True if entries of maps or sets came in another order when repeated; `debug` sorts them.
        unordered: bool,
        /// The values of changeable arguments afterwards.
        changed: Vec<Changed>,
        /// The items it gave, if it was asked for them.
        items: Option<Items>,
        /// More that it shows to a reader who cannot see its fields.
        inspection: Inspection,
    },
    /// It panicked with a message that a person wrote.
    Panicked {
        /// The message; empty if it was another one when repeated.
        message: String,
        place: Option<Place>,
    },
    Fault(Finding),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items {
    /// The number; `None` if repetitions differed, or if there was no iterator, as in a `None`.
    pub count: Option<usize>,
    /// After how many it was not asked any more. It may have had more.
    pub cut_after: Option<usize>,
}

/// An argument that was passed as `&mut`, after the call.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub parameter: usize,
    /// Full name of the type referred to, as the compiler gives it.
    pub type_name: String,
    /// The value as `{:?}` shows it; `None` if the type does not implement `Debug`, or showed
    /// different things when repeated.
    pub debug: Option<String>,
    /// True if entries of maps or sets came in another order when repeated; `debug` sorts them.
    pub unordered: bool,
    /// More that it shows to a reader who cannot see its fields.
    pub inspection: Inspection,
}

/// Observations of a value beside its `{:?}` text, the same in all repetitions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    /// True if its `{:?}` text is that of a variant with `_` in it, because the type has none:
    /// `Ok(_)`, `Err(Empty)`.
    pub is_partial: bool,
    /// Its `{}` text; that of the value or the error in a `Some`, an `Ok` or an `Err`.
    pub display: Option<String>,
    /// The items of an iterator, as a clone of it gave them.
    pub items: Option<Reading>,
    /// The results of functions that take a reference to it, or to the value in a `Some` or an `Ok`.
    pub getters: Vec<Getter>,
    /// A function without parameters whose result has the same type and `{:?}` text.
    pub made_by: Option<Box<Called>>,
}

/// A method of the package that takes a value as `&self`, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Getter {
    pub called: Called,
    /// The arguments behind the receiver.
    pub arguments: Vec<Expression>,
    pub result: Reading,
    /// True if it had this result before the tested call, too.
    pub is_unchanged: bool,
}

/// A value that was read of another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Full name of the type, as the compiler gives it; that of a list of the items, if there are
    /// any.
    pub type_name: String,
    /// The value as `{:?}` shows it.
    pub debug: String,
    /// True if entries of maps or sets came in another order when repeated; `debug` sorts them.
    pub unordered: bool,
    /// The items it gave, if it was asked for them.
    pub items: Option<Items>,
}
