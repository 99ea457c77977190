//! The common data of sbst: the shape of an input ([`Shape`]), a test case ([`TestCase`]), the
//! distance of an execution to an outcome ([`Distance`]), and the description of a target
//! ([`TargetDescription`]). It includes the messages between the command and its workers
//! ([`messages`], [`journal`]), and the files from the processes of a user's own tests
//! ([`observed`]).
//!
//! This crate depends neither on the instrumentation nor on the search.

// Internal crates have no stable interface: an item has docs if its name is not enough.
#![allow(missing_docs)]

pub mod algorithm;
pub mod bloat;
pub mod path_selection;
pub mod exit_code;
pub mod distance;
pub mod fingerprint;
pub mod test_case;
pub mod shape;
pub mod literals;
pub mod magnitude;
pub mod words;
pub mod slot;
pub mod distinct;
pub mod conforms;
pub mod trace;
pub mod path;
mod template;
pub mod expression;
pub mod called;
pub mod story;
pub mod target;
pub mod construction;
pub mod event_graph;
pub mod messages;
pub mod output_class;
pub mod observed;
pub mod mutants;
pub mod journal;

pub use algorithm::Algorithm;
pub use bloat::BloatControl;
pub use conforms::conforms;
pub use distance::Distance;
pub use exit_code::WorkerExit;
pub use expression::Expression;
pub use literals::Literals;
pub use output_class::{Output, OutputClass};
pub use path::Path;
pub use path_selection::PathSelection;
pub use sbst_vocabulary::standard::StdCall;
pub use sbst_vocabulary::{Arithmetic, Change, Operator};
pub use shape::Shape;
pub use target::{CheckKind, ConditionKind, Goal, TargetDescription, TargetId};
pub use test_case::{Node, NodeKind, TestCase};
pub use trace::Trace;
