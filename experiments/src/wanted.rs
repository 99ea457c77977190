//! The branches of the crate `objects` that its programs are there for, from `wanted.ron` in it.

use crate::subject::Subject;
use anyhow::Context as _;
use serde::Deserialize;

/// The file, which is compiled in.
const WANTED: &str = include_str!("../../tests/fixtures/objects/wanted.ron");

/// A branch.
#[derive(Clone, Debug, Deserialize)]
pub struct Wanted {
    /// The function, as [`Subject::name`] has it.
    pub function: String,
    /// The condition's text.
    pub condition: String,
    /// The outcome.
    pub outcome: bool,
}

impl Wanted {
    /// All of them.
    ///
    /// # Errors
    /// If the file is not as it ought to be.
    pub fn all() -> anyhow::Result<Vec<Wanted>> {
        ron::from_str(WANTED).context("wanted.ron cannot be read")
    }

    /// The goals of a function that are wanted: those of `wanted` that are its own, or all if none
    /// is.
    pub fn goals(wanted: &[Wanted], subject: &Subject) -> Vec<usize> {
        let all = || 0..subject.goals();
        let named: Vec<usize> =
            all().filter(|&index| wanted.iter().any(|wanted| wanted.is(subject, index))).collect();
        if named.is_empty() { all().collect() } else { named }
    }

    fn is(&self, subject: &Subject, index: usize) -> bool {
        let goal = subject.goal(index);
        (&self.function, &self.condition, self.outcome) == (&subject.name, &goal.condition, goal.outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_branch_that_is_wanted_is_one_goal() {
        let subjects = Subject::objects();
        for wanted in Wanted::all().unwrap() {
            let goals = subjects
                .iter()
                .flat_map(|subject| (0..subject.goals()).filter(|&index| wanted.is(subject, index)));
            assert_eq!(goals.count(), 1, "{wanted:?}");
        }
    }
}
