//! The goals of subjects that a search over inputs need not reach, from `goals.ron` in the fixture
//! crate. The reasons come from an analysis of the programs, not from searches.

use crate::subject::{GoalName, Subject};
use anyhow::Context as _;
use serde::Deserialize;
use std::fmt;

/// The file, which is compiled in.
const GOALS: &str = include_str!("../../tests/fixtures/subjects/goals.ron");

/// The reason why a goal need not be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Reason {
    /// An infeasible goal.
    Infeasible,
    /// A goal that needs an object in a state set by calls.
    Objects,
    /// A goal that needs several parts of a text at once, without a distance for each: many
    /// searches find it by chance, but not all.
    Text,
}

impl Reason {
    /// True if a search that reaches the goal disproves it.
    pub fn is_final(self) -> bool {
        self == Reason::Infeasible
    }

    /// True if many searches reach the goal nevertheless.
    pub fn is_by_chance(self) -> bool {
        self == Reason::Text
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Infeasible => "infeasible",
            Reason::Objects => "needs objects",
            Reason::Text => "needs a text of a kind",
        })
    }
}

/// A goal with the reason.
#[derive(Clone, Debug, Deserialize)]
pub struct Exception {
    /// The function's [`Subject::name`].
    pub function: String,
    /// The condition's text.
    pub condition: String,
    /// The index among the conditions of that text, from 1.
    #[serde(default = "one")]
    pub occurrence: usize,
    /// The outcome; both, if missing.
    #[serde(default)]
    pub outcome: Option<bool>,
    /// The obstacle to its coverage.
    pub reason: Reason,
    /// The evidence for the reason.
    pub because: String,
}

const fn one() -> usize {
    1
}

impl Exception {
    /// All of them.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn all() -> anyhow::Result<Vec<Exception>> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str(GOALS).context("goals.ron cannot be read")
    }

    /// True if it is about this goal.
    pub fn is_of(&self, subject: &Subject, goal: &GoalName) -> bool {
        self.function == subject.name
            && self.condition == goal.condition
            && self.occurrence == goal.occurrence
            && self.outcome.is_none_or(|outcome| outcome == goal.outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exception_has_an_existing_goal() {
        let subjects = Subject::all();
        for exception in Exception::all().unwrap() {
            let exists = subjects.iter().any(|subject| {
                (0..subject.goals()).any(|index| exception.is_of(subject, &subject.goal(index)))
            });
            assert!(exists, "{exception:?}");
        }
    }
}
