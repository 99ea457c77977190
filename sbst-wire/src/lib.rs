//! Conversions between messages and lines of text.
//!
//! 1. Lines are in Rusty Object Notation. Not in JSON: the worker is linked into the user's crate,
//!    and serde_json's `impl PartialEq<Value> for i32` and its kin would make
//!    `x == "7".parse().unwrap()` ambiguous there.
//! 2. Generic code is compiled in the crate that uses it. The runtime of a worker is compiled for
//!    speed, and conversions were a quarter of its code; the functions of [`Line`] are compiled
//!    here, for no speed at all.

use sbst_model::construction::Recipe;
use sbst_model::event_graph::EventGraph;
use sbst_model::messages::{Event, Fork, Forked, Orders, Recorded, Solved};
use sbst_model::observed::{Executable, ObservedTarget};
use serde::de::DeserializeOwned;
use serde::Serialize;

/// Returns a value as one line, without its end.
///
/// # Errors
/// None for the types of `sbst-model`.
pub fn to_line(message: &impl Serialize) -> Result<String, String> {
    ron::to_string(message).map_err(|error| error.to_string())
}

/// Reads a value that [`to_line`] wrote.
///
/// # Errors
/// Says what is wrong with the line, and where.
pub fn from_line<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    ron::from_str(line).map_err(|error| error.to_string())
}

/// A message of the protocol.
pub trait Line: Sized {
    /// Returns the message as one line, without its end.
    ///
    /// # Errors
    /// None for the types of this crate.
    fn to_line(&self) -> Result<String, String>;

    /// Reads a message that [`to_line`](Line::to_line) wrote.
    ///
    /// # Errors
    /// Says what is wrong with the line, and where.
    fn from_line(line: &str) -> Result<Self, String>;
}

macro_rules! lines {
    ($($message:ty),*) => { $(
        impl Line for $message {
            fn to_line(&self) -> Result<String, String> {
                to_line(self)
            }

            fn from_line(line: &str) -> Result<Self, String> {
                from_line(line)
            }
        }
    )* };
}
lines!(
    Event,
    Executable,
    Fork,
    Forked,
    ObservedTarget,
    Option<EventGraph>,
    Option<Recipe>,
    Orders,
    Recorded,
    Solved
);

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::messages::{
        Finding, FindingKind, PathSummary, SearchSummary, Stopped, SynthesisSummary, TriedSequences,
        UncoveredGoal,
    };
    use sbst_model::Expression;

    #[test]
    fn messages_are_one_line_each_and_survive() {
        let event = Event::SearchEnded(SearchSummary {
            evaluations: 3,
            evaluations_to_last_goal: 2,
            search_seconds: 0.5,
            seconds_to_last_goal: 0.25,
            covered: vec![0],
            uncovered: vec![UncoveredGoal { goal: 1, best_distance: None, tried: TriedSequences::default() }],
            adopted_covered: vec![4],
            adopted_reached: Vec::new(),
            stopped: Stopped::Stalled,
            proved: Vec::new(),
            synthesis: SynthesisSummary { graph_seconds: 0.25, tests: 7, ..SynthesisSummary::default() },
            paths: Some(PathSummary { tried: 3, ..PathSummary::default() }),
        });
        let line = event.to_line().unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(Event::from_line(&line), Ok(event));

        let finding = Event::Finding(Finding {
            kind: FindingKind::Index,
            message: "two\nlines, \"quotes\" and \u{0}".into(),
            place: None,
            before: Vec::new(),
            arguments: vec![Expression::source(r#"String::from("\n")"#)],
            evaluations: u64::MAX,
        });
        let line = finding.to_line().unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(Event::from_line(&line), Ok(finding));
    }
}
