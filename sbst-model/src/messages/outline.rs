//! Outlines of tests and findings.

use super::{Called, GoalsOf, Statement};
use crate::expression::Expression;
use crate::target::{CallForm, Place};
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub kind: FindingKind,
    /// The panic's message, or a description.
    pub message: String,
    pub place: Option<Place>,
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
    /// Its number among the evaluations.
    pub evaluations: u64,
    /// The test case that met it, stored; empty if unknown.
    pub test: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum FindingKind {
    Overflow,
    /// A division by zero. `i32::MIN / -1`, which is possible there, too, is an overflow.
    Division,
    /// An index or a slice out of bounds, or not at a character's boundary.
    Index,
    /// `unwrap` on the wrong variant.
    Unwrap,
    /// Another panic without a user's message: `unreachable!`, a `RefCell`, a dependency.
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
    /// The test case, stored; empty if unknown.
    pub test: String,
    /// The form of its call; `None` if it is the target's usual one.
    pub form: Option<CallForm>,
    /// The statements of its call sequence except the last one, which is the call of the target.
    pub before: Vec<Statement>,
    pub arguments: Vec<Expression>,
    /// The goals covered by it, by index; empty for a finding or a target without conditions.
    pub goals: Vec<u32>,
    /// The adopted goals of other targets it is kept for.
    pub adopted: Vec<GoalsOf>,
    /// The goals of all targets covered in each of its executions.
    pub covers: Vec<GoalsOf>,
    pub boundaries: Boundaries,
    pub observed: Observed,
    /// The parts that differed between executions.
    pub differs: BTreeSet<Differing>,
}

/// The boundaries of the comparisons evaluated by a test, in any target: the goals of their
/// outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boundaries {
    pub known: Vec<GoalsOf>,
    /// The boundaries whose outcome it takes.
    pub met: Vec<GoalsOf>,
}

/// A part of a test's observations that depends on more than its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Differing {
    /// The result, or a value left in an argument. The order of entries of a map or set is ignored.
    Result,
    /// The ending: it returns, panics or meets its fault.
    Ending,
    /// The message of a panic with a user's text.
    Message,
    /// A goal it is kept for.
    Goals,
}

impl Finding {
    /// Returns a finding without a place, a call or a test case.
    pub fn new(kind: FindingKind, message: String) -> Finding {
        Finding {
            kind,
            message,
            place: None,
            before: Vec::new(),
            arguments: Vec::new(),
            evaluations: 0,
            test: String::new(),
        }
    }
}

impl TestOutline {
    /// Returns the test of a call, without its test case and goals.
    pub fn new(arguments: Vec<Expression>, observed: Observed) -> TestOutline {
        TestOutline {
            test: String::new(),
            form: None,
            before: Vec::new(),
            arguments,
            goals: Vec::new(),
            adopted: Vec::new(),
            covers: Vec::new(),
            boundaries: Boundaries::default(),
            observed,
            differs: BTreeSet::new(),
        }
    }

    /// The test of a fault, without its test case.
    pub fn from_fault(finding: Finding) -> TestOutline {
        TestOutline {
            test: finding.test.clone(),
            before: finding.before.clone(),
            ..TestOutline::new(finding.arguments.clone(), Observed::Fault(finding))
        }
    }
}

/// The observations common to all repetitions of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Observed {
    Returned {
        /// The full name of the result's type, as the compiler gives it:
        /// `core::option::Option<demo::Kind>`. For a lazy result, the type of a list of its items:
        /// `alloc::vec::Vec<u8>`.
        type_name: String,
        /// The result's `{:?}` text; `None` if the type does not implement `Debug`, or if the text
        /// differed between repetitions.
        debug: Option<String>,
        /// True if the order of entries of maps or sets differed between repetitions; `debug` sorts
        /// them.
        unordered: bool,
        /// The values of mutable arguments after the call.
        changed: Vec<Changed>,
        /// The items of a lazy result.
        items: Option<Items>,
        /// More observations for a reader without access to its fields.
        inspection: Inspection,
    },
    /// A panic with a user's message.
    Panicked {
        /// The message; empty if it differed between repetitions.
        message: String,
        place: Option<Place>,
    },
    Fault(Finding),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items {
    /// The number; `None` if repetitions differed, or without an iterator, as in a `None`.
    pub count: Option<usize>,
    /// The number of items after which it was cut off. It may have had more.
    pub cut_after: Option<usize>,
}

/// A `&mut` argument after the call.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub parameter: usize,
    /// The full name of the referenced type, as the compiler gives it.
    pub type_name: String,
    /// The value's `{:?}` text; `None` if the type does not implement `Debug`, or if the text
    /// differed between repetitions.
    pub debug: Option<String>,
    /// True if the order of entries of maps or sets differed between repetitions; `debug` sorts
    /// them.
    pub unordered: bool,
    /// More observations for a reader without access to its fields.
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
    /// The items of an iterator, read from a clone of it.
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

/// A value read from another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The full name of the type, as the compiler gives it; that of a list of the items for an
    /// iterator.
    pub type_name: String,
    /// The value's `{:?}` text.
    pub debug: String,
    /// True if the order of entries of maps or sets differed between repetitions; `debug` sorts
    /// them.
    pub unordered: bool,
    /// The items of a lazy value.
    pub items: Option<Items>,
}
