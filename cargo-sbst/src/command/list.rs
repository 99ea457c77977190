//! `cargo sbst list`: the annotated functions with their parameters and goals.

use crate::report::function_line::HiddenCheck;
use crate::report::goal::NamedGoal;
use crate::search::options::{CommonOptions, GoalOptions};
use crate::search::session;
use crate::state::State;
use crate::ui::exit_code::{ExitCode, Failure};
use crate::ui::json_lines::{JsonLines, message};
use crate::ui::options::MessageFormat;
use anstream::stdout;
use anyhow::Context;
use clap::Args;
use sbst_model::TargetDescription;
use serde::Serialize;
use std::io::Write;

pub fn list(options: &ListOptions) -> Result<ExitCode, Failure> {
    let session = session::open(&options.common, None, options.goals.instrumentation(), |_| Ok(()))?;
    let flaky = State::open_if_there(&session.state()).flaky();
    for target in &session.targets {
        let flaky = flaky.get(&target.description.id).map(String::as_str);
        match options.common.output.message_format {
            MessageFormat::Json => JsonLines::new(&options.common.output)
                .emit(&Target::from_description(&target.description, flaky))?,
            MessageFormat::Human => {
                let text = text(&target.description, flaky);
                writeln!(stdout(), "{text}").context("failed to write to standard output")?;
            }
        }
    }
    Ok(ExitCode::Success)
}

/// Returns a function as text.
fn text(target: &TargetDescription, flaky: Option<&str>) -> String {
    let parameters: Vec<_> = target
        .parameters
        .iter()
        .map(|parameter| format!("{}: {}", parameter.name, parameter.type_text))
        .collect();
    let result = match target.result_type.as_str() {
        "" => String::new(),
        result => format!(" -> {result}"),
    };
    let mut lines =
        vec![format!("{}  {}", target.id, target.place), format!("    ({}){result}", parameters.join(", "))];
    if let Some(reason) = &target.not_searched {
        lines.push(format!("    not searched: {reason}"));
    }
    if let Some(reason) = flaky {
        lines.push(format!("    flaky: {reason}"));
    }
    for (index, condition) in target.conditions.iter().enumerate() {
        let goals = (2 * index, 2 * index + 1);
        lines.push(format!(
            "    {}  {}  goal {} {}, goal {} {}",
            condition.place,
            condition.text,
            goals.0,
            condition.kind.outcome(true),
            goals.1,
            condition.kind.outcome(false),
        ));
        for proof in &condition.infeasible {
            let outcome = condition.kind.outcome(proof.outcome);
            lines.push(format!("        {outcome} is infeasible: {}", proof.reason));
        }
    }
    for check in &target.checks {
        lines.push(format!("    {}  {}  check: {}", check.place, check.text, check.kind.failure()));
    }
    lines.join("\n")
}

/// Options of `cargo sbst list`.
#[derive(Debug, Args)]
pub struct ListOptions {
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Target<'a> {
    package: &'a str,
    target: &'a str,
    /// The binary that it is in; null for the library.
    binary: Option<&'a str>,
    file: &'a str,
    line: u32,
    column: u32,
    /// Parameters, in order.
    parameters: Vec<Parameter<'a>>,
    /// Type of the result as written; empty for none.
    result: &'a str,
    /// The reason why it is not searched; null if it is.
    not_searched: Option<String>,
    /// The parts that differed between executions of its tests in its last search, in words; only
    /// if any did.
    #[serde(skip_serializing_if = "Option::is_none")]
    flaky: Option<&'a str>,
    /// Goals, two for each condition.
    goals: Vec<Goal<'a>>,
    /// Hidden checks; only if panics are searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hidden_checks: Vec<HiddenCheck<'a>>,
}

impl<'a> Target<'a> {
    /// Returns the line of a function, which its last search may have found flaky.
    pub fn from_description(target: &'a TargetDescription, flaky: Option<&'a str>) -> Target<'a> {
        let goals = (0..target.goals()).filter_map(|goal| {
            let known = sbst_model::Goal::from_index(goal);
            let named = NamedGoal::from_goal(target, known)?;
            Some(Goal { goal, named, infeasible: target.infeasible(known) })
        });
        let parameters = target.parameters.iter().map(|parameter| Parameter {
            name: &parameter.name,
            type_text: &parameter.type_text,
            can_be_built: parameter.can_be_built,
        });
        Target {
            package: &target.id.package,
            target: &target.id.path,
            binary: target.id.binary.as_deref(),
            file: &target.place.file,
            line: target.place.line,
            column: target.place.column,
            parameters: parameters.collect(),
            result: &target.result_type,
            not_searched: target.not_searched.as_ref().map(ToString::to_string),
            flaky,
            goals: goals.collect(),
            hidden_checks: target.checks.iter().map(HiddenCheck::from_check).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Parameter<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    type_text: &'a str,
    can_be_built: bool,
}

/// One outcome of a condition, to be covered.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Goal<'a> {
    goal: usize,
    #[serde(flatten)]
    named: NamedGoal<'a>,
    /// The reason why it is infeasible; only if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    infeasible: Option<&'a str>,
}

message!("target": Target<'_>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::ConditionKind;
    use sbst_model::target::Obstacle;

    #[test]
    fn a_function_is_listed_with_its_parameters_and_goals() {
        let description = fixture::description("d::f", 1);
        let expected = "d::f  src/lib.rs:1:1\n    (n: i32) -> bool\n    src/lib.rs:2:8  n > 0  goal 0 true, goal 1 false";
        assert_eq!(text(&description, None), expected);
    }

    #[test]
    fn a_condition_is_listed_with_the_outcomes_that_its_kind_has() {
        let mut description = fixture::description("d::f", 2);
        description.conditions[0].kind = ConditionKind::Arm;
        description.conditions[0].text = "match n { 1..=9 }".into();
        description.conditions[1].kind = ConditionKind::Loop;
        description.conditions[1].text = "for i in 0..n".into();
        let text = text(&description, None);
        let conditions: Vec<&str> = text.lines().skip(2).collect();
        let expected = [
            "    src/lib.rs:2:8  match n { 1..=9 }  goal 0 matches, goal 1 does not match",
            "    src/lib.rs:3:8  for i in 0..n  goal 2 entered, goal 3 not entered",
        ];
        assert_eq!(conditions, expected);
    }

    #[test]
    fn the_reason_is_given_if_a_function_is_not_searched() {
        let mut description = fixture::description("d::f", 0);
        description.not_searched = Some(Obstacle::Constant.into());
        assert!(text(&description, None).ends_with("in which probes cannot record"));
    }

    #[test]
    fn a_flaky_function_lists_its_differences() {
        let text = text(&fixture::description("d::f", 0), Some("its goals differ between runs"));
        assert!(text.ends_with("\n    flaky: its goals differ between runs"), "{text}");
    }
}
