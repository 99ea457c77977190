//! A goal in a line of JSON: its condition, and the outcome.

#[cfg(test)]
use crate::ui::json_lines::published::Words;
use sbst_model::{ConditionKind, Goal, TargetDescription};
use serde::Serialize;

/// The fields that identify a goal in all lines.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NamedGoal<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    #[cfg_attr(test, schemars(with = "Words<ConditionKind>"))]
    kind: ConditionKind,
    condition: &'a str,
    outcome: bool,
    /// The outcome in words.
    means: &'static str,
}

impl<'a> NamedGoal<'a> {
    /// A goal of a target, if it exists.
    pub fn from_goal(target: &'a TargetDescription, goal: Goal) -> Option<NamedGoal<'a>> {
        let condition = target.conditions.get(goal.condition as usize)?;
        Some(NamedGoal {
            file: &condition.place.file,
            line: condition.place.line,
            column: condition.place.column,
            kind: condition.kind,
            condition: &condition.text,
            outcome: goal.outcome,
            means: condition.kind.outcome(goal.outcome),
        })
    }
}
