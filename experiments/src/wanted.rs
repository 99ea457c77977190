//! The target branches of the programs in the crate `objects`, from its `wanted.ron`.

use crate::subject::Subject;
use anyhow::Context as _;
use serde::Deserialize;

/// The file, which is compiled in.
const WANTED: &str = include_str!("../../tests/fixtures/objects/wanted.ron");

/// A branch.
#[derive(Clone, Debug, Deserialize)]
pub struct Wanted {
    /// The function's [`Subject::name`].
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
    /// If the file is malformed.
    pub fn all() -> anyhow::Result<Vec<Wanted>> {
        ron::from_str(WANTED).context("wanted.ron cannot be read")
    }

    /// The target goals of a function: those among `wanted`, or all if it has none there.
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
    fn target_branches_are_single_goals() {
        let subjects = Subject::objects();
        for wanted in Wanted::all().unwrap() {
            let goals = subjects
                .iter()
                .flat_map(|subject| (0..subject.goals()).filter(|&index| wanted.is(subject, index)));
            assert_eq!(goals.count(), 1, "{wanted:?}");
        }
    }
}
