//! Outlines of tests and findings.

use super::{GoalsOf, Statement};
use crate::expression::Expression;
use crate::target::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A fault met while searching.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The panic's message, or what happened in words.
    pub message: String,
    /// Where it panicked.
    pub place: Option<Place>,
    /// The statements before it.
    pub before: Vec<Statement>,
    /// The arguments that provoke it.
    pub arguments: Vec<Expression>,
    /// Its number among the evaluations.
    pub evaluations: u64,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// An arithmetic overflow.
    Overflow,
    /// A division by zero. `i32::MIN / -1`, which an operation may do as well, is an overflow.
    Division,
    /// An index or a slice out of bounds, or off a character's boundary.
    Index,
    /// `unwrap` on the wrong variant.
    Unwrap,
    /// Another panic that nobody wrote on purpose: `unreachable!`, a borrow of a `RefCell`, a panic
    /// in a dependency.
    Panic,
    /// More steps than the limit allows.
    Hang,
    /// More stack than the limit allows.
    DeepRecursion,
    /// The process died: abort, exit, signal, overflow of the stack.
    Death,
}

/// A test to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestOutline {
    /// The test case, stored; empty if it is not known.
    pub test: String,
    /// The statements of its story but for the last one, which is the call of the target.
    pub before: Vec<Statement>,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// The goals it is there for, by index; empty for a finding, or for a target without
    /// conditions.
    pub goals: Vec<u32>,
    /// Goals of other targets that it is there for, because its search has adopted them.
    pub adopted: Vec<GoalsOf>,
    /// All goals, of whatever target, that it covers each time.
    pub covers: Vec<GoalsOf>,
    /// The observation.
    pub observed: Observed,
    /// The parts of it that were not the same in all executions.
    pub differs: BTreeSet<Differing>,
}

/// A part of what a test shows that depends on more than its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Differing {
    /// The result, or a value left in an argument. Another order of a map's or set's entries is no
    /// difference.
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
    pub fn of_fault(finding: Finding) -> TestOutline {
        TestOutline {
            test: String::new(),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// It returned.
    Returned {
        /// Full name of the result's type, as the compiler gives it:
        /// `core::option::Option<demo::Kind>`. Of what was asked for its items, the type that these
        /// have together: `alloc::vec::Vec<u8>`.
        type_name: String,
        /// The result as `{:?}` shows it; `None` if the type does not implement `Debug`, or showed
        /// different things when repeated.
        debug: Option<String>,
        /// True if entries of maps or sets in it came in another order when repeated; `debug` has
        /// them sorted as texts.
        unordered: bool,
        /// The values of changeable arguments afterwards.
        changed: Vec<Changed>,
        /// The items it gave, if it was asked for them.
        items: Option<Items>,
    },
    /// It panicked with a message that a person wrote.
    Panicked {
        /// The message; empty if it was another one when repeated.
        message: String,
        /// Where.
        place: Option<Place>,
    },
    /// It ran into a fault.
    Fault(Finding),
}

/// The items that a result gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Items {
    /// The number; `None` if repetitions differed, or if there was no iterator, as in a `None`.
    pub count: Option<usize>,
    /// After how many it was not asked any more. It may have had more.
    pub cut_after: Option<usize>,
}

/// An argument that was passed as `&mut`, after the call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// Index of the parameter.
    pub parameter: usize,
    /// Full name of the type referred to, as the compiler gives it.
    pub type_name: String,
    /// The value as `{:?}` shows it; `None` if the type does not implement `Debug`, or showed
    /// different things when repeated.
    pub debug: Option<String>,
    /// True if entries of maps or sets in it came in another order when repeated; `debug` has them
    /// sorted as texts.
    pub unordered: bool,
}
