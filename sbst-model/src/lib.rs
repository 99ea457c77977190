//! The words that the parts of sbst share: what an input looks like ([`Shape`]), a test case
//! ([`TestCase`]), how far an execution was from an outcome ([`Distance`]), what is known of a
//! target ([`TargetDescription`]), and the messages between the command and its workers
//! ([`messages`], [`journal`]), and what the processes of a user's own tests leave behind
//! ([`observed`]).
//!
//! This crate knows neither how code is instrumented nor how a search works.

// Internal crates have no stable interface: docs stand where the name does not say it.
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
pub use shape::Shape;
pub use target::{CheckKind, ConditionKind, Goal, TargetDescription, TargetId};
pub use test_case::{Node, NodeKind, TestCase};
pub use trace::Trace;
