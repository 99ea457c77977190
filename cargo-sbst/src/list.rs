//! `cargo sbst list`: the annotated functions with their parameters and goals.

use crate::exit_code::{ExitCode, Failure};
use crate::json::{self, Message};
use crate::options::{ListOptions, MessageFormat};
use crate::{flaky_record, session};
use anstream::stdout;
use anyhow::Context;
use sbst_model::TargetDescription;
use std::io::Write;

/// Runs the command.
pub fn list(options: &ListOptions) -> Result<ExitCode, Failure> {
    let session = session::open(&options.common, None, options.goals.feature(), |_| Ok(()))?;
    let flaky = flaky_record::read(&session.work);
    for target in &session.targets {
        let flaky = flaky.get(&target.description.id).map(String::as_str);
        match options.common.output.message_format {
            MessageFormat::Json => {
                json::emit(&Message::Target(json::Target::of(&target.description, flaky)))?
            }
            MessageFormat::Human => {
                let text = text(&target.description, flaky);
                writeln!(stdout(), "{text}").context("failed to write to standard output")?;
            }
        }
    }
    Ok(ExitCode::Success)
}

/// A function as people read it.
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
    }
    for check in &target.checks {
        lines.push(format!("    {}  {}  check: {}", check.place, check.text, check.kind.failure()));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::ConditionKind;

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
        description.not_searched = Some("it is generic".into());
        assert!(text(&description, None).ends_with("    not searched: it is generic"));
    }

    #[test]
    fn what_differs_between_runs_is_told_of_a_flaky_function() {
        let text = text(&fixture::description("d::f", 0), Some("its goals differ between runs"));
        assert!(text.ends_with("\n    flaky: its goals differ between runs"), "{text}");
    }
}
