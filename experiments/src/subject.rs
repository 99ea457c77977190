//! The functions of the fixture crates `subjects` and `objects`, as problems.

use crate::fixtures;
use sbst::__private::bench::FunctionProblem;
use sbst_algorithms::Templates;
use sbst_model::{ConditionKind, TargetDescription};
use {objects as _, subjects as _};

/// A function for experiments.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its path within the crate, as in `classics::triangle`.
    pub name: String,
    /// Its registered description.
    pub description: TargetDescription,
    /// The crate.
    crate_name: &'static str,
}

/// A goal as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalName {
    /// The condition's source, on one line.
    pub condition: String,
    /// The index among the conditions of this text in the function, from 1.
    pub occurrence: usize,
    /// The outcome.
    pub outcome: bool,
    /// The outcome in words, to be read after the text.
    pub predicate: &'static str,
    /// Its line.
    pub line: u32,
}

impl Subject {
    /// Returns the functions of the crate `subjects`, by name.
    pub fn all() -> Vec<Subject> {
        Subject::from_crate("subjects")
    }

    /// Returns the functions of the crate `objects`, by name: methods and functions that take, make
    /// or change objects.
    pub fn objects() -> Vec<Subject> {
        Subject::from_crate("objects")
    }

    fn from_crate(crate_name: &'static str) -> Vec<Subject> {
        let all = FunctionProblem::registered().into_iter();
        let of_crate = all.filter_map(|description| {
            let name = description.id.path.strip_prefix(crate_name)?.strip_prefix("::")?.to_owned();
            Some(Subject { name, description, crate_name })
        });
        of_crate.collect()
    }

    /// Returns the functions of `subjects` whose name contains one of `wanted`; all of them if it
    /// is empty.
    pub fn chosen(wanted: &[String]) -> Vec<Subject> {
        Subject::all().into_iter().filter(|subject| subject.is_among(wanted)).collect()
    }

    /// True if its name contains one of `wanted`, or `wanted` is empty.
    pub fn is_among(&self, wanted: &[String]) -> bool {
        wanted.is_empty() || wanted.iter().any(|part| self.name.contains(part.as_str()))
    }

    /// A problem without earlier searches.
    ///
    /// # Errors
    /// Why the function cannot be searched.
    pub fn problem(&self) -> anyhow::Result<FunctionProblem> {
        let mut problem = FunctionProblem::by_name(&self.description.id.path)?;
        let crate_name = self.crate_name;
        self.templates(&mut problem);
        let description = self.description.clone();
        problem.give_events_when_wanted(move || Some(fixtures::events(crate_name, &description)));
        Ok(problem)
    }

    /// Adds the templates of the function's object construction graphs, if any, to a problem.
    pub fn templates(&self, problem: &mut FunctionProblem) -> Option<Templates> {
        let (crate_name, description) = (self.crate_name, self.description.clone());
        let has_story = description.call.has_story;
        has_story.then(|| problem.follow(move || Some(fixtures::recipe(crate_name, &description))))
    }

    /// The number of its goals.
    pub fn goals(&self) -> usize {
        self.description.goals()
    }

    /// The name of the goal with this index.
    pub fn goal(&self, index: usize) -> GoalName {
        let (number, outcome) = (index / 2, index.is_multiple_of(2));
        let conditions = &self.description.conditions;
        let condition = &conditions[number];
        let alike = conditions[..number].iter().filter(|other| other.text == condition.text);
        let kind: ConditionKind = condition.kind;
        GoalName {
            condition: condition.text.clone(),
            occurrence: alike.count() + 1,
            outcome,
            predicate: kind.predicate(outcome),
            line: condition.place.line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_can_be_searched() {
        let subjects = Subject::all();
        assert!(subjects.len() > 100, "{}", subjects.len());
        for subject in subjects {
            assert!(subject.goals() > 0, "{} has no goals", subject.name);
            if let Err(error) = subject.problem() {
                panic!("{}: {error}", subject.name);
            }
        }
    }
}
